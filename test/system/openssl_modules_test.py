"""A program and a shared library with hidden symbols use one BIO. If both use
the compiled library, each can read what the other has read ahead."""

LIBRARY = """
#include <rill/driver/openssl.h>
#include <rill/scan.h>

extern "C" __attribute__((visibility("default"))) int next_in(BIO* bio) {
  int n = -1;
  rill::scan(bio, n);
  return n;
}
extern "C" __attribute__((visibility("default"))) int problem_in(BIO* bio) {
  return rill::bio_error(bio).code().number;
}
"""
PROGRAM = """
#include <dlfcn.h>
#include <rill/driver/openssl.h>
#include <rill/rill.h>

int main(int, char** words) {
  void* const library = dlopen(words[1], RTLD_NOW);
  if (!library) {
    rill::eprintln(dlerror());
    return 1;
  }
  using function = int(BIO*);
  auto* const next_in =
      reinterpret_cast<function*>(dlsym(library, "next_in"));
  auto* const problem_in =
      reinterpret_cast<function*>(dlsym(library, "problem_in"));
  rill::bio_owner const bio(BIO_new_mem_buf("1 2 3 4", -1));
  for (int i = 0; i != 2; ++i) {
    rill::print(next_in(bio.get()), ' ');
    rill::print(rill::read<int>(bio.get()), ' ');
  }
  rill::file_writer full(rill::file::append("/dev/full"), 1);
  rill::bio_owner const to = rill::make_bio(full);
  BIO_puts(to.get(), "text");
  rill::println(rill::bio_error(to.get()).code().number, ' ',
                problem_in(to.get()));
}
"""
COMPILED = "-DRILL_COMPILED=1"


def test_compiled_library(tools):
    """28 in the expected output is ENOSPC."""
    library = tools.compile(LIBRARY, name="bio_library", flags=(
        "-O1", "-fPIC", "-shared", "-fvisibility=hidden", COMPILED))
    program = tools.compile(PROGRAM, name="bio_program", flags=(
        "-O1", "-fPIC", "-rdynamic", COMPILED))
    seen = tools.run([program, library])
    assert (seen.status, seen.out) == (0, b"1 2 3 4 28 28\n"), seen
