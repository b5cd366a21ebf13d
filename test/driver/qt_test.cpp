// test/driver/qt_test.cpp: the devices of Qt 6: files and buffers.
// platforms: posix
// libraries: Qt6Core
#include <doctest/doctest.h>
// Qt is included before rill: its macros must not clash with rill's names.
#include <QBuffer>
#include <QFile>
#include <QSaveFile>
#include <QTemporaryDir>

#include <rill/any.h>
#include <rill/driver/qt.h>
#include <rill/rill.h>

#include <string>
#include <utility>  // std::move
#include <vector>

#include "../support/lost_output.h"

namespace {

constexpr std::size_t buffer_sizes[] = {1, 16, 17, 4096, 65536};

struct folder {
  QTemporaryDir made;
  QString operator()(char const* name) const { return made.filePath(name); }
};

std::string content(QString const& path) {
  QFile file(path);
  REQUIRE(file.open(QIODevice::ReadOnly));
  return file.readAll().toStdString();
}
void set_content(QString const& path, std::string const& bytes) {
  QFile file(path);
  REQUIRE(file.open(QIODevice::WriteOnly));
  file.write(bytes.data(), static_cast<qint64>(bytes.size()));
}

template <class Sink>
void print_calls(Sink& out) {
  for (int i = 0; i != 300; ++i)
    rill::println(out, "line ", i, ": ",
                  std::string(static_cast<std::size_t>(i), 'x'), i * 0.5);
}
std::string printed_calls() {
  std::string all;
  for (int i = 0; i != 300; ++i)
    all += "line " + std::to_string(i) + ": " +
           std::string(static_cast<std::size_t>(i), 'x') +
           rill::concat(i * 0.5) + '\n';
  return all;
}

std::string words_of(rill::text text) { return {text.data, text.size}; }

// The error that an action throws; no error if it returns.
template <class Action>
rill::error error_of(Action action) {
  try {
    action();
  } catch (rill::error const& reason) {
    return reason;
  }
  return {};
}

}  // namespace

TEST_CASE(
    "driver/qt: a QFile is a sink and a source, in turns with Qt's own calls") {
  folder const in;
  QFile file(in("a.txt"));
  REQUIRE(file.open(QIODevice::ReadWrite));
  rill::println(file, "x = ", 1, ", ", QString("text"));
  file.write("by Qt\n");
  rill::println(file, 2.5);
  rill::flush(file);
  CHECK(content(in("a.txt")) == "x = 1, text\nby Qt\n2.5\n");
  file.seek(0);
  std::string word;
  int number = 0;
  CHECK(rill::scan(file, word, "=", number));
  CHECK(number == 1);
  CHECK(file.readLine() == QByteArray(", text\n"));
  QString name;
  CHECK(rill::scan(file, rill::line(name)));
  CHECK(name == QString("by Qt"));
  CHECK(rill::read<double>(file) == 2.5);
  CHECK(file.read(10) == QByteArray("\n"));
  CHECK(!rill::scan(file, number));
}

TEST_CASE("driver/qt: a qt_writer writes what a file_writer does") {
  folder const in;
  for (auto const mode : {QIODevice::WriteOnly | QIODevice::Truncate,
                          QIODevice::WriteOnly | QIODevice::Unbuffered}) {
    for (std::size_t const size : buffer_sizes) {
      QFile file(in("a.txt"));
      REQUIRE(file.open(mode));
      rill::qt_writer out(file, size);
      print_calls(out);
      out.close();
      CHECK(file.isOpen());
      CHECK(content(in("a.txt")) == printed_calls());
    }
  }
}

TEST_CASE(
    "driver/qt: in the mode Text lines end as Qt says, in both directions") {
  folder const in;
  set_content(in("a.txt"), "12\r\n34\r\n\r\nlast\rline\r\n");
  for (std::size_t const size : buffer_sizes) {
    QFile file(in("a.txt"));
    REQUIRE(file.open(QIODevice::ReadOnly | QIODevice::Text));
    rill::qt_reader reading(file, size);
    int a = 0, b = 0;
    std::string rest;
    CHECK(rill::scan(reading, a, b, rill::rest(rest)));
    CHECK(a + b == 46);
    CHECK(rest == "\n\nlastline\n");
  }
  for (auto const more : {QIODevice::Text, QIODevice::Unbuffered}) {
    QFile file(in("a.txt"));
    REQUIRE(file.open(QIODevice::ReadOnly | QIODevice::Text | more));
    int a = 0, b = 0;
    CHECK(rill::scan(file, a));
    CHECK(rill::scan(file, b));
    CHECK(a == 12);
    CHECK(b == 34);
    CHECK(file.readAll() == QByteArray("\n\nlastline\n"));
  }
}

TEST_CASE(
    "driver/qt: scan takes no more of a QFile than it scanned, buffered or "
    "not") {
  folder const in;
  std::string text;
  for (int i = 0; i != 3000; ++i) text += std::to_string(i) + ' ';
  set_content(in("a.txt"), text);
  for (auto const mode : {QIODevice::ReadOnly | QIODevice::Text,
                          QIODevice::ReadOnly | QIODevice::Unbuffered}) {
    QFile file(in("a.txt"));
    REQUIRE(file.open(mode));
    qint64 place = 0;
    bool is_right = true;
    for (int i = 0; i != 3000; ++i) {
      int value = -1;
      is_right &= rill::scan(file, value) && value == i;
      place += static_cast<qint64>(std::to_string(i).size());
      is_right &= file.pos() == place;
      ++place;
    }
    CHECK(is_right);
    int value = 0;
    CHECK(!rill::scan(file, value));
    file.seek(0);
    std::size_t sum = 0;
    for (int const number : rill::values<int>(file))
      sum += static_cast<std::size_t>(number);
    CHECK(sum == 2999 * 3000 / 2);
  }
}

TEST_CASE("driver/qt: a line longer than Qt's buffer, and lines of a device") {
  folder const in;
  std::string const longest(100000, 'y');
  set_content(in("a.txt"), "short\n" + longest + "\nlast");
  QFile file(in("a.txt"));
  REQUIRE(file.open(QIODevice::ReadOnly));
  std::vector<std::string> all;
  for (std::string_view const line : rill::lines(file)) all.emplace_back(line);
  CHECK(all == std::vector<std::string>{"short", longest, "last"});
  file.seek(0);
  all.clear();
  rill::qt_reader reading(file, 16);
  for (std::string_view const line : rill::lines(reading))
    all.emplace_back(line);
  CHECK(all == std::vector<std::string>{"short", longest, "last"});
}

TEST_CASE("driver/qt: a full disk in the last flush of a QFile") {
  rill_test::lost_output const lost;
  QFile full("/dev/full");
  REQUIRE(full.open(QIODevice::WriteOnly));
  rill::qt_writer out(full);
  rill::print(out, "abc");
  rill::result<void> const closed = out.try_close();
  REQUIRE(!closed);
  CHECK(closed.error().code() == rill::library_problem::device_failed);
  CHECK(words_of(closed.error().reason()) == "No space left on device");
  CHECK(words_of(closed.error().path()) == "/dev/full");
  CHECK(lost.count() == 0);
}

TEST_CASE(
    "driver/qt: a full disk is told by flush, by the destructor and by "
    "any_writer") {
  rill_test::lost_output const lost;
  {
    QFile full("/dev/full");
    REQUIRE(full.open(QIODevice::WriteOnly));
    rill::qt_writer out(full);
    rill::print(out, "abc");
  }
  REQUIRE(lost.count() == 1);
  CHECK(lost.sentences()[0] == "write /dev/full: No space left on device");

  QFile full("/dev/full");
  REQUIRE(full.open(QIODevice::WriteOnly));
  rill::print(full, "abc");  // in Qt's buffer
  CHECK(words_of(error_of([&] { rill::flush(full); }).reason()) ==
        "No space left on device");

  QFile unbuffered("/dev/full");
  REQUIRE(unbuffered.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
  CHECK(words_of(error_of([&] { rill::print(unbuffered, 1); }).reason()) ==
        "No space left on device");

  rill::any_writer any(unbuffered);
  CHECK(words_of(error_of([&] { rill::print(any, 1); }).reason()) ==
        "No space left on device");
}

TEST_CASE(
    "driver/qt: a full disk behind a QIODevice&, of which no flush is known") {
  QFile full("/dev/full");
  REQUIRE(full.open(QIODevice::WriteOnly));
  QIODevice& device = full;
  rill::qt_writer out(device);
  rill::print(out, "abc");
  CHECK(words_of(error_of([&] { out.flush(); }).reason()) ==
        "No space left on device");

  folder const in;
  QFile file(in("a.txt"));
  REQUIRE(file.open(QIODevice::WriteOnly));
  QIODevice& good = file;
  rill::qt_writer to_good(good);
  rill::print(to_good, "abc");
  to_good.flush();
  CHECK(content(in("a.txt")) == "abc");
}

TEST_CASE("driver/qt: a QSaveFile is committed by the program") {
  folder const in;
  for (bool const is_kept : {false, true}) {
    QSaveFile file(in("a.txt"));
    REQUIRE(file.open(QIODevice::WriteOnly));
    rill::qt_writer out(file, 16);
    print_calls(out);
    out.close();
    CHECK(!QFile::exists(in("a.txt")));
    if (is_kept)
      CHECK(file.commit());
    else
      file.cancelWriting();
  }
  CHECK(content(in("a.txt")) == printed_calls());
}

TEST_CASE("driver/qt: a QBuffer is a sink and a source") {
  QBuffer buffer;
  REQUIRE(buffer.open(QIODevice::ReadWrite));
  print_calls(buffer);
  {
    rill::qt_writer out(buffer, 16);
    print_calls(out);
  }
  CHECK(buffer.data().toStdString() == printed_calls() + printed_calls());
  buffer.seek(0);
  std::string word;
  int number = -1;
  CHECK(rill::scan(buffer, "line", number, ":"));
  CHECK(number == 0);
  rill::qt_reader in(buffer, 16);
  CHECK(rill::scan(in, word, "line", number));
  CHECK(number == 1);
}

TEST_CASE(
    "driver/qt: what is not open, or open for something else, is an error") {
  folder const in;
  QFile never(in("never.txt"));
  CHECK(error_of([&] { rill::print(never, 1); }).code() ==
        rill::library_problem::closed);
  int value = 0;
  CHECK(error_of([&] { rill::scan(never, value); }).code() ==
        rill::library_problem::closed);

  QFile absent(in("no/such/folder.txt"));
  CHECK(!absent.open(QIODevice::WriteOnly));
  CHECK(words_of(error_of([&] { rill::print(absent, 1); }).reason()) ==
        "No such file or directory");

  set_content(in("a.txt"), "1");
  QFile reading(in("a.txt"));
  REQUIRE(reading.open(QIODevice::ReadOnly));
  CHECK(words_of(error_of([&] { rill::print(reading, 1); }).reason()) ==
        "its open mode does not allow this");

  QFile closed(in("b.txt"));
  REQUIRE(closed.open(QIODevice::WriteOnly));
  rill::qt_writer out(closed);
  rill::print(out, "abc");
  closed.close();
  CHECK(error_of([&] { out.flush(); }).code() == rill::library_problem::closed);
  CHECK(bool(out.error()));
}

TEST_CASE(
    "driver/qt: a place in a file that is scanned has its name and line") {
  folder const in;
  set_content(in("a.txt"), "1 2\n3 x\n");
  QFile file(in("a.txt"));
  REQUIRE(file.open(QIODevice::ReadOnly));
  rill::qt_reader reading(file, 16);
  std::vector<int> all(4);
  std::string const what =
      error_of([&] {
        rill::scan(reading, all[0], all[1], all[2], all[3]);
      }).what();
  CHECK(what.find(in("a.txt").toStdString() + ":2:3: expected an integer") ==
        0);
}

TEST_CASE(
    "driver/qt: a device of the program's own may throw and write little") {
  class own_device : public QIODevice {
   public:
    own_device() { open(QIODevice::WriteOnly | QIODevice::Unbuffered); }
    QByteArray taken;
    int calls_left = 1000000;

   protected:
    qint64 readData(char*, qint64) override { return -1; }
    qint64 writeData(char const* data, qint64 size) override {
      if (calls_left-- == 0) throw 42;
      qint64 const some = size < 5 ? size : 5;
      taken.append(data, some);
      return some;
    }
  };
  own_device device;
  print_calls(device);
  {
    rill::qt_writer out(device, 16);
    print_calls(out);
  }
  CHECK(device.taken.toStdString() == printed_calls() + printed_calls());

  rill_test::lost_output const lost;
  device.calls_left = 10;
  {
    rill::qt_writer out(device, 16);
    CHECK_THROWS_AS(print_calls(out), int);
    CHECK(out.error() == rill::library_problem::threw);
    CHECK_THROWS_AS(rill::print(out, 1), rill::error);
  }
  CHECK(lost.count() == 0);
  device.calls_left = 0;
  CHECK_THROWS_AS(rill::print(device, 1), int);
}

TEST_CASE("driver/qt: writers of files move and live in a vector") {
  folder const in;
  QFile a(in("a.txt")), b(in("b.txt"));
  REQUIRE(a.open(QIODevice::WriteOnly));
  REQUIRE(b.open(QIODevice::WriteOnly));
  std::vector<rill::qt_writer> all;
  all.emplace_back(a);
  all.emplace_back(b, std::size_t{16});
  for (int i = 0; i != 100; ++i)
    for (rill::qt_writer& out : all) rill::println(out, i);
  rill::qt_writer last = std::move(all[0]);
  CHECK(error_of([&] { rill::print(all[0], 1); }).code() ==
        rill::library_problem::closed);
  last.close();
  last.close();
  all.clear();
  CHECK(content(in("a.txt")) == content(in("b.txt")));
  CHECK(content(in("b.txt")).size() == 290);
}
