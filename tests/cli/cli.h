// Runs the headless program as a person would, for the tests: exit code, both outputs, and lines as JSON.
#pragma once

#include "engine/io/json.h"
#include <QProcess>
#include <QProcessEnvironment>
#include <QStringList>
#include <string>
#include <vector>

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
    if (!process.waitForFinished(timeoutSeconds * 1000)) {
        process.kill();
        process.waitForFinished();
    }
    collect(ran, process);
    return ran;
}

}  // namespace tl::test
