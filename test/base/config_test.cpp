// test/base/config_test.cpp: the macros are 0 or 1, and the name of the build
// has a part for each setting that changes code.
// covers: base/text.h
#include <doctest/doctest.h>
#include <rill/base/config.h>
#include <string.h>  // memcpy, strstr

#include <initializer_list>  // the loop over the macros

#define TEXT_OF_2(x) #x
#define TEXT_OF(x) TEXT_OF_2(x)

TEST_CASE("base/config: every switch is 0 or 1") {
  for (int value :
       {RILL_EXCEPTIONS, RILL_ASSERTS, RILL_CPU_OVERRIDE, RILL_FAULTS,
        RILL_HOSTED, RILL_FOLDERS, RILL_X86_64, RILL_NEON,
        RILL_AUXILIARY_VECTOR, RILL_LITTLE_ENDIAN, RILL_INT128, RILL_AGGREGATES,
        RILL_ENUM_NAMES, RILL_COMPILED, RILL_BODIES})
    CHECK((value == 0 || value == 1));
}

TEST_CASE("base/config: the build's name holds what changes code") {
  char const* name = TEXT_OF(RILL_BUILD);
  CHECK((strstr(name, "_" TEXT_OF(RILL_BUFFER_SIZE)) != nullptr) ==
        (RILL_BUFFER_SIZE != 131072));
  CHECK(strstr(name, "" TEXT_OF(RILL_BASELINE)) != nullptr);
  CHECK((strstr(name, "quiet") != nullptr) == (RILL_EXCEPTIONS == 0));
  CHECK((strstr(name, "no_hooks") != nullptr) == (RILL_PROCESS_HOOKS == 0));
  CHECK((strstr(name, "asserts") != nullptr) == (RILL_ASSERTS == 1));
  CHECK((strstr(name, "faults") != nullptr) == (RILL_FAULTS == 1));
  CHECK((strstr(name, "cpu") != nullptr) == (RILL_CPU_OVERRIDE == 1));
  CHECK((strstr(name, "no_aggregates") != nullptr) == (RILL_AGGREGATES == 0));
  CHECK((strstr(name, "no_enum_names") != nullptr) == (RILL_ENUM_NAMES == 0));
  CHECK((strstr(name, "portable") != nullptr) == (RILL_PORTABLE_LIBC == 1));
  CHECK((strstr(name, "rill_compiled") != nullptr) == (RILL_COMPILED == 1));
}

TEST_CASE("base/config: byte order is what the processor does") {
  int const one = 1;
  unsigned char first;
  memcpy(&first, &one, 1);
  CHECK(first == RILL_LITTLE_ENDIAN);
}
