// test/os/win32/spawn_test.cpp: programs are started: their arguments,
// environment, directory and handles; what is refused; calls that fail.
// platforms: windows
// covers: rill/os/win32/spawn.h
// covers: rill/os/win32/command_line.h
// covers: rill/os/win32/converted_text.h
// covers: rill/os/win32/child.h
// covers: rill/os/spawn.h
#include <doctest/doctest.h>

#include "support/windows_child.h"

#include <algorithm>
#include <map>
#include <random>
#include <thread>

#include "support/files.h"

namespace os = rill::os;
using rill_test::child_mode;
using rill_test::own_child;
using rill_test::own_path;
using rill_test::running_child;
using rill_test::split;

using list = std::vector<std::string>;

namespace {

std::string random_argument(std::mt19937& random) {
  char const* const pieces[] = {"\\", "\"",   " ",        "\t",
                                "\n", "a",    "\\\\",     "%",
                                "*",  "'",    "\xC3\xA9", "\xF0\x9F\x98\x80",
                                "^",  "&",    "=",        "\\\"",
                                "-",  "\x01", "{",        "\r"};
  std::string made;
  for (std::size_t count = random() % 9; count != 0; --count)
    made += pieces[random() % std::size(pieces)];
  return made;
}

}  // namespace

TEST_CASE("os/win32/spawn: 10,000 random lists of arguments, as they were") {
  child_mode const mode("arguments");
  std::mt19937 random(11);
  for (int batch = 0; batch != 100; ++batch) {
    list sent = {"program"};
    for (int i = 0; i != 100; ++i)
      for (std::size_t count = random() % 7; count != 0; --count)
        sent.push_back(random_argument(random));
    running_child child = own_child(sent);
    REQUIRE(!child.made.error);
    list twice = sent;
    twice.insert(twice.end(), sent.begin(), sent.end());
    REQUIRE(split(child.output(), '\0') == twice);
    REQUIRE(child.end().report.number == 0);
  }
}

TEST_CASE("os/win32/spawn: a command line as long as it may be, and longer") {
  child_mode const mode("arguments");
  // 32,766 UTF-16 units: "program", a space, and the argument.
  std::string const longest(32'766 - 8, 'x');
  running_child child = own_child({"program", longest});
  REQUIRE(!child.made.error);
  CHECK((split(child.output(), '\0') ==
         list{"program", longest, "program", longest}));
  // The limit counts UTF-16 units, not bytes of UTF-8.
  std::string wide;
  for (int i = 0; i != 32'766 - 8; ++i) wide += "\xE2\x82\xAC";
  running_child other = own_child({"program", wide});
  CHECK(!other.made.error);
  CHECK(split(other.output(), '\0').back() == wide);
  for (std::string const& argument :
       {longest + "x", wide + "x", std::string(200'000, 'x'),
        longest.substr(1) + " "}) {
    running_child const refused = own_child({"program", argument});
    CHECK(refused.made.error ==
          os::windows_problem(os::windows_error::file_name_too_long));
    CHECK(refused.made.process.id == 0);
  }
}

TEST_CASE("os/win32/spawn: what cannot be passed on is an error") {
  auto const why = [](list const& arguments, auto change) {
    return own_child(arguments, change).made.error;
  };
  auto const nothing = [](os::spawn_request&) {};
  rill::error_code const no_utf8 =
      os::windows_problem(os::windows_error::no_unicode_translation);
  for (char const* bad : {"\xFF", "a\x80", "\xC0\x80", "\xED\xA0\x80"}) {
    CHECK(why({"p", bad}, nothing) == no_utf8);
    CHECK(why({bad}, nothing) == no_utf8);
    CHECK(why({"p"}, [&](auto& request) { request.program = bad; }) == no_utf8);
    CHECK(why({"p"}, [&](auto& request) { request.directory = bad; }) ==
          no_utf8);
    std::string const variable = std::string("A=") + bad + '\0';
    CHECK(why({"p"}, [&](auto& request) { request.environment = variable; }) ==
          no_utf8);
  }
  CHECK(why({"a\"b"}, nothing) ==
        rill::error_code(rill::library_problem::unsafe_argument));
  os::child_handle const third{GetStdHandle(STD_OUTPUT_HANDLE), 3};
  CHECK(why({"p"}, [&](auto& request) {
          request.handles = &third;
          request.handle_count = 1;
        }) == rill::error_code(rill::library_problem::unsupported));
  os::child_handle const closed{reinterpret_cast<void*>(0x1234564), 1};
  os::spawned const made = own_child({"p"}, [&](auto& request) {
                             request.handles = &closed;
                             request.handle_count = 1;
                           }).made;
  CHECK(made.error == os::windows_problem(os::windows_error::invalid_handle));
  CHECK(std::string(made.operation) == "duplicate a handle for");
}

TEST_CASE("os/win32/spawn: the environment, as it is given or the parent's") {
  std::string block;
  for (char const* variable :
       {"b=2", "C=3", "a=1", "RILL_TEST_CHILD=environment", "B=last", "_=u",
        "=C:=C:\\", "\xC3\xA9=\xE2\x82\xAC", "empty="}) {
    block += variable;
    block += '\0';
  }
  list got = split(
      own_child({"p"}, [&](auto& request) { request.environment = block; })
          .output(),
      '\n');
  for (char const* wanted :
       {"a=1", "B=last", "C=3", "_=u", "empty=", "\xC3\xA9=\xE2\x82\xAC"})
    CHECK(std::count(got.begin(), got.end(), wanted) == 1);
  CHECK(std::count(got.begin(), got.end(), "b=2") == 0);
  SetEnvironmentVariableA("RILL_TEST_OF_PARENT", "yes");
  child_mode const mode("environment");
  got = split(own_child({"p"}).output(), '\n');
  CHECK(std::count(got.begin(), got.end(), "RILL_TEST_OF_PARENT=yes") == 1);
  SetEnvironmentVariableA("RILL_TEST_OF_PARENT", nullptr);
  // An empty environment: RILL_TEST_CHILD is missing, so the child runs as the
  // test program itself.
  rill::os::spawned made = own_child({"p", "--help"}, [](auto& request) {
                             request.environment = {"", 0};
                           }).made;
  CHECK(!made.error);
}

TEST_CASE("os/win32/spawn: a block is sorted by names without case") {
  auto const block = [](std::string const& from) {
    os::wide_text const made = os::environment_block(from);
    return std::wstring(made.data, made.size);
  };
  using namespace std::string_literals;
  CHECK((block(""s) == L"\0\0"s));
  CHECK((block("\0\0\0"s) == L"\0\0"s));
  CHECK((block("a=1\0"s) == L"a=1\0\0"s));
  CHECK((block("a=1"s) == L"a=1\0\0"s));  // the last NUL may be missing
  CHECK((block("b=1\0A=2\0c=3\0B=4\0"s) == L"A=2\0B=4\0c=3\0\0"s));
  // The order: `_` sorts after letters, which compare as upper case. A name
  // ends at its `=`; the value does not matter.
  CHECK(
      (block("z=\0_=\0Z1=\0=D:=x\0z-=\0"s) == L"=D:=x\0z=\0z-=\0Z1=\0_=\0\0"s));
  CHECK(!os::environment_block({}).data);
  std::mt19937 random(3);
  for (int i = 0; i != 200; ++i) {
    std::map<std::string, std::string> wanted;
    std::string from;
    for (unsigned count = random() % 40; count != 0; --count) {
      std::string name, key;
      for (unsigned size = 1 + random() % 2; size != 0; --size) {
        key += static_cast<char>('A' + random() % 8);
        name += static_cast<char>(key.back() + (random() % 2 ? 32 : 0));
      }
      wanted[key] = name + "=" + std::to_string(count) + '\0';
      from += wanted[key];
    }
    std::string all;
    for (auto const& [key, variable] : wanted) all += variable;
    all += wanted.empty() ? "\0\0"s : "\0"s;
    CHECK((block(from) == std::wstring(all.begin(), all.end())));
  }
}

TEST_CASE("os/win32/spawn: the directory of the child") {
  rill_test::folder const folder;
  child_mode const mode("directory");
  auto const told = [&](std::string const& directory) {
    running_child child =
        own_child({"p"}, [&](auto& request) { request.directory = directory; });
    return child.made.error ? "error " + std::to_string(child.made.error.number)
                            : child.output();
  };
  std::filesystem::path const native = folder.path();
  auto const same = [](std::string a, std::filesystem::path const& b) {
    return std::filesystem::equivalent(a, b);
  };
  CHECK(same(told(folder.path()), native));
  std::filesystem::create_directory(native / L"\u00E9");
  CHECK(same(told(folder / "\xC3\xA9"), native / L"\u00E9") == false);
  CHECK(told(folder / "\xC3\xA9").ends_with("\\\xC3\xA9"));
  CHECK(told(folder / "none") == "error 2");
  rill_test::set_content(folder / "file", "");
  CHECK(told(folder / "file") == "error 267");
  os::spawned const made = own_child({"p"}, [](auto& request) {
                             request.directory = "Z:\\no\\such\\folder";
                           }).made;
  CHECK(made.is_about_directory);
  CHECK(made.error);
}

TEST_CASE("os/win32/spawn: standard handles that are named, and no others") {
  child_mode const mode("handles");
  os::pipe_ends const in = os::make_pipe(os::pumped_end::none);
  for (int wanted = 1; wanted != 8; ++wanted) {
    rill_test::folder const folder;
    std::string const path = folder / "out";
    os::opened const file =
        os::open(path.c_str(), {.read = true, .write = true, .create = true});
    std::vector<os::child_handle> handles;
    std::string told;
    for (int i = 0; i != 3; ++i) {
      bool const is_named = (wanted >> i & 1) != 0;
      told += is_named ? 'h' : '-';
      // A parent without standard streams has null or invalid handles.
      os::native_handle const none = i == 1 ? nullptr : os::failed_handle();
      os::native_handle const some = i == 0 ? in.reader : file.handle;
      handles.push_back({is_named ? some : none, i});
    }
    {
      running_child child = own_child({"p"}, [&](auto& request) {
        request.handles = handles.data();
        request.handle_count = handles.size();
      });
      REQUIRE(!child.made.error);
      // Without standard output the child reports by its exit code.
      CHECK(child.end().report.number == ((wanted & 2) != 0 ? 0 : 99));
    }
    (void)os::close(file.handle);
    if ((wanted & 2) != 0) CHECK(rill_test::content_of(path) == told);
  }
  // Of two handles for one target the last one counts.
  child_mode const words("say hello");
  os::pipe_ends const out = os::make_pipe(os::pumped_end::none);
  os::child_handle const twice[] = {{in.writer, 1}, {out.writer, 1}};
  running_child child = own_child({"p"}, [&](auto& request) {
    request.handles = twice;
    request.handle_count = 2;
  });
  (void)child.end();
  (void)os::close(out.writer);
  char bytes[10];
  CHECK(os::read_all(out.reader, bytes, 10).moved == 5);
  (void)os::close(out.reader);
  (void)os::close(in.reader);
  (void)os::close(in.writer);
}

namespace {

// Each call fails in turn.
struct failing_calls {
  static inline int left = 0;
  os::process_calls const before = os::process_call;

  static bool fails() {
    if (left-- != 0) return false;
    SetLastError(ERROR_NO_SYSTEM_RESOURCES);
    return true;
  }
  failing_calls() {
    os::process_calls& calls = os::process_call;
    calls.duplicate_handle = [](auto... given) noexcept {
      return fails() ? 0 : os::rill_DuplicateHandle(given...);
    };
    calls.begin_attributes = [](auto... given) noexcept {
      return fails() ? 0 : os::rill_InitializeProcThreadAttributeList(given...);
    };
    calls.add_attribute = [](auto... given) noexcept {
      return fails() ? 0 : os::rill_UpdateProcThreadAttribute(given...);
    };
    calls.create_job = [](auto... given) noexcept {
      return fails() ? nullptr : os::rill_CreateJobObjectW(given...);
    };
    calls.set_job = [](auto... given) noexcept {
      return fails() ? 0 : os::rill_SetInformationJobObject(given...);
    };
    calls.create_process = [](auto... given) noexcept {
      return fails() ? 0 : os::rill_CreateProcessW(given...);
    };
    calls.assign_process = [](auto... given) noexcept {
      return fails() ? 0 : os::rill_AssignProcessToJobObject(given...);
    };
    calls.resume_thread = [](auto... given) noexcept {
      return fails() ? ~os::windows_word{0} : os::rill_ResumeThread(given...);
    };
    calls.create_pipe = [](auto... given) noexcept {
      return fails() ? 0 : os::rill_CreatePipe(given...);
    };
    calls.create_named_pipe = [](auto... given) noexcept {
      return fails() ? os::failed_handle()
                     : os::rill_CreateNamedPipeW(given...);
    };
  }
  failing_calls(failing_calls const&) = delete;
  failing_calls& operator=(failing_calls const&) = delete;
  ~failing_calls() { os::process_call = before; }
};

DWORD handle_count() {
  DWORD count = 0;
  CHECK(GetProcessHandleCount(GetCurrentProcess(), &count));
  return count;
}

}  // namespace

TEST_CASE("os/win32/spawn: whatever call fails, nothing is left") {
  child_mode const mode("say x");
  os::pipe_ends const pipe = os::make_pipe(os::pumped_end::none);
  std::string const path = own_path();
  rill::text const name = "p";
  os::child_handle const handles[] = {
      {pipe.reader, 0}, {pipe.writer, 1}, {pipe.writer, 2}};
  os::spawn_request const request{.program = path,
                                  .arguments = &name,
                                  .argument_count = 1,
                                  .handles = handles,
                                  .handle_count = 3,
                                  .has_own_group = true};
  DWORD const before = handle_count();
  failing_calls const calls;
  int failures = 0;
  for (;; ++failures) {
    failing_calls::left = failures;
    os::spawned made = os::spawn(request);
    if (!made.error) {
      CHECK(os::collect(made.process).report.number == 0);
      CHECK(handle_count() == before);
      break;
    }
    CHECK(made.error ==
          os::windows_problem(os::windows_error::no_system_resources));
    CHECK(made.process.id == 0);
    CHECK(made.process.handle == nullptr);
    CHECK(made.process.job == nullptr);
    CHECK(handle_count() == before);
  }
  CHECK(failures == 10);
  for (os::pumped_end end :
       {os::pumped_end::none, os::pumped_end::reader, os::pumped_end::writer}) {
    failing_calls::left = 0;
    CHECK(os::make_pipe(end).error);
    CHECK(handle_count() == before);
  }
  (void)os::close(pipe.reader);
  (void)os::close(pipe.writer);
}

TEST_CASE("os/win32/spawn: an error in the middle of the handles leaves none") {
  DWORD const before = handle_count();
  os::child_handle const handles[] = {{GetStdHandle(STD_OUTPUT_HANDLE), 1},
                                      {reinterpret_cast<void*>(0x1234564), 2}};
  std::string const path = own_path();
  rill::text const name = "p";
  CHECK(os::spawn({.program = path,
                   .arguments = &name,
                   .argument_count = 1,
                   .handles = handles,
                   .handle_count = 2})
            .error);
  CHECK(handle_count() == before);
}

TEST_CASE("os/win32/spawn: threads that start children share no handles") {
  auto const as = [](char const* what) {
    return std::string("RILL_TEST_CHILD=") + what + '\0';
  };
  std::string const sleep = as("sleep"), say = as("say x");
  int wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t != 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i != 5; ++i) {
        running_child stays = own_child(
            {"p"}, [&](auto& request) { request.environment = sleep; });
        running_child ends =
            own_child({"p"}, [&](auto& request) { request.environment = say; });
        // The output ends when the last handle of the pipe's writing end is
        // closed.
        unsigned long long const before = os::steady_nanoseconds();
        bool const is_right =
            ends.output() == "x" &&
            os::steady_nanoseconds() - before < 20'000'000'000;
        if (!is_right || stays.made.error)
          __atomic_add_fetch(&wrong, 1, __ATOMIC_RELAXED);
      }
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
}
