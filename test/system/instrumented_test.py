"""One program under valgrind's memcheck and lackey, and with
-finstrument-functions. It prints the same bytes each time, and memcheck finds
nothing."""

import re

PROGRAM = """
#include <rill/csv.h>
#include <rill/format.h>
#include <rill/hash.h>
#include <rill/rill.h>
#include <rill/types.h>
#include <rill/unicode.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#ifdef COUNTED
static long entered = 0;
static long left = 0;
// What these call must not be instrumented: it would come here again.
extern "C" {
__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void*,
                                                                      void*) {
  ++entered;
}
__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void*,
                                                                     void*) {
  ++left;
}
}
#endif

struct point {
  int x;
  double y;
};

static void print_values() {
  std::vector<double> const numbers{1.5, -2.25, 1e300, 1e-300, 0.1};
  std::map<std::string, std::optional<int>> const map{{"a", 1}, {"b", {}}};
  rill::println(numbers, ' ', map, ' ', point{3, 4.5});
  rill::println(rill::hex(255), ' ', rill::right(7, 10), ' ',
                rill::fixed(3.14159, 2));
  for (int i = 0; i < 2000; i += 7) rill::println(i, ' ', i * 1e-3, ' ', -i);
  rill::println(rill::sha256::of("abc"), ' ', rill::crc32::of("123456789"));
  rill::println(rill::transcode("10 \\u20ac, gr\\u00fcn", rill::utf8,
                                rill::utf16le).size());
  rill::eprintln("to standard error ", 1.25);
}

static void scan_values() {
  int n = 0;
  double x = 0;
  std::string word;
  long sum = 0;
  for (int i = 0; i != 300 && rill::scan(n, x, word); ++i)
    sum += n + static_cast<long>(x * 8) + static_cast<long>(word.size());
  rill::println("sum ", sum);
}

static void lines_and_rows() {
  {
    rill::file_writer out("table.csv");
    rill::println(out, "name,value");
    for (int i = 0; i != 400; ++i)
      rill::println(out, rill::csv_row("row " + std::to_string(i) + ", \\"x\\"",
                                       i * 0.25));
    out.close();
  }
  std::size_t bytes = 0;
  std::size_t count = 0;
  rill::file_reader in("table.csv", 100);
  for (std::string_view const line : rill::lines(in)) {
    bytes += line.size();
    ++count;
  }
  rill::println(count, " lines of ", bytes, " bytes");
  double sum = 0;
  std::size_t names = 0;
  rill::file_reader table("table.csv");
  for (auto const& row : rill::csv(table, {.header = true})) {
    std::string_view const name = row["name"];
    names += name.size();
    sum += row.get<double>("value");
  }
  rill::println(names, ' ', sum);
  rill::println(rill::load("table.csv").size());
}

int main() {
  print_values();
  scan_values();
  lines_and_rows();
#ifdef COUNTED
  rill::eprintln("entered ", entered > 1000, ' ', entered - left < 100);
#endif
}
"""
INPUT = b"".join(b"%d %.3f word%d\n" % (i, i / 8, i) for i in range(300))


def compiled(tools, *flags, compiler="gcc"):
    return tools.compile(PROGRAM, name="instrumented", compiler=compiler,
                         flags=("-g1", *flags))


def plainly(tools):
    seen = tools.run(compiled(tools, "-O2"), INPUT)
    assert seen.status == 0, seen
    assert seen.err == b"to standard error 1.25\n", seen
    assert b"sum " in seen.out and seen.out.count(b"\n") > 290, seen
    return seen


def valgrind(tools, program, *options):
    """Runs the program under valgrind. Returns its result and valgrind's own
    messages."""
    log = tools.folder + "/valgrind.log"
    path = tools.need("valgrind")
    tried = tools.run([path, "--version"])
    if tried.status != 0:
        tools.skip("valgrind: does not run here")
    seen = tools.run([path, "--log-file=" + log, *options, program], INPUT,
                     limit=300)
    with open(log, errors="replace") as file:
        return seen, file.read()


def check_memory(tools, *flags, compiler="gcc"):
    plain = plainly(tools)
    program = compiled(tools, *flags, compiler=compiler)
    seen, log = valgrind(tools, program, "--error-exitcode=99",
                         "--leak-check=full",
                         "--errors-for-leak-kinds=definite")
    assert (seen.status, seen.out, seen.err) == (0, plain.out, plain.err), log
    assert "ERROR SUMMARY: 0 errors" in log, log


def test_memcheck(tools):
    """The program uses no uninitialized value and no byte out of bounds. This
    includes the vector kernels: valgrind's processor has AVX2, but not
    AVX-512."""
    check_memory(tools, "-O2")


def test_memcheck_clang(tools):
    check_memory(tools, "-O2", compiler="clang")


def test_memcheck_small_buffers(tools):
    check_memory(tools, "-O1", "-DRILL_BUFFER_SIZE=16")


def test_memcheck_finds(tools):
    """memcheck reports a read of bytes that a reader's buffer does not have
    yet."""
    program = tools.compile("""
#include <rill/rill.h>
int main() {
  rill::callback_reader in([](char*, std::size_t) { return 0; });
  return in.end()[0] ? 0 : 1;
}
""", name="unset", flags=("-O1",))
    _, log = valgrind(tools, program)
    assert "uninitialised value" in log, log


def test_lackey(tools):
    """lackey counts every instruction, and the bytes are the same."""
    plain = plainly(tools)
    seen, log = valgrind(tools, compiled(tools, "-O2"), "--tool=lackey",
                         "--basic-counts=yes")
    assert (seen.status, seen.out, seen.err) == (0, plain.out, plain.err), log
    counted = re.search(r"guest instrs: +([\d,]+)", log)
    assert counted and int(counted[1].replace(",", "")) > 1_000_000, log


def test_instrumented_functions(tools):
    """Each function of rill calls two functions of the program, also before
    main and while the program ends."""
    plain = plainly(tools)
    # clang's -finstrument-functions does not link with libstdc++'s std::string.
    for compiler, option in (("gcc", "-finstrument-functions"),
                             ("clang",
                              "-finstrument-functions-after-inlining")):
        for level in ("-O0", "-O2"):
            seen = tools.run(compiled(tools, level, "-DCOUNTED=1", option,
                                      compiler=compiler), INPUT)
            assert seen.status == 0, seen
            assert seen.out == plain.out, seen
            assert seen.err == plain.err + b"entered true true\n", seen.err
