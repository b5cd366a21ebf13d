// Cancels a thread while it waits for input: unwinding SOURCE BEFORE. The next
// scan of the same source finds the bytes that were not consumed. Or cancels a
// thread while it prints a call of several pieces: unwinding print.
#include <rill/file.h>
#include <rill/iostream.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/stdio.h>
#include <rill/stream.h>

#include <fcntl.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include <cstdio>
#include <functional>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

namespace {

int input = -1;  // where the program writes its own input

void write_text(std::string_view text) {
  if (::write(input, text.data(), text.size()) !=
      static_cast<ssize_t>(text.size()))
    ::_exit(3);
}

// The thread scans while there are numbers; then it waits, and is cancelled.
std::function<bool(int&)> scan_number;
std::function<bool(std::string&)> scan_word;

void* read_numbers(void*) {
  for (int n = 0; scan_number(n);) {
  }
  return nullptr;
}
void* read_line(void*) {
  for (std::string_view const line : rill::lines(stdin)) (void)line;
  return nullptr;
}

void cancel_in_read(void* (*work)(void*)) {
  pthread_t thread;
  if (::pthread_create(&thread, nullptr, work, nullptr) != 0) ::_exit(3);
  int left = 1;
  do {
    ::usleep(20'000);
    if (::ioctl(0, FIONREAD, &left) != 0) ::_exit(3);
  } while (left != 0);
  ::usleep(20'000);
  void* how = nullptr;
  if (::pthread_cancel(thread) != 0 || ::pthread_join(thread, &how) != 0 ||
      how != PTHREAD_CANCELED)
    ::_exit(4);
}

std::optional<rill::c_file> owned;
std::optional<rill::locked<rill::file_reader>> shared;

void choose(std::string_view source) {
  scan_number = [](int& n) { return rill::scan(n); };
  scan_word = [](std::string& word) { return rill::scan(word); };
  if (source == "wide") (void)::fwide(stdin, 1);
  if (source == "unbuffered") std::setvbuf(stdin, nullptr, _IONBF, 0);
  if (source == "c_file") {
    owned.emplace(stdin);
    scan_number = [](int& n) { return rill::scan(*owned, n); };
    scan_word = [](std::string& word) { return rill::scan(*owned, word); };
  } else if (source == "reader") {
    shared.emplace(rill::file::adopt(0, "in"));
    scan_number = [](int& n) { return rill::scan(*shared, n); };
    scan_word = [](std::string& word) { return rill::scan(*shared, word); };
  } else if (source == "cin") {
    scan_number = [](int& n) {
      std::cin.clear();
      return rill::scan(std::cin, n);
    };
    scan_word = [](std::string& word) { return rill::scan(std::cin, word); };
  }
}

FILE* output = nullptr;
std::string const pieces[] = {std::string(60'000, 'a'),
                              std::string(60'000, 'b'),
                              std::string(60'000, 'c')};

void* print_pieces(void*) {
  rill::print(output, pieces[0], pieces[1], pieces[2]);
  return nullptr;
}

// Prints into a pipe that holds a page or two and is full then. The bytes that
// it has taken, and those in the buffer, arrive once.
int print_and_cancel() {
  int ends[2];
  if (::pipe(ends) != 0 || ::fcntl(ends[1], F_SETPIPE_SZ, 8192) < 0 ||
      ::fcntl(ends[1], F_SETFL, O_NONBLOCK) != 0)
    return 3;
  output = ::fdopen(ends[1], "w");
  static char buffer[100'000];
  std::setvbuf(output, buffer, _IOFBF, sizeof buffer);
  std::fputc('0', output);  // now the buffer has a put area
  pthread_t thread;
  if (::pthread_create(&thread, nullptr, print_pieces, nullptr) != 0) return 3;
  ::usleep(100'000);
  if (::pthread_cancel(thread) != 0 || ::pthread_join(thread, nullptr) != 0)
    return 4;
  if (::fcntl(ends[1], F_SETFL, 0) != 0) return 3;
  std::string got;
  std::thread reader([&] {
    char block[4096];
    for (ssize_t n; (n = ::read(ends[0], block, sizeof block)) > 0;)
      got.append(block, static_cast<std::size_t>(n));
  });
  rill::print(output, "end");
  std::fclose(output);
  reader.join();
  rill::println(got == '0' + pieces[0] + "end", ' ', got.size());
  return 0;
}

}  // namespace

int main(int, char** argv) {
  ::alarm(20);
  std::string_view const source = argv[1];
  if (source == "print") return print_and_cancel();
  std::string_view const before = argv[2];
  int ends[2];
  if (::pipe(ends) != 0 || ::dup2(ends[0], 0) != 0) return 3;
  input = ends[1];
  choose(source);
  write_text(before);
  for (int round = 0; round != 2; ++round)
    cancel_in_read(source == "lines" ? read_line : read_numbers);
  write_text("34 last");
  ::close(input);
  int n = 0;
  std::string word;
  bool const both = scan_number(n) && scan_word(word);
  rill::println(both, ' ', n, ' ', rill::quoted(word));
}
