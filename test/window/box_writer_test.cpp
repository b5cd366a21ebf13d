// test/window/box_writer_test.cpp: lines in the window of a helper program,
// which is a script of the test.
// covers: rill/window/box_writer.h
// covers: rill/window/helper.h
// platforms: posix native
#include <doctest/doctest.h>
#include <fcntl.h>
#include <rill/box.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "support/captured_error.h"
#include "support/descriptors.h"
#include "support/helper_folder.h"
#include "support/lost_output.h"

using namespace std::chrono_literals;
using rill::box_writer;
using rill::shown_by;
using rill::window_end;
using rill_test::captured_error;
using rill_test::helper_folder;
using std::chrono::steady_clock;

namespace {

// A helper that shows all lines that it reads, and ends at the end of its
// input.
constexpr char const* reader = "/bin/cat >\"$0.input\"; exit 0";

// Waits until the helper no longer reads lines.
void wait_for_end(box_writer& out, helper_folder const& helpers) {
  CHECK(helpers.comes_to_have("zenity.end", "end\n"));
  ::usleep(100'000);
  (void)out;
}

}  // namespace

TEST_CASE("window/box_writer: lines come when they are whole") {
  helper_folder helpers;
  helpers.add("zenity", "/bin/cat >\"$0.input\"; exit 0");
  std::string const error = captured_error([&] {
    box_writer out({.title = "-T"});
    CHECK(out.where() == shown_by::zenity);
    rill::print(out, "eins ", 1);
    rill::println(out, " ü");
    CHECK(helpers.comes_to_have("zenity.input", "eins 1 ü\n"));
    rill::print(out, "zwei\ndr");
    CHECK(helpers.comes_to_have("zenity.input", "eins 1 ü\nzwei\n"));
    rill::flush(out);
    CHECK(helpers.comes_to_have("zenity.input", "eins 1 ü\nzwei\ndr"));
    rill::print(out, "ei");
  });
  CHECK(helpers.comes_to_have("zenity.input", "eins 1 ü\nzwei\ndrei"));
  CHECK(helpers.arguments("zenity").back() == "--title=-T");
  CHECK(error == "");
}

TEST_CASE("window/box_writer: the title is the program's, or given") {
  helper_folder helpers;
  helpers.add("zenity", reader);
  {
    box_writer out;
    rill::println(out, "1");
  }
  CHECK(helpers.arguments("zenity").back() ==
        std::string("--title=") + program_invocation_short_name);
}

TEST_CASE("window/box_writer: NUL and ill-formed UTF-8 are replaced") {
  helper_folder helpers;
  helpers.add("zenity", reader);
  {
    box_writer out;
    rill::println(out, std::string("a\0b\xFF", 4), "\xC3\xBC");
  }
  CHECK(helpers.comes_to_have("zenity.input", "a\uFFFDb\uFFFDü\n"));
}

TEST_CASE("window/box_writer: many lines, and long ones") {
  helper_folder helpers;
  helpers.add("zenity", reader);
  std::string wanted;
  {
    box_writer out;
    for (int i = 0; i != 20'000; ++i) {
      rill::println(out, "Zeile ", i);
      wanted += "Zeile " + std::to_string(i) + '\n';
    }
    // These lines are shown in pieces, which end between characters.
    for (int i = 0; i != 100'000; ++i) {
      rill::print(out, i % 7 == 0 ? "x" : "ü");
      wanted += i % 7 == 0 ? "x" : "ü";
    }
  }
  CHECK((helpers.comes_to_have("zenity.input", wanted)));
}

TEST_CASE("window/box_writer: lines after the end go to standard error") {
  helper_folder helpers;
  helpers.add("zenity",
              "read line; echo \"$line\" >\"$0.input\"; echo end >\"$0.end\"; "
              "exit 96");
  helpers.add("kdialog", reader);
  std::string const error = captured_error([&] {
    box_writer out;
    rill::println(out, "1");
    wait_for_end(out, helpers);
    rill::println(out, "2");
    CHECK(out.where() == shown_by::standard_error);
    rill::println(out, "3");
    rill::print(out, "4");
  });
  CHECK(helpers.content("zenity.input") == "1\n");
  CHECK(error == "2\n3\n4");
  // The user has closed the window: no other window is opened.
  CHECK(!helpers.has_run("kdialog"));
}

TEST_CASE("window/box_writer: lines that were not read are not lost") {
  helper_folder helpers;
  helpers.add("zenity", "read line; echo end >\"$0.end\"; exit 96");
  std::string const error = captured_error([&] {
    box_writer out;
    rill::print(out, "1\n2\n3\n");
    wait_for_end(out, helpers);
  });
  CHECK(error == "2\n3\n");
  helpers.add("zenity", "exit 96");
  CHECK(captured_error([&] {
          box_writer out;
          rill::print(out, "1\n2");
        }) == "1\n2");
}

TEST_CASE("window/box_writer: the next helper gets what the first did not") {
  helper_folder helpers;
  for (char const* const body :
       {"exit 1", "kill -KILL $$", "exec 0</dev/null; exec /bin/sleep 100"}) {
    CAPTURE(body);
    helpers.add("zenity", body);
    helpers.add("kdialog", reader);
    std::string const error = captured_error([&] {
      box_writer out;
      for (int i = 0; i != 5; ++i) {
        rill::println(out, i, " <b>");
        ::usleep(50'000);
      }
      CHECK(out.where() == shown_by::kdialog);
    });
    std::string wanted;
    for (int i = 0; i != 5; ++i)
      wanted += "<span style=\"white-space:pre-wrap\">" + std::to_string(i) +
                " &lt;b&gt;</span>\n";
    CHECK(helpers.comes_to_have("kdialog.input", wanted));
    CHECK(error == "");
  }
  // kdialog is the last helper. It shows nothing before the end of its input,
  // so all lines go to standard error.
  helpers.add("kdialog", "read line; read line; exit 1");
  CHECK(captured_error([&] {
          box_writer out;
          rill::print(out, "1\n2\n3\n");
          ::usleep(200'000);
          rill::println(out, "4");
        }) == "1\n2\n3\n4\n");
}

TEST_CASE("window/box_writer: no helper, no display") {
  helper_folder helpers;
  CHECK(captured_error([&] {
          box_writer out;
          CHECK(out.where() == shown_by::standard_error);
          rill::print(out, "1\n2");
        }) == "1\n2");
  helpers.add("zenity", reader);
  rill_test::set_environment("DISPLAY", nullptr);
  CHECK(captured_error([&] {
          box_writer out;
          rill::println(out, "1");
        }) == "1\n");
  CHECK(!helpers.has_run("zenity"));
}

TEST_CASE("window/box_writer: an unfinished line after close is not lost") {
  helper_folder helpers;
  helpers.add("zenity", reader);
  std::string const error = captured_error([&] {
    box_writer out;
    rill::print(out, "1");
    out.close();
    rill::print(out, "2");
    out.close();
    rill::print(out, "3 ");
    box_writer moved(std::move(out));
    rill::print(moved, "4");
  });
  CHECK(helpers.comes_to_have("zenity.input", "1"));
  CHECK(error == "23 4");
}

TEST_CASE("window/box_writer: a standard error that is full is told once") {
  helper_folder const helpers;
  rill_test::lost_output const lost;
  int const before = ::dup(2);
  int const full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  REQUIRE(full >= 0);
  ::dup2(full, 2);
  {
    box_writer out;
    for (int i = 0; i != 3; ++i) rill::println(out, i);
    box_writer moved(std::move(out));
    rill::println(moved, "more");
  }
  ::dup2(before, 2);
  ::close(before);
  ::close(full);
  CHECK(lost.sentences() ==
        std::vector<std::string>{
            "write standard error: No space left on device"});
}

TEST_CASE("window/box_writer: the window is left open") {
  helper_folder helpers;
  helpers.add("zenity",
              "echo $$ >\"$0.pid\"; /bin/cat >\"$0.input\"; "
              "/bin/sleep 0.5; echo end >\"$0.end\"; exit 96");
  auto const begin = steady_clock::now();
  {
    box_writer out;
    rill::println(out, "1");
  }
  CHECK(steady_clock::now() - begin < 450ms);
  CHECK(helpers.content("zenity.end") == "");
  CHECK(helpers.comes_to_have("zenity.end", "end\n"));
  CHECK(helpers.content("zenity.input") == "1\n");
  // The next box_writer collects the process, which is a zombie until then.
  pid_t const process = std::stoi(helpers.content("zenity.pid"));
  ::usleep(100'000);
  CHECK(::kill(process, 0) == 0);
  helpers.add("zenity", reader);
  {
    box_writer const out;
  }
  CHECK(::kill(process, 0) != 0);
}

TEST_CASE("window/box_writer: the window is closed, or waited for") {
  helper_folder helpers;
  rill_test::descriptor_count const before;
  helpers.add("zenity",
              "echo $$ >\"$0.pid\"; /bin/cat >\"$0.input\"; "
              "exec /bin/sleep 100");
  {
    box_writer out({.at_end = window_end::close});
    rill::println(out, "1");
    CHECK(helpers.comes_to_have("zenity.input", "1\n"));
  }
  CHECK(::kill(std::stoi(helpers.content("zenity.pid")), 0) != 0);
  helpers.add("zenity", "/bin/cat >\"$0.input\"; /bin/sleep 0.3; exit 96");
  auto const begin = steady_clock::now();
  std::string const error = captured_error([&] {
    box_writer out({.at_end = window_end::wait});
    rill::print(out, "2");
    out.close();
    CHECK(steady_clock::now() - begin >= 300ms);
    rill::println(out, "3");
  });
  CHECK(helpers.content("zenity.input") == "2");
  CHECK(error == "3\n");
  // A kdialog that fails to open its window has shown nothing.
  helpers.add("zenity", "exit 1");
  helpers.add("kdialog", "/bin/cat >/dev/null; exit 255");
  CHECK(captured_error([] {
          box_writer out({.at_end = window_end::wait});
          rill::print(out, "1\n2");
        }) == "1\n2");
  CHECK(before.same());
}

TEST_CASE("window/box_writer: a helper that does not read is ended [slow]") {
  helper_folder helpers;
  helpers.add("zenity", "echo $$ >\"$0.pid\"; exec /bin/sleep 100");
  std::string wanted;
  std::string const error = captured_error([&] {
    box_writer out;
    for (int i = 0; i != 20'000; ++i) {
      rill::println(out, "Zeile ", i);
      wanted += "Zeile " + std::to_string(i) + '\n';
    }
  });
  CHECK((error == wanted));
  CHECK(::kill(std::stoi(helpers.content("zenity.pid")), 0) != 0);
  // The same at the end, although the pipe has room for the line.
  CHECK(captured_error([] {
          box_writer out;
          rill::println(out, "1");
        }) == "1\n");
}

TEST_CASE("window/box_writer: moves, in a vector too") {
  helper_folder helpers;
  helpers.add("zenity", reader);
  std::string const error = captured_error([&] {
    std::vector<box_writer> all;
    all.emplace_back();
    rill::print(all[0], "1 ");
    box_writer moved(std::move(all[0]));
    rill::println(moved, 2);
    all[0] = std::move(moved);
    rill::println(all[0], 3);
    all[0].close();
    all[0].close();
    rill::println(all[0], 4);
  });
  CHECK(helpers.comes_to_have("zenity.input", "1 2\n3\n"));
  CHECK(error == "4\n");
}
