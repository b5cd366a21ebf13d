// rill/shape/shape.h: the shape of a type, its name, and the standard streams.
//
// Layer 2. Tests: test/shape/type_name_test.cpp, test/shape/standard_test.cpp,
// test/shape/shape_test.cpp, test/shape/standard_stream_test.cpp.
#ifndef RILL_SHAPE_SHAPE_H
#define RILL_SHAPE_SHAPE_H

#include <type_traits>  // std::is_base_of_v

#include "../base/config.h"
#include "../base/iteration.h"
#include "../base/text.h"
#include "fields.h"

#if RILL_HOSTED
#include <iosfwd>  // declares the streams
#endif

// The classes and namespaces directly in namespace rill, sorted.
//
// For clang, which omits the inline namespace from a type's name. A type in
// namespace rill whose name is not in this list belongs to the program.
// tools/check_architecture.py keeps the list complete.

namespace rill::inline RILL_BUILD {
namespace detail {

#if defined(__clang__)
inline constexpr char const* own_names[] = {
    // clang-format off
    "adler32", "aligned_block", "any_reader", "any_writer", "argument",
    "base_options", "basic_c_file", "basic_result", "binary_limits",
    "bio_owner", "bio_reader", "bio_writer", "borrowed_reader",
    "borrowed_writer", "box_options", "box_writer", "box_writer_options",
    "buffer_area", "bulk_result", "c_file_mode", "c_file_view", "c_locale",
    "c_lock", "callback_reader", "callback_writer", "captured_text", "child",
    "child_error_output", "child_input", "child_output", "child_writer",
    "command", "compressed_header", "compressed_writer", "compression",
    "compression_options", "copy_options", "counting_writer", "crc",
    "csv_options", "csv_record", "debugger_sink", "decode_result", "decoded",
    "decoded_reader", "decoded_utf8", "decompress_options",
    "decompressed_reader", "decompression_options", "detail", "digest",
    "digit_groups", "elapsed_time", "encoded_writer", "encoding",
    "encoding_names", "encoding_options", "environment", "environment_change",
    "environment_changes", "error", "error_code", "exit_code", "exit_status",
    "exited", "file", "file_digests", "file_lock", "file_map", "file_reader",
    "file_update", "file_view", "file_writer", "filebuf_file", "fixed_text",
    "float_syntax", "fmt_formatter", "fnv1a", "format_result", "formatter",
    "fs", "gzip_file", "gzip_file_options", "gzip_file_reader", "gzip_index",
    "gzip_index_options", "gzip_options", "hash_file_options", "hashing_reader",
    "hashing_writer", "hexdump_options", "hkdf", "hmac", "imbued", "jenkins",
    "key_value", "leaf", "leb128", "libc", "library", "load_options",
    "loaded_file", "locale_data", "locked", "locked_ptr", "lz4_options", "mac",
    "map_options", "md5", "memory_part", "memory_reader", "memory_writer",
    "mfc_reader", "mfc_writer", "mutable_file_map", "mutable_map_options",
    "open_options", "os", "owned_text", "padding", "parse_result", "path_view",
    "pbkdf2", "pipe_files", "pipe_pump", "pipeline", "pipeline_result",
    "process_error", "qt_reader", "qt_writer", "reader", "reader_device",
    "record_options", "replace_options", "replacement_writer", "ring_pipe",
    "ring_pipe_reader", "ring_pipe_writer", "ring_reader", "ring_spans",
    "ring_writer", "run_error_output", "run_input", "run_options", "run_output",
    "run_result", "scan_place", "scan_result", "screen_size", "secret", "sha1",
    "sha224", "sha256", "sha384", "sha512", "sha512_256", "short_text",
    "signalled", "sink_traits", "sink_writer", "siphash", "siphash_key",
    "source_position", "source_traits", "spawn_options", "stop_options",
    "storage", "streambuf_view", "string_writer", "style", "table_options",
    "tee_writer", "temporary_directory", "temporary_file", "text", "text_place",
    "time_limit", "trace_counts", "trace_event", "trace_histogram",
    "trace_options", "trace_summary", "trace_target", "traced_reader",
    "traced_writer", "transcode_options", "transcode_result", "transcoded",
    "type_texts", "validation", "whole_compression", "writer", "writer_device",
    "wstreambuf_view", "xxh32", "zlib_options", "zstd_options",
    // clang-format on
};
#endif

}  // namespace detail

// The name of a type, from __PRETTY_FUNCTION__.
//
// constexpr; no run-time type information.

// A namespace without types: g++ omits the namespace of a type that is in the
// same namespace as the function.
namespace type_texts {

// g++:   … [with T = std::vector<int>]
// clang: … [T = std::vector<int>]
template <class T>
constexpr text function_text() noexcept {
  return {__PRETTY_FUNCTION__, sizeof __PRETTY_FUNCTION__ - 1};
}

}  // namespace type_texts

namespace detail {

using type_texts::function_text;

// Where the name of a type begins in function_text, and how many characters
// follow it; measured with int.
inline constexpr std::size_t name_begin = [] {
  text const of_int = function_text<int>();
  std::size_t at = of_int.size - 4;
  while (of_int.data[at] != 'i') --at;
  return at;
}();
inline constexpr std::size_t name_tail =
    function_text<int>().size - name_begin - 3;

#if defined(__clang__)
constexpr bool may_be_in_name(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
         (c >= 'A' && c <= 'Z');
}

// Binary search: own_names is sorted.
constexpr bool is_own_name(text name) noexcept {
  std::size_t first = 0;
  std::size_t last = sizeof own_names / sizeof *own_names;
  while (first != last) {
    std::size_t const middle = first + (last - first) / 2;
    char const* const own = own_names[middle];
    std::size_t same = 0;
    while (same != name.size && own[same] == name.data[same]) ++same;
    if (same == name.size && own[same] == '\0') return true;
    if (same == name.size || name.data[same] < own[same])
      last = middle;
    else
      first = middle + 1;
  }
  return false;
}
#endif

/// The full name of T as the compiler writes it: `app::point`.
template <class T>
constexpr text whole_type_name() noexcept {
  constexpr text whole = function_text<T>();
  return {whole.data + name_begin, whole.size - name_begin - name_tail};
}

#define RILL_AS_TEXT(name) #name
#define RILL_EXPANDED_AS_TEXT(name) RILL_AS_TEXT(name)

// g++ writes rill::rill0::file for a type of the library, and rill::mine for a
// type that the program put into namespace rill. clang omits the inline
// namespace in both.
template <class T>
constexpr bool find_of_rill() noexcept {
#if defined(__clang__)
  text const whole = whole_type_name<T>();
  if (!whole.starts_with("rill::")) return false;
  text name = {whole.data + 6, 0};
  while (name.size != whole.size - 6 && may_be_in_name(name.data[name.size]))
    ++name.size;
  return is_own_name(name);
#else
  return whole_type_name<T>().starts_with(
      "rill::" RILL_EXPANDED_AS_TEXT(RILL_BUILD) "::");
#endif
}

#undef RILL_EXPANDED_AS_TEXT
#undef RILL_AS_TEXT

/// True for the library's own types, which define their own printing; false for
/// a type that a program puts into namespace rill.
template <class T>
inline constexpr bool is_of_rill = find_of_rill<T>();

// The name of a type of namespace std.
//
// constexpr.

// The name of a type in namespace std, without template arguments and the
// library's internal namespaces: `bitset` for std::bitset<8>,
// std::__1::bitset<8> and std::__debug::bitset<8>. Empty for any other type,
// and for a member of a template.
class name_in_std {
 public:
  explicit constexpr name_in_std(text whole) noexcept {
    if (!whole.starts_with("std::")) return;
    char const* at = whole.data + 5;
    char const* const last = whole.end();
    while (at != last && *at != '<') {
      if (is_at_part_ && *at == '_')
        if (char const* const next = part_end(at, last)) {
          at = next;
          continue;
        }
      if (size_ == sizeof name_) {
        size_ = 0;
        return;
      }
      is_at_part_ = *at == ':';
      name_[size_++] = *at++;
    }
    if (at != last && last[-1] != '>') size_ = 0;
  }
  constexpr text name() const noexcept { return {name_, size_}; }

 private:
  // The position after the next `::`, or null.
  static constexpr char const* part_end(char const* at,
                                        char const* last) noexcept {
    for (; at != last && *at != '<'; ++at)
      if (*at == ':') return at + 2;
    return nullptr;
  }

  char name_[32] = {};
  std::size_t size_ = 0;
  bool is_at_part_ = true;
};

/// True if T is, or is a specialisation of, this name in namespace std.
template <class T>
constexpr bool is_named_in_std(text name) noexcept {
  return name_in_std(whole_type_name<T>()).name() == name;
}

/// True for a type of namespace std.
template <class T>
inline constexpr bool is_in_std = whole_type_name<T>().starts_with("std::");

// The shape of a type.
//
// Without rill/types.h, only RILL_FIELDS gives a type a shape. Every other type
// is `unknown` and refused: otherwise one call could print differently in two
// files of a program. The shape of a type is found once, and only if the type
// is no text, no number and has no hook.

// Defined in shape/holder.h, which rill/types.h includes.
template <class T>
struct chosen_shape;

template <class T>
concept may_have_a_shape =
    std::is_array_v<T> || std::is_enum_v<T> || std::is_class_v<T>;

// RILL_FIELDS takes precedence. The library's own classes have no shape.
template <class T>
constexpr shape find_shape() {
  if constexpr (!may_have_a_shape<T> ||
                (std::is_class_v<T> && is_of_rill<T> && !is_in_place<T>))
    return shape::none;
  else if constexpr (fields_shape<T>() == shape::fields)
    return shape::fields;
  else if constexpr (requires { chosen_shape<T>::value; })
    return chosen_shape<T>::value;
  else
    return shape::unknown;
}

template <class T>
inline constexpr shape shape_of = find_shape<T>();

/// Why a type that seems to have a shape has none.
enum class shape_fault : unsigned char {
  none,
  endless,       // a range that contains its own type
  no_iterators,  // begin() and end() do not form a range
  derived,       // an aggregate with a base class
  large,         // an aggregate with too many members
  uncountable,   // an aggregate whose members cannot be counted
  qt_string,     // a Qt string: driver/qt.h supports it
};

template <class T>
constexpr shape_fault fault_of_shape() {
  if constexpr (requires { chosen_shape<T>::fault(); })
    return chosen_shape<T>::fault();
  else
    return shape_fault::none;
}

template <class T>
using parts = typename shape_parts<shape_of<T>>::template list<T>;

// The standard streams and stream buffers, narrow and wide, recognised without
// their headers.
//
// No code.

#if RILL_HOSTED
template <class T, template <class, class> class Base>
concept derived_from_standard = std::is_class_v<T> && requires {
  requires std::is_base_of_v<
      Base<typename T::char_type, typename T::traits_type>, T>;
};
template <class T>
concept output_stream = derived_from_standard<T, std::basic_ostream>;
template <class T>
concept input_stream = derived_from_standard<T, std::basic_istream>;
template <class T>
concept stream_buffer = derived_from_standard<T, std::basic_streambuf>;
template <class T>
concept wide_stream_buffer =
    stream_buffer<T> && !std::is_same_v<typename T::char_type, char>;
#else
template <class T>
concept output_stream = false;
template <class T>
concept input_stream = false;
template <class T>
concept stream_buffer = false;
template <class T>
concept wide_stream_buffer = false;
#endif

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
