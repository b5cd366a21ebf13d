// rill/scan/read.h: reading by value: read, try_read, parse, try_parse,
// values.
//
// Layer 5. Tests: test/scan/read_test.cpp, test/scan/values_test.cpp.
#ifndef RILL_SCAN_READ_H
#define RILL_SCAN_READ_H

#include <concepts>  // std::derived_from
#include <tuple>     // the result of read<A, B>

#include "lines.h"
#include "scan.h"

// Reading by value: read, try_read, parse, try_parse, read_into.

namespace rill::inline RILL_BUILD {

namespace detail {

// Reads numbers into a contiguous block, as many at a time as the buffer holds.
// Returns how many were read; fewer only if the input ends before an item.
template <number T>
std::size_t read_numbers(reader& in, T* out, std::size_t count) {
  std::size_t done = 0;
  while (done != count) {
    bulk_result const many =
        parse_ahead(in.cursor(), in.end(), out + done, count - done);
    if (many.parsed != 0) in.advance_to(many.end);
    done += many.parsed;
    if (done == count) break;
    // The next number is at the end of the buffer, or needs the slow path.
    progress const one = read_items(in, out[done]);
    if (one.how == scan_ok)
      ++done;
    else if (is_clean_end(in, one))
      break;
    else
      raise(failure_of(in, one));
  }
  return done;
}

// Iterators with proxy references, such as those of std::vector<bool>.
template <class Iterator>
concept gives_proxies =
    !std::is_reference_v<decltype(*declval<Iterator&>())> &&
    !reads_itself<remove_cvref<decltype(*declval<Iterator&>())>> &&
    requires(Iterator at, typename Iterator::value_type value) { *at = value; };

template <class In, class Iterator, sight S = scan_sight_at<Iterator>()>
bool read_element_at(In& in, Iterator const& at) {
  if constexpr (gives_proxies<Iterator>) {
    typename Iterator::value_type value{};
    bool const is_read = read_element_at(in, &value);
    if (is_read) *at = value;
    return is_read;
  } else {
    auto&& element = *at;
    if constexpr (all_scannable<decltype((element))>)
      return scan_from(in, element);
    return false;
  }
}

template <class In, class Iterator, class End,
          sight S = scan_sight_at<Iterator>()>
std::size_t read_each(In& in, Iterator at, End const& end) {
  std::size_t done = 0;
  while (at != end && read_element_at(in, at)) ++at, ++done;
  return done;
}

template <class Range>
concept contiguous_numbers = requires(Range& r) {
  { *r.data() } -> std::same_as<typename Range::value_type&>;
  r.size();
} && number<typename Range::value_type>;

template <class In, class Range, sight S = scan_sight_in<Range>()>
std::size_t read_range(In& in, Range& to) {
  if constexpr (contiguous_numbers<Range> && std::derived_from<In, reader>)
    return read_numbers(in, to.data(), static_cast<std::size_t>(to.size()));
  else
    return read_each(in, to.begin(), to.end());
}

// Reads all elements. Throws an error if one is missing. `done` items of the
// call were read before.
template <class In, class Range, sight S = scan_sight_in<Range>()>
void fill_range(In& in, Range& to, std::size_t wanted, std::size_t done) {
  std::size_t const got = read_range(in, to);
  if (got == wanted) return;
  raise(make_failure(in, ended_after(done + got), words_of("another element")));
}

template <class T>
concept resizable = requires(T& t) {
  t.resize(std::size_t{});
  t.begin();
} && !target_string<T>;

// A std::array or similar: a range with its size in its type.
template <class T>
concept fixed_range = requires(T& t) {
  std::tuple_size<T>::value;
  t.begin();
};

// True for a std::array without rill/types.h. The input may have the array in
// its printed form, which only rill/types.h can read.
template <class T>
constexpr bool is_unknown_range() {
  if constexpr (fixed_range<T> && !reads_itself<T>)
    return shape_of<T> == shape::unknown;
  else
    return false;
}

template <class T>
constexpr bool can_be_read() {
  static_assert(!is_unknown_range<T>(), RILL_SCAN_NEEDS_TYPES);
  if constexpr (is_unknown_range<T>())
    return false;
  else if constexpr (fixed_range<T>)
    return true;
  else
    return all_scannable<T&>;
}

// True if the bracket that begins an array's printed form distinguishes it from
// the elements alone.
template <class T>
concept no_bracket_of_its_own = !character<T> && !target_string<T>;

template <class In, class T, sight S = scan_sight_of<T>>
bool is_in_printed_form(In& in) {
  if constexpr (std::derived_from<In, reader> && fixed_range<T> &&
                has_item<remove_cvref<T>>) {
    if constexpr (no_bracket_of_its_own<typename T::value_type>)
      return skip_space(in) && *in.cursor() == '[';
  }
  return false;
}

// Counts the value in `done`, the values of the call.
template <class T, class In, sight S = scan_sight_of_elements<T>()>
T read_value(In& in, int& done) {
  T value{};
  int const before = done++;
  if constexpr (fixed_range<T>) {
    if (!is_in_printed_form<In, T>(in)) {
      fill_range(in, value, std::tuple_size<T>::value,
                 static_cast<std::size_t>(before));
      return value;
    }
  }
  if constexpr (has_item<remove_cvref<T>>) {
    progress p = read_items(in, value);
    p.done += before;
    if (p.how != scan_ok) raise(failure_of(in, p));
  }
  return value;
}

// A count from the input must not decide how much is allocated: the vector
// grows as elements arrive, by this many at first.
template <class T>
inline constexpr std::size_t counted_step =
    larger(std::size_t{1}, (std::size_t{1} << 19) / sizeof(T));

// The elements of a vector from an index on, as a range.
template <class V>
struct rest_of {
  using value_type = typename V::value_type;
  V& values;
  std::size_t from;
  auto begin() const {
    return values.begin() + static_cast<typename V::difference_type>(from);
  }
  auto end() const { return values.end(); }
  std::size_t size() const { return values.size() - from; }
  value_type* data() const
    requires requires(V& v) { v.data(); }
  {
    return values.data() + from;
  }
};

template <class V, class In, sight S = scan_sight_of_elements<V>()>
V read_counted(In& in, std::size_t count, std::size_t before = 0) {
  V values;
  for (std::size_t done = 0; done != count;) {
    std::size_t const more = smaller(
        count - done, larger(counted_step<typename V::value_type>, done));
    values.resize(done + more);
    rest_of<V> part{values, done};
    fill_range(in, part, more, before + done);
    done += more;
  }
  return values;
}

[[noreturn]] [[gnu::cold]] void raise_row(reader& in, std::size_t columns,
                                          scan_problem problem);

template <target_string Row>
std::size_t size_of_row(Row const& row) {
  if constexpr (foreign_text<Row>)
    return foreign_string<Row>::of(row).size;
  else
    return row.size();
}

// Reads one row of a grid: a text of `columns` units without white space, or
// `columns` elements. `before` rows were read.
template <class Row, class In, sight S = scan_sight_of_elements<Row>()>
Row read_row(In& in, std::size_t columns, std::size_t before) {
  if constexpr (target_string<Row>) {
    reader& bytes = in;
    Row row{};
    if (columns == 0) return row;
    text const word = skip_space(bytes) ? whole_word(bytes) : text();
    assign_text(row, word);
    if (size_of_row(row) != columns || is_cut(bytes, word.end()))
      raise_row(bytes, columns,
                word.size == 0 ? ended_after(before) : scan_problem::malformed);
    bytes.advance_to(word.end());
    return row;
  } else {
    return read_counted<Row>(in, columns, before);
  }
}

template <class Grid>
concept grid_of_rows =
    resizable<Grid> && (resizable<typename Grid::value_type> ||
                        target_string<typename Grid::value_type>);

// The most rows without columns. Rows are allocated as they arrive, so the end
// of the input limits the number of all others. Those without columns read
// nothing.
inline constexpr std::size_t most_empty_rows = std::size_t{1} << 16;

template <class Grid, class In, sight S = scan_sight_of_elements<Grid>()>
Grid read_grid(In& in, std::size_t rows, std::size_t columns) {
  if (columns == 0 && rows > most_empty_rows)
    raise(error(library_problem::too_large, "read"));
  Grid grid;
  for (std::size_t i = 0; i != rows; ++i)
    grid.push_back(read_row<typename Grid::value_type>(in, columns, i));
  return grid;
}

// Returns read(), which reads the values T in order. After a std::bad_alloc for
// one, gives those before it back to the reader if possible.
template <class... T, class Read>
auto read_whole(reader& in, Read read) {
  if constexpr ((std::is_trivially_copyable_v<T> && ...))
    return read();
  else
    return read_or_go_back(in, read);
}

template <sight, class... T>
struct read_fn {
  template <source Source>
  auto operator()(Source&& from) const {
    constexpr bool is_own = are_own<T...> && (!fixed_range<T> && ...);
    return with_reader_of<is_own>(from, [](auto& in) {
      return read_whole<T...>(in, [&] {
        int done = 0;
        if constexpr (sizeof...(T) == 1)
          return (read_value<T>(in, done), ...);
        else
          return std::tuple<T...>{read_value<T>(in, done)...};
      });
    });
  }
  /// Reads a vector of `count` elements.
  template <source Source>
    requires(resizable<T> && ...)
  auto operator()(Source&& from, std::size_t count) const {
    return with_reader(from, [=](auto& in) {
      return read_or_go_back(in,
                             [&] { return (read_counted<T>(in, count), ...); });
    });
  }

  /// Reads rows of elements, or of words.
  template <source Source>
    requires(grid_of_rows<T> && ...)
  auto operator()(Source&& from, std::size_t rows, std::size_t columns) const {
    return with_reader(from, [=](auto& in) {
      return read_or_go_back(
          in, [&] { return (read_grid<T>(in, rows, columns), ...); });
    });
  }
};

template <class T, sight S = scan_sight_of<T>>
result<T> parse_whole(reader& in) {
  T value{};
  text_mark::declare_part(in);
  if constexpr (!has_item<remove_cvref<T>>) {
    return value;
  } else if constexpr (target_string<T> && !scan_hooked<T>) {
    assign_text(value, {in.cursor(), in.available()});
    return value;
  } else if constexpr (path_target<T> && !scan_hooked<T>) {
    typename T::string_type words;
    assign_text(words, {in.cursor(), in.available()});
    return T(static_cast<typename T::string_type&&>(words));
  } else {
    if (in.cursor() != in.end() && is_space(*in.cursor()))
      return make_failure(in, scan_problem::malformed, words_of("a value"));
    progress const p = read_items(in, value);
    if (p.how != scan_ok) return failure_of(in, p);
    if (in.cursor() == in.end()) return value;
    text expected = p.expected.size ? p.expected : words_of("the value");
    if (floating<T> && *in.cursor() == ',')
      expected = refused_number(refused_ahead(in));
    return make_failure(in, scan_problem::left_over, expected);
  }
}

}  // namespace detail

/// read<T>() reads one value from stdin and returns it; read<T>(source) reads
/// it from a source. read<A, B>(…) returns a std::tuple. read<std::array<T,
/// N>>(…) and read<std::vector<T>>(source, count) read that many elements.
/// read<grid>(source, rows, columns) reads the rows of a vector of vectors, or
/// of strings, which are then words of exactly `columns` characters.
///
/// Throws rill::error when the input does not match, and at its end.
///
/// Example:
///     auto in = rill::from("3 10 20 30");
///     auto n = rill::read<int>(in);
///     auto v = rill::read<std::vector<int>>(in, static_cast<std::size_t>(n));
///     rill::println(rill::join(v, "+"));
template <class... T, detail::sight S = detail::scan_sight_of_values<T...>()>
auto read() {
#if RILL_HOSTED
  if constexpr ((detail::can_be_read<T>() && ...))
    return detail::read_fn<S, T...>()(stdin);
  else
    return (T{}, ...);
#else
  return detail::standard_input_refused<T...>();
#endif
}
template <class... T, class Source,
          detail::sight S = detail::scan_sight_of_values<T...>()>
  requires detail::source<Source>
auto read(Source&& from) {
  if constexpr ((detail::can_be_read<T>() && ...))
    return detail::read_fn<S, T...>()(from);
  else
    return (T{}, ...);
}
#if RILL_HOSTED
template <class V, detail::sight S = detail::scan_sight_of_elements<V>()>
V read(std::size_t count) {
  return detail::read_fn<S, V>()(stdin, count);
}
template <class Grid, detail::sight S = detail::scan_sight_of_elements<Grid>()>
Grid read(std::size_t rows, std::size_t columns) {
  return detail::read_fn<S, Grid>()(stdin, rows, columns);
}
#endif
template <class V, class Source,
          detail::sight S = detail::scan_sight_of_elements<V>()>
  requires detail::source<Source>
V read(Source&& from, std::size_t count) {
  return detail::read_fn<S, V>()(from, count);
}
template <class Grid, class Source,
          detail::sight S = detail::scan_sight_of_elements<Grid>()>
  requires detail::source<Source>
Grid read(Source&& from, std::size_t rows, std::size_t columns) {
  return detail::read_fn<S, Grid>()(from, rows, columns);
}

namespace detail {

template <sight, class... T>
struct try_read_fn {
  template <source Source>
  auto operator()(Source&& from) const {
    return with_reader(from, [](auto& in) { return read_or_error(in); });
  }

 private:
  template <class In>
  static auto read_or_error(In& in) {
    if constexpr (sizeof...(T) == 1)
      return read_values<T...>(in);
    else
      return read_values<std::tuple<T...>>(in);
  }
  template <class Value, class In>
  static result<Value> read_values(In& in) {
#if RILL_EXCEPTIONS
    if constexpr (!are_own<T...>) {
      try {
        return read_plainly<Value>(in);
      } catch (error const& reason) {
        return reason;
      }
    }
#endif
    return read_plainly<Value>(in);
  }
  template <class Value, class In>
  static result<Value> read_plainly(In& in) {
    Value value{};
    progress p;
    if constexpr (sizeof...(T) == 1)
      p = read_items(in, value);
    else
      p = read_whole<T...>(in, [&] {
        return std::apply(
            [&](auto&... items) { return read_items(in, items...); }, value);
      });
    if (p.how != scan_ok) return failure_of(in, p);
    return value;
  }
};

struct read_into_fn {
  template <source Source, class Range, sight S = scan_sight_in<Range>()>
  std::size_t operator()(Source&& from, Range&& to) const {
    return with_reader(from, [&](auto& in) { return read_range(in, to); });
  }
  template <source Source, class T, std::size_t Size,
            sight S = scan_sight_of<T>>
  std::size_t operator()(Source&& from, T (&to)[Size]) const {
    return with_reader(from, [&]<class In>(In& in) {
      if constexpr (number<T> && std::derived_from<In, reader>)
        return read_numbers(in, &to[0], Size);
      else
        return read_each(in, &to[0], &to[0] + Size);
    });
  }
};

}  // namespace detail

/// read without exceptions: returns a result<T>, or a result of a tuple.
template <class... T, class Source,
          detail::sight S = detail::scan_sight_of_values<T...>()>
  requires detail::source<Source>
auto try_read(Source&& from) {
  if constexpr ((detail::all_scannable<T&> && ...))
    return detail::try_read_fn<S, T...>()(from);
  else
    return basic_result<T..., error>(error());
}

/// read_into(source, range) reads as many elements as the range has and returns
/// how many there were; fewer only if the input ends before an element. Fastest
/// for numbers in contiguous memory.
inline constexpr detail::read_into_fn read_into{};

/// Parses a whole text as one value: without white space around it, and nothing
/// behind it.
///
/// Example:
///     rill::println(rill::parse<int>("-12"), ' ',
///                   bool(rill::try_parse<int>("12x")));
template <class T, class Text, detail::sight S = detail::scan_sight_of<T>>
result<T> try_parse(Text const& whole) {
  auto in = from(whole);
  if constexpr (!detail::all_scannable<T&>) return rill::error();
#if RILL_EXCEPTIONS
  if constexpr (detail::has_hook_inside<T>) {
    try {
      return detail::parse_whole<T>(in);
    } catch (error const& reason) {
      return reason;
    }
  }
#endif
  return detail::parse_whole<T>(in);
}

/// try_parse, but throws the error.
template <class T, class Text, detail::sight S = detail::scan_sight_of<T>>
T parse(Text const& whole) {
  auto in = from(whole);
  if constexpr (!detail::all_scannable<T&>) raise(error());
  return detail::parse_whole<T>(in).value();
}

// A source as a range of values.
//
// Integers are parsed many at a time. The reader moves on only with the loop,
// so that a break leaves the rest unread.

namespace detail {

// How many values are parsed ahead. They and their text stay in the L1 cache.
inline constexpr std::size_t values_ahead = 256;

template <class Held, class T, sight S = scan_sight_of<T>>
class value_range : public input_range<value_range<Held, T, S>, Held, T> {
  using base = input_range<value_range, Held, T>;
  friend base;

 public:
  using base::base;
  value_range(value_range const&) = delete;
  value_range& operator=(value_range const&) = delete;
  ~value_range() { give_back(); }

 private:
  // A stand-in for a reader (locale/scan.h) reads its items one by one.
  static constexpr bool parses_ahead =
      number<T> &&
      std::derived_from<remove_cvref<decltype(declval<Held&>().reader())>,
                        reader>;
  static constexpr std::size_t capacity = parses_ahead ? values_ahead : 1;

  // Parses the next values. After a loop that ended early, these are the values
  // that the loop did not reach.
  [[gnu::noinline]] void start() {
    give_back();
    auto& in = this->source();
    // If reading throws, the next ++ calls start() again.
    at_ = ~std::size_t{};
    count_ = 0;
    if constexpr (parses_ahead) {
      bulk_result const many =
          parse_ahead(in.cursor(), in.end(), ahead_, capacity);
      parsed_to_ = many.end;
      count_ = many.parsed;
      if (count_ == 1) in.advance_to(parsed_to_);
    }
    if constexpr (all_scannable<T&>)
      if (count_ == 0 && scan_from(in, ahead_[0])) count_ = 1;
    at_ = 0;
  }
  void step() {
    if (RILL_UNLIKELY(++at_ == count_)) start();
  }
  T const& now() const noexcept { return ahead_[at_]; }
  bool is_done() const noexcept { return count_ == 0; }

  // Advances the reader behind the values that the loop has reached. Does
  // nothing for a single value, which start() has already taken.
  void give_back() {
    if (count_ <= 1) return;
    reader& in = this->source();
    char const* at = in.cursor();
    if (at_ == count_) at = parsed_to_;
    for (std::size_t i = 0; at != parsed_to_ && i <= at_; ++i) {
      while (is_space(*at)) ++at;
      while (at != parsed_to_ && !is_space(*at)) ++at;
    }
    in.advance_to(at);
  }

  char const* parsed_to_ = nullptr;
  std::size_t at_ = 0;
  std::size_t count_ = 0;
  T ahead_[capacity] = {};
};

template <class T, sight S = scan_sight_of<T>>
struct values_fn : range_fn<values_fn<T, S>> {
  template <class Held>
  using range = value_range<Held, T>;

  template <class String>
  static void refuse_temporary() {
    static_assert(sizeof(String) == 0,
                  "rill: the values of a temporary string would outlive it: "
                  "keep the string in a variable");
  }
};

}  // namespace detail

/// The values of a source, separated by white space, until it ends:
///
///     for (long n : rill::values<long>(rill::in())) sum += n;
///
/// Sources as for lines. While the range lives, only it may read the source. An
/// error of a malformed value, or of one out of range, is thrown when the loop
/// reaches it.
template <class T>
inline constexpr detail::values_fn<T> values{};

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "read_body.h"
#endif

#endif
