// test/support/devices/row.h: a row is one test case that runs over any sink or
// source. Collects its failures, lists the abilities it needs, runs and counts
// rows.
#ifndef RILL_TEST_SUPPORT_DEVICES_ROW_H
#define RILL_TEST_SUPPORT_DEVICES_ROW_H

#include <cstddef>
#include <exception>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace rill_test {

// What a sink or a source supports. A row names the abilities it needs, and is
// skipped without them.
enum ability : unsigned {
  fails = 1,             // its device can fail
  throws = 2,            // exceptions of its device reach the caller
  is_interrupted = 4,    // EINTR of its device is retried
  flushes = 8,           // has flush()
  closes = 16,           // has close()
  moves = 32,            // is move-constructible
  assigns = 64,          // is move-assignable
  keeps_errors = 128,    // has error(), which is sticky
  reenters = 256,        // a hook may print to the sink that is printing it
  is_lazy = 512,         // calls its device only when there is work
  goes_on = 1024,        // after an exception of its device the next call works
  is_prompt = 2048,      // reads no more than the token needs
  tells_places = 4096,   // errors have line and column
  clears_errors = 8192,  // has clear_error(), after which output continues
  reads = 16384,         // has read(), as a reader
  is_whole = 32768,      // each call of print is one call of the device
};

inline char const* name_of(unsigned one) {
  constexpr char const* names[] = {
      "fails",        "throws",        "is interrupted", "flushes",
      "closes",       "moves",         "assigns",        "keeps errors",
      "reenters",     "is lazy",       "goes on",        "is prompt",
      "tells places", "clears errors", "reads",          "is whole"};
  unsigned index = 0;
  while (one >>= 1) ++index;
  return names[index];
}

// A short description of the first difference between two texts; empty when
// they are equal.
inline std::string difference(std::string const& got, std::string const& want) {
  if (got == want) return {};
  std::size_t at = 0;
  while (at < got.size() && at < want.size() && got[at] == want[at]) ++at;
  std::size_t const from = at < 8 ? 0 : at - 8;
  return std::to_string(got.size()) + " bytes for " +
         std::to_string(want.size()) + ", at " + std::to_string(at) + " \"" +
         got.substr(from < got.size() ? from : got.size(), 24) + "\" for \"" +
         want.substr(from < want.size() ? from : want.size(), 24) + "\"";
}

// Collects the failures of a row.
class verdict {
 public:
  void expect(bool holds, char const* what, std::string const& detail = {}) {
    if (holds || wrong_.size() > 500) return;
    if (!wrong_.empty()) wrong_ += "; ";
    wrong_ += what;
    if (!where_.empty()) wrong_ += " (" + where_ + ")";
    if (!detail.empty()) wrong_ += ": " + detail;
  }
  void same(std::string const& got, std::string const& want, char const* what) {
    if (got != want) expect(false, what, difference(got, want));
  }
  void is_prefix(std::string const& got, std::string const& of) {
    bool const is = of.compare(0, got.size(), got) == 0;
    expect(is, "what arrived is no prefix", is ? "" : difference(got, of));
  }
  template <class T>
  void equal(T const& got, T const& want, char const* what) {
    if (got != want)
      expect(false, what, std::to_string(got) + " for " + std::to_string(want));
  }
  /// Sets the place in the row that failures name: "call 3".
  void at(std::string const& where) { where_ = where; }

  std::string const& wrong() const { return wrong_; }

 private:
  std::string wrong_;
  std::string where_;
};

template <class Fixture>
struct row {
  std::string name;
  unsigned needs;  // abilities
  std::function<void(verdict&, Fixture const&)> run;
};

// The results of the rows over one device.
struct rows_told {
  std::size_t run = 0;
  std::map<std::string, std::size_t> skipped;  // missing ability, count
  std::vector<std::string> wrong;              // "row: failure"

  std::size_t all() const {
    std::size_t sum = run;
    for (auto const& [want, count] : skipped) sum += count;
    return sum;
  }
  /// The missing abilities: "closes, moves".
  std::string lacking() const {
    std::string names;
    for (auto const& [want, count] : skipped)
      names += (names.empty() ? "" : ", ") + want;
    return names;
  }
  /// The first failures, and their number.
  std::string first_wrong() const {
    std::string text;
    for (std::size_t i = 0; i != wrong.size() && i != 8; ++i)
      text += "\n" + wrong[i];
    if (wrong.empty()) return text;
    return std::to_string(wrong.size()) + " rows are wrong:" + text;
  }
};

template <class Fixture>
void run_row(row<Fixture> const& one, Fixture const& fixture, rows_told& told) {
  unsigned const lacking = one.needs & ~fixture.can;
  if (lacking != 0) {
    ++told.skipped[name_of(lacking & (0 - lacking))];
    return;
  }
  ++told.run;
  verdict found;
  try {
    one.run(found, fixture);
  } catch (std::exception const& thrown) {
    found.expect(false, "the row was left by", thrown.what());
  } catch (...) {
    found.expect(false, "the row was left by an exception");
  }
  if (!found.wrong().empty())
    told.wrong.push_back(one.name + ": " + found.wrong());
}

/// Runs those of the rows whose abilities the fixture has.
template <class Fixture>
rows_told run_rows(std::vector<row<Fixture>> const& rows,
                   Fixture const& fixture) {
  rows_told told;
  for (row<Fixture> const& one : rows) run_row(one, fixture, told);
  return told;
}

}  // namespace rill_test

#endif
