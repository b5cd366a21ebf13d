// test/support/windows_child.h: the child program of the process tests on
// Windows. It is the test program itself: the variable RILL_TEST_CHILD names
// what it does before main.
#ifndef RILL_TEST_SUPPORT_WINDOWS_CHILD_H
#define RILL_TEST_SUPPORT_WINDOWS_CHILD_H

#include <rill/os/process.h>
#include <rill/os/pump.h>
#include <rill/os/spawn.h>
#include <windows.h>

#include <shellapi.h>  // CommandLineToArgvW, for which <windows.h> comes first

#include <string>
#include <vector>

extern "C" int rill_test_wide_arguments(int*, wchar_t***, wchar_t***, int,
                                        int*) __asm__("__wgetmainargs");

namespace rill_test {

inline std::string utf8(wchar_t const* units, std::size_t size) {
  std::string bytes(3 * size, '\0');
  bytes.resize(static_cast<std::size_t>(WideCharToMultiByte(
      CP_UTF8, 0, units, static_cast<int>(size), bytes.data(),
      static_cast<int>(bytes.size()), nullptr, nullptr)));
  return bytes;
}
inline std::string utf8(std::wstring const& units) {
  return utf8(units.data(), units.size());
}

inline std::string own_path() {
  wchar_t path[1024];
  return utf8(path, GetModuleFileNameW(nullptr, path, 1024));
}

// Splits a text into parts that each end with `end`.
inline std::vector<std::string> split(std::string const& bytes, char end) {
  std::vector<std::string> found;
  for (std::size_t at = 0; at != bytes.size();) {
    std::size_t const next = bytes.find(end, at);
    if (next == std::string::npos) return {"cut: " + bytes.substr(at)};
    found.push_back(bytes.substr(at, next - at));
    at = next + 1;
  }
  return found;
}

// While an object lives, started children run `mode`.
class child_mode {
 public:
  explicit child_mode(std::string const& mode) {
    SetEnvironmentVariableA("RILL_TEST_CHILD", mode.c_str());
  }
  child_mode(child_mode const&) = delete;
  child_mode& operator=(child_mode const&) = delete;
  ~child_mode() { SetEnvironmentVariableA("RILL_TEST_CHILD", nullptr); }
};

namespace child_program {

inline void say(std::string const& bytes, DWORD where = STD_OUTPUT_HANDLE) {
  DWORD count = 0;
  for (std::size_t at = 0; at != bytes.size(); at += count)
    if (!WriteFile(GetStdHandle(where), bytes.data() + at,
                   static_cast<DWORD>(bytes.size() - at), &count, nullptr))
      ExitProcess(99);
}

// Prints every argument with a NUL, as CommandLineToArgvW parses the command
// line, and then as the C library does.
inline void say_arguments() {
  std::string all;
  int count = 0;
  wchar_t** arguments = CommandLineToArgvW(GetCommandLineW(), &count);
  for (int i = 0; i != count; ++i)
    all += utf8(arguments[i], wcslen(arguments[i])) + '\0';
  wchar_t** names = nullptr;
  int nothing = 0;
  rill_test_wide_arguments(&count, &arguments, &names, 0, &nothing);
  for (int i = 0; i != count; ++i)
    all += utf8(arguments[i], wcslen(arguments[i])) + '\0';
  say(all);
}

inline void say_environment() {
  wchar_t* const block = GetEnvironmentStringsW();
  for (wchar_t* at = block; *at; at += wcslen(at) + 1)
    say(utf8(at, wcslen(at)) + '\n');
}

inline void say_directory() {
  wchar_t path[1024];
  say(utf8(path, GetCurrentDirectoryW(1024, path)));
}

inline void say_handles() {
  std::string found;
  for (DWORD which : {STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE})
    found += GetStdHandle(which) ? 'h' : '-';
  say(found);
}

// Copies its input to standard output and to standard error.
inline void copy_twice() {
  std::string bytes(30'000, '\0');
  DWORD count = 0;
  while (ReadFile(GetStdHandle(STD_INPUT_HANDLE), bytes.data(),
                  static_cast<DWORD>(bytes.size()), &count, nullptr) &&
         count != 0) {
    say(bytes.substr(0, count));
    say(bytes.substr(0, count), STD_ERROR_HANDLE);
  }
}

// Prints its process id, starts a child with one level less, and waits.
inline void grow_tree(int levels) {
  say(std::to_string(GetCurrentProcessId()) + "\n");
  child_mode const mode("tree " + std::to_string(levels - 1));
  std::string const path = own_path();
  rill::text const name = path;
  rill::os::child_handle const out{GetStdHandle(STD_OUTPUT_HANDLE), 1};
  if (levels > 1)
    (void)rill::os::spawn({.program = path,
                           .arguments = &name,
                           .argument_count = 1,
                           .handles = &out,
                           .handle_count = 1});
  Sleep(60'000);
}

inline int run(std::string const& mode) {
  if (mode == "arguments") say_arguments();
  if (mode == "environment") say_environment();
  if (mode == "directory") say_directory();
  if (mode == "handles") say_handles();
  if (mode == "copy") copy_twice();
  if (mode == "sleep") Sleep(60'000);
  if (mode == "close input") CloseHandle(GetStdHandle(STD_INPUT_HANDLE));
  if (mode == "close input") Sleep(60'000);
  if (mode.starts_with("tree ")) grow_tree(std::stoi(mode.substr(5)));
  if (mode.starts_with("say ")) say(mode.substr(4));
  if (mode.starts_with("exit "))
    return static_cast<int>(std::stoul(mode.substr(5)));
  return 0;
}

inline bool const has_run = [] {
  char mode[100];
  DWORD const size = GetEnvironmentVariableA("RILL_TEST_CHILD", mode, 100);
  if (size != 0) ExitProcess(static_cast<UINT>(run({mode, size})));
  return false;
}();

}  // namespace child_program

// A running child with its output. The destructor ends it.
class running_child {
 public:
  explicit running_child(rill::os::spawn_request request) {
    pipe_ = rill::os::make_pipe(rill::os::pumped_end::reader);
    rill::os::child_handle const out{pipe_.writer, 1};
    if (request.handle_count == 0) {
      request.handles = &out;
      request.handle_count = 1;
    }
    made = rill::os::spawn(request);
    (void)rill::os::close(pipe_.writer);
  }
  running_child(running_child const&) = delete;
  running_child& operator=(running_child const&) = delete;
  ~running_child() {
    if (made.process.id != 0) {
      (void)rill::os::end_tree(made.process);
      (void)rill::os::collect(made.process);
    }
    (void)rill::os::close(pipe_.reader);
  }

  // The next `lines` lines of output, or all up to the end of the pipe.
  std::string output(int lines = -1) {
    std::string all;
    char bytes[4096];
    rill::os::pump_channel channel{.handle = pipe_.reader, .data = bytes};
    while (!channel.is_at_end && !channel.error && lines != 0) {
      channel.size = sizeof bytes;
      (void)rill::os::pump_some(&channel, 1, nullptr, ~0ull);
      for (std::size_t i = 0; i != channel.moved; ++i)
        lines -= bytes[i] == '\n';
      all.append(bytes, channel.moved);
    }
    rill::os::abandon(channel);
    return all;
  }
  rill::os::collected end() { return rill::os::collect(made.process); }

  rill::os::spawned made;

 private:
  rill::os::pipe_ends pipe_;
};

// Starts the test program itself, after `change` has modified the request.
template <class Change>
running_child own_child(std::vector<std::string> const& arguments,
                        Change change) {
  std::vector<rill::text> const texts(arguments.begin(), arguments.end());
  std::string const path = own_path();
  rill::os::spawn_request request{.program = path,
                                  .arguments = texts.data(),
                                  .argument_count = texts.size()};
  change(request);
  return running_child(request);
}
inline running_child own_child(std::vector<std::string> const& arguments) {
  return own_child(arguments, [](rill::os::spawn_request&) {});
}

}  // namespace rill_test

#endif
