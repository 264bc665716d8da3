# Finds the named parts of OpenCV (core, imgproc, imgcodecs) as targets opencv_<part>. Debian ships OpenCV's own CMake
# package only in libopencv-dev, which pulls in every part and 120 packages; the parts' own -dev packages are enough.
find_path(OpenCV_INCLUDE_DIR opencv2/core.hpp PATH_SUFFIXES opencv4)
set(parts "")
foreach(part IN LISTS OpenCV_FIND_COMPONENTS)
    find_library(OpenCV_${part}_LIBRARY opencv_${part})
    list(APPEND parts OpenCV_${part}_LIBRARY)
    if(OpenCV_${part}_LIBRARY AND NOT TARGET opencv_${part})
        add_library(opencv_${part} SHARED IMPORTED)
        set_target_properties(opencv_${part} PROPERTIES IMPORTED_LOCATION ${OpenCV_${part}_LIBRARY}
                              INTERFACE_INCLUDE_DIRECTORIES ${OpenCV_INCLUDE_DIR})
        set(OpenCV_${part}_FOUND TRUE)
    endif()
endforeach()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(OpenCV REQUIRED_VARS OpenCV_INCLUDE_DIR ${parts})
