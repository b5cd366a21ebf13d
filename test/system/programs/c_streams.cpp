// C streams that an object owns: c_streams KIND PATH COUNT writes COUNT lines
// to the path, c_streams read PATH prints the sum of the numbers there. Prints
// errors on standard error, and then ends with status 2.
#include <rill/stdio.h>
#include <stdio.h>

#include <chrono>
#include <cstdlib>
#include <string_view>
#include <thread>

namespace {

constexpr std::size_t buffer_size = 8192;

void write_lines(auto& to, long count) {
  for (long i = 0; i != count; ++i) {
    rill::println(to, "line ", i, " of ", count);
    if (i % 1000 == 999) {
      for (int j = 0; j != 3000; ++j)
        rill::print(to, static_cast<char>('a' + i % 26));
      rill::println(to);
    }
  }
}

template <class File>
void close_after(File out, long count) {
  write_lines(out, count);
  out.close();
}

void read_sum(char const* path) {
  rill::c_file in = rill::c_file::open(path, {}, buffer_size);
  long long sum = 0;
  long long count = 0;
  for (long n : rill::values<long>(in)) {
    sum += n;
    ++count;
  }
  rill::println(count, ' ', sum);
  rill::flush();
}

// Takes the lock while the program has one thread. It must exclude a second
// thread that starts later.
void hold(char const* path) {
  rill::c_file out(path, buffer_size);
  std::thread other;
  {
    auto const held = rill::lock(out);
    rill::print(held, "first");
    bool started = false;
    other = std::thread([&] {
      __atomic_store_n(&started, true, __ATOMIC_RELEASE);
      rill::println(out, "other");
    });
    while (!__atomic_load_n(&started, __ATOMIC_ACQUIRE))
      std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    rill::println(held, " and last");
  }
  other.join();
  out.close();
}

int run(std::string_view kind, char const* path, long count) {
  if (kind == "closed") {
    close_after(rill::c_file(path, buffer_size), count);
  } else if (kind == "unlocked") {
    close_after(rill::c_file_unlocked(path, buffer_size), count);
  } else if (kind == "unbuffered") {
    close_after(rill::c_file(path, 0), count);
  } else if (kind == "update") {
    close_after(rill::c_file::create(path, {.read = true}, buffer_size), count);
  } else if (kind == "large") {
    close_after(rill::c_file(path), count);
  } else if (kind == "left") {
    rill::c_file out(path, buffer_size);
    write_lines(out, count);
  } else if (kind == "synced") {
    rill::c_file out(path, buffer_size);
    write_lines(out, count);
    out.sync();
    out.close();
  } else if (kind == "by_printf") {
    rill::c_file out(path, buffer_size);
    for (long i = 0; i != count; ++i)
      fprintf(out.get(), "line %ld of %ld\n", i, count);
    out.close();
  } else if (kind == "held") {
    hold(path);
  } else if (kind == "read") {
    read_sum(path);
  } else {
    return 99;
  }
  return 0;
}

}  // namespace

int main(int argument_count, char** arguments) {
  if (argument_count < 3) return 99;
  long const count =
      argument_count > 3 ? std::strtol(arguments[3], nullptr, 10) : 0;
#if RILL_EXCEPTIONS
  try {
    return run(arguments[1], arguments[2], count);
  } catch (rill::error const& e) {
    rill::eprintln("told: ", e.what());
    return 2;
  }
#else
  return run(arguments[1], arguments[2], count);
#endif
}
