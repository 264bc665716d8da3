# What `cmake --install` and `./dev package` put on a machine besides the programs: icon, desktop entry, file type, manual
# pages; and the Debian package around them, whose dependencies are read from the programs (dpkg-shlibdeps).
install(FILES ${CMAKE_CURRENT_LIST_DIR}/app/tensorloom.svg DESTINATION share/icons/hicolor/scalable/apps)
install(FILES ${CMAKE_CURRENT_LIST_DIR}/app/tensorloom.desktop DESTINATION share/applications)
install(FILES ${CMAKE_CURRENT_LIST_DIR}/app/tensorloom.xml DESTINATION share/mime/packages)
install(FILES ${CMAKE_CURRENT_LIST_DIR}/man/tensorloom.1 ${CMAKE_CURRENT_LIST_DIR}/man/tensorloom-workbench.1
        DESTINATION share/man/man1)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION share/doc/tensorloom RENAME copyright)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tensorloom)
set(CPACK_PACKAGE_CONTACT "The Tensorloom developers <maintainers@tensorloom.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Workbench for neural networks")
set(CPACK_PACKAGE_DESCRIPTION "Put a network together from layers by drag and drop, look into the image data set, train it on a
background thread while the curves grow, and take a checkpoint away. With a window and a command line.")
set(CPACK_PACKAGE_FILE_NAME tensorloom)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "fonts-inter, fonts-jetbrains-mono")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "fonts-noto-cjk")
include(CPack)
