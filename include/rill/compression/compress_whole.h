// rill/compression/compress_whole.h: compress and decompress with a library
// that takes whole texts.
//
// Layer 6. Throws what the string throws. Tests:
// test/driver/libdeflate_test.cpp.
#ifndef RILL_COMPRESSION_COMPRESS_WHOLE_H
#define RILL_COMPRESSION_COMPRESS_WHOLE_H

#include "../memory/owned.h"
#include "compress.h"
#include "compression.h"

// A compressed format whose library takes whole texts in memory, not pieces.
//
// Names no library: driver/libdeflate.h fills in the formats. Allocates
// nothing, throws nothing.

namespace rill::inline RILL_BUILD {

namespace detail {

enum class whole_outcome : unsigned char {
  done,     ///< the member is complete
  no_room,  ///< the room is too small; written bytes are lost
  damaged,  ///< or truncated: not every library distinguishes them
};

/// The result of decompressing a member. The counts are 0 unless it is done.
/// `reason` is a static text, or null.
struct whole_step {
  std::size_t read = 0;
  std::size_t written = 0;
  whole_outcome outcome = whole_outcome::done;
  char const* reason = nullptr;
};

/// A format, as implemented by a driver. None of the functions throws.
struct whole_format {
  char const* name;  ///< "gzip"

  opened_coder (*open_encoder)(int level) noexcept;
  void (*close_encoder)(void* state) noexcept;
  /// The largest compressed size of `size` plain bytes.
  std::size_t (*bound)(void* state, std::size_t size) noexcept;
  /// Writes one member into `room` bytes. Returns its size, or 0 on failure.
  std::size_t (*encode)(void* state, text in, char* out,
                        std::size_t room) noexcept;

  opened_coder (*open_decoder)() noexcept;
  void (*close_decoder)(void* state) noexcept;
  /// Reads the member that `in` begins with.
  whole_step (*decode)(void* state, text in, char* out,
                       std::size_t room) noexcept;

  /// As compression_format::begins.
  bool (*begins)(text first) noexcept = nullptr;
  /// The plain size that the last member declares: a hint, because it can be
  /// wrong. Null if the format does not store it.
  unsigned long long (*last_size)(text in) noexcept = nullptr;
  /// The most plain bytes that one compressed byte can become.
  unsigned most_ratio = 1032;
};

}  // namespace detail

/// A format and its level, only for compress and decompress: what
/// rill::libdeflate_gzip() and similar functions return. Cheap to copy.
class whole_compression {
 public:
  /// For drivers.
  whole_compression(detail::whole_format const& format, int level) noexcept
      : format_(&format), level_(level) {}

  /// "gzip"
  text name() const noexcept { return format_->name; }

  friend void rill_print(auto& out, whole_compression const& c) {
    out(c.name());
  }

  /// For drivers.
  detail::whole_format const& format() const noexcept { return *format_; }
  int level() const noexcept { return level_; }

 private:
  detail::whole_format const* format_;
  int level_;
};

namespace detail {

// Owns an encoder or decoder state of a whole_format.
class whole_coder {
 public:
  whole_coder(opened_coder const& made, void (*close)(void*) noexcept) noexcept
      : state_(made.state), close_(close) {}
  whole_coder(whole_coder const&) = delete;
  whole_coder& operator=(whole_coder const&) = delete;
  ~whole_coder() {
    if (state_) close_(state_);
  }
  void* state() const noexcept { return state_; }

 private:
  void* state_;
  void (*close_)(void*) noexcept;
};

inline error not_opened(opened_coder const& made, text operation,
                        text name) noexcept {
  return error(made.error, operation, name,
               made.reason ? text(made.reason) : text());
}

// The block for the worst case is not zeroed, and is freed: the result has the
// exact size.
template <class String>
result<String> compress_whole(text in, whole_compression const& how) {
  whole_format const& format = how.format();
  opened_coder const made = format.open_encoder(how.level());
  if (!made.state) return not_opened(made, "compress as", how.name());
  whole_coder const encoder(made, format.close_encoder);
  storage const block(format.bound(made.state, in.size));
  std::size_t const size =
      format.encode(made.state, in, block.data(), block.size());
  if (size == 0)
    return error(library_problem::coder_failed, "compress as", how.name());
  return String(block.data(), size);
}

// Decompresses the members of a text, one after another. When the room is too
// small, the library must restart the member. The room is then doubled, so that
// all failed attempts together cost at most as much as the last one.
class whole_decompression {
 public:
  whole_decompression(text in, whole_format const& format, void* state,
                      unsigned long long limit,
                      decompress_options const& options) noexcept
      : format_(format),
        state_(state),
        all_(in),
        limit_(limit),
        options_(options) {
    most_ = smaller(limit, product(in.size, format.most_ratio));
    most_ = smaller<unsigned long long>(most_, ~std::size_t{0} / 2);
    if (options.max_ratio != 0)
      most_ = smaller(most_, larger(product(in.size, options.max_ratio),
                                    options.ratio_from));
    if (in.size == 0) fail(library_problem::cut_data);
  }

  bool is_done() const noexcept { return is_done_; }
  error_code problem() const noexcept { return problem_; }
  coder_words words() const noexcept {
    return coder_words(reason_, read_, written_);
  }

  // The room for the next attempt. First the size that the last member
  // declares, which is right if the text has one member. It may be false, so it
  // is limited to 32 times the compressed bytes (plus 64 KiB).
  std::size_t next_room() noexcept {
    unsigned long long const rest = all_.size - read_;
    unsigned long long wanted = 8 * rest + 64;
    if (room_ != 0)
      wanted = larger(wanted, 2 * room_);
    else if (format_.last_size && format_.last_size(all_) != 0)
      wanted = smaller(format_.last_size(all_), 32 * rest + 65536);
    room_ = smaller(larger(wanted, written_), most_ - written_);
    return static_cast<std::size_t>(room_);
  }

  // Decodes as many members as fit. Returns the number of bytes written.
  std::size_t decode(char* out, std::size_t room) noexcept {
    std::size_t done = 0;
    while (!is_done_) {
      whole_step const step =
          format_.decode(state_, rest(), out + done, room - done);
      if (step.outcome == whole_outcome::damaged) {
        fail(library_problem::damaged_data, step.reason);
      } else if (step.outcome == whole_outcome::no_room) {
        if (written_ + (room - done) < most_) break;
        fail(most_ == limit_ ? library_problem::too_large
                             : library_problem::expands_too_much);
      } else {
        read_ += step.read;
        written_ += step.written;
        done += step.written;
        go_to_next();
      }
    }
    return done;
  }

 private:
  static unsigned long long product(unsigned long long a, unsigned b) noexcept {
    unsigned long long done = 0;
    return __builtin_mul_overflow(a, b, &done) ? no_limit : done;
  }
  text rest() const noexcept { return {all_.data + read_, all_.size - read_}; }
  void fail(error_code problem, char const* reason = nullptr) noexcept {
    problem_ = problem;
    reason_ = reason;
    is_done_ = true;
  }

  // Continues with another member, or checks for zeros up to the end.
  void go_to_next() noexcept {
    text const left = rest();
    bool const ignores = options_.trailing == trailing_bytes::ignore;
    // A single byte left could be trailing data or a truncated member; with
    // `ignore`, it counts as trailing data.
    std::size_t const least = ignores ? 2 : 1;
    text const first{left.data, smaller(left.size, std::size_t{2})};
    bool const is_member =
        left.size >= least && format_.begins && format_.begins(first);
    is_done_ = !is_member;
    if (is_member || ignores) return;
    for (char const byte : left) {
      if (byte != '\0') return fail(library_problem::trailing_data);
      ++read_;
    }
  }

  whole_format const& format_;
  void* state_;
  text all_;
  unsigned long long limit_;
  decompress_options options_;
  unsigned long long most_ = 0;  // plain bytes
  unsigned long long room_ = 0;  // of the last attempt
  std::size_t read_ = 0;
  unsigned long long written_ = 0;
  error_code problem_ = {};
  char const* reason_ = nullptr;
  bool is_done_ = false;
};

template <class String>
result<String> decompress_whole(text in, whole_compression const& how,
                                unsigned long long limit,
                                decompress_options const& options) {
  whole_format const& format = how.format();
  opened_coder const opened = format.open_decoder();
  if (!opened.state) return not_opened(opened, "decompress", how.name());
  whole_coder const decoder(opened, format.close_decoder);
  whole_decompression work(in, format, opened.state, limit, options);
  String made;
  auto const write = [&work](char* out, std::size_t room) noexcept {
    return work.decode(out, room);
  };
  while (!work.is_done()) {
    std::size_t const room = work.next_room();
    if constexpr (grows_unfilled<String, decltype(write)>) {
      grow_unfilled(made, room, write);
    } else {
      std::size_t const before = made.size();
      made.resize(before + room);
      made.resize(before + write(made.data() + before, room));
    }
  }
  if (work.problem())
    return error(work.problem(), "decompress", how.name(),
                 work.words().words());
  return made;
}

template <class String>
result<String> try_compress_fn::operator()(text in,
                                           whole_compression const& how) const {
  return compress_whole<String>(in, how);
}
template <class String>
String compress_fn::operator()(text in, whole_compression const& how) const {
  return compress_whole<String>(in, how).value();
}
template <class String>
result<String> try_decompress_fn::operator()(
    text in, whole_compression const& how, byte_limit limit,
    decompress_options const& options) const {
  return decompress_whole<String>(in, how, limit.bytes, options);
}
template <class String>
String decompress_fn::operator()(text in, whole_compression const& how,
                                 byte_limit limit,
                                 decompress_options const& options) const {
  return decompress_whole<String>(in, how, limit.bytes, options).value();
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
