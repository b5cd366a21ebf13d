// test/os/win32/program_search_test.cpp: the file that a program's name
// selects, and how batch files are started.
// platforms: windows
// covers: rill/os/win32/command_line.h
#include <doctest/doctest.h>

#include "support/windows_child.h"

#include "support/files.h"

namespace os = rill::os;
using rill_test::child_mode;
using rill_test::own_child;
using rill_test::own_path;
using rill_test::running_child;
using rill_test::split;
using list = std::vector<std::string>;

namespace {

// Starts a program: its output, or the number of the error.
std::string told_by(std::string const& program, char const* directory = nullptr,
                    bool is_in_directory = false) {
  running_child child = own_child({"p"}, [&](auto& request) {
    request.program = program;
    if (directory) request.directory = directory;
    request.is_program_in_directory = is_in_directory;
  });
  return child.made.error ? std::to_string(child.made.error.number)
                          : child.output();
}

// Copies of the test program. The destructor restores PATH and the current
// directory.
class set_of_programs {
 public:
  set_of_programs() : before_(std::filesystem::current_path()) {
    path_.resize(32768);
    path_.resize(GetEnvironmentVariableA("PATH", path_.data(), 32768));
    for (char const* name : {"here", "first", "second"})
      std::filesystem::create_directory(path(name));
    std::filesystem::current_path(path("here"));
  }
  set_of_programs(set_of_programs const&) = delete;
  set_of_programs& operator=(set_of_programs const&) = delete;
  ~set_of_programs() {
    std::filesystem::current_path(before_);
    SetEnvironmentVariableA("PATH", path_.c_str());
  }

  std::string path(std::string const& name) const {
    return folder_ / name.c_str();
  }
  void add(std::string const& name) const {
    std::filesystem::copy_file(own_path(), path(name));
  }

 private:
  rill_test::folder folder_;
  std::filesystem::path before_;
  std::string path_;
};

}  // namespace

TEST_CASE(
    "os/win32/command_line: a name is looked for in PATH and nowhere else") {
  set_of_programs const files;
  files.add("here/rill-local.exe");
  files.add("first/rill-one.exe");
  files.add("second/rill-one.exe");
  files.add("second/rill-two.exe");
  files.add("second/rill-3.1");
  files.add("second/rill-plain");
  std::filesystem::create_directory(files.path("first/rill-two.exe"));
  child_mode const mode("say found");
  auto const set_path = [](std::string const& value) {
    SetEnvironmentVariableA("PATH", value.c_str());
  };
  std::string const first = files.path("first"), second = files.path("second");
  set_path(".;;first;\\;" + first + ";\"" + second + "\";");
  CHECK(told_by("rill-one") == "found");
  CHECK(told_by("rill-one.exe") == "found");
  CHECK(told_by("RILL-ONE") == "found");
  CHECK(told_by("rill-two") == "found");  // first/rill-two.exe is a folder
  CHECK(told_by("rill-3.1") == "found");  // has an extension
  CHECK(told_by("rill-plain") == "2");    // no extension: .exe is added
  CHECK(told_by("rill-local") == "2");    // not in the current directory
  CHECK(told_by("rill-local.exe") == "2");
  CHECK(told_by("rill-none") == "2");
  CHECK(told_by("") == "2");
  os::spawn_request request{.program = "rill-one"};
  os::narrow_text const found = os::find_program(request);
  CHECK(std::filesystem::equivalent(std::string(rill::text(found)),
                                    files.path("first/rill-one.exe")));
  // The program is in the second folder; the folder's name ends with a slash.
  set_path(second + "/");
  CHECK(std::string(rill::text(os::find_program(request)))
            .ends_with("\\second\\rill-one.exe"));
  SetEnvironmentVariableA("PATH", nullptr);
  CHECK(told_by("rill-one") == "2");
}

TEST_CASE("os/win32/command_line: a name with a slash is a path") {
  set_of_programs const files;
  files.add("here/local.exe");
  files.add("here/plain");
  files.add("first/program.exe");
  child_mode const mode("say found");
  for (char const* name :
       {"./local", ".\\local", "./local.exe", "../here/local", "./plain",
        "../first/program", "..\\first\\program.exe"})
    CHECK(told_by(name) == "found");
  CHECK(told_by(files.path("first/program")) == "found");
  CHECK(told_by("./program") == "2");
  CHECK(told_by("./none/program") == "3");
  std::string const first = files.path("first");
  // A relative path refers to the parent's directory unless the request says
  // that it refers to the child's.
  CHECK(told_by("./local", first.c_str()) == "found");
  CHECK(told_by("./program", first.c_str()) == "2");
  CHECK(told_by("./local", first.c_str(), true) == "2");
  CHECK(told_by("./program", first.c_str(), true) == "found");
  CHECK(told_by("./program", (first + "\\").c_str(), true) == "found");
  CHECK(told_by("./program", "../first", true) == "found");
  CHECK(told_by(first + "/program", files.path("here").c_str(), true) ==
        "found");
  CHECK(told_by("../first/program", nullptr, true) == "found");
  // A file that is not a program.
  rill_test::set_content(files.path("here/text.exe"), "no program");
  CHECK(told_by("./text") == "193");
  CHECK(told_by(files.path("first") + "\\") != "found");
}

TEST_CASE("os/win32/command_line: batch files are refused, or escaped") {
  set_of_programs const files;
  auto const refused = [](std::string const& name) {
    return own_child({"p"}, [&](auto& request) {
             request.program = name;
           }).made.error == rill::error_code(rill::library_problem::batch_file);
  };
  rill_test::set_content(files.path("first/rill-b.bat"), "@echo off\r\n");
  rill_test::set_content(files.path("first/rill-c.CMD"), "@echo off\r\n");
  SetEnvironmentVariableA("PATH", files.path("first").c_str());
  for (char const* name :
       {"rill-b.bat", "rill-c.cmd", "../first/rill-b.bat",
        "../first/rill-b.bat.", "../first/rill-b.bat . .", "./none.bat",
        "..\\first\\rill-b.bat\\.", "..\\first\\rill-b.bat\\x\\.."})
    CHECK(refused(name));
}

TEST_CASE("os/win32/command_line: a batch file passes its arguments on") {
  set_of_programs const files;
  files.add("first/rill-child.exe");
  std::filesystem::create_directory(files.path("a b&c"));
  // The batch file passes on %* to a program, then its first argument in
  // quotes.
  std::string const program = "..\\first\\rill-child.exe";
  std::string const path = files.path("a b&c/run.bat");
  rill_test::set_content(path, "@set RILL_TEST_CHILD=arguments\r\n@" + program +
                                   " %*\r\n@" + program + " \"%~1\"\r\n");
  // Another test covers percent signs: Wine's cmd.exe expands variables a
  // second time in the text of %*.
  list const sent = {"p",    "a b",       "",    "x&y", "a|b>c", "a,b;c=d",
                     "!P!",  "\"&exit 5", "a^b", "(a)", "C:\\",  "*",
                     "a\"b", "\\\"",      "end", "-x/y"};
  running_child child = own_child(sent, [&](auto& request) {
    request.program = path;
    request.batch = rill::batch_files::escape;
  });
  REQUIRE(!child.made.error);
  list const got = split(child.output(), '\0');
  CHECK(child.end().report.number == 0);
  // The program prints its arguments twice: first those of CommandLineToArgvW,
  // then those of the C library. CommandLineToArgvW parses two quotes inside
  // quotes differently, so only the latter are compared.
  list wanted = sent;
  wanted[0] = program;
  wanted.insert(wanted.end(), {program, "a b", program, "a b"});
  REQUIRE(got.size() >= wanted.size());
  CHECK(list(got.end() - static_cast<std::ptrdiff_t>(wanted.size()),
             got.end()) == wanted);
}

TEST_CASE("os/win32/command_line: cmd.exe expands no variable") {
  set_of_programs const files;
  files.add("a b&c.exe");
  child_mode const mode("arguments");
  std::string const path = files.path("a b&c.exe");
  list const sent = {
      path,         "%PATH%",  "%",  "%%",   "100% of %OS%",
      "%OS%\"&a\"", "%cd:~,%", "%1", "%*\\", "%CMDCMDLINE:~-1%&b"};
  std::vector<rill::text> const texts(sent.begin(), sent.end());
  os::wide_text line = os::cmd_line_of(path, {.program = path,
                                              .arguments = texts.data(),
                                              .argument_count = texts.size()});
  REQUIRE(!line.error);
  os::pipe_ends const pipe = os::make_pipe(os::pumped_end::none);
  CHECK(SetHandleInformation(pipe.writer, 1, 1));
  STARTUPINFOW startup{};
  startup.cb = sizeof startup;
  startup.dwFlags = STARTF_USESTDHANDLES;
  startup.hStdOutput = pipe.writer;
  PROCESS_INFORMATION made;
  REQUIRE(CreateProcessW(os::widened(os::path_of_cmd()).data, line.data,
                         nullptr, nullptr, true, 0, nullptr, nullptr, &startup,
                         &made));
  (void)os::close(pipe.writer);
  std::string told(100'000, ' ');
  told.resize(os::read_all(pipe.reader, told.data(), told.size()).moved);
  (void)os::close(pipe.reader);
  CHECK(WaitForSingleObject(made.hProcess, INFINITE) == 0);
  (void)os::close(made.hThread);
  (void)os::close(made.hProcess);
  list const got = split(told, '\0');
  REQUIRE(got.size() >= sent.size());
  CHECK(list(got.end() - static_cast<std::ptrdiff_t>(sent.size()), got.end()) ==
        sent);
}

TEST_CASE("os/win32/command_line: what a batch file cannot be given") {
  set_of_programs const files;
  std::string const path = files.path("first/run.bat");
  rill_test::set_content(path, "@exit 7\r\n");
  auto const run = [&](list const& arguments) {
    running_child child = own_child(arguments, [&](auto& request) {
      request.program = path;
      request.batch = rill::batch_files::escape;
    });
    if (!child.made.error) CHECK(child.end().report.number == 7);
    return child.made.error;
  };
  rill::error_code const unsafe = rill::library_problem::unsafe_argument;
  rill::error_code const too_long =
      os::windows_problem(os::windows_error::file_name_too_long);
  CHECK(!run({"p"}));
  CHECK(!run({"a\"b"}));  // only the file's path is passed
  CHECK(run({"p", "a\nb"}) == unsafe);
  CHECK(run({"p", "a", "\r"}) == unsafe);
  CHECK(!run({"p", std::string(7'000, 'x')}));
  CHECK(run({"p", std::string(8'191, 'x')}) == too_long);
  CHECK(run({"p", std::string(200'000, 'x')}) == too_long);
}
