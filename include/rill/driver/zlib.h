// rill/driver/zlib.h: gzip, zlib and raw deflate by zlib, or by zlib-ng or
// zlib-rs built to be compatible with it. Inert unless included.
//
//     rill::compressed_writer out("log.gz", rill::gzip());
//     for (auto line : rill::lines(rill::decompressed_reader(
//              "old.gz", rill::gzip()))) ...
//     std::string const bytes = rill::compress(text, rill::zlib(9));
//
// Needs <zlib.h>, version 1.2.9 or newer; link with -lz. Layer 7. The library
// allocates with malloc. Tests: test/driver/zlib_test.cpp.
#ifndef RILL_DRIVER_ZLIB_H
#define RILL_DRIVER_ZLIB_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include <zlib.h>  // deflate, inflate

#include <new>  // operator new that returns null

#include "../compression/compress.h"
#include "../compression/streams.h"

namespace rill::inline RILL_BUILD {

/// A gzip file (RFC 1952). Levels are 0 (stored) to 9; decompressors ignore the
/// texts; decompressed_reader::header() returns them.
struct gzip_options {
  int level = 6;
  text name = {};      ///< of the file that is compressed, in Latin-1
  text comment = {};   ///< in Latin-1
  long long time = 0;  ///< of the last change, seconds since 1970; 0: unknown
};

/// A zlib stream (RFC 1950), or raw deflate (RFC 1951).
struct zlib_options {
  int level = 6;
  text dictionary = {};  ///< at most 1 GiB; deflate uses its last 32 KiB
};

namespace detail {

// The three wrappers around deflate, as zlib's windowBits.
enum class zlib_wrapper : int { raw = -15, zlib = 15, gzip = 15 + 16 };

// zlib counts bytes in unsigned int.
inline constexpr std::size_t zlib_chunk = 1u << 30;

// A member's name or comment, NUL-terminated.
class gzip_text {
 public:
  static constexpr std::size_t most = 255;

  // Returns false if the text is longer than `most` or contains a NUL.
  bool set(text from) noexcept {
    if (from.size > most) return false;
    *copy_bytes(bytes_, from.data, from.size) = '\0';
    return length_of(bytes_) == from.size;
  }
  void clear() noexcept { bytes_[0] = bytes_[most] = '\0'; }
  Bytef* bytes() noexcept { return reinterpret_cast<Bytef*>(bytes_); }
  text shown() const noexcept { return {bytes_, length_of(bytes_)}; }

 private:
  char bytes_[most + 1] = {};
};

inline constexpr opened_coder too_long{nullptr,
                                       library_problem::unusable_option,
                                       "a dictionary of more than 1 GiB"};

// z_stream, and the members that both directions share. Not movable: zlib keeps
// its address.
class zlib_state {
 public:
  zlib_state() noexcept = default;
  zlib_state(zlib_state const&) = delete;
  zlib_state& operator=(zlib_state const&) = delete;

  // Returns nothing until the header is complete: before, the texts may be
  // partly the previous member's.
  compressed_header header() const noexcept {
    if (fields_.done != 1) return {};
    return {name_.shown(), comment_.shown(),
            static_cast<long long>(fields_.time)};
  }

 protected:
  ~zlib_state() = default;

  // Sets zlib's input and output, at most zlib_chunk bytes of each.
  void offer(text in, char* out, std::size_t room) noexcept {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data));
    stream_.avail_in = static_cast<uInt>(smaller(in.size, zlib_chunk));
    stream_.next_out = reinterpret_cast<Bytef*>(out);
    stream_.avail_out = static_cast<uInt>(smaller(room, zlib_chunk));
  }
  coder_step moved(text in, char const* out) const noexcept {
    coder_step step;
    if (in.data)
      step.read = static_cast<std::size_t>(
          reinterpret_cast<char const*>(stream_.next_in) - in.data);
    step.written = static_cast<std::size_t>(
        reinterpret_cast<char const*>(stream_.next_out) - out);
    return step;
  }
  static coder_step failed(coder_step step, error_code code,
                           char const* reason) noexcept {
    step.outcome = coder_outcome::failed;
    step.error = code;
    step.reason = reason;
    return step;
  }

  z_stream stream_{};
  gz_header fields_{};
  gzip_text name_;
  gzip_text comment_;
};

class deflate_state : public zlib_state {
 public:
  ~deflate_state() { (void)::deflateEnd(&stream_); }

  // Calls deflateInit2 with the default memory level. Returns the error, if
  // any.
  opened_coder open(int level, zlib_wrapper wrapper) noexcept {
    if (level < 0 || level > 9)
      return {nullptr, library_problem::unusable_option,
              "the levels of zlib are 0 to 9"};
    int const done =
        ::deflateInit2(&stream_, level, Z_DEFLATED, static_cast<int>(wrapper),
                       8, Z_DEFAULT_STRATEGY);
    if (done == Z_OK) return {this, {}, nullptr};
    if (done == Z_MEM_ERROR) return {nullptr, library_problem::no_memory};
    return {nullptr, library_problem::coder_failed, stream_.msg};
  }
  opened_coder set_dictionary(text dictionary) noexcept {
    if (dictionary.size == 0) return {this, {}, nullptr};
    if (dictionary.size > zlib_chunk) return too_long;
    // Pass the whole dictionary: its Adler-32 identifies it in the stream. zlib
    // keeps only its last 32 KiB.
    (void)::deflateSetDictionary(
        &stream_, reinterpret_cast<Bytef const*>(dictionary.data),
        static_cast<uInt>(dictionary.size));
    return {this, {}, nullptr};
  }
  opened_coder set_header(gzip_options const& given) noexcept {
    if (given.name.size == 0 && given.comment.size == 0 && given.time == 0)
      return {this, {}, nullptr};
    if (!name_.set(given.name) || !comment_.set(given.comment))
      return {nullptr, library_problem::unusable_option,
              "a name or comment with a NUL, or of more than 255 bytes"};
    // The field has 32 bits (RFC 1952).
    if (given.time < 0 || given.time > 0xFFFFFFFF)
      return {nullptr, library_problem::unusable_option,
              "a time before 1970 or after 2106"};
    fields_.time = static_cast<uLong>(given.time);
    fields_.os = 255;  // unknown: the same bytes on every system
    if (given.name.size != 0) fields_.name = name_.bytes();
    if (given.comment.size != 0) fields_.comment = comment_.bytes();
    (void)::deflateSetHeader(&stream_, &fields_);
    return {this, {}, nullptr};
  }

  coder_step step(text in, char* out, std::size_t room,
                  coder_goal goal) noexcept {
    offer(in, out, room);
    bool const is_all = stream_.avail_in == in.size;
    int const done = ::deflate(&stream_, flush_for(goal, is_all));
    coder_step step = moved(in, out);
    if (done == Z_STREAM_END) step.outcome = coder_outcome::done;
    // A flush is complete if zlib left room in the output.
    if (goal == coder_goal::flush && is_all && stream_.avail_in == 0 &&
        stream_.avail_out != 0)
      step.outcome = coder_outcome::done;
    if (done == Z_STREAM_ERROR)
      return failed(step, library_problem::coder_failed, stream_.msg);
    return step;
  }

 private:
  static int flush_for(coder_goal goal, bool is_all) noexcept {
    if (goal == coder_goal::go_on || !is_all) return Z_NO_FLUSH;
    return goal == coder_goal::flush ? Z_SYNC_FLUSH : Z_FINISH;
  }
};

class inflate_state : public zlib_state {
 public:
  ~inflate_state() {
    (void)::inflateEnd(&stream_);
    delete[] dictionary_;
  }

  opened_coder open(zlib_wrapper wrapper, text dictionary) noexcept {
    wrapper_ = wrapper;
    if (::inflateInit2(&stream_, static_cast<int>(wrapper)) != Z_OK)
      return {nullptr, library_problem::no_memory};
    if (dictionary.size > zlib_chunk) return too_long;
    if (dictionary.size != 0 && !keep(dictionary))
      return {nullptr, library_problem::no_memory};
    prepare();
    return {this, {}, nullptr};
  }

  coder_step restart() noexcept {
    (void)::inflateReset(&stream_);
    prepare();
    return {};
  }

  coder_step step(text in, char* out, std::size_t room) noexcept {
    offer(in, out, room);
    int done = ::inflate(&stream_, Z_NO_FLUSH);
    if (done == Z_NEED_DICT && dictionary_) {
      int const set = set_dictionary();
      if (set == Z_OK) done = ::inflate(&stream_, Z_NO_FLUSH);
      if (set == Z_MEM_ERROR) done = set;
    }
    coder_step step = moved(in, out);
    switch (done) {
      case Z_OK:
      case Z_BUF_ERROR:  // no byte moved: more input or room is needed
        return step;
      case Z_STREAM_END:
        step.outcome = coder_outcome::done;
        return step;
      case Z_NEED_DICT:
        return failed(step, library_problem::needs_dictionary, nullptr);
      case Z_MEM_ERROR:
        return failed(step, library_problem::no_memory, nullptr);
      default:
        return failed(step, library_problem::damaged_data, stream_.msg);
    }
  }

 private:
  bool keep(text dictionary) noexcept {
    dictionary_size_ = dictionary.size;
    dictionary_ = new (std::nothrow) char[dictionary_size_];
    if (dictionary_) copy_bytes(dictionary_, dictionary.data, dictionary.size);
    return dictionary_ != nullptr;
  }
  int set_dictionary() noexcept {
    return ::inflateSetDictionary(&stream_,
                                  reinterpret_cast<Bytef const*>(dictionary_),
                                  static_cast<uInt>(dictionary_size_));
  }
  // Sets up a member's header, and the dictionary of raw deflate, whose data
  // cannot say that it needs one.
  void prepare() noexcept {
    if (wrapper_ == zlib_wrapper::raw && dictionary_) (void)set_dictionary();
    if (wrapper_ != zlib_wrapper::gzip) return;
    name_.clear();
    comment_.clear();
    fields_ = {};
    fields_.name = name_.bytes();
    fields_.name_max = gzip_text::most;
    fields_.comment = comment_.bytes();
    fields_.comm_max = gzip_text::most;
    (void)::inflateGetHeader(&stream_, &fields_);
  }

  char* dictionary_ = nullptr;
  std::size_t dictionary_size_ = 0;
  zlib_wrapper wrapper_ = zlib_wrapper::gzip;
};

// Allocates and opens a state; deletes it if opening fails.
template <class State, class Open>
opened_coder open_zlib(Open open) noexcept {
  auto* const state = new (std::nothrow) State;
  if (!state) return {nullptr, library_problem::no_memory};
  opened_coder made = open(*state);
  if (made.error)
    delete state;
  else
    made.state = state;
  return made;
}
inline opened_coder open_gzip_encoder(compression const& which) noexcept {
  return open_zlib<deflate_state>([&](deflate_state& state) {
    auto const given = which.options<gzip_options>();
    opened_coder const made = state.open(given.level, zlib_wrapper::gzip);
    return made.error ? made : state.set_header(given);
  });
}
template <zlib_wrapper Wrapper>
opened_coder open_zlib_encoder(compression const& which) noexcept {
  return open_zlib<deflate_state>([&](deflate_state& state) {
    auto const given = which.options<zlib_options>();
    opened_coder const made = state.open(given.level, Wrapper);
    return made.error ? made : state.set_dictionary(given.dictionary);
  });
}
inline opened_coder open_gzip_decoder(compression const&) noexcept {
  return open_zlib<inflate_state>(
      [](inflate_state& state) { return state.open(zlib_wrapper::gzip, {}); });
}
template <zlib_wrapper Wrapper>
opened_coder open_zlib_decoder(compression const& which) noexcept {
  return open_zlib<inflate_state>([&](inflate_state& state) {
    return state.open(Wrapper, which.options<zlib_options>().dictionary);
  });
}

inline coder_step deflate_some(void* state, text in, char* out,
                               std::size_t room, coder_goal goal) noexcept {
  return static_cast<deflate_state*>(state)->step(in, out, room, goal);
}
inline void close_deflate(void* state) noexcept {
  delete static_cast<deflate_state*>(state);
}
inline coder_step inflate_some(void* state, text in, char* out,
                               std::size_t room, coder_goal) noexcept {
  return static_cast<inflate_state*>(state)->step(in, out, room);
}
inline coder_step restart_inflate(void* state) noexcept {
  return static_cast<inflate_state*>(state)->restart();
}
inline void close_inflate(void* state) noexcept {
  delete static_cast<inflate_state*>(state);
}
inline compressed_header gzip_header_of(void const* state) noexcept {
  return static_cast<inflate_state const*>(state)->header();
}

inline constexpr compression_format gzip_format{
    "gzip",
    {open_gzip_encoder, deflate_some, nullptr, close_deflate},
    {open_gzip_decoder, inflate_some, restart_inflate, close_inflate},
    begins_as_gzip,
    2,
    gzip_header_of};
inline constexpr compression_format zlib_format{
    "zlib",
    {open_zlib_encoder<zlib_wrapper::zlib>, deflate_some, nullptr,
     close_deflate},
    {open_zlib_decoder<zlib_wrapper::zlib>, inflate_some, restart_inflate,
     close_inflate}};
inline constexpr compression_format deflate_format{
    "deflate",
    {open_zlib_encoder<zlib_wrapper::raw>, deflate_some, nullptr,
     close_deflate},
    {open_zlib_decoder<zlib_wrapper::raw>, inflate_some, restart_inflate,
     close_inflate}};

}  // namespace detail

/// The gzip format, which `gzip`, browsers and most tools read. Errors:
/// unusable_option, reported on use, for a level other than 0 to 9, a name or
/// comment of more than 255 bytes or with a NUL, and a time outside 1970 to
/// 2106.
inline compression gzip(gzip_options const& options = {}) noexcept {
  return {detail::gzip_format, options};
}
inline compression gzip(int level) noexcept {
  return gzip(gzip_options{.level = level});
}

/// A zlib stream, as in PNG, PDF and HTTP's "deflate": one member with an
/// Adler-32, and no name.
inline compression zlib(zlib_options const& options = {}) noexcept {
  return {detail::zlib_format, options};
}
inline compression zlib(int level) noexcept {
  return zlib(zlib_options{.level = level});
}

/// Raw deflate, as in ZIP: one member without a header or a checksum. Only
/// damage that makes the data invalid is found.
inline compression deflate(zlib_options const& options = {}) noexcept {
  return {detail::deflate_format, options};
}
inline compression deflate(int level) noexcept {
  return deflate(zlib_options{.level = level});
}

namespace detail {
// Let decompressing() find this driver.
inline compression compression_of(known<known_format::gzip>) noexcept {
  return gzip();
}
inline compression compression_of(known<known_format::zlib>) noexcept {
  return zlib();
}
}  // namespace detail

}  // namespace rill::inline RILL_BUILD

#endif
