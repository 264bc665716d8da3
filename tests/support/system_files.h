// Files in which Linux tells a program of its machine and control groups: a suite's, below a root for each function.
#pragma once

#include <QtTest>
#include <filesystem>
#include <fstream>
#include <string>

namespace tl::test {

class SystemFiles {
protected:
    void beginFiles() { root_ = folder_.filePath(QString::fromLatin1(QTest::currentTestFunction())).toStdString(); }
    void write(const std::string& path, const std::string& text) const {
        std::filesystem::create_directories((root_ / path).parent_path());
        std::ofstream(root_ / path) << text;
    }

    std::filesystem::path root_;

private:
    QTemporaryDir folder_;
};

}  // namespace tl::test
