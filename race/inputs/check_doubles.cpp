// race/inputs/check_doubles.cpp: judges the lines that a contender wrote for an
// array of doubles, in any form (1e+05, 100000.0, 1E5).
//   check_doubles VALUES SHORTEST OUTPUT exact|loose
// VALUES holds the doubles, SHORTEST their shortest texts. Each line of OUTPUT
// must be one decimal number and nothing else, and strtod must return the bits
// of the value. `exact` also requires as many significant digits as the
// shortest text has. Zeros at either end do not count, nor do the digits that a
// whole number needs to reach its point. Prints the first fault and ends with
// status 1. It shares no code with rill.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

std::string load(char const* path) {
  std::FILE* const file = std::fopen(path, "rb");
  if (file == nullptr) {
    std::printf("cannot read %s\n", path);
    std::exit(2);
  }
  std::string text;
  char piece[65536];
  while (std::size_t const n = std::fread(piece, 1, sizeof piece, file))
    text.append(piece, n);
  std::fclose(file);
  return text;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

struct shape {
  bool valid = false;    // sign, digits with at most one point, exponent
  bool whole = false;    // neither exponent nor digits after the point
  int digits = 0;        // significant ones
  int before_point = 0;  // digits before the point, without leading zeros
};

shape shape_of(char const* at, char const* last) {
  shape found;
  bool any = false, point = false, fraction = false;
  int zeros = 0;  // zeros since the last other digit
  if (at != last && *at == '-') ++at;
  for (; at != last && (is_digit(*at) || (*at == '.' && !point)); ++at) {
    if (*at == '.') {
      point = true;
      continue;
    }
    any = true;
    fraction = fraction || (point && *at != '0');
    bool const leading = found.digits == 0 && zeros == 0;
    if (*at != '0') {
      found.digits += zeros + 1;
      zeros = 0;
    } else if (!leading) {
      ++zeros;
    } else {
      continue;
    }
    if (!point) ++found.before_point;
  }
  bool exponent = false;
  if (any && at != last && (*at == 'e' || *at == 'E')) {
    exponent = true;
    ++at;
    if (at != last && (*at == '-' || *at == '+')) ++at;
    any = at != last;
    while (at != last && is_digit(*at)) ++at;
  }
  found.valid = any && at == last;
  found.whole = !exponent && !fraction;
  return found;
}

// Returns the first newline in [at, last), or null if there is no newline.
char const* line_end(char const* at, char const* last) {
  return static_cast<char const*>(
      std::memchr(at, '\n', static_cast<std::size_t>(last - at)));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  std::string const values = load(argv[1]);
  std::string const wanted = load(argv[2]);
  std::string const output = load(argv[3]);
  bool const exact = std::strcmp(argv[4], "exact") == 0;
  char const* at = output.data();
  char const* const last = at + output.size();
  char const* model = wanted.data();
  char const* const model_last = model + wanted.size();
  std::size_t const count = values.size() / sizeof(double);
  for (std::size_t i = 0; i != count; ++i) {
    auto const fail = [i](char const* why, char const* text, char const* end) {
      std::printf("line %zu, \"%.*s\": %s\n", i + 1,
                  static_cast<int>(end - text < 60 ? end - text : 60), text,
                  why);
      return 1;
    };
    char const* const end = line_end(at, last);
    char const* const model_end = line_end(model, model_last);
    if (end == nullptr || model_end == nullptr)
      return fail("the text ends too soon", at, last);
    shape const found = shape_of(at, end);
    if (!found.valid) return fail("no decimal number", at, end);
    char* stopped = nullptr;
    double const back = std::strtod(at, &stopped);
    if (stopped != end ||
        std::memcmp(&back, values.data() + i * sizeof back, sizeof back) != 0)
      return fail("reads back as another value", at, end);
    shape const shortest = shape_of(model, model_end);
    // From 2^54 on, a whole number of 17 digits need not have its own digits
    // down to the point: either text may then have more digits than the
    // shortest.
    bool const plain = found.whole && found.before_point >= 17;
    bool const model_plain = shortest.whole && shortest.before_point >= 17;
    bool const few =
        model_plain ? found.digits <= 17 : found.digits == shortest.digits;
    if (exact && !plain && !few)
      return fail("not the shortest digits", at, end);
    at = end + 1;
    model = model_end + 1;
  }
  if (at == last) return 0;
  std::printf("text after the last line\n");
  return 1;
}
