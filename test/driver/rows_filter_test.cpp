// test/driver/rows_filter_test.cpp: the rows of all devices (support/devices/)
// over writers and readers that change the bytes: encodings and compression.
// platforms: posix
// libraries: z
#include <doctest/doctest.h>
#include <rill/any.h>
#include <rill/driver/zlib.h>
#include <rill/stream/callback.h>
#include <rill/encoding/decoded_reader.h>
#include <rill/encoding/encoded_writer.h>

#include <string>

#include "../support/deflated.h"
#include "../support/devices/handle.h"
#include "../support/devices/callables.h"
#include "../support/devices/check.h"

using namespace rill_test;

namespace {

rill::encoding_options encoding_buffer(std::size_t size) {
  rill::encoding_options options;
  options.buffer_size = size;
  return options;
}
rill::decompression_options decompression_buffer(std::size_t size) {
  rill::decompression_options options;
  options.buffer_size = size;
  return options;
}

struct encoded_file {
  rill::encoded_writer out;
  encoded_file(scripted_sink& to, std::size_t size)
      : out(scripted_handles::file_of(to), rill::utf16le,
            encoding_buffer(size)) {}
  auto& sink() { return out; }
};
struct encoded_callback {
  callback_writer device;
  rill::encoded_writer out;
  encoded_callback(scripted_sink& to, std::size_t size)
      : device(taker(to), size),
        out(device, rill::utf16le, encoding_buffer(size)) {}
  encoded_callback(encoded_callback const&) = delete;
  auto& sink() { return out; }
};
struct compressed_file {
  rill::compressed_writer out;
  compressed_file(scripted_sink& to, std::size_t size)
      : out(scripted_handles::file_of(to), rill::gzip(), {size}) {}
  auto& sink() { return out; }
};
// A compressed_writer that an any_writer owns.
struct any_compressed {
  rill::any_writer out;
  any_compressed(scripted_sink& to, std::size_t size)
      : out(rill::compressed_writer(scripted_handles::file_of(to), rill::gzip(),
                                    {size})) {}
  auto& sink() { return out; }
};
struct compressed_callback {
  callback_writer device;
  rill::compressed_writer out;
  compressed_callback(scripted_sink& to, std::size_t size)
      : device(taker(to), size), out(device, rill::gzip(), {size}) {}
  compressed_callback(compressed_callback const&) = delete;
  auto& sink() { return out; }
};

struct decoded_file {
  rill::decoded_reader in;
  decoded_file(scripted_source& from, std::size_t size)
      : in(scripted_handles::file_of(from), rill::utf16le,
           encoding_buffer(size)) {}
  auto& source() { return in; }
};
struct decoded_callback {
  callback_reader device;
  rill::decoded_reader in;
  decoded_callback(scripted_source& from, std::size_t size)
      : device(giver(from), size),
        in(device, rill::utf16le, encoding_buffer(size)) {}
  decoded_callback(decoded_callback const&) = delete;
  auto& source() { return in; }
};
struct decompressed_file {
  rill::decompressed_reader in;
  decompressed_file(scripted_source& from, std::size_t size)
      : in(scripted_handles::file_of(from), rill::gzip(),
           decompression_buffer(size)) {}
  auto& source() { return in; }
};
struct decompressed_callback {
  callback_reader device;
  rill::decompressed_reader in;
  decompressed_callback(scripted_source& from, std::size_t size)
      : device(giver(from), size),
        in(device, rill::gzip(), decompression_buffer(size)) {}
  decompressed_callback(decompressed_callback const&) = delete;
  auto& source() { return in; }
};

// Converts UTF-16LE back to UTF-8, for characters below U+0800.
std::string narrowed(std::string const& units) {
  std::string text;
  for (std::size_t i = 1; i < units.size(); i += 2) {
    unsigned const code = static_cast<unsigned char>(units[i - 1]) +
                          256u * static_cast<unsigned char>(units[i]);
    if (code >= 0x80) text += static_cast<char>(0xC0 | code >> 6);
    text += static_cast<char>(code < 0x80 ? code : 0x80 | (code & 0x3F));
  }
  return text;
}
std::string widened(std::string const& text) {
  std::string units;
  for (std::size_t i = 0; i != text.size(); ++i) {
    unsigned code = static_cast<unsigned char>(text[i]);
    if (code >= 0x80) {
      ++i;
      code = (code & 0x1F) << 6 | (static_cast<unsigned char>(text[i]) & 0x3F);
    }
    units += static_cast<char>(code & 0xFF);
    units += static_cast<char>(code >> 8);
  }
  return units;
}
std::string unzipped(std::string const& bytes) {
  return inflate_member(bytes, gzip_file).plain;
}
std::string zipped(std::string const& text) {
  return deflated(text, gzip_file);
}

template <class Rig>
sink_fixture encoded(unsigned can) {
  sink_fixture fixture = sink_of<Rig>("text", can);
  fixture.plain = narrowed;
  // The callback_writer behind keeps its error.
  if (can & throws) fixture.can &= ~static_cast<unsigned>(clears_errors);
  return fixture;
}
template <class Rig>
sink_fixture compressed(unsigned can) {
  sink_fixture fixture = sink_of<Rig>("data", can);
  fixture.plain = unzipped;
  return fixture;
}
template <class Rig>
source_fixture decoded(char const* name, unsigned can) {
  source_fixture fixture = source_of<Rig>(name, can, {16, 4096});
  fixture.packed = widened;
  fixture.plain = narrowed;
  return fixture;
}
template <class Rig>
source_fixture decompressed(char const* name, unsigned can) {
  source_fixture fixture = source_of<Rig>(name, can, {1, 16, 4096});
  fixture.packed = zipped;
  fixture.plain = unzipped;
  return fixture;
}

constexpr unsigned of_file = fails | is_interrupted;
constexpr unsigned of_callback = fails | throws | is_interrupted;

}  // namespace

TEST_CASE("driver/rows_filter: encoded_writer") {
  scripted_handles const seam;
  check_rows(encoded<encoded_file>(of_file | reenters | is_lazy), "throws");
  CHECK(seam.open_count() == 0);
  check_rows(encoded<encoded_callback>(of_callback | reenters | is_lazy),
             "assigns, clears errors, moves");
}

TEST_CASE("driver/rows_filter: compressed_writer") {
  scripted_handles const seam;
  check_rows(compressed<compressed_file>(of_file | reenters),
             "clears errors, is lazy, throws");
  CHECK(seam.open_count() == 0);
  check_rows(compressed<any_compressed>(of_file | reenters),
             "clears errors, is lazy, throws");
  CHECK(seam.open_count() == 0);
  check_rows(compressed<compressed_callback>(of_callback | reenters),
             "assigns, clears errors, is lazy, moves");
}

TEST_CASE("driver/rows_filter: decoded_reader") {
  scripted_handles const seam;
  check_rows(decoded<decoded_file>("scripted", of_file | tells_places),
             "is prompt, throws");
  CHECK(seam.open_count() == 0);
  check_rows(decoded<decoded_callback>("callback",
                                       of_callback | goes_on | tells_places),
             "is prompt, moves");
}

TEST_CASE("driver/rows_filter: decompressed_reader") {
  scripted_handles const seam;
  check_rows(
      decompressed<decompressed_file>("scripted", of_file | tells_places),
      "is prompt, throws");
  CHECK(seam.open_count() == 0);
  check_rows(decompressed<decompressed_callback>(
                 "callback", of_callback | goes_on | tells_places),
             "is prompt, moves");
}
