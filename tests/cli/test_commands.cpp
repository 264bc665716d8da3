// The headless program from outside: exit codes, sentences on stderr, JSON on stdout, interruption and resuming.
#include <QtTest>

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "engine/profile/verdict.h"

namespace test_commands {

using namespace tl::test;

class TestCommands : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    QString path(const QString& name) const { return folder_.filePath(name); }

    // A linear network on the built-in sample: seconds.
    QStringList quick(const QString& out, int epochs = 1) const {
        return {"train", "--template", "linear",  "--data", "sample",   "--optimizer",           "sgd",
                "--lr",  "0.05",       "--batch", "64",     "--epochs", QString::number(epochs), "--threads",
                "1",     "--json",     "--out",   out};
    }

private slots:
    void initTestCase() {
        const Ran ran = run(quick(path("first"), 2));
        QVERIFY2(ran.code == 0, qPrintable(ran.err + ran.out));
    }

    // What the bench measures and what tests/peers measures beside it have the same names.
    void benchAndPeersHaveTheSameCases() {
        QFile file(QStringLiteral(TENSORLOOM_SOURCE_DIR "/tests/peers/cases.py"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QStringList peers;
        static const QRegularExpression row(QStringLiteral("^    \"([a-z0-9-]+)\": case\\((?!.*gpu=True)"),
                                            QRegularExpression::MultilineOption);
        for (const auto& match : row.globalMatch(QString::fromUtf8(file.readAll()))) peers << match.captured(1);
        QVERIFY(peers.size() > 5);
        const Ran ran = run({"bench", "--only", "nothing"});
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.err.contains("There are " + peers.join(", ") + ", and loader"), qPrintable(ran.err));
    }

    // A share of the limit is that of what an op multiplies: of bfloat16 where it multiplies 16 bits, else of float32.
    void benchKnowsWhatIsMultiplied() {
        for (const QString precision : {"float32", "bfloat16"}) {
            const Ran ran =
                run({"bench", "--only", "mlp-32", "--precision", precision, "--seconds", "0.1", "--ops", "--json"});
            QVERIFY2(ran.code == 0 && ran.objects.size() > 3, qPrintable(ran.err + ran.out));
            const double limit = ran.objects[0]["fma_limit_gflops"], half = ran.objects[0]["bfloat16_limit_gflops"],
                         reached = ran.objects[1]["gflops"], share = ran.objects[1]["share_of_limit"];
            const auto narrow = std::count_if(ran.objects.begin() + 2, ran.objects.end(), [](const auto& op) {
                return tl::multiplies16Bits(op["implementation"].template get<std::string>());
            });
            const QString what = QString("%1: %2 of %3 and %4 GF/s, %5 reached")
                                     .arg(precision)
                                     .arg(share)
                                     .arg(limit)
                                     .arg(half)
                                     .arg(reached);
            // The part of the operations that are held against float32's limit.
            const double wide = half > 0 ? (share * limit / reached - limit / half) / (1 - limit / half) : 1;
            if (narrow == 0 || half == 0)
                QVERIFY2(std::abs(share * limit - reached) < 1e-6 * reached, qPrintable(what));
            else
                QVERIFY2(wide > 0 && wide < 0.9, qPrintable(what));
            QVERIFY(precision == "bfloat16" || narrow == 0);
        }
    }

    void usage_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("says");
        QTest::newRow("nothing") << QStringList{} << 1 << "Say what to do";
        QTest::newRow("unknown command") << QStringList{"fly"} << 1 << "fly";
        QTest::newRow("unknown option") << QStringList{"train", "--fast"} << 1 << "--fast";
        QTest::newRow("nothing to train") << QStringList{"train"} << 1 << "--template";
        QTest::newRow("two origins") << QStringList{"train", "a.tlm", "--template", "mlp"} << 1 << "--template";
        QTest::newRow("no number") << QStringList{"train", "--template", "mlp", "--epochs", "many"} << 1
                                   << "--epochs takes a whole number, not \"many\".";
        QTest::newRow("a number too large") << QStringList{"train", "--epochs", "99999999999"} << 1 << "2147483647";
        QTest::newRow("none above 0") << QStringList{"describe", "--batch", "0"} << 1
                                      << "--batch takes a number above 0, not \"0\".";
        QTest::newRow("out of range") << QStringList{"bench", "--seconds", "900"} << 1
                                      << "from 0.1 to 600, not \"900\"";
        QTest::newRow("no value") << QStringList{"train", "--epochs"} << 1 << "--epochs is followed by a value";
        QTest::newRow("a number below 0")
            << QStringList{"train", "--seed", "-3"} << 1 << "--seed takes a number from 0";
        QTest::newRow("too many threads") << QStringList{"train", "--threads", "100000"} << 1 << "from 0 to 1024";
        QTest::newRow("no steps") << QStringList{"train", "--template", "linear", "--data", "sample", "--profile", "x"}
                                  << 2 << "100:20";
        QTest::newRow("no folder there") << QStringList{"train",  "--template", "linear",    "--data",
                                                        "sample", "--out",      "/proc/nope"}
                                         << 2 << "/proc/nope";
        QTest::newRow("a run as a project") << QStringList{"train", path("first")} << 2 << "--resume";
        QTest::newRow("a run as data") << QStringList{"describe", "--data", path("first")} << 2 << "folder of a run";
        QTest::newRow("misspelled, its value taken for a project")
            << QStringList{"train", "--epoch", "1", "--template", "mlp"} << 1 << "no option --epoch here";
        QTest::newRow("left out") << QStringList{"eval"} << 1 << "has to be given";
        QTest::newRow("no such device") << QStringList{"train",  "--template", "linear", "--data",
                                                       "sample", "--device",   "gpu"}
                                        << 2 << "gpu";
        QTest::newRow("no data") << QStringList{"train", "--template", "mlp"} << 2 << "--data";
        QTest::newRow("no template") << QStringList{"train", "--template", "alexnet", "--data", "sample"} << 2
                                     << "alexnet";
        QTest::newRow("no such data") << QStringList{"train", "--template", "mlp", "--data", "mnist:/nowhere"} << 2
                                      << "/nowhere";
        QTest::newRow("no such property")
            << QStringList{"train", "--template", "mlp", "--data", "sample", "--set", "dense_1.unitz=3"} << 2
            << "unitz";
        QTest::newRow("no such optimizer")
            << QStringList{"train", "--template", "mlp", "--data", "sample", "--optimizer", "magic"} << 2 << "magic";
        QTest::newRow("momentum for adam")
            << QStringList{"train", "--template", "mlp", "--data", "sample", "--momentum", "0.9"} << 2 << "momentum";
        QTest::newRow("batch too large") << QStringList{"train",  "--template", "mlp",  "--data",
                                                        "sample", "--batch",    "99999"}
                                         << 2 << "larger than the training set";
        QTest::newRow("wrong network") << QStringList{"train", "--template",     "mlp", "--data", "sample",
                                                      "--set", "dense_2.units=7"}
                                       << 2 << "output";
        QTest::newRow("missing run") << QStringList{"eval", "/nowhere/run"} << 2 << "/nowhere/run";
        QTest::newRow("missing project") << QStringList{"train", "/nowhere/p.tlm"} << 2 << "/nowhere/p.tlm";
        QTest::newRow("verify nothing") << QStringList{"verify", "--only", "Nothing"} << 2 << "Nothing";
        const QStringList train{"train", "--template", "mlp", "--data", "sample"};
        QTest::newRow("no such callback") << train + QStringList{"--callback", "watch_dog"} << 2 << "early_stopping";
        QTest::newRow("no such property of a callback")
            << train + QStringList{"--callback", "early_stopping:patients=3"} << 2 << "patience";
        QTest::newRow("a callback's value")
            << train + QStringList{"--callback", "early_stopping:patience=soon"} << 2 << "soon";
        QTest::newRow("two clips") << train + QStringList{"--clipnorm", "1", "--clipvalue", "1"} << 2 << "Only one";
        QTest::newRow("crop how far") << QStringList{"train",  "--template", "mlp",     "--data",
                                                     "sample", "--augment",  "crop:far"}
                                      << 2 << "far";
    }
    // What was not written is not done.
    void outputOnAFullDisk() {
        for (const QStringList& arguments :
             {QStringList{"--help"}, QStringList{"--templates"}, QStringList{"describe", path("first")},
              QStringList{"eval", path("first"), "--json"}, quick(path("unheard"))}) {
            QProcess process;
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
            process.setProcessEnvironment(environment);
            process.setStandardOutputFile(QStringLiteral("/dev/full"));
            process.start(TENSORLOOM_CLI, arguments);
            QVERIFY(process.waitForFinished(300000));
            const QByteArray err = process.readAllStandardError();
            QVERIFY2(process.exitCode() == 3, qPrintable(arguments.join(' ') + ": " + err));
            QVERIFY2(err.contains("Not all of the output could be written"), err.constData());
        }
        QVERIFY(QFile::exists(path("unheard/checkpoint.safetensors")));  // the training itself went on
    }

    // An epoch's last line says all, however narrow the terminal is.
    void anEpochOnANarrowTerminal() {
        const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
        QVERIFY(terminal >= 0 && ::grantpt(terminal) == 0 && ::unlockpt(terminal) == 0);
        const int held = ::open(::ptsname(terminal), O_RDWR | O_NOCTTY | O_CLOEXEC);
        QVERIFY(held >= 0);
        const auto close = qScopeGuard([&] { ::close(held), ::close(terminal); });
        const winsize size{24, 60, 0, 0};
        QVERIFY(::ioctl(terminal, TIOCSWINSZ, &size) == 0);
        QStringList arguments = quick(path("narrow"));
        arguments.removeAll(QStringLiteral("--json"));
        QProcess training;
        training.setStandardOutputFile(QString::fromLocal8Bit(::ptsname(terminal)));
        training.start(TENSORLOOM_CLI, arguments);
        QByteArray told;
        const auto read = [&] {
            char bytes[4096];
            for (ssize_t got; (got = ::read(terminal, bytes, sizeof bytes)) > 0;) told.append(bytes, got);
        };
        QTRY_VERIFY_WITH_TIMEOUT((read(), training.state() == QProcess::NotRunning), 300000);
        read();
        QCOMPARE(training.exitCode(), 0);
        static const QRegularExpression whole(QStringLiteral("val_accuracy: 0\\.\\d{4}"));
        QVERIFY2(QString::fromUtf8(told).contains(whole), told.constData());
    }

    // A run that is to be replaced stays where the new one cannot begin.
    void whatCannotBeginReplacesNothing() {
        QCOMPARE(run(quick(path("stays"))).code, 0);
        const Ran ran = run({"train", "--template", "lenet", "--data", "sample", "--epochs", "1", "--weights",
                             path("first"), "--overwrite", "--out", path("stays")});
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.err.contains("none of this network's weights"), qPrintable(ran.err));
        const Ran tight = run({"train", "--template", "mlp", "--set", "dense_1.units=4096", "--data", "sample",
                               "--epochs", "1", "--memory-limit", "1", "--overwrite", "--out", path("stays")});
        QCOMPARE(tight.code, 2);
        QVERIFY2(tight.err.contains("memory limit"), qPrintable(tight.err));
        QCOMPARE(run({"eval", path("stays"), "--json"}).code, 0);
    }

    // The manual page has every command that --help lists.
    void manualPage() {
        QFile page(QStringLiteral(TENSORLOOM_SOURCE_DIR "/resources/man/tensorloom.1"));
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(page.readAll()).replace("\\-", "-");
        const QString help = run({"--help"}).out;
        QStringList commands;
        for (const QString& line : help.mid(help.indexOf("Subcommands:")).split('\n').mid(1)) {
            if (line.isEmpty()) break;
            if (line.startsWith("   ")) continue;  // more of the line above
            commands << line.section(' ', 0, 0, QString::SectionSkipEmpty);
        }
        QVERIFY2(commands.size() > 10 && commands.contains("train"), qPrintable(help));
        for (const QString& command : commands) QVERIFY2(text.contains(".B " + command + "\n"), qPrintable(command));
    }

    // The window's has every option that the window takes.
    void manualPageOfTheWindow() {
        QFile page(QStringLiteral(TENSORLOOM_SOURCE_DIR "/resources/man/tensorloom-workbench.1"));
        QFile main(QStringLiteral(TENSORLOOM_SOURCE_DIR "/app/window/workbench_main.cpp"));
        QVERIFY(page.open(QIODevice::ReadOnly) && main.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(page.readAll()).replace("\\-", "-");
        static const QRegularExpression option("QCommandLineOption \\w+\\(\\s*QStringLiteral\\(\"([\\w-]+)\"\\)");
        int options = 0;
        for (auto all = option.globalMatch(QString::fromUtf8(main.readAll())); all.hasNext(); ++options) {
            const QString name = all.next().captured(1);
            QVERIFY2(text.contains("--" + name), qPrintable(name));
        }
        QVERIFY2(options >= 4, qPrintable(QString::number(options)));
    }

    // What the package puts on a machine, by its rules; each file is there.
    void thePackageHasAll() {
        const QString root(QStringLiteral(TENSORLOOM_SOURCE_DIR));
        QString rules;
        for (const char* file : {"/resources/package.cmake", "/app/CMakeLists.txt", "/app/cli/CMakeLists.txt"}) {
            QFile each(root + file);
            QVERIFY2(each.open(QIODevice::ReadOnly), file);
            rules += QString::fromUtf8(each.readAll()).simplified();
        }
        const QString here(QStringLiteral("${CMAKE_CURRENT_LIST_DIR}/"));
        for (const QString& rule : QStringList{
                 "install(TARGETS tensorloom-workbench RUNTIME DESTINATION bin)",
                 "install(TARGETS tensorloom RUNTIME DESTINATION bin)",
                 "install(FILES " + here + "app/tensorloom.svg DESTINATION share/icons/hicolor/scalable/apps)",
                 "install(FILES " + here + "app/tensorloom.desktop DESTINATION share/applications)",
                 "install(FILES " + here + "app/tensorloom.xml DESTINATION share/mime/packages)",
                 "install(FILES " + here + "man/tensorloom.1 " + here +
                     "man/tensorloom-workbench.1 DESTINATION share/man/man1)",
                 "set(CPACK_DEBIAN_PACKAGE_RECOMMENDS \"fonts-noto-cjk\")"})  // Chinese letters: apt installs them too
            QVERIFY2(rules.contains(rule), qPrintable(rule));
        for (const char* file : {"app/tensorloom.svg", "app/tensorloom.desktop", "app/tensorloom.xml",
                                 "man/tensorloom.1", "man/tensorloom-workbench.1"})
            QVERIFY2(QFileInfo(root + "/resources/" + file).size() > 0, file);
    }

    void usage() {
        QFETCH(QStringList, arguments);
        QFETCH(int, code);
        QFETCH(QString, says);
        const Ran ran = run(arguments, folder_.path());
        QVERIFY2(ran.code == code, qPrintable(QString::number(ran.code) + ": " + ran.err));
        QVERIFY2(ran.err.startsWith("tensorloom: "), qPrintable(ran.err));
        QVERIFY2(ran.err.contains(says), qPrintable(ran.err));
        QVERIFY2(ran.out.isEmpty(), qPrintable(ran.out));
    }

    // Options that all optimizers share, callbacks with properties: in the run's project, and at work.
    void callbacksAndOptions() {
        QStringList arguments = quick(path("watched"), 9);
        arguments << "--callback"
                  << "early_stopping:patience=1,min_delta=50,restore_best_weights=true"
                  << "--callback"
                  << "CSVLogger:filename=rows.csv,separator=;"
                  << "--callback"
                  << "model_checkpoint:keep=1"
                  << "--clipnorm"
                  << "1.5"
                  << "--use-ema"
                  << "--ema-momentum"
                  << "0.9"
                  << "--gradient-accumulation-steps"
                  << "2";
        const Ran ran = run(arguments, folder_.path());
        QVERIFY2(ran.code == 0, qPrintable(ran.err + ran.out));
        QCOMPARE(ran.all("epoch").size(), size_t{2});
        QVERIFY(QString::fromStdString(ran.last("note")["message"].get<std::string>()).contains("EarlyStopping"));
        QFile project(path("watched/project.tlm"));
        QVERIFY(project.open(QIODevice::ReadOnly));
        const auto training = nlohmann::json::parse(project.readAll().toStdString())["training"];
        QCOMPARE(training["optimizer_options"]["clipnorm"].get<double>(), 1.5);
        QCOMPARE(training["optimizer_options"]["use_ema"].get<bool>(), true);
        QCOMPARE(training["optimizer_options"]["gradient_accumulation_steps"].get<int>(), 2);
        QCOMPARE(training["callbacks"].size(), size_t{3});
        QCOMPARE(training["callbacks"][0]["properties"]["patience"].get<int>(), 1);

        // It is over, until it gets more patience.
        const Ran over = run({"train", "--resume", path("watched"), "--json"});
        QVERIFY2(over.code == 0 && over.all("epoch").empty(), qPrintable(over.err + over.out));
        QVERIFY2(over.out.contains("give it a patience above 1"), qPrintable(over.out));
        QCOMPARE(over.last("end")["weights_sha256"], ran.last("end")["weights_sha256"]);
        const Ran more = run({"train", "--resume", path("watched"), "--json", "--out", path("patient"), "--callback",
                              "early_stopping:patience=3,min_delta=50"});
        QVERIFY2(more.code == 0, qPrintable(more.err + more.out));
        QCOMPARE(more.all("epoch").size(), size_t{2});
        QCOMPARE(training["callbacks"][1]["type"].get<std::string>(), std::string("csv_logger"));
        QVERIFY(QFile::exists(path("watched/checkpoints/epoch-0002.safetensors")));
        QVERIFY(!QFile::exists(path("watched/checkpoints/epoch-0001.safetensors")));
        QFile rows(path("watched/rows.csv"));
        QVERIFY(rows.open(QIODevice::ReadOnly));
        QCOMPARE(rows.readAll().count('\n'), 3);

        // The averages are what is evaluated, unless the weights themselves are asked for; they can be taken along
        // alone.
        const auto loss = [&](const QStringList& more) {
            const Ran eval = run(QStringList{"eval", "--json"} + more, folder_.path());
            return eval.code == 0 ? eval.objects.at(0)["loss"].get<double>() : -1;
        };
        const double averaged = loss({path("watched")}), raw = loss({path("watched"), "--raw-weights"});
        QVERIFY(averaged > 0 && raw > 0 && averaged != raw);
        QCOMPARE(run({"export", path("watched"), path("average.safetensors"), "--averaged"}).code, 0);
        QCOMPARE(loss({path("average.safetensors")}), averaged);
        // So are the weights that are exported; no run goes on from them, but from all of it.
        QCOMPARE(run({"export", path("watched"), path("alone.safetensors")}).code, 0);
        QCOMPARE(loss({path("alone.safetensors")}), averaged);
        const Ran last = run({"eval", path("alone.safetensors"), "--raw-weights"}, folder_.path());
        QVERIFY2(last.code == 2 && last.err.contains("averages of its weights alone"), qPrintable(last.err));
        QCOMPARE(run({"export", path("alone.safetensors"), path("same.safetensors"), "--averaged"}).code, 0);
        QCOMPARE(loss({path("same.safetensors")}), averaged);
        const QStringList onward{"train", "--epochs", "9", "--json", "--out", path("more"), "--resume"};
        const Ran refused = run(onward + QStringList{path("alone.safetensors")}, folder_.path());
        QVERIFY2(refused.code == 2 && refused.err.contains("--weights"), qPrintable(refused.err));
        QCOMPARE(run({"export", path("watched"), path("whole.safetensors"), "--optimizer"}).code, 0);
        const Ran gone = run(onward + QStringList{path("whole.safetensors")}, folder_.path());
        QVERIFY2(gone.code == 0, qPrintable(gone.err));
        const Ran none = run({"export", path("first"), path("none.safetensors"), "--averaged"});
        QVERIFY(none.code == 2 && none.err.contains("use_ema"));

        // The project brings them along, and none takes them away.
        const Ran again = run({"train", path("watched/project.tlm"), "--epochs", "1", "--callback", "none", "--json",
                               "--out", path("unwatched")},
                              folder_.path());
        QVERIFY2(again.code == 0, qPrintable(again.err));
        QVERIFY(!QFile::exists(path("unwatched/rows.csv")));
    }

    void searchForARate() {
        const QStringList arguments{"lr-find", "--template", "mlp",  "--data", "sample",    "--batch", "32",
                                    "--steps", "60",         "--to", "100",    "--threads", "1"};
        const Ran ran = run(arguments + QStringList{"--json"}, folder_.path());
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
        const auto points = ran.all("point");
        QVERIFY(points.size() > 20 && points.size() <= 60);
        QVERIFY(std::abs(points[0]["learning_rate"].get<double>() - 1e-6) < 1e-12);
        const double rate = ran.last("suggestion")["learning_rate"];
        QVERIFY2(rate > 1e-5 && rate < 1, qPrintable(QString::number(rate)));
        const Ran table = run(arguments, folder_.path());
        QCOMPARE(table.code, 0);
        QVERIFY(table.out.contains("smoothed") && table.out.contains("train with --lr "));
        const Ran nothing = run({"lr-find"}, folder_.path());
        QCOMPARE(nothing.code, 1);
        QVERIFY(nothing.err.contains("--template"));
    }

    void helpIsNoError() {
        for (const char* command : {"lr-find", "train", "eval", "predict", "describe", "export", "verify"}) {
            const Ran ran = run({command, "--help"});
            QCOMPARE(ran.code, 0);
            QVERIFY(ran.out.contains("--help"));
        }
        QVERIFY(run({"--help"}).out.contains("Exit codes"));
        QVERIFY(run({"--version"}).out.startsWith("tensorloom "));
        QVERIFY(run({"train", "--templates"}).out.contains("lenet"));
        QVERIFY(run({"--templates"}).out.contains("lenet"));
    }

    void evalDescribePredictExport() {
        const Ran eval = run({"eval", path("first"), "--split", "test", "--json"});
        QCOMPARE(eval.code, 0);
        QCOMPARE(eval.objects.size(), size_t{1});
        QVERIFY(eval.objects[0]["accuracy"].get<double>() > 0.5);
        QVERIFY(eval.objects[0]["loss"].get<double>() > 0);
        const int64_t images = eval.objects[0]["images"];
        QVERIFY(images > 0);
        // Which classes are taken for which: rows are the true classes, and all of it agrees.
        const auto& matrix = eval.objects[0]["confusion_matrix"];
        const auto& classes = eval.objects[0]["classes"];
        QCOMPARE(classes.size(), matrix.size());
        int64_t all = 0, right = 0;
        for (size_t row = 0; row < matrix.size(); ++row) {
            int64_t ofClass = 0;
            for (const auto& count : matrix[row]) ofClass += count.get<int64_t>();
            QCOMPARE(classes[row]["images"].get<int64_t>(), ofClass);
            QCOMPARE(classes[row]["recall"].get<double>(), matrix[row][row].get<double>() / double(ofClass));
            all += ofClass, right += matrix[row][row].get<int64_t>();
        }
        QCOMPARE(all, images);
        QVERIFY(std::abs(eval.objects[0]["accuracy"].get<double>() - double(right) / double(all)) < 1e-9);
        const Ran table = run({"eval", path("first"), "--split", "test", "--classes"});
        QCOMPARE(table.code, 0);
        QVERIFY2(table.out.contains("precision") && table.out.contains("true \\ predicted"), qPrintable(table.out));
        // What was wrong by name, as many as the matrix says, the surest first.
        QCOMPARE(run({"eval", path("first"), "--split", "test", "--wrong", path("wrong.csv")}).code, 0);
        QFile wrong(path("wrong.csv"));
        QVERIFY(wrong.open(QIODevice::ReadOnly));
        const QStringList named = QString(wrong.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(named.first(), QStringLiteral("sample,label,predicted,probability"));
        QCOMPARE(named.size() - 1, static_cast<qsizetype>(all - right));
        QVERIFY(all > right);
        for (qsizetype i = 1; i < named.size(); ++i) {
            const QStringList cells = named[i].split(QLatin1Char(','));
            QVERIFY2(cells.size() == 4 && cells[0].startsWith("test ") && cells[1] != cells[2], qPrintable(named[i]));
            QVERIFY(i == 1 || cells[3].toDouble() <= named[i - 1].section(QLatin1Char(','), -1).toDouble());
        }

        const Ran described = run({"describe", path("first"), "--json"});
        QCOMPARE(described.code, 0);
        const auto& object = described.objects.at(0);
        QCOMPARE(object["parameters"].get<int>(), 7850);
        QCOMPARE(object["weights_sha256"].get<std::string>().size(), size_t{64});
        QCOMPARE(object["layers"].back()["type"].get<std::string>(), std::string("Output"));
        // As a table: each column's cells begin below its title, numbers end below its end.
        const QStringList lines = QString(run({"describe", path("first")}).out).split(QLatin1Char('\n'));
        const auto head =
            std::find_if(lines.begin(), lines.end(), [](const QString& line) { return line.contains("Output shape"); });
        QVERIFY(head != lines.end());
        const auto shape = head->indexOf("Output shape"), end = head->indexOf("Parameters") + 10;
        int rows = 0;
        for (auto row = head + 2; row != lines.end() && !row->startsWith(QStringLiteral("─")); ++row, ++rows) {
            QVERIFY2(row->mid(shape - 2, 2) == "  " && !row->at(shape).isSpace(), qPrintable(*row));
            QVERIFY2(row->at(end - 1).isDigit() && row->mid(end, 2).trimmed().isEmpty(), qPrintable(*row));
        }
        QCOMPARE(rows, static_cast<int>(object["layers"].size()));
        QVERIFY(lines.filter("7,850").size() > 0);

        // Numbers of another program (NumPy's format, version 1).
        QByteArray header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }";
        header = header.leftJustified(117) + '\n';
        const float numbers[] = {-1, 2, 3, std::numeric_limits<float>::infinity()};
        QFile npy(path("numbers.npy"));
        QVERIFY(npy.open(QIODevice::WriteOnly));
        npy.write(QByteArray("\x93NUMPY\x01\x00", 8) + char(header.size()) + '\0' + header);
        npy.write(reinterpret_cast<const char*>(numbers), sizeof numbers);
        npy.close();
        const Ran tensors = run({"describe", path("numbers.npy"), "--json"});
        QVERIFY2(tensors.code == 0, qPrintable(tensors.err));
        QCOMPARE(tensors.objects.at(0)["shape"].get<std::vector<int>>(), (std::vector<int>{2, 2}));
        QCOMPARE(tensors.objects.at(0)["min"].get<double>(), -1.);
        QCOMPARE(tensors.objects.at(0)["max"].get<double>(), 3.);
        QCOMPARE(tensors.objects.at(0)["non_finite"].get<int>(), 1);
        QVERIFY(run({"describe", path("numbers.npy")}).out.contains("2 × 2"));

        const Ran exported = run({"export", path("first"), path("one.safetensors")});
        QVERIFY2(exported.code == 0, qPrintable(exported.err));
        const Ran again = run({"eval", path("one.safetensors"), "--split", "test", "--json"});
        QCOMPARE(again.out, eval.out);
        QCOMPARE(run({"export", path("first"), path("one.txt")}).code, 2);

        const Ran predicted = run({"predict", path("first"), "--count", "5", "--json"});
        QCOMPARE(predicted.code, 0);
        QCOMPARE(predicted.objects.size(), size_t{5});
        for (const auto& each : predicted.objects) {
            double sum = 0;
            for (double score : each["scores"]) sum += score;
            QVERIFY(std::abs(sum - 1) < 1e-4);
            QVERIFY(each.contains("label") && each.contains("item"));
        }
    }

    void exportedProjectTrains() {
        QCOMPARE(run({"export", path("first"), path("again.tlm")}).code, 0);
        const Ran ran =
            run({"train", path("again.tlm"), "--epochs", "2", "--threads", "1", "--out", path("project"), "--json"});
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
        // The same settings and seed make the same weights.
        QCOMPARE(run({"describe", path("project"), "--json"}).objects.at(0)["weights_sha256"],
                 run({"describe", path("first"), "--json"}).objects.at(0)["weights_sha256"]);
    }

    void jsonTellsTheRun() {
        const Ran ran = run(quick(path("told"), 2) << "--log-every"
                                                   << "50");
        QCOMPARE(ran.code, 0);
        const auto start = ran.last("start"), end = ran.last("end");
        QCOMPARE(start["epochs"].get<int>(), 2);
        QCOMPARE(ran.all("epoch").size(), size_t{2});
        QVERIFY(ran.last("epoch").contains("val_accuracy"));
        QCOMPARE(end["state"].get<std::string>(), std::string("finished"));
        const int64_t steps = end["step"];
        QCOMPARE(static_cast<int64_t>(ran.all("step").size()), steps / 50);
        for (const QString& line : ran.out.split('\n', Qt::SkipEmptyParts))
            QVERIFY2(line.startsWith('{'), qPrintable(line));
        // Lines for people say the same in words.
        const Ran plain =
            run({"train", "--template", "linear", "--data", "sample", "--epochs", "1", "--out", path("plain")});
        QVERIFY(plain.out.contains("Epoch 1/1") && plain.out.contains("val_accuracy") && !plain.out.contains('\r'));
    }

    void resumedEqualsWhole() {
        QCOMPARE(run(quick(path("whole"), 3)).code, 0);
        const Ran more = run({"train", "--resume", path("first"), "--epochs", "3", "--json"});
        QVERIFY2(more.code == 0, qPrintable(more.err));
        QCOMPARE(more.all("epoch").size(), size_t{1});
        QCOMPARE(more.last("end")["weights_sha256"],
                 run({"describe", path("whole"), "--json"}).objects.at(0)["weights_sha256"]);
        const Ran done = run({"train", "--resume", path("first"), "--epochs", "3"});
        QCOMPARE(done.code, 2);
        QVERIFY(done.err.contains("--epochs"));
    }

    void interruptionKeepsTheRun() {
        QProcess process;
        process.start(TENSORLOOM_CLI, quick(path("interrupted"), 400) << "--log-every"
                                                                      << "1");
        QByteArray seen;
        QVERIFY(process.waitForStarted());
        while (!seen.contains("\"step\"") && process.waitForReadyRead(120'000)) seen += process.readAllStandardOutput();
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(120'000));
        Ran ran;
        collect(ran, process);
        QCOMPARE(ran.code, 130);
        QVERIFY2(ran.err.contains("--resume"), qPrintable(ran.err));
        const int64_t step = ran.last("end")["step"];
        QCOMPARE(run({"describe", path("interrupted"), "--json"}).objects.at(0)["step"].get<int64_t>(), step);
        // What was stopped in the middle ends as what never was.
        const auto start = nlohmann::json::parse(seen.left(seen.indexOf('\n')).toStdString());  // the first line
        const int64_t perEpoch = (start["images"].get<int64_t>() + 63) / 64;
        const QString epochs = QString::number(step / perEpoch + 1);
        const Ran rest = run({"train", "--resume", path("interrupted"), "--epochs", epochs, "--json"});
        QVERIFY2(rest.code == 0, qPrintable(rest.err));
        const Ran whole = run(quick(path("uninterrupted"), epochs.toInt()));
        QCOMPARE(rest.last("end")["weights_sha256"], whole.last("end")["weights_sha256"]);
    }

    // Shell and system may both say so.
    void aTerminalThatGoesKeepsTheRun() {
        QProcess process;
        process.start(TENSORLOOM_CLI, quick(path("hung up"), 400) << "--log-every"
                                                                  << "1");
        QByteArray seen;
        QVERIFY(process.waitForStarted());
        while (!seen.contains("\"step\"") && process.waitForReadyRead(120'000)) seen += process.readAllStandardOutput();
        for (int i = 0; i < 2; ++i) ::kill(static_cast<pid_t>(process.processId()), SIGHUP);
        QVERIFY(process.waitForFinished(120'000));
        Ran ran;
        collect(ran, process);
        QCOMPARE(ran.code, 130);
        QCOMPARE(run({"describe", path("hung up"), "--json"}).objects.at(0)["step"], ran.last("end")["step"]);
    }

    // As head does when it has its lines, and tee at Ctrl+C.
    void aReaderThatGoesKeepsTheRun() {
        QProcess process;
        QStringList words{TENSORLOOM_CLI};
        words << quick(path("unread"), 400) << "--log-every"
              << "1";
        process.start("/bin/bash", QStringList{"-c", "\"$@\" | head -n 3; exit ${PIPESTATUS[0]}", "bash"} + words);
        QVERIFY(process.waitForFinished(120'000));
        Ran ran;
        collect(ran, process);
        QVERIFY2(ran.code == 130 && ran.err.contains("--resume"), qPrintable(QString::number(ran.code) + ran.err));
        QVERIFY(run({"describe", path("unread"), "--json"}).objects.at(0)["step"].get<int64_t>() > 0);
    }

    // No option is taken and then not heeded in silence.
    void whatChangesNothingIsTold() {
        const Ran data = run({"describe", path("first"), "--data", "sample", "--json"});
        QVERIFY2(data.code == 0 && data.err.contains("--data changes nothing"), qPrintable(data.err));
        const Ran batch = run({"describe", "--data", "sample", "--batch", "8", "--json"});
        QVERIFY2(batch.code == 0 && batch.err.contains("--batch changes nothing"), qPrintable(batch.err));
        QVERIFY(run({"describe", path("first"), "--batch", "8", "--json"}).err.isEmpty());
        for (const char* option : {"--first", "--count"}) {
            const Ran ran = run({"predict", path("first"), path("picture.png"), option, "1"});
            QVERIFY2(ran.code == 1 && ran.err.contains(option), qPrintable(ran.err));
        }
        const Ran trace = run({"trace", path("first"), "--out", path("trace.json"), "--json"});
        QVERIFY2(trace.code == 1 && trace.err.contains("--json"), qPrintable(trace.err));
        const Ran all = run({"predict", path("first"), "--first", "1", "--count", "9223372036854775807", "--json"});
        QVERIFY2(all.code == 0 && all.objects.at(0)["index"] == 1, qPrintable(all.err));
    }

    void nanFailsWithCode3() {
        const Ran ran = run({"train", "--template", "mlp", "--data", "sample", "--optimizer", "sgd", "--lr", "1e20",
                             "--epochs", "1", "--out", path("nan"), "--json"});
        QCOMPARE(ran.code, 3);
        QVERIFY2(ran.err.contains("at step") && ran.err.contains("dense_"), qPrintable(ran.err));
        QCOMPARE(ran.last("end")["state"].get<std::string>(), std::string("failed"));
    }

    void aRunIsNotOverwritten() {
        const Ran ran = run(quick(path("first")));
        QCOMPARE(ran.code, 2);
        QVERIFY(ran.err.contains("--overwrite"));
        QCOMPARE(run(quick(path("told")) << "--overwrite").code, 0);
    }

    // A device that is not there is told before a folder is made; a run that failed before its first step leaves one
    // with its reason, which the next try may take.
    void aRunThatNeverBeganIsNoRun() {
        QCOMPARE(run(quick(path("nowhere")) << "--device"
                                            << "gpu")
                     .code,
                 2);
        QVERIFY(!QFileInfo::exists(path("nowhere")));
        const QStringList other{"train",    "--template", "lenet", "--data",     "sample",
                                "--epochs", "1",          "--out", path("again")};
        const Ran failed = run(other + QStringList{"--weights", path("first")});
        QVERIFY2(failed.code != 0, qPrintable(failed.out));
        QVERIFY2(QFileInfo::exists(path("again/run.json")), qPrintable(failed.err));
        const Ran then = run(quick(path("again")));
        QVERIFY2(then.code == 0, qPrintable(then.err));
    }

    // A pipe that nobody writes into, and a device that never ends, are refused and not read.
    void noRegularFile() {
        const std::string pipe = path("pipe.tlm").toStdString();
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        for (const QString& file : {path("pipe.tlm"), QStringLiteral("/dev/zero")}) {
            const Ran ran = run({"describe", file});
            QCOMPARE(ran.code, 2);
            QVERIFY2(ran.err.contains("no file"), qPrintable(ran.err));
        }
    }

    void fullDiskIsToldAndTheRunGoesOn() {
        // A shell limits the size of the files that the program may write to 16 KiB.
        QProcess process;
        QStringList words{TENSORLOOM_CLI};
        words << quick(path("full"), 2);
        process.start("/bin/bash", QStringList{"-c", "ulimit -f 16; exec \"$@\"", "bash"} + words);
        QVERIFY(process.waitForFinished(120'000));
        Ran ran;
        collect(ran, process);
        QVERIFY2(ran.code == 2, qPrintable(QString::number(ran.code) + ran.err));
        QCOMPARE(ran.all("epoch").size(), size_t{2});
        QVERIFY2(ran.err.contains("was not written"), qPrintable(ran.err));
    }

    void foldersAndFiles() {
        const QString root = path("größe 中文");
        makeFolder(root, 30);
        QFile broken(root + "/dark/broken.jpg");
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("\xFF\xD8\xFF\xE0 this is no picture");
        broken.close();
        const Ran ran = run({"train", "--template", "mlp", "--data", "folder:" + root, "--batch", "8", "--lr", "0.003",
                             "--epochs", "10", "--val-fraction", "0.2", "--out", path("squares"), "--json"});
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
        QVERIFY2(ran.err.contains("broken.jpg"), qPrintable(ran.err));
        QCOMPARE(ran.last("start")["validation_split"].get<std::string>(), std::string("validation"));
        QVERIFY(ran.last("epoch")["val_accuracy"].get<double>() > 0.9);
        const Ran files =
            run({"predict", path("squares"), root + "/light/0003.bmp", root + "/dark/0004.bmp", "--json"});
        QVERIFY2(files.code == 0, qPrintable(files.err));
        QCOMPARE(files.objects.at(0)["class"].get<std::string>(), std::string("light"));
        QCOMPARE(files.objects.at(1)["class"].get<std::string>(), std::string("dark"));
        QVERIFY(!files.objects[0].contains("label"));
        QVERIFY2(files.err.isEmpty(), qPrintable(files.err));
        // Of another size and colour than the model's: said once, not for each.
        const Ran others = run({"predict", path("first"), root + "/light/0003.bmp", root + "/dark/0004.bmp", "--json"});
        QCOMPARE(others.code, 0);
        QCOMPARE(others.objects.size(), size_t{2});
        QCOMPARE(others.err.count("resized to 28x28"), 1);
        QVERIFY2(others.err.contains("2 of 2 images were turned to grey"), qPrintable(others.err));
        const Ran bad = run({"predict", path("squares"), root + "/dark/broken.jpg"});
        QCOMPARE(bad.code, 2);
        QVERIFY2(bad.err.contains("broken.jpg"), qPrintable(bad.err));
    }

    void verifyOneOp() {
        const Ran ran = run({"verify", "--only", "Add", "--json"});
        QVERIFY2(ran.code == 0, qPrintable(ran.out));
        QVERIFY(!ran.objects.empty() && ran.objects[0]["ok"].get<bool>());
    }
};

QTEST_GUILESS_MAIN(TestCommands)

}  // namespace test_commands

#include "test_commands.moc"
