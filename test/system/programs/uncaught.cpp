// Ends by std::terminate in the way that the first argument names;
// ../uncaught_test.py checks the result.
#include <rill/number.h>
#include <rill/print.h>
#include <rill/scan.h>

#include <cstdlib>
#include <exception>
#include <string_view>
#include <thread>

namespace {

struct own_error : rill::error {
  using rill::error::error;
};

[[noreturn]] void own_handler() { std::_Exit(7); }

void fail() { (void)rill::parse<int>("12x"); }

void fail_and_catch() {
  try {
    fail();
  } catch (rill::error const&) {
  }
}

}  // namespace

int main(int, char** argv) {
  std::string_view const way = argv[1];
  if (way == "parse") fail();
  if (way == "print") rill::println("printed");
  if (way == "own_before") std::set_terminate(own_handler);
  if (way == "own_between") {
    rill::println("printed");
    std::set_terminate(own_handler);
  }
  if (way == "own_after") {
    fail_and_catch();
    std::set_terminate(own_handler);
  }
  if (way == "abort") std::set_terminate(std::abort);
  if (way == "thread") std::thread(fail).join();
  if (way == "made") throw rill::error(rill::library_problem::closed, "use");
  if (way == "derived") throw own_error(rill::library_problem::closed, "use");
  if (way == "copied") {
    try {
      fail();
    } catch (rill::error const& reason) {
      rill::error const copy = reason;
      throw copy;
    }
  }
  if (way == "nested") {
    try {
      throw 1;
    } catch (...) {
      std::throw_with_nested(rill::error(rill::library_problem::closed, "use"));
    }
  }
  if (way == "returned") throw rill::try_parse<int>("12x").error();
  if (way == "noexcept") []() noexcept { fail(); }();
  if (way == "other" || way == "none") {
    rill::println("printed");
    fail_and_catch();
    if (way == "none") std::terminate();
    throw 1;
  }
  if (way == "scan") {
    int x = 0;
    rill::scan(x);
  }
  fail();
}
