// test/smoke/rings.cpp: moves bytes through rings; ends with 0 when they are
// equal.
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/stream.h>

#include <string>  // std::string

namespace {

int faults = 0;

void check(bool holds, char const* what) {
  if (holds) return;
  ++faults;
  rill::eprintln("wrong: ", what);
}

std::string lines(int count) {
  std::string all;
  for (int i = 0; i != count; ++i) rill::append(all, i, '\n');
  return all;
}

void reading(std::size_t capacity) {
  std::string const all = lines(5000);
  std::size_t given = 0;
  rill::ring_reader in(capacity, [&all, &given](char* out, int size) {
    auto const got = static_cast<int>(all.copy(
        out, static_cast<std::size_t>(size < 999 ? size : 999), given));
    given += static_cast<std::size_t>(got);
    return got;
  });
  char line[8];
  check(in.read_until(line, '\n') == 2, "read_until");
  int sum = 0;
  int count = 1;
  for (int n = 0; rill::scan(in, n); ++count) sum += n;
  check(count == 5000 && sum == 4999 * 2500, "ring_reader");
}

void writing(std::size_t capacity) {
  std::string got;
  {
    rill::ring_writer out(capacity, [&got](char const* data, std::size_t size) {
      got.append(data, (size + 1) / 2);
      return (size + 1) / 2;
    });
    for (int i = 0; i != 5000; ++i) rill::println(out, i);
    check(out.accepted() == lines(5000).size(), "accepted");
  }
  check(got == lines(5000), "ring_writer");
}

void failing() {
  bool is_broken = true;
  rill::ring_writer out(8, [&is_broken](char const*, std::size_t size) {
    return is_broken ? 0 : size;
  });
  out.write("abc", 3);
  check(!out.try_flush(), "an error of a sink");
  is_broken = false;
  out.clear_error();
  check(bool(out.try_close()), "close");
}

void piping(std::size_t capacity) {
  rill::ring_pipe pipe(capacity);
  bool same = true;
  for (int i = 0; i != 3000; ++i) {
    rill::println(pipe.writer(), i);
    same = same && bool(pipe.writer().try_flush());
    int n = 0;
    same = same && rill::scan(pipe.reader(), n) && n == i;
  }
  pipe.writer().close();
  int n = 0;
  check(same && !rill::scan(pipe.reader(), n), "ring_pipe");
}

}  // namespace

int main() {
  for (std::size_t const capacity :
       {std::size_t{16}, std::size_t{4096}, std::size_t{65536}}) {
    reading(capacity);
    writing(capacity);
    piping(capacity);
  }
  failing();
  return faults == 0 ? 0 : 1;
}
