// test/window/box_test.cpp: messages in the windows of helper programs, which
// are scripts of the test, and on standard error.
// covers: rill/window/box.h
// covers: rill/window/helper.h
// covers: rill/os/window.h
// platforms: posix native
#include <doctest/doctest.h>
#include <rill/box.h>
#include <signal.h>

#include <chrono>
#include <string>
#include <vector>

#include "support/captured_error.h"
#include "support/child.h"
#include "support/descriptors.h"
#include "support/helper_folder.h"

using namespace std::chrono_literals;
using rill::box;
using rill::debug_level;
using rill::shown_by;
using rill::try_box;
using rill_test::captured_error;
using rill_test::helper_folder;
using std::chrono::steady_clock;

namespace {

// The program that showed the message, and the text on standard error.
struct answer {
  shown_by by = shown_by::own_window;
  std::string error;

  friend bool operator==(answer const&, answer const&) = default;
};
template <class... Args>
answer show(Args const&... args) {
  answer got;
  got.error = captured_error([&] { got.by = box(args...); });
  return got;
}

}  // namespace

TEST_CASE("window/box: a helper gets the text as one argument") {
  helper_folder helpers;
  helpers.add("zenity", "exit 0");
  rill_test::descriptor_count const before;
  std::string const text = "-- $(false) `x` \"'\\n<b>&\nzweite: ü ";
  CHECK(show(text, 42, '\n') == answer{shown_by::zenity, ""});
  std::vector<std::string> const words = helpers.arguments("zenity");
  REQUIRE(words.size() == 4);
  CHECK(words[0] == "--info");
  CHECK(words[1] == "--no-markup");
  CHECK(words[2] == "--text=" + text + "42");
  CHECK(words[3] == std::string("--title=") + program_invocation_short_name);
  CHECK(before.same());
}

TEST_CASE("window/box: options come first, or not at all") {
  helper_folder helpers;
  helpers.add("zenity", "exit 0");
  CHECK(box({.title = "Täst", .level = debug_level::error}, "x", 1) ==
        shown_by::zenity);
  CHECK(helpers.arguments("zenity") ==
        std::vector<std::string>{"--error", "--no-markup", "--text=x1",
                                 "--title=Täst"});
  rill::box_options const warning{.level = debug_level::warning};
  CHECK(*try_box(warning, "x") == shown_by::zenity);
  CHECK(helpers.arguments("zenity")[0] == "--warning");
  CHECK(*try_box("x") == shown_by::zenity);
  CHECK(*try_box({.timeout = 1500ms}, "x") == shown_by::zenity);
  CHECK(helpers.arguments("zenity")[3] == "--timeout=2");
  CHECK(*try_box({.timeout = rill::no_wait}, "x") == shown_by::zenity);
  CHECK(helpers.arguments("zenity")[3] == "--timeout=1");
}

TEST_CASE("window/box: NUL and ill-formed UTF-8 are replaced") {
  helper_folder helpers;
  helpers.add("zenity", "exit 0");
  std::string const title("t\0\xFF", 3);
  CHECK(box({.title = title}, std::string("a\0b\xE2\x82", 5)) ==
        shown_by::zenity);
  CHECK(helpers.arguments("zenity")[2] == "--text=a\uFFFDb\uFFFD");
  CHECK(helpers.arguments("zenity")[3] == "--title=t\uFFFD\uFFFD");
}

TEST_CASE("window/box: a time-out of any length") {
  helper_folder helpers;
  helpers.add("zenity", "exit 0");
  using std::chrono::nanoseconds;
  auto const argument = [&](rill::time_limit limit) {
    CHECK(box({.timeout = limit}, "x") == shown_by::zenity);
    return helpers.arguments("zenity")[3];
  };
  CHECK(argument(nanoseconds::max()) == "--timeout=2147483647");
  CHECK(argument(24h * 365 * 200) == "--timeout=2147483647");
  CHECK(argument(2147483646s) == "--timeout=2147483646");
  CHECK(argument(1ns) == "--timeout=1");
  CHECK(argument(1s) == "--timeout=1");
  CHECK(argument(nanoseconds(1'000'000'001)) == "--timeout=2");
  helpers.add("zenity", "exit 1");
  helpers.add("kdialog", "exit 0");
  CHECK(box({.timeout = nanoseconds::max()}, "x") == shown_by::kdialog);
}

TEST_CASE("window/box: on standard error the title is as clean as the text") {
  helper_folder helpers;
  CHECK(show(rill::box_options{.title = rill::text("a\xFF\0b", 4)}, "c\xFF") ==
        answer{shown_by::standard_error, "a\uFFFD\uFFFDb: c\uFFFD\n"});
}

TEST_CASE("window/box: a long text is read from standard input") {
  helper_folder helpers;
  helpers.add("zenity", "/bin/cat >\"$0.input\"; exit 96");
  std::string text;
  for (int i = 0; i != 30'000; ++i) text += "Zeile " + std::to_string(i) + '\n';
  CHECK(show(text) == answer{shown_by::zenity, ""});
  CHECK(helpers.arguments("zenity")[0] == "--text-info");
  CHECK((helpers.content("zenity.input") + '\n' == text));
  // By its exit status, a helper that reads nothing has shown the text, too.
  helpers.add("zenity", "exit 0");
  CHECK(show(text) == answer{shown_by::zenity, ""});
}

TEST_CASE("window/box: the next helper, where one has not shown it") {
  helper_folder helpers;
  for (char const* const body :
       {"exit 1", "exit 255", "exit 6", "kill -KILL $$", "kill -ABRT $$"}) {
    CAPTURE(body);
    helpers.add("zenity", body);
    helpers.add("kdialog", "exit 0");
    CHECK(show("x") == answer{shown_by::kdialog, ""});
    CHECK(helpers.arguments("kdialog")[0] == "--msgbox=x");
    helpers.add("kdialog", body);
    helpers.add("osascript", "exit 0");
    CHECK(show("x") == answer{shown_by::osascript, ""});
    CHECK(helpers.arguments("osascript")[7] == "x");
    helpers.add("osascript", body);
    CHECK(show("x\n") == answer{shown_by::standard_error, "x\n"});
  }
}

TEST_CASE("window/box: a helper that cannot start") {
  helper_folder helpers;
  CHECK(show("x") == answer{shown_by::standard_error, "x\n"});
  helpers.add("kdialog", "exit 2");
  CHECK(show("x") == answer{shown_by::kdialog, ""});
  rill_test::set_content(helpers.path_of("zenity"), "no program");
  CHECK(show("x") == answer{shown_by::kdialog, ""});
  helpers.add("zenity", "exit 0");
  (void)chmod(helpers.path_of("zenity").c_str(), 0755);
  CHECK(show("x") == answer{shown_by::zenity, ""});
}

TEST_CASE("window/box: no display, no helper") {
  helper_folder helpers;
  helpers.add("zenity", "exit 0");
  rill_test::set_environment("DISPLAY", nullptr);
  CHECK(show("x") == answer{shown_by::standard_error, "x\n"});
  rill_test::set_environment("DISPLAY", "");
  CHECK(show(rill::box_options{.title = "Titel"}, "x\ny") ==
        answer{shown_by::standard_error, "Titel: x\ny\n"});
  CHECK(!helpers.has_run("zenity"));
  rill_test::set_environment("WAYLAND_DISPLAY", "wayland-0");
  CHECK(show("x") == answer{shown_by::zenity, ""});
  rill_test::set_environment("WAYLAND_DISPLAY", nullptr);
}

TEST_CASE("window/box: statuses that are not those of the environment") {
  helper_folder helpers;
  helpers.add("zenity", "exit \"$ZENITY_ESC\"");
  rill_test::kept_variable const others("ZENITY_ESC", "7");
  CHECK(show("x") == answer{shown_by::zenity, ""});
  helpers.add("zenity", "exit \"$ZENITY_TIMEOUT\"");
  CHECK(show("x") == answer{shown_by::zenity, ""});
  helpers.add("zenity", "exit \"$ZENITY_ERROR\"");
  CHECK(show("x") == answer{shown_by::standard_error, "x\n"});
}

TEST_CASE("window/box: what a helper prints is not seen") {
  helper_folder helpers;
  helpers.add("zenity", "echo out; echo error >&2; exit 0");
  CHECK(show("x") == answer{shown_by::zenity, ""});
}

TEST_CASE("window/box: kdialog, which knows no time, is ended") {
  helper_folder helpers;
  helpers.add("kdialog", "exec /bin/sleep 100");
  auto const begin = steady_clock::now();
  CHECK(show(rill::box_options{.timeout = 100ms}, "x") ==
        answer{shown_by::kdialog, ""});
  auto const passed = steady_clock::now() - begin;
  CHECK(passed >= 100ms);
  CHECK(passed < 10s);
}

TEST_CASE("window/box: a helper that hangs has not shown it [slow]") {
  helper_folder helpers;
  helpers.add("zenity", "exec /bin/sleep 100");
  auto const begin = steady_clock::now();
  CHECK(show(rill::box_options{.timeout = 1s}, "x") ==
        answer{shown_by::standard_error, "x\n"});
  auto const passed = steady_clock::now() - begin;
  CHECK(passed >= 6s);
  CHECK(passed < 20s);
}

TEST_CASE("window/box: an ignored SIGCHLD hides how a helper ended") {
  helper_folder helpers;
  helpers.add("zenity", "exit 0");
  void (*const before)(int) = ::signal(SIGCHLD, SIG_IGN);
  CHECK(show("x") == answer{shown_by::standard_error, "x\n"});
  ::signal(SIGCHLD, before);
}

TEST_CASE("window/box: a closed standard error is an error") {
  int const status = rill_test::status_of_child([] {
    rill_test::set_environment("DISPLAY", nullptr);
    rill_test::set_environment("WAYLAND_DISPLAY", nullptr);
    ::close(2);
    auto const got = try_box("x");
    return got ? 0 : got.error().code().number;
  });
  CHECK(status == EBADF);
}
