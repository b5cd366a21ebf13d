// A thread uses out() or err() while others start programs, flush, fork, scan
// or end the program: native_threads STREAM WORK COUNT;
// ../native_threads_test.py checks the result.
//
// covers: cstdio/standard_streams.h
#include <rill/box.h>
#include <rill/print.h>
#include <rill/process.h>
#include <rill/scan.h>
#include <rill/stream.h>

#include <atomic>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <string_view>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

bool is_error = false;
auto& stream() { return is_error ? rill::err() : rill::out(); }
int descriptor() { return is_error ? 2 : 1; }

// How many bytes the file of the stream has.
long long written() {
  struct stat now;
  return ::fstat(descriptor(), &now) == 0 ? now.st_size : -1;
}

// Runs a program that has the streams of this one.
void run(rill::command const& what) {
  rill::run(what, {.out = rill::inherited, .err = rill::inherited});
}

void print_lines(long count, long first = 0) {
  for (long i = first; i != first + count; ++i)
    rill::println(stream(), "line ", i);
}

struct forking {
  std::string_view says;
  friend void rill_print(auto& out, forking const& self) {
    if (::fork() == 0) {
      out(self.says);
      std::exit(0);
    }
    ::wait(nullptr);
  }
};

// What the other thread does, over and over.
void once(std::string_view work) {
  if (work == "spawn") rill::spawn({"true"}).wait();
  if (work == "run") run({"true"});
  if (work == "flush") rill::flush();
  if (work == "box") rill::box({.title = ""}, "box");
  if (work == "scan") {
    int x = 0;
    (void)rill::try_scan(x);
  }
  if (work == "fork") {
    if (::fork() == 0) ::_exit(0);
    ::wait(nullptr);
  }
  if (work == "child") {  // a child that uses the stream itself
    if (::fork() == 0) {
      rill::println(stream(), "child");
      std::exit(0);
    }
    ::wait(nullptr);
  }
}

int beside(std::string_view work, long count) {
  std::atomic<bool> is_done = false;
  std::thread other([&] {
    do once(work);  // at least once, however late this thread begins
    while (!is_done);
  });
  print_lines(count);
  (void)stream().try_flush();
  is_done = true;
  other.join();
  return 0;
}

// A thread ends with bytes in the buffer: they belong to no thread then.
int ended(long count) {
  std::thread([&] { print_lines(count); }).join();
  if (written() != 0) return 3;
  rill::flush();
  if (written() == 0) return 4;
  std::thread([&] { print_lines(count, count); }).join();
  run({"sh", "-c", is_error ? "echo run >&2" : "echo run"});
  return 0;
}

// A thread that lives keeps its bytes, until it flushes or another thread
// takes the stream over.
int left_alone() {
  std::atomic<int> step = 0;
  std::thread owner([&] {
    print_lines(1);
    for (step = 1; step != 2;) std::this_thread::yield();
  });
  while (step != 1) std::this_thread::yield();
  rill::flush();
  run({"true"});
  if (written() != 0) return 3;
  stream().flush();
  if (written() == 0) return 4;
  print_lines(1, 1);
  rill::flush();  // this thread is the owner now
  if (written() != 14) return 5;
  step = 2;
  owner.join();
  return 0;
}

// Threads that take turns, while another one flushes.
int in_turns(long count) {
  std::mutex turn;
  long next = 0;
  std::atomic<bool> is_done = false;
  auto const work = [&] {
    for (;;) {
      std::lock_guard const held(turn);
      if (next == count) return;
      rill::println(stream(), "line ", next++);
    }
  };
  std::thread flushing([&] {
    while (!is_done) rill::flush();
  });
  std::thread one(work), two(work);
  one.join();
  two.join();
  is_done = true;
  flushing.join();
  return 0;
}

[[noreturn]] void end(std::string_view how) {
  if (how == "quick_exit") std::quick_exit(0);
  if (how == "terminate") std::terminate();
  std::exit(0);
}

// The program ends while the owner waits, or prints.
int end_beside(std::string_view how, long count) {
  static std::atomic<bool> has_printed = false;
  std::thread([count] {
    print_lines(count);
    has_printed = true;
    if (count % 2 == 0)
      for (long i = count;; i += 1) print_lines(1, i);
    ::pause();
  }).detach();
  while (!has_printed) std::this_thread::yield();
  ::usleep(20'000);
  end(how);
}

// The order of this program's text and that of its children.
int alone() {
  rill::println(stream(), "line 0");
  auto const echo = [](char const* line) {
    run({"sh", "-c", is_error ? "echo $0 >&2" : "echo $0", line});
  };
  echo("line 1");
  rill::println(stream(), "line 2");
  if (::fork() == 0) {
    rill::println(stream(), "line 3");
    std::exit(0);
  }
  ::wait(nullptr);
  rill::println(stream(), "line 4", forking{"\nline 5"});
  echo("line 6");
  rill::println(stream(), "line 7");
  return 0;
}

}  // namespace

int main(int, char** argv) {
  is_error = std::string_view(argv[1]) == "err";
  std::string_view const work = argv[2];
  long const count = std::atol(argv[3]);
  if (work == "alone") return alone();
  if (work == "ended") return ended(count);
  if (work == "left_alone") return left_alone();
  if (work == "turns") return in_turns(count);
  if (work == "exit" || work == "quick_exit" || work == "terminate")
    return end_beside(work, count);
  return beside(work, count);
}
