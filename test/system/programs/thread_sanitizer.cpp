// What docs/threads.md allows several threads to do at once, for
// -fsanitize=thread: thread_sanitizer WORK PATH; ../thread_sanitizer_test.py
// checks what ThreadSanitizer reports and what arrives.
#include <rill/file.h>
#include <rill/print.h>
#include <rill/process.h>
#include <rill/scan.h>
#include <rill/stdio.h>
#include <rill/stream.h>
#include <rill/terminal.h>

#include <atomic>
#include <cstdio>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

constexpr int thread_count = 4;
constexpr long count = 500;

// Calls work(thread) in some threads. They do not wait for each other: the
// sanitizer would take that for an order of what they did before.
template <class Work>
void in_threads(Work work) {
  std::vector<std::thread> threads;
  for (int t = 0; t != thread_count; ++t) threads.emplace_back(work, t);
  for (std::thread& thread : threads) thread.join();
}

// Calls `other` in a thread until `work` is done in this one.
template <class Work, class Other>
void beside(Work work, Other other) {
  int is_done = 0;
  std::thread thread([&] {
    while (__atomic_load_n(&is_done, __ATOMIC_RELAXED) == 0) other();
  });
  work();
  __atomic_store_n(&is_done, 1, __ATOMIC_RELAXED);
  thread.join();
}

template <class Sink>
void print_lines(Sink& sink) {
  in_threads([&](int thread) {
    for (long i = 0; i != count; ++i)
      rill::println(sink, "thread ", thread, " line ", i);
  });
}

template <class Source>
void scan_numbers(Source& source) {
  std::atomic<long> sum = 0;
  in_threads([&](int) {
    long n = 0;
    while (rill::scan(source, n)) sum += n;
  });
  rill::println(sum.load());
}

// Each thread prints in all ways to standard output and standard error.
void print_all_ways() {
  in_threads([](int thread) {
    for (long i = 0; i != count; ++i) {
      rill::println("thread ", thread, " line ", i);
      rill::eprintln("thread ", thread, " line ", i);
      rill::println(rill::c_file_view(stdout), "view ", i);
      rill::println(stderr, rill::styled(i, rill::bold));
      rill::print("text\n");
      auto const guard = rill::lock(stdout);
      rill::print(guard, "guarded ");
      rill::println(guard, i);
    }
  });
}

void print_standard() {
  for (int i = 0; i != 2000; ++i) {
    rill::println("line ", i);
    if (i % 20 == 0) rill::eprintln("error ", i);
  }
}

void print_native() {
  for (int i = 0; i != 100'000; ++i) rill::println(rill::out(), "line ", i);
  for (int i = 0; i != 100; ++i) rill::println(rill::err(), "line ", i);
  rill::out().flush();
}

void flush() { rill::flush(); }
void spawn() { rill::spawn({"true"}).wait(); }
void run() {
  rill::run({"true"}, {.out = rill::inherited, .err = rill::inherited});
}

void print_in_turns() {
  std::mutex turn;
  in_threads([&](int thread) {
    for (long i = 0; i != count; ++i) {
      std::lock_guard const held(turn);
      rill::println(rill::out(), "thread ", thread, " line ", i);
    }
  });
}

// The disk is full: destructors report it to the handler of the moment.
std::atomic<long> calls = 0;
void lose() {
  rill::file_writer out("/dev/full");
  rill::print(out, "lost");
}
void set_handlers() {
  beside(
      [] {
        in_threads([](int) {
          for (int i = 0; i != 200; ++i) {
            rill::set_lost_output_handler(
                [](rill::error const&) noexcept { ++calls; });
            lose();
            rill::println(calls.load() > 0);
          }
        });
      },
      [] {
        rill::set_lost_output_handler(
            [](rill::error const&) noexcept { ++calls; });
        rill::flush_stdout_at_exit(true);
      });
}

// Two threads set the default handler and lose output; status 1.
void lose_by_default() {
  in_threads([](int) { lose(); });
}

void use_file(char const* path) {
  rill::file const file = rill::file::update(path);
  in_threads([&](int thread) {
    std::string const text(100, static_cast<char>('a' + thread));
    for (long i = 0; i != count; ++i) {
      long long const at = thread * 100;
      file.pwrite(text, at);
      std::string back(100, ' ');
      (void)file.pread(back.data(), back.size(), at);
      if (back != text) rill::eprintln("not what was written");
    }
  });
}

void set_styles() {
  beside([] { print_all_ways(); },
         [] {
           rill::set_styles(stdout, rill::style_mode::always);
           rill::set_styles(stderr, rill::style_mode::never);
         });
}

void write_numbers(char const* path) {
  rill::file_writer out(path);
  for (int i = 0; i != 20'000; ++i) rill::println(out, i);
}

void share_sinks(char const* path) {
  rill::locked<rill::file_writer> writer(path);
  print_lines(writer);
  std::FILE* const file = std::fopen(path, "w");
  print_lines(file);
  std::fclose(file);
  auto owned = rill::c_file::create(path);
  print_lines(owned);
}

void share_sources(char const* path) {
  write_numbers(path);
  rill::locked<rill::file_reader> reader(path);
  scan_numbers(reader);
  std::FILE* file = std::fopen(path, "r");
  scan_numbers(file);
  std::fclose(file);
  auto owned = rill::c_file::open(path);
  scan_numbers(owned);
  scan_numbers(stdin);
}

// A thread uses out() while this one ends the program by a destructor.
void end_beside() {
  std::thread owner([] { print_native(); });
  owner.join();
  std::thread([] { rill::println(rill::out(), "the last"); }).join();
}

}  // namespace

int main(int, char** argv) {
  std::string_view const work = argv[1];
  if (work == "print") print_all_ways();
  if (work == "styles") set_styles();
  if (work == "sinks") share_sinks(argv[2]);
  if (work == "sources") share_sources(argv[2]);
  if (work == "file") use_file(argv[2]);
  if (work == "spawn") beside(print_standard, spawn);
  if (work == "run") beside(print_standard, run);
  if (work == "flush") beside(print_standard, flush);
  if (work == "flushes") beside(flush, flush);
  if (work == "native_spawn") beside(print_native, spawn);
  if (work == "native_flush") beside(print_native, flush);
  if (work == "turns") beside(print_in_turns, flush);
  if (work == "handlers") set_handlers();
  if (work == "lost") lose_by_default();
  if (work == "end") end_beside();
}
