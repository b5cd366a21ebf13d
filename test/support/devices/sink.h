// test/support/devices/sink.h: any sink over a scripted device. The rows use it
// through virtual functions, so that they are compiled once for all sinks.
//
// A rig is a class that is constructible from (scripted_sink&, std::size_t
// buffer_size) and has a function sink(), which returns the sink.
#ifndef RILL_TEST_SUPPORT_DEVICES_SINK_H
#define RILL_TEST_SUPPORT_DEVICES_SINK_H

#include <rill/print.h>

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>  // std::move
#include <vector>

#include "../lost_output.h"
#include "row.h"
#include "script.h"

namespace rill_test {

struct thrown_by_hook {};

// Prints a text, then throws.
struct throws_after {
  std::string const& before;
  friend void rill_print(auto& out, throws_after const& t) {
    out(t.before);
    throw thrown_by_hook();
  }
};

// Prints to the sink that is printing it.
template <class Sink>
struct prints_inside {
  Sink& to;
  std::string const& inside;
  friend void rill_print(auto& out, prints_inside const& p) {
    out('<');
    rill::print(p.to, p.inside);
    out('>');
  }
};

// Has a bound, as structures with RILL_FIELDS do.
struct place {
  int x, y;
  friend auto rill_print(auto& out, place const& p) {
    return out('(', p.x, ", ", p.y, ')');
  }
};

// Has no bound.
struct listed {
  int count;
  friend void rill_print(auto& out, listed const& l) {
    for (int i = 0; i != l.count; ++i) out(i, ';');
  }
};

// Passes values of several kinds to one call of `print`. The first one is in
// turn a text, a number, a wrapper, and a hook.
template <class Print>
void with_mixed_line(int i, Print print) {
  switch (i % 5) {
    case 0:
      return print("row ", i, '\t', i * 0.25, u" \u00fc ", rill::hex(i),
                   rill::right(i, 6), ' ', place{i, -i}, '|', i % 3 == 0);
    case 1:
      return print(i, " of ", 0.5 * i, place{i, i});
    case 2:
      return print(rill::quoted("a\tb"), i, listed{3});
    case 3:
      return print(place{i, 0}, i, "text", std::string(20, 'x'));
    default:
      return print(listed{i % 40}, std::string(70, 'y'), rill::quoted("z"));
  }
}
inline std::string mixed_line(int i) {
  std::string line;
  with_mixed_line(
      i, [&](auto const&... values) { line = rill::concatln(values...); });
  return line;
}

class tested_sink {
 public:
  virtual ~tested_sink() = default;

  virtual void print(std::string const& piece) = 0;
  virtual void print_mixed(int i) = 0;  // prints mixed_line(i)
  /// Prints before + inside, then throws thrown_by_hook.
  virtual void print_throwing(std::string const& before,
                              std::string const& inside) = 0;
  /// Prints before + '<' + inside + '>' + behind.
  virtual void print_inside(std::string const& before,
                            std::string const& inside,
                            std::string const& behind) = 0;

  // Only some sinks have these functions: see ability.
  virtual void flush() {}
  virtual void close() {}
  virtual rill::error_code error() { return {}; }
  virtual void clear_error() {}
  /// A new sink, move-constructed from this one.
  virtual std::unique_ptr<tested_sink> move_out() { return nullptr; }
  /// Move-assigns from a sink of the same class.
  virtual void assign(tested_sink&) {}
};

template <class Rig>
class sink_over final : public tested_sink {
 public:
  using sink_type =
      std::remove_reference_t<decltype(std::declval<Rig&>().sink())>;
  static constexpr bool has_flush = requires(sink_type& s) { s.flush(); };
  static constexpr bool has_close = requires(sink_type& s) { s.close(); };
  static constexpr bool has_error = requires(sink_type& s) {
    { s.error() } -> std::convertible_to<rill::error_code>;
  };
  static constexpr bool has_clear = requires(sink_type& s) { s.clear_error(); };
  static constexpr unsigned abilities =
      (has_clear ? clears_errors : 0u) | (has_flush ? flushes : 0u) |
      (has_close ? closes : 0u) | (has_error ? keeps_errors : 0u) |
      (std::is_move_constructible_v<Rig> ? moves : 0u) |
      (std::is_move_assignable_v<Rig> ? assigns : 0u);

  sink_over(scripted_sink& device, std::size_t buffer_size)
      : rig_(device, buffer_size) {}
  explicit sink_over(Rig&& rig) : rig_(std::move(rig)) {}

  void print(std::string const& piece) override {
    rill::print(rig_.sink(), piece);
  }
  void print_mixed(int i) override {
    with_mixed_line(i, [this](auto const&... values) {
      rill::println(rig_.sink(), values...);
    });
  }
  void print_throwing(std::string const& before,
                      std::string const& inside) override {
    rill::print(rig_.sink(), before, throws_after{inside}, "never");
  }
  void print_inside(std::string const& before, std::string const& inside,
                    std::string const& behind) override {
    rill::print(rig_.sink(), before,
                prints_inside<sink_type>{rig_.sink(), inside}, behind);
  }

  void flush() override {
    if constexpr (has_flush) rig_.sink().flush();
  }
  void close() override {
    if constexpr (has_close) rig_.sink().close();
  }
  rill::error_code error() override {
    if constexpr (has_error) return rig_.sink().error();
    return {};
  }
  void clear_error() override {
    if constexpr (has_clear) rig_.sink().clear_error();
  }
  std::unique_ptr<tested_sink> move_out() override {
    if constexpr (std::is_move_constructible_v<Rig>)
      return std::make_unique<sink_over>(std::move(rig_));
    return nullptr;
  }
  void assign(tested_sink& other) override {
    if constexpr (std::is_move_assignable_v<Rig>)
      rig_ = std::move(static_cast<sink_over&>(other).rig_);
  }

 private:
  Rig rig_;
};

inline std::string same_bytes(std::string const& bytes) { return bytes; }

struct sink_fixture {
  char const* name;
  unsigned can;                      // abilities
  std::vector<std::size_t> buffers;  // buffer sizes to test
  std::unique_ptr<tested_sink> (*make)(scripted_sink&, std::size_t);
  // Decodes the device's bytes; of truncated bytes the part that can be
  // decoded.
  std::string (*plain)(std::string const&) = same_bytes;
  // The error of a closed or moved-from sink.
  rill::error_code closed = rill::library_problem::closed;
  // Whether an exception of the device reaches the caller as it is; otherwise
  // the error is library_problem::threw.
  bool passes_exceptions = true;
  // Whether a call whose hook throws writes nothing to the device.
  bool drops_calls = false;
  // The error of a sink whose device has failed.
  rill::error_code (*code)(scripted_device const&) = code_of;
};

/// `more` has the abilities that the class does not show.
template <class Rig>
sink_fixture sink_of(char const* name, unsigned more,
                     std::vector<std::size_t> buffers = {1, 16, 4096}) {
  return {name, sink_over<Rig>::abilities | more, std::move(buffers),
          [](scripted_sink& device,
             std::size_t size) -> std::unique_ptr<tested_sink> {
            return std::make_unique<sink_over<Rig>>(device, size);
          }};
}

using sink_row = row<sink_fixture>;

}  // namespace rill_test

#endif
