// peer: boost_process
// row: default_launcher | start+ start-more start-large* |
//   v2::process(context, program, {}).wait(), which forks
// row: vfork_launcher | start start-more start-large* |
//   v2::posix::vfork_launcher, a context for each
// row: async_read | capture capture-more pipes | v2::process with pipes,
//   asio::async_read of both outputs, async_write of the input
#include <boost/asio.hpp>
// Headers that boost/process/v2 of Boost 1.81 needs and does not include.
#include <boost/optional.hpp>
#include <boost/type_traits/decay.hpp>
#include <boost/type_traits/is_convertible.hpp>

#include <boost/process/v2/posix/vfork_launcher.hpp>
#include <boost/process/v2/process.hpp>
#include <boost/process/v2/stdio.hpp>

#include <vector>

#include "process.h"

namespace {

namespace asio = boost::asio;
namespace v2 = boost::process::v2;

using words = std::vector<std::string>;

uint64_t default_row(race::job const& j) {
  asio::io_context context;
  return race::start_again(j, [&](char const* path) {
    return v2::process(context.get_executor(), path, words{}).wait() == 0;
  });
}

// Each start has its own context. The launcher of Boost 1.81 notifies the
// context of the fork in the vfork child, which shares the parent's memory: a
// context with a reactor is unusable afterwards.
uint64_t vfork_row(race::job const& j) {
  return race::start_again(j, [](char const* path) {
    asio::io_context context;
    v2::posix::vfork_launcher launcher;
    auto child = launcher(context.get_executor(), path, words{});
    return child.wait() == 0;
  });
}

// Both outputs of a child, as strings.
struct reading {
  asio::readable_pipe pipe;
  std::string text = {};

  void begin() {
    asio::async_read(
        pipe, asio::dynamic_buffer(text),
        [this](boost::system::error_code, size_t) { pipe.close(); });
  }
};

bool capture(asio::io_context& context, char const* path) {
  reading out{asio::readable_pipe(context)}, err{asio::readable_pipe(context)};
  v2::process child(context.get_executor(), path, words{"hello"},
                    v2::process_stdio{nullptr, out.pipe, err.pipe});
  out.begin();
  err.begin();
  context.restart();
  context.run();
  return child.wait() == 0 && race::is_hello(out.text.data(), out.text.size());
}

uint64_t pipes(race::job const& j) {
  asio::io_context context;
  return race::relay_again(j, [&](char const* path, race::span input,
                                  auto give) {
    asio::writable_pipe in(context);
    reading out{asio::readable_pipe(context)};
    reading err{asio::readable_pipe(context)};
    v2::process child(context.get_executor(), path, words{},
                      v2::process_stdio{in, out.pipe, err.pipe});
    asio::async_write(in, asio::buffer(input.data, input.size),
                      [&](boost::system::error_code, size_t) { in.close(); });
    out.begin();
    err.begin();
    context.restart();
    context.run();
    if (child.wait() != 0) race::fail("the child has failed");
    give({out.text.data(), out.text.size()},
         {err.text.data(), err.text.size()});
  });
}

uint64_t read_row(race::job const& j) {
  if (j.is("pipes")) return pipes(j);
  asio::io_context context;
  return race::capture_again(
      j, [&](char const* path) { return capture(context, path); });
}

}  // namespace

int main(int argc, char** argv) {
  race::row const rows[] = {{"default_launcher", default_row},
                            {"vfork_launcher", vfork_row},
                            {"async_read", read_row}};
  return race::main(argc, argv, rows);
}
