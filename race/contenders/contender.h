// race/contenders/contender.h: shared by all C++ contenders.
// A contender is a program with one or more rows. The driver starts it as
//   program ROW HEAT COUNT INPUT OUTPUT
// and reads one line from the descriptor in RACE_FD: nanoseconds, the checksum
// of what the row read, and the system calls. The clock runs from the start of
// main to the return of the row. A row that prepares data in memory calls
// start_clock() again when it is ready, and stop_clock() before it checks or
// stores its results.
#ifndef RACE_CONTENDERS_CONTENDER_H
#define RACE_CONTENDERS_CONTENDER_H

#include <fcntl.h>     // open
#include <stdint.h>    // uint64_t
#include <stdio.h>     // snprintf
#include <stdlib.h>    // getenv, strtoull, malloc
#include <string.h>    // strcmp
#include <sys/stat.h>  // fstat
#include <time.h>      // clock_gettime
#include <unistd.h>    // read, write

namespace race {

// The buffer size of every "best" row, which chooses its buffer.
inline constexpr size_t buffer_size = 128 * 1024;

// The buffer size of every row of a heat `equal`.
inline constexpr size_t equal_size = 64 * 1024;

struct job {
  char const* heat;
  size_t count;
  char const* input;
  char const* output;

  bool is(char const* name) const { return strcmp(heat, name) == 0; }
};

struct row {
  char const* name;
  uint64_t (*run)(job const&);
};

struct clock_state {
  int64_t total = 0;
  int64_t since = 0;
  bool running = false;
};
inline clock_state the_clock;

// With --processor, processor time of this process instead of wall-clock time.
inline clockid_t const clock_id =
    getenv("RACE_PROCESSOR") ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;

inline int64_t now() {
  timespec t;
  clock_gettime(clock_id, &t);
  return int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

// Restarts the clock: for rows that prepare data first.
inline void start_clock() { the_clock = {0, now(), true}; }
inline void stop_clock() {
  int64_t const end = now();
  if (the_clock.running) the_clock.total += end - the_clock.since;
  the_clock.running = false;
}
inline void resume_clock() {
  the_clock.running = true;
  the_clock.since = now();
}

[[noreturn]] inline void fail(char const* why) {
  fprintf(stderr, "contender: %s\n", why);
  _exit(3);
}

// Redirects standard output to a file, as `> path` in a shell.
inline void redirect_stdout(char const* path) {
  int const fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0 || dup2(fd, 1) < 0) fail("cannot redirect standard output");
  close(fd);
}

// Opens a stream with a buffer of `size`, or with the library's own.
inline FILE* open_stream(char const* path, char const* mode, size_t size = 0) {
  FILE* const f = fopen(path, mode);
  if (f == nullptr) fail("fopen");
  static char area[buffer_size];  // glibc ignores a size without a buffer
  if (size != 0) setvbuf(f, area, _IOFBF, size);
  return f;
}

inline void write_all(int fd, char const* data, size_t size) {
  while (size != 0) {
    ssize_t const n = write(fd, data, size);
    if (n <= 0) fail("write");
    data += n;
    size -= static_cast<size_t>(n);
  }
}

// The limit of reading: read(2) to the end of a file. Returns its size.
inline uint64_t read_to_end(int fd) {
  static char buffer[buffer_size];
  uint64_t size = 0;
  for (;;) {
    ssize_t const n = read(fd, buffer, sizeof buffer);
    if (n <= 0) return size;
    size += static_cast<uint64_t>(n);
  }
}
inline uint64_t read_to_end(char const* path) {
  int const fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) fail("open");
  uint64_t const size = read_to_end(fd);
  close(fd);
  return size;
}

// Writes memory by write(2), a buffer's size a call.
inline void write_in_pieces(int fd, char const* data, size_t size) {
  for (size_t at = 0; at < size; at += buffer_size) {
    size_t const left = size - at;
    write_all(fd, data + at, left < buffer_size ? left : buffer_size);
  }
}

// Memory whose pages are all touched before the clock runs.
template <class T>
struct block {
  T* data = nullptr;
  size_t size = 0;
  T* begin() const { return data; }
  T* end() const { return data + size; }
};

template <class T>
inline block<T> allocate(size_t count) {
  block<T> b{static_cast<T*>(malloc(count * sizeof(T) + 1)), count};
  if (b.data == nullptr) fail("out of memory");
  memset(static_cast<void*>(b.data), 0, count * sizeof(T) + 1);
  return b;
}

template <class T>
inline block<T> load(char const* path) {
  int const fd = open(path, O_RDONLY | O_CLOEXEC);
  struct stat st;
  if (fd < 0 || fstat(fd, &st) != 0) fail("cannot read the input");
  size_t const bytes = static_cast<size_t>(st.st_size);
  auto b = allocate<T>(bytes / sizeof(T));
  char* out = reinterpret_cast<char*>(b.data);
  size_t have = 0;
  while (have < bytes) {
    ssize_t const n = read(fd, out + have, bytes - have);
    if (n <= 0) fail("read");
    have += static_cast<size_t>(n);
  }
  close(fd);
  return b;
}

// A checksum of values in order: two vectors with equal sums can differ in it.
template <class Range>
inline uint64_t ordered_checksum(Range const& values) {
  uint64_t h = 0;
  for (uint64_t v : values) h = h * 31 + v;
  return h;
}

// The reads and writes of this process so far, from /proc/self/io.
struct system_calls {
  unsigned long long reads = 0, writes = 0, read_bytes = 0, written_bytes = 0;
};
inline system_calls count_calls() {
  system_calls c;
  char text[512];
  int const fd = open("/proc/self/io", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return c;
  ssize_t const n = read(fd, text, sizeof text - 1);
  close(fd);
  if (n <= 0) return c;
  text[n] = 0;
  sscanf(text, "rchar: %llu wchar: %llu syscr: %llu syscw: %llu", &c.read_bytes,
         &c.written_bytes, &c.reads, &c.writes);
  return c;
}

template <size_t N>
inline int main(int argc, char** argv, row const (&rows)[N]) {
  if (argc != 6) fail("usage: ROW HEAT COUNT INPUT OUTPUT");
  job const j{argv[2], strtoull(argv[3], nullptr, 10), argv[4], argv[5]};
  for (row const& r : rows) {
    if (strcmp(r.name, argv[1]) != 0) continue;
    system_calls const before = count_calls();
    start_clock();  // the read of /proc itself is not the contender's work
    uint64_t const checksum = r.run(j);
    stop_clock();
    system_calls const after = count_calls();
    char text[256];
    int const size = snprintf(
        text, sizeof text, "%lld %llu %llu %llu %llu %llu\n",
        static_cast<long long>(the_clock.total),
        static_cast<unsigned long long>(checksum), after.reads - before.reads,
        after.writes - before.writes, after.read_bytes - before.read_bytes,
        after.written_bytes - before.written_bytes);
    char const* fd = getenv("RACE_FD");
    write_all(fd ? atoi(fd) : 2, text, static_cast<size_t>(size));
    return 0;
  }
  fail("no such row");
}

}  // namespace race

#endif  // RACE_CONTENDERS_CONTENDER_H
