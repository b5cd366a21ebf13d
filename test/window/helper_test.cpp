// test/window/helper_test.cpp: the commands of helper programs.
// platforms: posix
#include <doctest/doctest.h>
#include <rill/box.h>
#include <rill/window/helper.h>

#include <string>
#include <vector>

using rill::debug_level;
using rill::shown_by;
using namespace rill::detail;

namespace {

std::vector<std::string> words_of(rill::command const& what) {
  return std::vector<std::string>(what.begin(), what.end());
}
using words = std::vector<std::string>;

std::string as_string(rill::owned_text const& text) { return text; }

}  // namespace

TEST_CASE("window/helper: messages by zenity") {
  box_request const what{"-t", "--help\n<b>\\n", debug_level::debug, 0};
  CHECK(words_of(message_command(shown_by::zenity, what)) ==
        words{"zenity", "--info", "--no-markup", "--text=--help\n<b>\\n",
              "--title=-t"});
  CHECK(words_of(message_command(shown_by::zenity,
                                 {"", "x", debug_level::error, 120})) ==
        words{"zenity", "--error", "--no-markup", "--text=x", "--timeout=120",
              "--title="});
  CHECK(words_of(message_command(shown_by::zenity,
                                 {"t", "", debug_level::warning, 0}))[1] ==
        "--warning");
}

TEST_CASE("window/helper: messages by kdialog") {
  CHECK(
      words_of(message_command(shown_by::kdialog, {"-t", "-a\\b & \"c\"",
                                                   debug_level::notice, 7})) ==
      words{"kdialog", "--msgbox=-a\\\\b & \"c\"", "--title=-t"});
  CHECK(words_of(message_command(shown_by::kdialog,
                                 {"t", "a<b>\n&\\", debug_level::error, 0})) ==
        words{"kdialog",
              "--error=<span style=\"white-space:pre-wrap\">a&lt;b&gt;\n"
              "&amp;\\\\</span>",
              "--title=t"});
  CHECK(words_of(message_command(shown_by::kdialog,
                                 {"t", "x", debug_level::warning, 0}))[1] ==
        "--sorry=x");
}

TEST_CASE("window/helper: messages by osascript") {
  CHECK(words_of(message_command(shown_by::osascript,
                                 {"-t", "-e \"x\"", debug_level::error, 3})) ==
        words{"osascript", "-e", "on run argv", "-e",
              "display dialog (item 2 of argv) with title (item 3 of argv) "
              "buttons {\"OK\"} default button 1 with icon stop "
              "giving up after 3",
              "-e", "end run", "show", "-e \"x\"", "-t"});
}

TEST_CASE("window/helper: long messages scroll") {
  std::string const line(2000, 'x');
  CHECK(!is_long(line));
  CHECK(is_long(line + "x"));
  CHECK(!is_long(std::string(24, '\n')));
  CHECK(is_long(std::string(25, '\n')));
  std::string const bytes = line + "<i>\n\\&\n";
  box_request const what{"t", bytes, debug_level::error, 9};
  CHECK(words_of(message_command(shown_by::zenity, what)) ==
        words{"zenity", "--text-info", "--width=640", "--height=480",
              "--timeout=9", "--title=t"});
  CHECK(as_string(message_input(shown_by::zenity, bytes)) == bytes);
  CHECK(words_of(message_command(shown_by::kdialog, what)) ==
        words{"kdialog", "--textbox=-", "640", "480", "--title=t"});
  CHECK(as_string(message_input(shown_by::kdialog, bytes)) ==
        "<span style=\"white-space:pre-wrap\">" + line +
            "&lt;i&gt;</span>\n\\&\n");
  CHECK(message_input(shown_by::kdialog, "short").empty());
  CHECK(words_of(message_command(shown_by::osascript, what))[8] == bytes);
  CHECK(message_input(shown_by::osascript, bytes).empty());
}

TEST_CASE("window/helper: lines") {
  CHECK(words_of(lines_command(shown_by::zenity, "-t")) ==
        words{"zenity", "--text-info", "--auto-scroll", "--width=640",
              "--height=480", "--title=-t"});
  CHECK(words_of(lines_command(shown_by::kdialog, "t")) ==
        words{"kdialog", "--textbox=-", "640", "480", "--title=t"});
  CHECK(lines_command(shown_by::osascript, "t").empty());
  CHECK(as_string(lines_without_tags("a\n\n<\nb<")) ==
        "a\n\n<span style=\"white-space:pre-wrap\">&lt;</span>\n"
        "<span style=\"white-space:pre-wrap\">b&lt;</span>");
}

TEST_CASE("window/helper: what a status means") {
  struct {
    shown_by helper;
    bool scrolls;
    unsigned status;
    bool is_shown;
  } const cases[] = {{shown_by::zenity, false, 0, true},
                     {shown_by::zenity, false, 96, true},
                     {shown_by::zenity, true, 97, true},
                     {shown_by::zenity, false, 5, true},
                     {shown_by::zenity, true, 5, false},
                     {shown_by::zenity, false, 1, false},
                     {shown_by::zenity, true, 255, false},
                     {shown_by::kdialog, false, 0, true},
                     {shown_by::kdialog, false, 2, true},
                     {shown_by::kdialog, true, 1, true},
                     {shown_by::kdialog, false, 1, false},
                     {shown_by::kdialog, true, 2, false},
                     {shown_by::osascript, false, 0, true},
                     {shown_by::osascript, false, 1, false}};
  for (auto const& one : cases)
    CHECK(has_shown(one.helper, one.scrolls, rill::exited{one.status}) ==
          one.is_shown);
  CHECK(!has_shown(shown_by::zenity, false, rill::signalled{9}));
  CHECK(!has_shown(shown_by::kdialog, true, rill::signalled{1}));
}
