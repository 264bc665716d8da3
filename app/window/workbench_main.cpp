// Options: a project file or a folder of images; --theme dark|light; --settings FILE keeps settings and recovery copies
// apart (tests, demonstrations); --fresh leaves the last project closed; --shots FOLDER takes screenshots and ends.
#include "app/window/workbench_main.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>
#include <QSysInfo>
#include <clocale>
#include <cstdio>

#include "app/document/document.h"
#include "app/window/apply_settings.h"
#include "app/window/language.h"
#include "app/window/log_file.h"
#include "app/window/main_window.h"
#include "app/window/settings_file.h"
#include "app/window/shots.h"
#include "app/window/timed_application.h"
#include "ui/models/settings.h"
#include "widgets/theme/theme.h"

namespace tl {

int workbenchMain(int argc, char** argv) {
    QApplication::setApplicationName(QStringLiteral("Tensorloom"));
    QApplication::setOrganizationName(QStringLiteral("Tensorloom"));
    QApplication::setApplicationVersion(QStringLiteral(TENSORLOOM_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("tensorloom"));
    TimedWindowApplication application(argc, argv);
    std::setlocale(LC_NUMERIC, "C");  // Qt has taken the desktop's; what libraries print and read has a point
    language::apply(QStringLiteral("system"));

    QCommandLineParser parser;
    parser.setApplicationDescription(QCoreApplication::translate("Options", "A workbench for neural networks."));
    parser.addHelpOption();
    parser.addVersionOption();
    const QCommandLineOption theme(QStringLiteral("theme"), QCoreApplication::translate("Options", "dark or light."),
                                   QStringLiteral("name"));
    const QCommandLineOption settingsFile(
        QStringLiteral("settings"),
        QCoreApplication::translate("Options", "Keep settings and recovery copies in and beside this file."),
        QStringLiteral("file"));
    const QCommandLineOption shots(
        QStringLiteral("shots"),
        QCoreApplication::translate("Options", "Take screenshots of every workspace into a folder and end."),
        QStringLiteral("folder"));
    const QCommandLineOption fresh(
        QStringLiteral("fresh"), QCoreApplication::translate("Options", "Do not open the project that was open last."));
    parser.addOptions({theme, settingsFile, shots, fresh});
    parser.addPositionalArgument(QStringLiteral("project"),
                                 QCoreApplication::translate("Options", "A project file (.tlm) or a folder of images."),
                                 QStringLiteral("[project]"));
    parser.process(application);

    QString file = parser.value(settingsFile);
    if (file.isEmpty()) file = qEnvironmentVariable("TENSORLOOM_SETTINGS");
    QString recovery = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/recovery");
    if (file.isEmpty() && parser.isSet(shots)) {
        // Pictures show the window as it is at first, whatever the person has set up and pictures of before have left.
        QDir own(QStandardPaths::writableLocation(QStandardPaths::TempLocation) + QStringLiteral("/tensorloom-shots"));
        own.removeRecursively();
        recovery = own.filePath(QStringLiteral("recovery"));
        file = own.filePath(QStringLiteral("settings.ini"));
    } else if (!file.isEmpty()) {
        recovery = QFileInfo(file).absolutePath() + QStringLiteral("/recovery");
    }
    const LogFile log(QFileInfo(recovery).absolutePath() + QStringLiteral("/log"));
    LogFile::current()->write(QStringLiteral("start"),
                              QStringLiteral("%1 %2, Qt %3, %4")
                                  .arg(QApplication::applicationName(), QApplication::applicationVersion(),
                                       QString::fromLatin1(qVersion()), QSysInfo::prettyProductName()));
    SettingsFile kept(file.isEmpty() ? QSettings().fileName() : file);
    QSettings& settings = kept.values();

    language::apply(language::chosen(settings));
    const QString wanted = parser.value(theme);
    if (parser.isSet(theme) && wanted != QLatin1String("dark") && wanted != QLatin1String("light")) {
        std::fprintf(stderr, "There is no theme \"%s\"; there are dark and light.\n", qPrintable(wanted));
        return 2;
    }
    applyLook(Settings(settings));
    if (parser.isSet(theme)) Theme::instance().setDark(wanted == QLatin1String("dark"));
    Theme::instance().apply();

    MainWindow window(settings, recovery);
    QObject::connect(
        &kept, &SettingsFile::unwritten, &window.document(),
        [&document = window.document()](const QString& sentence) { emit document.failed(sentence, QString()); });
    int result = 0;
    if (parser.isSet(shots)) window.resize(1600, 1000);
    window.show();
    window.start(parser.positionalArguments().value(0), !parser.isSet(fresh));
    if (parser.isSet(shots)) {
        takeShots(window, parser.value(shots), [&result](const QString& error) {
            if (!error.isEmpty()) std::fprintf(stderr, "%s\n", qPrintable(error));
            result = error.isEmpty() ? 0 : 1;
            QApplication::exit(result);
        });
    }
    const int code = QApplication::exec();
    return result != 0 ? result : code;
}

}  // namespace tl
