// race/inputs/log.h: the lines of a program's log, for the race `compress`.
// Each line has a time, a level, a module and one of sixteen messages with
// random fields. DEFLATE compresses them to a sixth, like logs of servers.
// race/inputs/twin.py has the same messages.
#ifndef RACE_INPUTS_LOG_H
#define RACE_INPUTS_LOG_H

#include <cstdint>

namespace logs {

// In a message %n is a number of 1 to 6 digits, %a a network address, %u a user
// name, %x eight hexadecimal digits.
inline constexpr char const* messages[16] = {
    "http.server: %a GET /api/v2/orders/%n 200 %n bytes in %n us",
    "http.server: %a GET /api/v2/users/%u/orders?page=%n 200 in %n us",
    "http.server: %a POST /api/v2/orders 201 %n bytes, request %x",
    "http.server: %a GET /static/app.js 304",
    "http.server: %a GET /api/v2/orders/%n 404, no such order",
    "session.store: user %u signed in from %a, session %x",
    "session.store: session %x of user %u expired after %n s",
    "database.pool: query took %n us, %n rows, connection to %a:5432",
    "database.pool: connection to %a:5432 closed after %n queries",
    "cache.memory: hit order:%n, %n bytes",
    "cache.memory: miss order:%n, loaded in %n us",
    "queue.worker: job %x of type send-invoice finished in %n us",
    "queue.worker: job %x of type resize-image finished in %n us",
    "queue.worker: job %x failed: connection refused by %a:25, tries: %n",
    "metrics.report: cpu %n, memory %n KiB, open files %n",
    "scheduler.main: next run of clean-up for user %u in %n s",
};

inline constexpr char const* users[16] = {
    "ada",      "alan",    "barbara", "claude",    "donald", "edsger",
    "frances",  "grace",   "john",    "katherine", "kurt",   "leslie",
    "margaret", "niklaus", "robin",   "tony"};

// The level and the spaces after it, for a number from 0 to 31.
inline char const* level(std::uint64_t drawn) {
  return drawn == 0   ? "ERROR "
         : drawn < 3  ? "WARN  "
         : drawn < 10 ? "DEBUG "
                      : "INFO  ";
}

// Writes lines by put(character); next() returns 64 random bits.
template <class Next, class Put>
class writer {
 public:
  writer(Next next, Put put) : next_(next), put_(put) {}

  // One line without its end, up to 39 ms after the one before.
  void line() {
    std::uint64_t const drawn = next_();
    milliseconds_ += drawn % 40;
    time();
    text(level(drawn >> 8 & 31));
    for (char const* at = messages[drawn >> 16 & 15]; *at != 0; ++at) {
      if (*at == '%')
        field(*++at);
      else
        put_(*at);
    }
  }

 private:
  void text(char const* from) {
    for (; *from != 0; ++from) put_(*from);
  }
  void number(std::uint64_t value, int least_digits = 1) {
    if (value > 9 || least_digits > 1) number(value / 10, least_digits - 1);
    put_(static_cast<char>('0' + value % 10));
  }
  // 2026-03-14 09:26:53.589 and a space; all in one month.
  void time() {
    std::uint64_t const seconds = milliseconds_ / 1000;
    text("2026-03-");
    number(1 + seconds / 86400 % 31, 2);
    put_(' ');
    number(seconds / 3600 % 24, 2);
    put_(':');
    number(seconds / 60 % 60, 2);
    put_(':');
    number(seconds % 60, 2);
    put_('.');
    number(milliseconds_ % 1000, 3);
    put_(' ');
  }
  void field(char kind) {
    std::uint64_t const drawn = next_();
    if (kind == 'n') {
      std::uint64_t bound = 10;
      for (std::uint64_t more = (drawn >> 32) % 6; more != 0; --more)
        bound *= 10;
      number(drawn % bound);
    } else if (kind == 'a') {
      text("10.0.");
      number(drawn % 4);
      put_('.');
      number(drawn >> 8 & 255);
    } else if (kind == 'u') {
      text(users[drawn & 15]);
    } else {
      for (int shift = 28; shift >= 0; shift -= 4)
        put_("0123456789abcdef"[drawn >> shift & 15]);
    }
  }

  Next next_;
  Put put_;
  std::uint64_t milliseconds_ = 0;
};

}  // namespace logs

#endif  // RACE_INPUTS_LOG_H
