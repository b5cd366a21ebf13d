// examples/shared_log.cpp: several threads append to one log.
//
// A print to a locked writer is one unit: lines do not mix. lock() keeps
// several prints together.
#include <rill/rill.h>

#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

constexpr char const* path = "events.log";

void work(rill::locked<rill::file_writer>& log, int worker) {
  for (int step = 0; step != 100; ++step)
    rill::println(log, "worker ", worker, " step ", step, " done");
  auto const held = rill::lock(log);
  rill::println(*held, "worker ", worker, " leaves,");
  rill::println(*held, "and says so in two lines");
}

void write_log() {
  rill::locked<rill::file_writer> log(rill::file::append(path));
  std::vector<std::thread> workers;
  for (int i = 0; i != 4; ++i)
    workers.emplace_back([&log, i] { work(log, i); });
  for (auto& worker : workers) worker.join();
  rill::lock(log)->close();  // throws when a byte could not be written
}

}  // namespace

int main() {
  write_log();
  int steps = 0, leavings = 0, others = 0;
  bool someone_left = false;
  for (std::string_view line : rill::lines(rill::file::open(path))) {
    if (someone_left)
      line == "and says so in two lines" ? ++leavings : ++others;
    else if (line.ends_with(" done"))
      ++steps;
    someone_left = line.ends_with(" leaves,");
  }
  rill::println(steps, " steps, ", leavings, " leavings, ", others, " torn");
}
