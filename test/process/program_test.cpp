// test/process/program_test.cpp: the arguments, path and id of this program.
// test/system/process_program_test.py starts a program with other arguments.
// covers: rill/os/program.h
// covers: rill/os/process_types.h
#include <doctest/doctest.h>
#include <rill/process/program.h>

#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#if defined(_WIN32)
#include <stdlib.h>  // __argc, __argv
#include <windows.h>
#else
#include <unistd.h>  // getpid
#endif

TEST_CASE("process/program: the arguments are there for ever") {
  rill::command const& all = rill::arguments();
  REQUIRE(all.size() >= 1);
  CHECK(*rill::try_arguments() == all);
  std::vector<rill::command const*> seen(4);
  std::vector<std::thread> threads;
  for (auto& one : seen)
    threads.emplace_back([&one] { one = &rill::arguments(); });
  for (std::thread& one : threads) one.join();
  for (auto const* one : seen) CHECK(one == &all);
#if defined(_WIN32)
  REQUIRE(all.size() == static_cast<std::size_t>(__argc));
  for (std::size_t i = 0; i != all.size(); ++i) CHECK(all[i] == __argv[i]);
#endif
}

TEST_CASE("process/program: the path leads to the program") {
  std::string const path = rill::program_path();
  CHECK(std::filesystem::path(path).is_absolute());
  CHECK(std::filesystem::is_regular_file(path));
#if defined(__linux__)
  CHECK(path == std::filesystem::read_symlink("/proc/self/exe").string());
#endif
}

TEST_CASE("process/program: the number") {
#if defined(_WIN32)
  CHECK(rill::process_id() == static_cast<int>(GetCurrentProcessId()));
#else
  CHECK(rill::process_id() == ::getpid());
#endif
}

#if RILL_FAULTS && defined(__linux__)
TEST_CASE("process/program: the system's errors") {
  auto const files = rill::os::file_call;
  rill::os::file_call.open = [](char const*, int, mode_t) {
    errno = EMFILE;
    return -1;
  };
  auto const list = rill::try_arguments();
  rill::os::file_call = files;
  REQUIRE(!list);
  CHECK(list.error().code().number == EMFILE);
  CHECK(std::string(list.error().what()).find("get arguments: ") == 0);
  auto const folders = rill::os::directory_call;
  rill::os::directory_call.readlinkat = [](int, char const*, char*, size_t) {
    errno = ENOENT;
    return ssize_t{-1};
  };
  auto const path = rill::try_program_path();
  rill::os::directory_call = folders;
  REQUIRE(!path);
  CHECK(std::string(path.error().what()).find("get path of program: ") == 0);
}
#endif
