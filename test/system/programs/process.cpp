// Starts many children: process WORK ….
#include <rill/print.h>
#include <rill/process.h>

#include <dirent.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace {

// Counts the open descriptors, without that of the folder.
int census() {
  DIR* const folder = ::opendir("/proc/self/fd");
  int count = -3;  // ".", ".." and the folder
  while (::readdir(folder)) ++count;
  ::closedir(folder);
  return count;
}

// Starts `count` children in each thread. Some of them cannot be started; each
// of the others counts its descriptors. Another thread allocates and prints
// meanwhile.
int leaks(char const* self, int thread_count, int count) {
  int const before = census();
  std::atomic<int> wrong = 0;
  std::atomic<bool> is_done = false;
  std::thread busy([&] {
    while (!is_done) {
      std::string const some(1000, 'x');
      rill::print(some.empty() ? "never" : "");
      if (census() < 3) ++wrong;
    }
  });
  std::vector<std::thread> threads;
  for (int t = 0; t != thread_count; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i != count; ++i) {
        rill::command const what = (i + t) % 5 == 0
                                       ? rill::command{"no-such-program"}
                                       : rill::command{self, "census"};
        if ((i + t) % 7 == 0) {
          auto started = rill::try_spawn(
              what,
              {.in = rill::piped, .out = rill::piped, .err = rill::discarded});
          if (started && started->wait() != rill::exited{3}) ++wrong;
        } else {
          auto const done = rill::try_run(what, {.err = rill::merged});
          if (done && done->status != rill::exited{3}) ++wrong;
          if (!done && (i + t) % 5 != 0) ++wrong;
        }
      }
    });
  for (std::thread& one : threads) one.join();
  is_done = true;
  busy.join();
  rill::println(wrong.load(), ' ', census() - before);
  return 0;
}

std::string random_argument(std::mt19937& random) {
  std::string made(random() % 20, '\0');
  for (char& c : made) {
    char const likely[] = " \"'\\$`\t\n*?%^&|<>();!";
    auto const choice = random() % 3;
    c = choice == 0   ? static_cast<char>(1 + random() % 255)
        : choice == 1 ? likely[random() % (sizeof likely - 1)]
                      : static_cast<char>(97 + random() % 26);
  }
  return made;
}

// Runs random argument lists; the child writes each argument back with a NUL.
int round_trips(char const* self, int count) {
  std::mt19937 random(7);
  int wrong = 0;
  for (int i = 0; i != count; ++i) {
    rill::command what{self, "echo"};
    std::string expected;
    for (auto n = random() % 12; n != 0; --n) {
      std::string const one = random_argument(random);
      what.add(one);
      expected += one + '\0';
    }
    if (!(rill::run(what).out == expected)) ++wrong;
    // split_command does not know $'…'.
    std::string const typed = rill::concat(what);
    if (typed.find("$'") == std::string::npos &&
        !(rill::split_command(typed) == what))
      ++wrong;
  }
  rill::println(wrong);
  return 0;
}

// Runs with fewer and fewer descriptors: an error or a result.
int few_descriptors(char const* self) {
  int const open = census();
  for (rlim_t limit = 3; limit != 16; ++limit) {
    rlimit const few{limit, 1024};
    ::setrlimit(RLIMIT_NOFILE, &few);
    auto const done = rill::try_run({self, "echo", "x"}, {.input = "y"});
    rlimit const many{1024, 1024};
    ::setrlimit(RLIMIT_NOFILE, &many);
    rill::println(limit, ' ', done ? 0 : done.error().code().number, ' ',
                  census() - open);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::string const work = argv[1];
  if (work == "census") return census();
  if (work == "echo") {
    for (int i = 2; i < argc; ++i) rill::print(rill::text(argv[i]), '\0');
    return 0;
  }
  if (work == "leaks")
    return leaks(argv[0], std::atoi(argv[2]), std::atoi(argv[3]));
  if (work == "round_trips") return round_trips(argv[0], std::atoi(argv[2]));
  if (work == "few_descriptors") return few_descriptors(argv[0]);
  // Runs the command that follows, and prints its status.
  rill::command what;
  for (int i = 2; i < argc; ++i) what.add(argv[i]);
  auto const done = rill::try_run(what);
  if (done)
    rill::println(done->status);
  else
    rill::println(done.error());
  return 0;
}
