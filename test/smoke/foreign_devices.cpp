// test/smoke/foreign_devices.cpp: devices and strings with the interfaces of
// Qt's and of MFC's; ends with 0 when all checks hold. Also built without
// exceptions, where the writers keep their errors.
// alone: MFC's classes of exceptions are in no namespace
#include <rill/any.h>
#include <rill/driver/mfc.h>
#include <rill/driver/qt.h>
#include <rill/rill.h>

#include <string>  // std::string

#include "../support/qt_standin.h"

namespace {

using rill_test::qt_file;
using rill_test::qt_string;

int faults = 0;

void check(bool holds, char const* what) {
  if (holds) return;
  ++faults;
  rill::eprintln("wrong: ", what);
}

void written_and_read() {
  qt_file file({.most = 7});
  std::string wanted;
  {
    rill::qt_writer out(file, 16);
    for (int i = 0; i != 2000; ++i) {
      rill::println(out, i);
      rill::append(wanted, i, '\n');
    }
    rill::result<void> const closed = out.try_close();
    check(bool(closed) && !out.is_open(), "close");
  }
  rill::println(file, qt_string(u"\u00fc"));
  check(file.all() == wanted + "\u00fc\n", "the bytes");
  file.input = file.all();
  rill::qt_reader in(file, 16);
  int value = 0, count = 0;
  while (rill::try_scan(in, value) && value == count) ++count;
  check(count == 2000, "the numbers");
  qt_file other;
  other.input = "12 word";
  qt_string word;
  check(rill::scan(other, value, word) && value == 12, "a direct scan");
  check(word.text() == u"word", "a word");
}

void errors_are_kept() {
  for (int call : {0, 1, 2}) {
    qt_file file({.most = 7, .fails_at = call});
    rill::qt_writer out(file, 64);
    rill::print(out, "abcdefghij");
    rill::result<void> const flushed = out.try_flush();
    check(!flushed, "an error");
    check(flushed.error().reason() == rill::text("the wire is cut"),
          "the device's words");
    check(!out.try_close(), "the error stays");
  }
  qt_file file({.fails_at = 0});
  file.input = "12";
  rill::qt_reader in(file);
  int value = 0;
  check(!rill::try_scan(in, value), "an error of reading");
  check(in.error() == rill::library_problem::device_failed, "its code");
}

// A file with the interface of MFC's; MFC itself needs exceptions.
struct plain_file {
  struct path {
    using XCHAR = wchar_t;
    int GetLength() const { return 1; }
    wchar_t const* GetString() const { return L"p"; }
  };
  std::string content;
  std::size_t place = 0;
  void Write(void const* data, unsigned size) {
    content.append(static_cast<char const*>(data), size);
  }
  unsigned Read(void* room, unsigned size) {
    std::size_t const got = content.copy(static_cast<char*>(room), size, place);
    place += got;
    return static_cast<unsigned>(got);
  }
  void Flush() {}
  enum { begin };
  unsigned long long GetPosition() const { return place; }
  void Seek(long long to, unsigned) { place = static_cast<std::size_t>(to); }
  path GetFilePath() const { return {}; }
};

}  // namespace

class CException {
 public:
  int GetErrorMessage(wchar_t*, unsigned) const { return 0; }
  void Delete() {}
};
class CFileException : public CException {
 public:
  long m_lOsError = 0;
};

int main() {
  written_and_read();
  errors_are_kept();
  plain_file file;
  rill::println(file, 1, ' ', plain_file::path());
  rill::mfc_writer out(file, 16);
  rill::println(out, 23);
  check(bool(out.try_close()), "close of a CFile");
  check(file.content == "1 p\n23\n", "the bytes of a CFile");
  rill::mfc_reader in(file, 16);
  int one = 0;
  std::string word;
  int other = 0;
  check(rill::scan(in, one, word, other) && other == 23, "a CFile is read");
  file.place = 0;
  check(rill::scan(file, one, word) && file.place == 3, "a direct scan of it");
  return faults == 0 ? 0 : 1;
}
