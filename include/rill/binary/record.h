// rill/binary/record.h: values in a frame, which says what they are and
// whether they are whole: write_record, read_record.
//
// Layer 5. A record is, little endian:
//
//     bytes
//     4      0x89 'r' 'l' 'r': no text begins so, and neither does UTF-8
//     1      the version of this layout: 1
//     1      the format of the payload: 0 compact, 1 tagged, 2 fixed
//     2      zeros
//     4      the hash of the type's shape (binary/shape_hash.h); 0 of tagged
//     8      the length of the payload
//     4      the CRC-32C of the 20 bytes before
//     length the payload
//     4      the CRC-32C of the payload
//
// The length is used only when the checksum of the header is right; the
// payload becomes a value only when its own is. Writing puts the whole record
// into memory. Reading needs it in the reader's buffer, which grows by what
// the device has, not by the length.
// Tests: test/binary/record_test.cpp, test/system/binary_records_test.py.
#ifndef RILL_BINARY_RECORD_H
#define RILL_BINARY_RECORD_H

#include "read.h"
#include "shape_hash.h"
#include "write.h"

namespace rill::inline RILL_BUILD {

namespace detail {

inline constexpr std::size_t record_head_size = 24;
inline constexpr std::size_t record_sum_size = 4;
inline constexpr std::size_t record_sum_at = 20;  // in the header
inline constexpr unsigned char record_version = 1;
inline constexpr char record_magic[4] = {'\x89', 'r', 'l', 'r'};

/// What a header says of the payload's type.
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
template <class F, class T>
inline constexpr record_kind record_kind_of = find_record_kind<F, T>();

/// A record in memory.
class sealed_record {
 public:
  sealed_record(record_kind kind, put_function put, void const* values);
  text bytes() const noexcept { return whole_.bytes(); }

 private:
  scratch_writer<message_block> whole_;
};

/// Finds records, one behind the other.
class record_finder {
 public:
  enum class mode : unsigned char {
    single,   // damage is an error at once: nothing behind it is read
    strict,   // damage is an error, but at the end of the input
    skipping  // looks for the next record
  };

  /// Without a kind, all are accepted.
  record_finder(record_kind const* kind, unsigned long long memory,
                mode how) noexcept
      : kind_(kind), memory_(memory), mode_(how) {}

  /// Returns true, and the payload, when the next record is whole: it is at
  /// the cursor of the reader. False at the end, and after a failure.
  bool find(reader& in, text& payload);
  /// Passes the record that was found.
  void take(reader& in) noexcept;

  rill::error const& failure() const noexcept { return failure_; }
  /// The error of reading a payload, with the place of its record.
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
  bool search(reader& in);
  void move(reader& in, std::size_t size) noexcept;
  bool fail(reader const& in, binary_problem problem,
            unsigned long long value = 0);

  // The checksums of damaged records take at most as long as those of this
  // many times the input.
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

/// Reads the next record into a value. False at the end, and after a failure,
/// which is then in `why`.
bool get_record(reader& in, record_finder& finder, binary_limits const& limits,
                get_function get, void* value, error& why);
/// Reads one record.
error get_single_record(reader& in, record_kind const& kind,
                        binary_limits const& limits, get_function get,
                        void* value);

template <class F, class T, class Source>
error get_record_from(Source& from, binary_limits const& limits, T& value) {
  using type = bare<Source>;
  static_assert(source<type>,
                "rill: read_record needs a source: a reader, as rill::"
                "file_reader, a loaded file, or rill::from(text)");
  if constexpr (source<type>)
    return source_traits<type>::with(from, [&](auto& in) {
      return get_single_record(in, record_kind_of<F, T>, limits, get_one<F, T>,
                               &value);
    });
}

struct write_record_verb {
  template <class Sink, class T, class F = compact_format>
    requires is_format<F>
  void operator()(Sink&& sink, T&& value, F format = {}) const {
    auto const& one = argument_of(value);
    using type = bare<decltype(one)>;
    sealed_record const whole = sealed<F, type>(one, format);
    if constexpr (std::derived_from<bare<Sink>, writer>)
      sink.write(whole.bytes());
    else
      put_in_sink(sink, whole.bytes());
  }

 private:
  template <class F, class T>
  static sealed_record sealed(T const& value, F const& format) {
    if constexpr (std::is_same_v<F, compact_format>) {
      return {record_kind_of<F, T>, written_values<T>::put,
              __builtin_addressof(value)};
    } else {
      void const* const values[] = {__builtin_addressof(value), &format};
      return {record_kind_of<F, T>, written_values<T, F>::put, values};
    }
  }
  template <class Sink>
  static void put_in_sink(Sink& sink, text bytes) {
    static_assert(
        requires { sink_traits<bare<Sink>>::put(sink, bytes); },
        "rill: the first argument of write_record is no sink, or the "
        "header of its kind is missing: rill/file.h, rill/print.h, "
        "rill/iostream.h");
    if constexpr (requires { sink_traits<bare<Sink>>::put(sink, bytes); })
      sink_traits<bare<Sink>>::put(sink, bytes);
  }
};

}  // namespace detail

/// write_record(sink, x[, format]): one value as a record, to any sink of
/// print. A sink that is no writer gets it in one call, so that several
/// programs can append to one file: by `rill::file::append(path)`, each record
/// is one write(2).
///
/// Errors: as of the sink; a value that cannot be written throws before a byte
/// of it is in the sink.
/// Cost: 28 bytes; the record is in memory, as a whole, once.
inline constexpr detail::write_record_verb write_record{};

/// read_record<T>(source[, format][, limits]): the value of the next record.
///
/// Errors: thrown, with the offset: no record (not_a_record), a part of one
/// (cut), damage (bad_checksum), one of another type or format (other_shape),
/// one that is longer than limits.memory, or of which T cannot be made. After
/// each of these the record is not taken.
///
/// Example:
///     #include <rill/records.h>
///     std::string bytes;
///     rill::string_writer out(bytes);
///     rill::write_record(out, std::string("abc"));
///     out.flush();
///     auto in = rill::from(bytes);
///     rill::println(rill::read_record<std::string>(in));
template <class T, class Source, detail::binary_format F>
T read_record(Source&& from, F, binary_limits const& limits = {}) {
  T value{};
  if (error const why = detail::get_record_from<F>(from, limits, value))
    raise(why);
  return value;
}
template <class T, class Source>
T read_record(Source&& from, binary_limits const& limits = {}) {
  return read_record<T>(from, binary_compact, limits);
}

/// read_record without exceptions: a result<T>.
template <class T, class Source, detail::binary_format F>
result<T> try_read_record(Source&& from, F, binary_limits const& limits = {}) {
  T value{};
  if (error why = detail::get_record_from<F>(from, limits, value)) return why;
  return value;
}
template <class T, class Source>
result<T> try_read_record(Source&& from, binary_limits const& limits = {}) {
  return try_read_record<T>(from, binary_compact, limits);
}

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "record_body.h"
#endif

#endif
