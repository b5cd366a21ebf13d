// rill/compression/decompressing.h: a reader of bytes that may be compressed,
// in a format that their beginning tells.
//
// Floor 5. Knows the formats whose drivers the program includes. Tests:
// test/compression/decompressing_test.cpp.
#ifndef RILL_COMPRESSION_DECOMPRESSING_H
#define RILL_COMPRESSION_DECOMPRESSING_H

#include "decompressed_reader.h"
#include "magic.h"

namespace rill::inline RILL_BUILD {
namespace detail {

// The tag of a format. The header of a driver defines an overload
// `compression compression_of(known<F>)` for each format F that it supports.
template <known_format F>
struct known {};
using make_compression = compression (*)();
struct driver_list {
  make_compression of[formats_with_driver];
};

// Which drivers the translation unit has included before the call: the bit of
// each format. `Call` is a new type at each call, so that the compiler looks
// again. The bits are a template argument of decompressing(), and so a part of
// its mangled name: translation units with other drivers have other functions,
// as the one-definition rule requires.
template <known_format F, class Call>
consteval unsigned included_driver() noexcept {
  bool const is_there =
      requires(known<F> which, Call) { compression_of(which); };
  return is_there ? 1u << static_cast<unsigned>(F) : 0u;
}
template <class Call>
consteval unsigned included_drivers() noexcept {
  return included_driver<known_format::gzip, Call>() |
         included_driver<known_format::zlib, Call>() |
         included_driver<known_format::zstd, Call>() |
         included_driver<known_format::lz4, Call>();
}

template <unsigned Drivers, known_format F>
constexpr make_compression driver_of() noexcept {
  if constexpr ((Drivers >> static_cast<unsigned>(F) & 1) != 0)
    return [] { return compression_of(known<F>()); };
  else
    return nullptr;
}
template <unsigned Drivers>
inline constexpr driver_list drivers_of{
    {driver_of<Drivers, known_format::gzip>(),
     driver_of<Drivers, known_format::zlib>(),
     driver_of<Drivers, known_format::zstd>(),
     driver_of<Drivers, known_format::lz4>()}};

// Finds the format of a source by its first bytes.
class format_search {
 public:
  format_search(driver_list const& drivers,
                decompression_options const& options) noexcept
      : drivers_(drivers), options_(options) {}

  result<decompressed_reader> open(encoded_source source) const;
  result<decompressed_reader> open(result<rill::file> opened) const;

 private:
  make_compression find(known_format format) const noexcept;
  result<decompressed_reader> make(encoded_source& source,
                                   compression const& how) const;
  // A text that begins with "x^" is no zlib stream unless it can be
  // decompressed as one, as far as it is in memory. Without a driver it is one
  // where its first bytes are no text.
  bool is_text(reader& in, known_format found) const;

  driver_list const& drivers_;
  decompression_options const& options_;
};

}  // namespace detail

/// Returns a reader over another reader, which must outlive it, or over a file
/// that it owns. The first bytes tell whether the data is gzip, zlib, zstd or
/// lz4. All other bytes are given as they are.
///
/// Known are the formats whose drivers the translation unit includes before
/// the call; rill/driver/compression.h includes those whose libraries are
/// installed. Data in another format of these, and in xz, bzip2, compress(1)
/// and the legacy format of lz4, is the error no_driver, which names what to
/// include. A zlib stream is known by the four usual headers (a window of 32
/// KiB, no dictionary). One of these is the text "x^": such data is a zlib
/// stream only if its first 64 bytes, or all of them, can be decompressed.
/// Without zlib's driver it is plain if these bytes are UTF-8 without control
/// characters other than white space, and the error no_driver otherwise.
///
/// A source that ends within the first bytes of a format is plain.
///
/// Throws: errors of file::open and of the source; no_driver. The reader has
/// those of decompressed_reader.
/// Cost: as decompressed_reader; plain bytes are copied once. It asks the
/// source for no more bytes than it takes to tell the formats apart.
///
/// Example:
///     #include <rill/driver/zlib.h>
///     rill::memory_reader from("12 34");
///     rill::decompressed_reader in = rill::decompressing(from);
///     auto const [a, b] = rill::read<int, int>(in);
///     RILL_ASSERT(a + b == 46 && in.format() == "plain");
template <unsigned Drivers = detail::included_drivers<decltype([] {})>()>
result<decompressed_reader> try_decompressing(
    reader& behind, decompression_options const& options = {}) {
  return detail::format_search(detail::drivers_of<Drivers>, options)
      .open(detail::encoded_source(behind));
}
template <unsigned Drivers = detail::included_drivers<decltype([] {})>()>
result<decompressed_reader> try_decompressing(
    rill::file file, decompression_options const& options = {}) {
  return detail::format_search(detail::drivers_of<Drivers>, options)
      .open(result<rill::file>(static_cast<rill::file&&>(file)));
}
template <unsigned Drivers = detail::included_drivers<decltype([] {})>()>
result<decompressed_reader> try_decompressing(
    path_view path, decompression_options const& options = {}) {
  return detail::format_search(detail::drivers_of<Drivers>, options)
      .open(file::try_open(path));
}
template <unsigned Drivers = detail::included_drivers<decltype([] {})>()>
decompressed_reader decompressing(reader& behind,
                                  decompression_options const& options = {}) {
  return try_decompressing<Drivers>(behind, options).value();
}
template <unsigned Drivers = detail::included_drivers<decltype([] {})>()>
decompressed_reader decompressing(rill::file file,
                                  decompression_options const& options = {}) {
  return try_decompressing<Drivers>(static_cast<rill::file&&>(file), options)
      .value();
}
template <unsigned Drivers = detail::included_drivers<decltype([] {})>()>
decompressed_reader decompressing(path_view path,
                                  decompression_options const& options = {}) {
  return try_decompressing<Drivers>(path, options).value();
}

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "decompressing_body.h"
#endif

#endif
