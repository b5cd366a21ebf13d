// test/os/win32/debug_output_test.cpp: the messages that a debugger receives.
// covers: rill/os/debug_output.h
// platforms: windows
#include <doctest/doctest.h>
#include <rill/debug.h>
// Included after the library, which must not depend on it.
#include <windows.h>

#include <string>

#include "../../support/captured_error.h"

namespace os = rill::os;

namespace {

std::wstring pieces;  // a | follows each piece
std::size_t longest;

class fake_debugger {
 public:
  explicit fake_debugger(bool is_read) {
    pieces.clear();
    longest = 0;
    os::debug_call.output = [](wchar_t const* units) {
      pieces += std::wstring(units) + L'|';
      longest = std::max(longest, std::wstring(units).size());
    };
    os::debug_call.is_read =
        is_read ? [] { return true; } : [] { return false; };
  }
  fake_debugger(fake_debugger const&) = delete;
  fake_debugger& operator=(fake_debugger const&) = delete;
  ~fake_debugger() { os::debug_call = before_; }

 private:
  os::debug_calls before_ = os::debug_call;
};

bool send(std::string const& bytes) {
  return os::send_debug_message({bytes, 7, "program"});
}

}  // namespace

TEST_CASE("os/win32/debug_output: a message ends with a newline") {
  fake_debugger const debugger(true);
  CHECK(send("x"));
  CHECK((pieces == L"x\n|"));
  pieces.clear();
  CHECK(send("Grüße\n🚄"));
  CHECK((pieces == L"Grüße\n\xD83D\xDE84\n|"));
}

TEST_CASE("os/win32/debug_output: pieces end between characters") {
  fake_debugger const debugger(true);
  for (std::size_t size = 32'760; size != 32'770; ++size) {
    std::string bytes(size, 'x');
    bytes += "🚄";
    bytes += std::string(40'000, 'y');
    bytes += "🚄";
    pieces.clear();
    longest = 0;
    CHECK(send(bytes));
    std::wstring together;
    std::wstring one;
    for (wchar_t unit : pieces)
      if (unit == L'|') {
        CHECK(!IS_LOW_SURROGATE(one[0]));
        together += one;
        one.clear();
      } else {
        one += unit;
      }
    CHECK((together == std::wstring(size, L'x') + L"\xD83D\xDE84" +
                           std::wstring(40'000, L'y') + L"\xD83D\xDE84\n"));
    CHECK(longest <= 32'766);
    CHECK(longest >= 32'765);
  }
}

TEST_CASE("os/win32/debug_output: what is not read goes to standard error") {
  fake_debugger const debugger(false);
  CHECK(!send("x"));
  CHECK((pieces == L"x\n|"));
  CHECK(rill_test::captured_error(
            [] { rill::println(rill::debugger(), "y ", 1); }) == "y 1\r\n");
}

TEST_CASE("os/win32/debug_output: a viewer of debug output reads it") {
  HANDLE const ready =
      CreateEventW(nullptr, FALSE, TRUE, L"DBWIN_BUFFER_READY");
  HANDLE const data = CreateEventW(nullptr, FALSE, FALSE, L"DBWIN_DATA_READY");
  HANDLE const memory = CreateFileMappingW(
      INVALID_HANDLE_VALUE, nullptr, PAGE_READWRITE, 0, 4096, L"DBWIN_BUFFER");
  auto const* const view = static_cast<char const*>(
      MapViewOfFile(memory, FILE_MAP_READ, 0, 0, 4096));
  REQUIRE(view);
  CHECK(os::is_debug_output_read());
  CHECK(rill_test::captured_error(
            [] { rill::println(rill::debugger(), "seen ", 1); }) == "");
  CHECK(WaitForSingleObject(data, 5000) == WAIT_OBJECT_0);
  DWORD process = 0;
  memcpy(&process, view, sizeof process);
  CHECK(process == GetCurrentProcessId());
  CHECK(std::string(view + sizeof process) == "seen 1\n");
  UnmapViewOfFile(view);
  for (HANDLE one : {memory, data, ready}) CloseHandle(one);
  if (!IsDebuggerPresent()) CHECK(!os::is_debug_output_read());
}
