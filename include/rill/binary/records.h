// rill/binary/records.h: records, the hash of a type's shape, and logs of
// records as ranges of values.
//
// Layer 6. Tests: test/binary/shape_hash_test.cpp,
// test/binary/record_test.cpp, test/system/binary_records_test.py,
// test/binary/records_test.cpp.
#ifndef RILL_BINARY_RECORDS_H
#define RILL_BINARY_RECORDS_H

#include <cstdint>  // std::uint32_t

#include "../scan/lines.h"
#include "read.h"
#include "write.h"

// The hash of a type's shape, to recognize records of another type.
//
// constexpr. FNV-1a of 32 bits (Fowler, Noll, Vo) over a description: the kind
// of each value, its width, counts, the members in their order. Names do not
// count. Types that binary_compact writes as the same bytes, such as
// std::vector<int> and std::list<int>, mostly have the same description. The
// description does not depend on the machine. The values that a hook writes are
// unknown, so all types with a hook have the same description.

namespace rill::inline RILL_BUILD {
namespace detail {

/// The hash of the description so far.
struct shape_text {
  std::uint32_t hash = 2166136261u;

  constexpr shape_text add(char byte) const noexcept {
    auto const mixed = hash ^ static_cast<unsigned char>(byte);
    return {static_cast<std::uint32_t>(mixed * 16777619ull)};
  }
  /// Adds a LEB128 number: no number is a prefix of another one.
  constexpr shape_text add(char kind,
                           unsigned long long number) const noexcept {
    shape_text made = add(kind);
    for (; number >= 128; number >>= 7)
      made = made.add(static_cast<char>((number & 127) | 128));
    return made.add(static_cast<char>(number));
  }
};

template <class T, class... Open>
constexpr shape_text describe_type(shape_text before);

// The letters are part of the record format: they must never change.
template <class T>
constexpr char letter_of_number() noexcept {
  if constexpr (std::is_same_v<T, std::byte>)
    return 'b';
  else if constexpr (character<T>)
    return 'c';
  else if constexpr (!integer<T>)
    return 'f';
  else if constexpr (is_signed_integer<T>)
    return 'i';
  else
    return 'u';
}
template <class T>
constexpr shape_text describe_number(shape_text before) noexcept {
  if constexpr (std::is_same_v<T, bool>)
    return before.add('B');
  else if constexpr (std::is_enum_v<T> && !std::is_same_v<T, std::byte>)
    return describe_number<std::underlying_type_t<T>>(before.add('e'));
  else
    return before.add(letter_of_number<T>(), number_size<T>);
}

template <class T>
constexpr shape_text describe_layout(shape_text before) noexcept {
  return before.add('L', sizeof(T));
}
template <class T>
  requires requires { typename T::value_type; }
constexpr shape_text describe_layout(shape_text before) noexcept {
  using number = typename T::value_type;
  before = before.add(std::is_same_v<T, le<number>> ? '<' : '>');
  return describe_number<number>(before);
}

// Returns the place of T among the structures that contain it, innermost first,
// from 1; 0 if T is not among them. Recursive types are described by this
// place, so that the description ends.
template <class T>
constexpr unsigned long long place_among() noexcept {
  return 0;
}
template <class T, class First, class... Open>
constexpr unsigned long long place_among() noexcept {
  if constexpr (std::is_same_v<T, First>) {
    return 1;
  } else {
    constexpr unsigned long long behind = place_among<T, Open...>();
    return behind == 0 ? 0 : behind + 1;
  }
}

template <class... Open, class... Part>
constexpr shape_text describe_parts(shape_text before, type_list<Part...>) {
  ((before = describe_type<std::remove_cv_t<Part>, Open...>(before)), ...);
  return before;
}

template <class... Part>
constexpr std::size_t count_of_list(type_list<Part...>) noexcept {
  return sizeof...(Part);
}

// Types that contain other values, except structures.
template <class T, binary_kind Kind, class... Open>
constexpr shape_text describe_holder(shape_text before) {
  if constexpr (Kind == binary_kind::range && has_extent<T>) {
    return describe_type<range_value<T>, Open...>(
        before.add('a', extent_of<T>));
  } else if constexpr (Kind == binary_kind::range) {
    return describe_type<range_value<T>, Open...>(before.add('r'));
  } else if constexpr (Kind == binary_kind::adaptor) {
    return describe_type<range_value<typename T::container_type>, Open...>(
        before.add('r'));
  } else if constexpr (Kind == binary_kind::set) {
    return describe_type<typename T::value_type, Open...>(before.add('s'));
  } else if constexpr (Kind == binary_kind::map) {
    before = describe_type<std::remove_cv_t<typename T::key_type>, Open...>(
        before.add('m'));
    return describe_type<typename T::mapped_type, Open...>(before);
  } else if constexpr (Kind == binary_kind::optional) {
    return describe_type<typename T::value_type, Open...>(before.add('o'));
  } else if constexpr (Kind == binary_kind::owner) {
    return describe_type<std::remove_cv_t<typename T::element_type>, Open...>(
        before.add('o'));
  } else if constexpr (Kind == binary_kind::variant) {
    before = before.add('v', count_of_list(binary_parts<T>()));
    return describe_parts<Open...>(before, binary_parts<T>());
  } else {
    static_assert(Kind == binary_kind::expected);
    before = before.add('x');
    if constexpr (std::is_void_v<typename T::value_type>)
      before = before.add('0');
    else
      before = describe_type<typename T::value_type, Open...>(before);
    return describe_type<typename T::error_type, Open...>(before);
  }
}

template <class T>
constexpr shape_text describe_period(shape_text before) noexcept {
  return before.add('d', static_cast<unsigned long long>(T::period::num))
      .add('/', static_cast<unsigned long long>(T::period::den));
}

/// Adds the description of T, which is nested in the structures Open.
template <class T, class... Open>
constexpr shape_text describe_type(shape_text before) {
  constexpr binary_kind kind = binary_kind_of<T>;
  if constexpr (kind == binary_kind::number || kind == binary_kind::boolean ||
                kind == binary_kind::enumeration) {
    return describe_number<T>(before);
  } else if constexpr (kind == binary_kind::layout) {
    return describe_layout<T>(before);
  } else if constexpr (kind == binary_kind::variable) {
    return describe_number<typename T::value_type>(before.add('V'));
  } else if constexpr (kind == binary_kind::text && path_like<T>) {
    return before.add('t', 1);
  } else if constexpr (kind == binary_kind::text) {
    return before.add('t', text_unit_size<unit_of<T>>);
  } else if constexpr (kind == binary_kind::hook) {
    return before.add('h');
  } else if constexpr (kind == binary_kind::bits) {
    return before.add('n', T().size());
  } else if constexpr (kind == binary_kind::nothing) {
    return before.add('0');
  } else if constexpr (kind == binary_kind::structure) {
    constexpr unsigned long long place = place_among<T, Open...>();
    if constexpr (place != 0)
      return before.add('^', place);
    else
      return describe_parts<T, Open...>(before.add('{'), binary_parts<T>())
          .add('}');
  } else if constexpr (kind == binary_kind::duration) {
    return describe_type<typename T::rep, Open...>(describe_period<T>(before));
  } else if constexpr (kind == binary_kind::time_point) {
    return describe_type<typename T::duration, Open...>(before.add('p'));
  } else if constexpr (written_as_other<T>) {
    return describe_type<written_type<T>, Open...>(before);
  } else {
    return describe_holder<T, kind, Open...>(before);
  }
}

template <class T>
inline constexpr std::uint32_t shape_hash = describe_type<T>({}).hash;

// Values in a frame, which says what they are and whether they are whole:
// write_record, read_record.
//
// A record is, little endian:
//
//     bytes
//     4      0x89 'r' 'l' 'r': no text in ASCII or UTF-8 begins with 0x89
//     1      the version of this layout: 1
//     1      the format of the payload: 0 compact, 1 tagged, 2 fixed
//     2      zeros
//     4      the hash of the type's shape (see above); 0 in the tagged format
//     8      the length of the payload
//     4      the CRC-32C of the 20 bytes before
//     length the payload
//     4      the CRC-32C of the payload
//
// The length is used only if the checksum of the header is right, and the
// payload only if its own checksum is. Writing builds the whole record in
// memory. Reading needs the whole record in the reader's buffer, which grows
// with the data that arrives, not with the stated length.

inline constexpr std::size_t record_head_size = 24;
inline constexpr std::size_t record_sum_size = 4;
inline constexpr std::size_t record_sum_at = 20;  // in the header
inline constexpr unsigned char record_version = 1;
inline constexpr char record_magic[4] = {'\x89', 'r', 'l', 'r'};

/// The format and the shape hash in a header.
struct record_kind {
  unsigned char format;
  std::uint32_t shape;
};
template <class F>
inline constexpr unsigned char record_format = F::has_numbers ? 1
                                               : F::is_layout ? 2
                                                              : 0;
template <class F, class T>
constexpr record_kind find_record_kind() {
  if constexpr (F::has_numbers)
    return {record_format<F>, 0};
  else
    return {record_format<F>, shape_hash<T>};
}
template <class F, class T, sight = binary_sight_of<T>>
inline constexpr record_kind record_kind_of = find_record_kind<F, T>();

/// A record in memory.
class sealed_record {
 public:
  sealed_record(record_kind kind, put_function put, void const* values);
  text bytes() const noexcept { return whole_.bytes(); }

 private:
  scratch_writer<message_block> whole_;
};

/// Finds the records of a log, one after the other.
class record_finder {
 public:
  enum class mode : unsigned char {
    single,   // damage is an error; reads nothing after it
    strict,   // damage is an error, except a torn end
    skipping  // damage is skipped up to the next record
  };

  /// Accepts records of any type if `kind` is null.
  record_finder(record_kind const* kind, unsigned long long memory,
                mode how) noexcept
      : kind_(kind), memory_(memory), mode_(how) {}

  /// Finds the next whole record, at the reader's cursor. Returns false at the
  /// end of the input and after a failure.
  bool find(reader& in, text& payload);
  /// Advances the reader past the record that find() returned.
  void take(reader& in) noexcept;

  rill::error const& failure() const noexcept { return failure_; }
  /// Adds the offset of the record to an error of its payload.
  rill::error in_record(reader const& in, rill::error const& why) const;

  bool torn() const noexcept { return is_torn_; }
  unsigned long long good_size() const noexcept { return good_; }
  unsigned long long skipped() const noexcept { return skipped_; }

 private:
  struct head;

  bool accept(reader const& in, head const& found);
  bool pass_damage(reader& in, std::size_t extent, bool has_length,
                   binary_problem problem);
  bool ends_torn(reader& in, std::size_t extent);
  bool has_zeros_only(reader& in);
  bool search(reader& in);
  bool next_head(reader& in);
  void move(reader& in, std::size_t size) noexcept;
  bool fail(reader const& in, binary_problem problem,
            unsigned long long value = 0);

  // find() fails when the damaged records together are this many times as long
  // as the input so far. This bounds the time for their checksums.
  static constexpr unsigned most_wasted = 16;

  record_kind const* kind_;
  unsigned long long memory_;
  unsigned long long offset_ = 0;  // of the cursor
  unsigned long long good_ = 0;
  unsigned long long skipped_ = 0;
  unsigned long long wasted_ = 0;  // bytes of damaged records
  std::size_t size_ = 0;           // of the record that was found
  mode mode_;
  bool is_torn_ = false;
  rill::error failure_;
};

/// Reads the next record into a value. Returns false at the end, and after a
/// failure, which is then in `why`.
bool get_record(reader& in, record_finder& finder, binary_limits const& limits,
                get_function get, void* value, error& why);
/// Reads one record.
error get_single_record(reader& in, record_kind const& kind,
                        binary_limits const& limits, get_function get,
                        void* value);

template <class F, class T, class Source, sight = binary_sight_of<T>>
error get_record_from(Source& from, binary_limits const& limits, T& value) {
  using type = remove_cvref<Source>;
  static_assert(source<type>,
                "rill: read_record needs a source: a reader, as rill::"
                "file_reader, a loaded file, or rill::from(text)");
  if constexpr (source<type>)
    return source_traits<type>::with(from, [&](auto& in) {
      return get_single_record(in, record_kind_of<F, T>, limits, get_one<F, T>,
                               &value);
    });
}

struct write_record_fn {
  template <class Sink, class T, class F = compact_format,
            sight = sight_of_written<T>>
    requires is_format<F>
  void operator()(Sink&& sink, T&& value, F format = {}) const {
    auto const& one = argument_of(value);
    using type = remove_cvref<decltype(one)>;
    sealed_record const whole = sealed<F, type>(one, format);
    if constexpr (std::derived_from<remove_cvref<Sink>, writer>)
      sink.write(whole.bytes());
    else
      put_in_sink(sink, whole.bytes());
  }

 private:
  template <class F, class T, sight = binary_sight_of<T>>
  static sealed_record sealed(T const& value, F const& format) {
    if constexpr (std::is_same_v<F, compact_format>) {
      return {record_kind_of<F, T>, written_values<T>::template put<>,
              __builtin_addressof(value)};
    } else {
      void const* const values[] = {__builtin_addressof(value), &format};
      return {record_kind_of<F, T>, written_values<T, F>::template put<>,
              values};
    }
  }
  template <class Sink>
  static void put_in_sink(Sink& sink, text bytes) {
    static_assert(
        requires { sink_traits<remove_cvref<Sink>>::put(sink, bytes); },
        "rill: the first argument of write_record is not a sink, or the header "
        "of its kind is missing: rill/file.h, rill/print.h, rill/iostream.h");
    if constexpr (requires {
                    sink_traits<remove_cvref<Sink>>::put(sink, bytes);
                  })
      sink_traits<remove_cvref<Sink>>::put(sink, bytes);
  }
};

}  // namespace detail

/// write_record(sink, x[, format]) writes one value as a record, to any sink of
/// print. A sink that is not a writer receives it in one call, so several
/// programs can append to one file: with `rill::file::append(path)`, each
/// record is one write(2).
///
/// Errors: those of the sink; throws for a value that cannot be written, before
/// the sink receives any byte of it.
/// Cost: 28 bytes more than the value; the whole record is built in memory.
inline constexpr detail::write_record_fn write_record{};

/// read_record<T>(source[, format][, limits]) returns the value of the next
/// record.
///
/// Errors: throws, with the offset, for bytes that are no record
/// (not_a_record), an incomplete record (cut), damage (bad_checksum), another
/// type or format (other_shape), a record longer than limits.memory, and a
/// payload that is no T. The record is then not consumed.
///
/// Example:
///     #include <rill/records.h>
///     std::string bytes;
///     rill::string_writer out(bytes);
///     rill::write_record(out, std::string("abc"));
///     out.flush();
///     auto in = rill::from(bytes);
///     rill::println(rill::read_record<std::string>(in));
template <class T, class Source, detail::binary_format F,
          detail::sight = detail::binary_sight_of<T>>
T read_record(Source&& from, F, binary_limits const& limits = {}) {
  T value{};
  if (error const why = detail::get_record_from<F>(from, limits, value))
    raise(why);
  return value;
}
template <class T, class Source, detail::sight = detail::binary_sight_of<T>>
T read_record(Source&& from, binary_limits const& limits = {}) {
  return read_record<T>(from, binary_compact, limits);
}

/// The same as read_record, but returns a result<T> instead of throwing.
template <class T, class Source, detail::binary_format F,
          detail::sight = detail::binary_sight_of<T>>
result<T> try_read_record(Source&& from, F, binary_limits const& limits = {}) {
  T value{};
  if (error why = detail::get_record_from<F>(from, limits, value)) return why;
  return value;
}
template <class T, class Source, detail::sight = detail::binary_sight_of<T>>
result<T> try_read_record(Source&& from, binary_limits const& limits = {}) {
  return try_read_record<T>(from, binary_compact, limits);
}

// A log of records as a range of its values.

/// Options of records().
struct record_options {
  /// The limits of each record; `memory` also bounds its length.
  binary_limits limits = {};
  /// Skips damage up to the next header of a record, instead of throwing.
  bool skip_damaged = false;
};

namespace detail {

template <class Held, class T, class F, sight S = binary_sight_of<T>>
class record_range : public input_range<record_range<Held, T, F, S>, Held, T> {
  using base = input_range<record_range, Held, T>;
  friend base;

 public:
  template <class Source>
  record_range(Source&& source, record_options const& options)
      : base(static_cast<Source&&>(source)),
        limits_(options.limits),
        finder_(&record_kind_of<F, T>, options.limits.memory,
                options.skip_damaged ? record_finder::mode::skipping
                                     : record_finder::mode::strict) {}
  record_range(record_range const&) = delete;
  record_range& operator=(record_range const&) = delete;

  /// Whether the log has a torn end. Valid at the end of the range.
  bool torn() const noexcept { return finder_.torn(); }
  /// The bytes from the start of the source's data to the end of the last whole
  /// record.
  unsigned long long good_size() const noexcept { return finder_.good_size(); }
  /// The bytes of damage that were skipped before other records.
  unsigned long long skipped_bytes() const noexcept {
    return finder_.skipped();
  }

 private:
  void start() { step(); }
  [[gnu::noinline]] void step() {
    is_done_ = true;  // also when reading throws
    // Members that are not in the data get their defaults, not the values of
    // the record before.
    if constexpr (F::has_numbers) value_ = T();
    error why;
    if (get_record(this->source(), finder_, limits_, get_one<F, T>, &value_,
                   why))
      is_done_ = false;
    else if (why)
      raise(why);
  }
  T& now() noexcept { return value_; }
  bool is_done() const noexcept { return is_done_; }

  binary_limits limits_;
  record_finder finder_;
  T value_{};
  bool is_done_ = false;
};

template <class T, class F, sight S = binary_sight_of<T>>
struct records_fn : range_fn<records_fn<T, F, S>, record_options> {
  template <class Held>
  using range = record_range<Held, T, F>;

  template <class String>
  static void refuse_temporary() {
    static_assert(sizeof(String) == 0,
                  "rill: the records of a temporary string would outlive it: "
                  "keep the string in a variable");
  }
};

}  // namespace detail

/// Returns a range of the values of a log, a file of records.
///
///     auto log = rill::records<order>(rill::file_reader("orders.log"));
///     for (order& o : log) …
///     if (log.torn()) …
///
/// Takes the sources that lines takes; a string is the bytes themselves. All
/// values are read into one object, and reuse its memory; a loop may move from
/// it.
///
/// A program or a machine that stops while appending leaves a torn end: an
/// incomplete record, a record with wrong bytes, or zeros, with no record
/// behind it. The range ends before it, and torn() is true. Before appending
/// again, truncate the file to good_size() bytes: repair_records does so.
///
/// Errors: iterating throws for damage, unless it is a torn end or
/// `.skip_damaged` is set; for records of another type; for a payload that is
/// no T; for errors of the device. Damage is a torn end if no valid header
/// follows it, and its first four bytes are those of a record or zeros (not
/// zeros at the beginning of a file that has other bytes).
template <class T, class Source, detail::binary_format F,
          detail::sight = detail::binary_sight_of<T>>
auto records(Source&& source, F, record_options const& options = {}) {
  return detail::records_fn<T, F>()(static_cast<Source&&>(source), options);
}
template <class T, class Source, detail::sight = detail::binary_sight_of<T>>
auto records(Source&& source, record_options const& options = {}) {
  return detail::records_fn<T, detail::compact_format>()(
      static_cast<Source&&>(source), options);
}

#if RILL_HOSTED
/// Truncates the torn end of a log with records of any types, and returns the
/// size that is left. Call it before appending. Creates the file if it does not
/// exist. No other program may append at the same time.
///
/// Errors: those of open, read and truncate; damage that is not a torn end, and
/// a record longer than limits.memory: the file is then unchanged.
/// Cost: reads the log once.
result<unsigned long long> try_repair_records(path_view path,
                                              binary_limits limits = {});
inline unsigned long long repair_records(path_view path,
                                         binary_limits limits = {}) {
  return try_repair_records(path, limits).value();
}
#endif

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "records_body.h"
#endif

#endif
