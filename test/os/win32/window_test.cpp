// test/os/win32/window_test.cpp: windows of the system, which a thread of the
// test closes. Wine creates them even without a display, if its graphics driver
// is "null".
// covers: rill/os/win32/window.h
// covers: rill/os/win32/user_functions.h
// covers: rill/os/process_types.h
// platforms: windows
#include <doctest/doctest.h>
#include <rill/box.h>
// Included after the library, which must not depend on it.
#include <windows.h>

#include <chrono>
#include <string>
#include <thread>
#include <utility>

#include "../../support/captured_error.h"
#include "../../support/skip.h"

namespace os = rill::os;
using namespace std::chrono_literals;
using rill::box;
using rill::shown_by;
using rill::window_end;
using rill_test::captured_error;

namespace {

HWND found_window(wchar_t const* title) {
  for (int i = 0; i != 500; ++i) {
    if (HWND const window = FindWindowW(nullptr, title)) return window;
    Sleep(20);
  }
  return nullptr;
}

// The texts of all children of a window; a | follows each.
std::wstring texts_in(HWND window) {
  std::wstring all;
  HWND child = nullptr;
  while ((child = FindWindowExW(window, child, nullptr, nullptr)) != nullptr) {
    std::wstring text(100'000, L'\0');
    text.resize(static_cast<std::size_t>(SendMessageW(
        child, WM_GETTEXT, text.size(), reinterpret_cast<LPARAM>(&text[0]))));
    all += text + L'|';
  }
  return all;
}

// Waits for a window with the title, keeps its texts and closes it.
class closing_user {
 public:
  explicit closing_user(wchar_t const* title)
      : thread_([this, title] {
          HWND const window = found_window(title);
          if (!window) return;
          Sleep(100);
          texts = texts_in(window);
          PostMessageW(window, WM_CLOSE, 0, 0);
        }) {}
  closing_user(closing_user const&) = delete;
  closing_user& operator=(closing_user const&) = delete;
  ~closing_user() { wait(); }
  void wait() {
    if (thread_.joinable()) thread_.join();
  }

  std::wstring texts;

 private:
  std::thread thread_;
};

bool has_windows() {
  os::text_window probe;
  bool const has = probe.open("rill: a window");
  probe.close();
  if (!has) rill_test::skip("no window can be made here");
  return has;
}

// Simulates a system without user32.dll.
class no_windows {
 public:
  no_windows() {
    os::user_call.functions = []() noexcept -> os::user_functions const& {
      static os::user_functions const none{};
      return none;
    };
  }
  no_windows(no_windows const&) = delete;
  no_windows& operator=(no_windows const&) = delete;
  ~no_windows() { os::user_call = before_; }

 private:
  os::user_calls before_ = os::user_call;
};

}  // namespace

TEST_CASE("os/win32/window: a message box has the title and the text") {
  if (!has_windows()) return;
  closing_user user(L"Täst & <b>");
  std::string const error = captured_error([] {
    CHECK(box({.title = "Täst & <b>"}, "Grüße <b>fett</b> & ", 1,
              std::string("\n\0\xFF🚄", 7), '\n') == shown_by::own_window);
  });
  user.wait();
  CHECK((user.texts.find(L"Grüße <b>fett</b> & 1\n\xFFFD\xFFFD\xD83D\xDE84|") !=
         std::wstring::npos));
  CHECK(error == "");
}

TEST_CASE("os/win32/window: a message box goes with its time") {
  if (!has_windows()) return;
  auto const begin = std::chrono::steady_clock::now();
  CHECK(box({.title = "Zeit", .timeout = 300ms}, "x") == shown_by::own_window);
  auto const passed = std::chrono::steady_clock::now() - begin;
  CHECK(passed >= 290ms);
  CHECK(passed < 20s);
}

TEST_CASE("os/win32/window: a long message scrolls, from its beginning") {
  if (!has_windows()) return;
  std::string text;
  std::wstring wanted;
  for (int i = 0; i != 200; ++i) {
    text += "Zeile " + std::to_string(i) + " ü\n";
    wanted += (i == 0 ? L"Zeile " : L"\r\nZeile ") + std::to_wstring(i) + L" ü";
  }
  closing_user user(L"Lang");
  CHECK(box({.title = "Lang"}, text) == shown_by::own_window);
  user.wait();
  CHECK((user.texts == wanted + L"|"));
  auto const begin = std::chrono::steady_clock::now();
  CHECK(box({.title = "Lang", .timeout = 300ms}, text) == shown_by::own_window);
  CHECK(std::chrono::steady_clock::now() - begin >= 290ms);
  CHECK(FindWindowW(nullptr, L"Lang") == nullptr);
}

TEST_CASE("os/win32/window: without windows, standard error") {
  no_windows const none;
  CHECK(captured_error([] {
          CHECK(box({.title = "T"}, "x") == shown_by::standard_error);
          rill::box_writer out({.title = "W"});
          CHECK(out.where() == shown_by::standard_error);
          rill::print(out, "1\n2");
        }) == "T: x\n1\n2");
}

TEST_CASE("os/win32/window: lines, until the user closes the window") {
  if (!has_windows()) return;
  std::string const error = captured_error([] {
    rill::box_writer out({.title = "Zeilen"});
    CHECK(out.where() == shown_by::own_window);
    rill::println(out, "eins ", 1);
    rill::print(out, "zwei ü\ndr");
    HWND const window = found_window(L"Zeilen");
    REQUIRE(window);
    CHECK((texts_in(window) == L"eins 1\r\nzwei ü\r\n|"));
    rill::flush(out);
    CHECK((texts_in(window) == L"eins 1\r\nzwei ü\r\ndr|"));
    rill::println(out, "ei");
    CHECK((texts_in(window) == L"eins 1\r\nzwei ü\r\ndrei\r\n|"));
    SendMessageW(window, WM_CLOSE, 0, 0);
    rill::println(out, "vier");
    CHECK(out.where() == shown_by::standard_error);
    rill::print(out, "fünf");
  });
  CHECK(error == "vier\nfünf");
}

TEST_CASE("os/win32/window: many lines") {
  if (!has_windows()) return;
  rill::box_writer out({.title = "Viele", .at_end = window_end::close});
  std::wstring wanted;
  for (int i = 0; i != 300; ++i) {
    rill::println(out, "Zeile ", i);
    wanted += L"Zeile " + std::to_wstring(i) + L"\r\n";
  }
  CHECK((texts_in(found_window(L"Viele")) == wanted + L"|"));
}

TEST_CASE("os/win32/window: the window is left, waited for or closed") {
  if (!has_windows()) return;
  {
    rill::box_writer out({.title = "Bleibt"});
    rill::println(out, "x");
  }
  HWND const left = FindWindowW(nullptr, L"Bleibt");
  CHECK((left != nullptr && texts_in(left) == L"x\r\n|"));
  SendMessageW(left, WM_CLOSE, 0, 0);
  {
    rill::box_writer out({.title = "Zu", .at_end = window_end::close});
    rill::println(out, "x");
  }
  CHECK(FindWindowW(nullptr, L"Zu") == nullptr);
  closing_user user(L"Wartet");
  {
    rill::box_writer out({.title = "Wartet", .at_end = window_end::wait});
    rill::print(out, "x");
  }
  user.wait();
  CHECK((user.texts == L"x|"));
}

TEST_CASE("os/win32/window: moves, two at once") {
  if (!has_windows()) return;
  rill::box_writer first({.title = "Eins", .at_end = window_end::close});
  rill::box_writer second({.title = "Zwei", .at_end = window_end::close});
  rill::box_writer moved(std::move(first));
  rill::println(moved, "1");
  rill::println(second, "2");
  CHECK((texts_in(found_window(L"Eins")) == L"1\r\n|"));
  CHECK((texts_in(found_window(L"Zwei")) == L"2\r\n|"));
  second = std::move(moved);
  CHECK(FindWindowW(nullptr, L"Zwei") == nullptr);
  rill::println(second, "3");
  CHECK((texts_in(found_window(L"Eins")) == L"1\r\n3\r\n|"));
}
