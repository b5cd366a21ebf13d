// test/smoke/scan_failing.cpp: errors of scan: it throws; without exceptions it
// prints the sentence and ends the program with status 1.
// platforms: posix
#include <rill/rill.h>
#include <sys/wait.h>  // waitpid
#include <unistd.h>    // fork, pipe

#include <string>  // std::string
#include <vector>  // std::vector

namespace {

struct point {
  int x = 0, y = 0;
  friend void rill_scan(auto& in, point& p) { in("(", p.x, ",", p.y, ")"); }
};

void scan_int() {
  int n = 0;
  rill::scan(rill::from("12 abc"), n, n);
}
void read_int() { (void)rill::read<int>(rill::from("abc")); }
void parse_int() { (void)rill::parse<int>("12x"); }
void scan_hook() {
  point p;
  rill::scan(rill::from("(1;2)"), p);
}
void read_count() { (void)rill::read<std::vector<int>>(rill::from("1 2"), 3); }
void walk_values() {
  for (int n : rill::values<int>(rill::from("1 2 x"))) (void)n;
}
void open_nothing() { rill::file_reader in("/nonexistent/file"); }

struct sample {
  void (*work)();
  char const* sentence;
};
constexpr sample samples[] = {
    {scan_int, "text:1:4: expected an integer, found \"abc\"\n12 abc\n   ^"},
    {read_int, "text:1:1: expected an integer, found \"abc\"\nabc\n^"},
    {parse_int,
     "text:1:3: expected the end after an integer, found \"x\"\n12x\n  ^"},
    {scan_hook, "text:1:3: expected \",\", found \";2)\"\n(1;2)\n  ^"},
    {read_count,
     "text:1:4: expected another element, found the end of the input\n1 2\n"
     "   ^"},
    {walk_values, "text:1:5: expected an integer, found \"x\"\n1 2 x\n    ^"},
    {open_nothing, "open /nonexistent/file: No such file or directory"},
};

#if RILL_EXCEPTIONS
bool behaves(sample const& s) {
  try {
    s.work();
  } catch (rill::error const& e) {
    return std::string(e.what()) == s.sentence;
  }
  return false;
}
#else
// Runs the sample in a child whose standard error is a pipe.
bool behaves(sample const& s) {
  int ends[2];
  if (pipe(ends) != 0) return false;
  pid_t const child = fork();
  if (child == 0) {
    dup2(ends[1], 2);
    s.work();
    _exit(0);
  }
  close(ends[1]);
  rill::file const said(ends[0]);
  rill::loaded_file const all = rill::load(said);
  int status = 0;
  waitpid(child, &status, 0);
  std::string const text(all.data(), all.size());
  std::string const end = std::string(": ") + s.sentence + "\n";
  return WIFEXITED(status) && WEXITSTATUS(status) == 1 && text.ends_with(end);
}

// The first failure in a hook is reported, and the hook reads no further.
bool hook_stops() {
  point p;
  auto in = rill::from("(1;2) 7");
  auto const how = rill::try_scan(in, p);
  return !how && how.error().column() == 3 && p.y == 0 &&
         !rill::try_parse<point>("(1,x)") &&
         !rill::try_read<point>(rill::from("("));
}
#endif

}  // namespace

int main() {
  int faults = 0;
  for (sample const& s : samples)
    if (!behaves(s)) {
      ++faults;
      rill::eprintln("wrong: ", s.sentence);
    }
#if !RILL_EXCEPTIONS
  if (!hook_stops()) {
    ++faults;
    rill::eprintln("wrong: a hook without exceptions");
  }
#endif
  return faults != 0;
}
