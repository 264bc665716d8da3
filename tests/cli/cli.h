// Runs the headless program as a person would, for the tests: exit code, both outputs, and lines as JSON.
#pragma once

#include "engine/io/json.h"
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStringList>
#include <cstring>
#include <string>
#include <vector>

#include "tests/support/sanitized.h"

namespace tl::test {

struct Ran {
    int code = -1;
    QString out, err;
    std::vector<nlohmann::json> objects;  // the lines of out that are JSON

    nlohmann::json last(const std::string& event) const {
        for (auto object = objects.rbegin(); object != objects.rend(); ++object)
            if (object->value("event", "") == event) return *object;
        return {};
    }
    std::vector<nlohmann::json> all(const std::string& event) const {
        std::vector<nlohmann::json> found;
        for (const auto& object : objects)
            if (object.value("event", "") == event) found.push_back(object);
        return found;
    }
};

inline void collect(Ran& ran, QProcess& process) {
    ran.code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : 1000 + process.exitCode();
    ran.out = QString::fromUtf8(process.readAllStandardOutput());
    ran.err = QString::fromUtf8(process.readAllStandardError());
    for (const QString& line : ran.out.split('\n')) {
        const auto object = nlohmann::json::parse(line.toStdString(), nullptr, false);
        if (object.is_object()) ran.objects.push_back(object);
    }
}

// In English, unless another locale is asked for.
inline Ran run(const QStringList& arguments, const QString& directory = {}, int timeoutSeconds = 300,
               const QString& locale = QStringLiteral("C.UTF-8")) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("LC_ALL"), locale);
    process.setProcessEnvironment(environment);
    if (!directory.isEmpty()) process.setWorkingDirectory(directory);
    process.start(TENSORLOOM_CLI, arguments);
    Ran ran;
    if (!process.waitForFinished(timeoutSeconds * 1000 * (kSanitized ? 4 : 1))) {
        process.kill();
        process.waitForFinished();
    }
    collect(ran, process);
    return ran;
}

// One small folder data set: two classes of grey PGM-like BMP squares.
inline void makeFolder(const QString& root, int images) {
    for (const char* name : {"dark", "light"}) {
        QDir().mkpath(root + "/" + name);
        for (int i = 0; i < images; ++i) {
            QByteArray bmp = QByteArray::fromHex(
                "424d00000000000000003600000028000000080000000800000001001800000000000000000000000000000000000000000000000000");
            for (int p = 0; p < 64 * 3; ++p)
                bmp.append(static_cast<char>((name[0] == 'd' ? 20 : 200) + (p * 7 + i * 13) % 40));
            const auto size = static_cast<uint32_t>(bmp.size());
            std::memcpy(bmp.data() + 2, &size, 4);
            QFile file(QString("%1/%2/%3.bmp").arg(root, name).arg(i, 4, 10, QChar('0')));
            if (file.open(QIODevice::WriteOnly)) file.write(bmp);
        }
    }
}

}  // namespace tl::test
