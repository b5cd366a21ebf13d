"""Stack traces of std::stacktrace and Boost. test/print/stack_trace_test.cpp
has a stand-in for cpptrace."""

import re

# Debian 12 builds its library without the functions that <stacktrace> calls.
# With the macro that configure would set, the classes exist, and the program
# defines the four functions: an address is 0x1000 for each frame, and the last
# frame is unknown.
STANDARD = r"""
#include <bits/c++config.h>
#if FAKED
#undef _GLIBCXX_HAVE_STACKTRACE
#define _GLIBCXX_HAVE_STACKTRACE 1
#endif
#include <stacktrace>
#include <rill/debug.h>
#if !defined(__cpp_lib_stacktrace)
int main() { return 77; }
#else
#if FAKED
#include <cstdint>
extern "C" {
__glibcxx_backtrace_state* __glibcxx_backtrace_create_state(
    char const*, int, void (*)(void*, char const*, int), void*) {
  return nullptr;
}
int __glibcxx_backtrace_simple(__glibcxx_backtrace_state*, int,
                               int (*take)(void*, std::uintptr_t),
                               void (*)(void*, char const*, int),
                               void* state) {
  for (std::uintptr_t i = 1; i != 4; ++i) take(state, 0x1000 * i);
  return 0;
}
int __glibcxx_backtrace_pcinfo(
    __glibcxx_backtrace_state*, std::uintptr_t address,
    int (*take)(void*, std::uintptr_t, char const*, int, char const*),
    void (*)(void*, char const*, int), void* state) {
  if (address == 0x3000) return 0;
  return take(state, address, address == 0x1000 ? "a.cpp" : nullptr, 7,
              "_ZN3app4workEi");
}
int __glibcxx_backtrace_syminfo(
    __glibcxx_backtrace_state*, std::uintptr_t,
    void (*)(void*, std::uintptr_t, char const*, std::uintptr_t,
             std::uintptr_t),
    void (*)(void*, char const*, int), void*) {
  return 0;
}
}
#endif
namespace app {
[[gnu::noinline]] std::stacktrace work(int) {
  return std::stacktrace::current();
}
}
int main() {
  std::stacktrace const trace = app::work(1);
  rill::println(trace);
  rill::println(trace[0]);
  rill::println(std::stacktrace(), std::stacktrace_entry());
  rill::println(trace.size());
}
#endif
"""

BOOST = r"""
#if __has_include(<boost/stacktrace.hpp>)
#define BOOST_STACKTRACE_USE_NOOP 1
#include <boost/stacktrace.hpp>
#include <rill/debug.h>
[[gnu::noinline]] int work() { return 1; }
int main() {
  using boost::stacktrace::frame;
  rill::println(boost::stacktrace::stacktrace());
  frame const one(reinterpret_cast<void const*>(0x1234));
  rill::println(std::vector<frame>{one, frame()});
}
#else
int main() { return 77; }
#endif
"""

REAL_BOOST = BOOST.replace(
    "#define BOOST_STACKTRACE_USE_NOOP 1", "#define _GNU_SOURCE 1").replace(
    "  frame const one", "  rill::println(boost::stacktrace::stacktrace());\n"
    "  frame const one")


def test_standard(tools):
    for flags in (("-lstdc++exp",), ("-lstdc++_libbacktrace",)):
        try:
            program = tools.compile(STANDARD, ("-std=c++23", "-g", "-O0",
                                               "-DFAKED=0", *flags))
        except AssertionError:
            continue  # no such library
        done = tools.run([program])
        if done.status == 77:
            continue
        lines = done.out.decode().splitlines()
        assert done.status == 0, done
        assert re.match(r" 0  app::work\(int\) at .*\.cpp:\d+$", lines[0]), done
        assert re.match(r" 1  main at .*\.cpp:\d+$", lines[1]), done
        return
    tools.skip("std::stacktrace cannot be linked here")


def test_standard_class(tools):
    program = tools.compile(STANDARD, ("-std=c++23", "-O1", "-DFAKED=1"))
    done = tools.run([program])
    if done.status == 77:
        tools.skip("the library has no <stacktrace>")
    assert (done.status, done.out.decode()) == (0, """\
 0  app::work(int) at a.cpp:7
 1  app::work(int)
 2  0x0000000000003000
app::work(int) at a.cpp:7
unknown
3
"""), done


def test_boost(tools):
    done = tools.run([tools.compile(BOOST)])
    if done.status == 77:
        tools.skip("Boost is not installed")
    assert (done.status, done.out.decode()) == (0, """\

 0  0x0000000000001234
 1  unknown
"""), done


def test_boost_with_names(tools):
    done = tools.run([tools.compile(REAL_BOOST, ("-O1", "-rdynamic", "-ldl"))])
    if done.status == 77:
        tools.skip("Boost is not installed")
    lines = done.out.decode().splitlines()
    assert done.status == 0, done
    assert lines[0].startswith(" 0  main"), done
