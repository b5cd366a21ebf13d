// test/memory/dispatch_test.cpp: the level of the processor, against the flags
// in /proc/cpuinfo.
#include <doctest/doctest.h>
#include <rill/memory/dispatch.h>
#include <stdlib.h>  // getenv

#include <fstream>  // /proc/cpuinfo
#include <sstream>
#include <string>

#include "support/environment.h"
#include "support/skip.h"

using rill::cpu;

#if RILL_X86_64
namespace {

// The names of the first "flags" line, with a space around each.
std::string flags_of_the_system() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);)
    if (line.rfind("flags", 0) == 0)
      return line.substr(line.find(':') + 1) + " ";
  return {};
}

}  // namespace
#endif

TEST_CASE("memory/dispatch: the level is what the system's flags say") {
#if RILL_X86_64
  std::string const flags = flags_of_the_system();
  if (flags.empty()) return rill_test::skip("no flags in /proc/cpuinfo");
  auto const has = [&](char const* names) {
    std::istringstream in(names);
    for (std::string name; in >> name;)
      if (flags.find(" " + name + " ") == std::string::npos) return false;
    return true;
  };
  cpu expected = cpu::sse2;
  if (has("ssse3 sse4_1 sse4_2 popcnt")) expected = cpu::ssse3;
  if (has("avx2 bmi2")) expected = cpu::avx2;
  if (has("avx512f avx512bw avx512vl avx512dq avx512_vbmi avx512ifma") ||
      has("avx512f avx512bw avx512vl avx512dq avx512vbmi avx512ifma"))
    expected = cpu::avx512;
  CHECK(rill::detail::processor_level() == expected);
#else
  CHECK(rill::detail::processor_level() == rill::baseline_cpu);
#endif
}

TEST_CASE("memory/dispatch: the build does not ask for more than there is") {
  CHECK(rill::baseline_cpu <= rill::detail::processor_level());
}

TEST_CASE("memory/dispatch: the environment can only lower the level") {
#if RILL_CPU_OVERRIDE
  char const* const before = getenv("RILL_CPU");
  std::string const kept = before ? before : "";
  cpu const all = rill::detail::processor_level();
  struct row {
    char const* name;
    cpu limit;
  };
  for (row const& r : {row{"generic", cpu::generic}, row{"sse2", cpu::sse2},
                       row{"ssse3", cpu::ssse3}, row{"avx2", cpu::avx2},
                       row{"avx512", cpu::avx512}, row{"nonsense", cpu::avx512},
                       row{"", cpu::avx512}, row{"avx", cpu::avx512}}) {
    CAPTURE(r.name);
    rill_test::set_environment("RILL_CPU", r.name);
    CHECK(rill::cpu_level() == (r.limit < all ? r.limit : all));
  }
  rill_test::set_environment("RILL_CPU", nullptr);
  CHECK(rill::cpu_level() == all);
  if (before) rill_test::set_environment("RILL_CPU", kept.c_str());
#else
  CHECK(rill::cpu_level() == rill::detail::processor_level());
#endif
}
