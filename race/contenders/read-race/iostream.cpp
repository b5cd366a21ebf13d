// peer: iostream
// row: cin_sync | file* pipe* seed-file* | cin >> v
// row: cin_unsynced | file pipe* seed-file | sync_with_stdio(false), cin >> v
// row: cin_untied | file+ pipe+ seed-file | sync_with_stdio(false),
//   cin.tie(nullptr), cin >> v
// row: cin_get | file* seed-file* | digits by hand, cin.get(), not
//   synchronised, not tied
// row: cin_get_tuned | file pipe* seed-file | the same with shifts and no
//   isdigit
#include <ctype.h>

#include <iostream>

#include "../contender.h"

static uint64_t extract() {
  uint64_t all = 0, v = 0;
  while (std::cin >> v) all ^= v;
  return all;
}

static void separate() {
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
}

[[gnu::noinline]] static uint64_t sync_row(race::job const&) {
  return extract();
}

[[gnu::noinline]] static uint64_t unsynced_row(race::job const&) {
  std::ios::sync_with_stdio(false);
  return extract();
}

[[gnu::noinline]] static uint64_t untied_row(race::job const&) {
  separate();
  return extract();
}

[[gnu::noinline]] static uint64_t get_row(race::job const&) {
  separate();
  uint64_t all = 0;
  int c = std::cin.get();
  for (;;) {
    while (c != EOF && !isdigit(c)) c = std::cin.get();
    if (c == EOF) return all;
    uint64_t v = 0;
    for (; isdigit(c); c = std::cin.get())
      v = v * 10 + static_cast<uint64_t>(c - '0');
    all ^= v;
  }
}

[[gnu::noinline]] static uint64_t get_tuned_row(race::job const&) {
  separate();
  uint64_t all = 0;
  int c = std::cin.get();
  for (;;) {
    while (c >= 0 && c < '0') c = std::cin.get();
    if (c < 0) return all;
    uint64_t v = 0;
    for (; c >= '0'; c = std::cin.get())
      v = (v << 3) + (v << 1) + static_cast<uint64_t>(c & 15);
    all ^= v;
  }
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"cin_sync", sync_row},
                            {"cin_unsynced", unsynced_row},
                            {"cin_untied", untied_row},
                            {"cin_get", get_row},
                            {"cin_get_tuned", get_tuned_row}};
  return race::main(argc, argv, rows);
}
