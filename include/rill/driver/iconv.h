// rill/driver/iconv.h: the encodings of POSIX's iconv. Inert unless included.
//
//     std::string const text =
//         rill::transcode(bytes, rill::iconv("SHIFT_JIS"), rill::utf8);
//     rill::encoded_writer out("mail.txt", rill::iconv("ISO-2022-JP"));
//
// Needs <iconv.h>. glibc, musl and FreeBSD have iconv in their C library;
// elsewhere link with -liconv. The system defines the names (iconv -l). Layer
// 7. Allocates a descriptor for each conversion; throws rill::error for an
// unknown name. Tests: test/driver/iconv_test.cpp.
#ifndef RILL_DRIVER_ICONV_H
#define RILL_DRIVER_ICONV_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include <errno.h>  // EILSEQ, EINVAL, E2BIG
#include <iconv.h>  // iconv_open, iconv, iconv_close

#include <new>  // operator new that returns null

#include "../encoding/encoding.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// An iconv descriptor for one direction, to UTF-8 or from it.
class iconv_state {
 public:
  iconv_state(char const* name, bool decodes) noexcept
      : handle_(decodes ? ::iconv_open("UTF-8", name)
                        : ::iconv_open(name, "UTF-8")) {}
  iconv_state(iconv_state const&) = delete;
  iconv_state& operator=(iconv_state const&) = delete;
  ~iconv_state() {
    if (is_open()) (void)::iconv_close(handle_);
  }
  bool is_open() const noexcept { return handle_ != closed(); }

  // Calls iconv, which advances the four arguments. Returns its errno, or 0.
  // The count of irreversible conversions that some iconvs make is not an
  // error.
  int convert(char const*& in, std::size_t& size, char*& out,
              std::size_t& room) noexcept {
    char* from = const_cast<char*>(in);  // iconv does not write there
    std::size_t const done = ::iconv(handle_, &from, &size, &out, &room);
    in = from;
    return done == static_cast<std::size_t>(-1) ? errno : 0;
  }
  // Returns to the initial shift state, and writes the bytes for that.
  int reset(char*& out, std::size_t& room) noexcept {
    std::size_t const done = ::iconv(handle_, nullptr, nullptr, &out, &room);
    return done == static_cast<std::size_t>(-1) ? errno : 0;
  }

 private:
  static iconv_t closed() noexcept {
    return reinterpret_cast<iconv_t>(static_cast<std::size_t>(-1));
  }
  iconv_t handle_;
};

// One call of a conversion: iconv_state with rill's policies.
class iconv_work {
 public:
  iconv_work(void* state, char const* in, std::size_t size, char* out,
             std::size_t room, text_policy policy, bool is_last,
             bool decodes) noexcept
      : state_(*static_cast<iconv_state*>(state)),
        in_(in),
        size_(size),
        out_(out ? out : nothing_),
        room_(room),
        policy_(policy),
        is_last_(is_last),
        decodes_(decodes) {}

  conversion_result run() noexcept {
    std::size_t const size = size_;
    std::size_t const room = room_;
    text_problem found = text_problem::none;
    while (size_ != 0 && found == text_problem::none) {
      char const* const before = in_;
      int const number = state_.convert(in_, size_, out_, room_);
      // With //IGNORE, glibc returns EILSEQ after progress, too, to report that
      // it skipped a character. So call again: if the input at the new place is
      // invalid, that call fails without progress.
      if (number == EILSEQ && in_ != before) continue;
      found = problem_of(number);
    }
    if (found == text_problem::none && is_last_ &&
        state_.reset(out_, room_) == E2BIG)
      found = text_problem::no_room;
    return {size - size_, room - room_, found, replaced_};
  }

 private:
  // Why iconv stopped; none if the policy handled it.
  text_problem problem_of(int number) noexcept {
    if (number == 0) return text_problem::none;
    if (number == E2BIG) return text_problem::no_room;
    text_problem const found = name_of(number);
    if (policy_ == text_policy::strict ||
        (found == text_problem::cut && !is_last_))
      return found;
    return replace_one() ? text_problem::none : text_problem::no_room;
  }

  // EILSEQ means an invalid input, or a character that the target encoding does
  // not have. When the input is UTF-8, it is checked to tell which.
  text_problem name_of(int number) const noexcept {
    if (decodes_)
      return number == EINVAL ? text_problem::cut : text_problem::invalid_byte;
    text_problem const own = here().problem;
    return own == text_problem::none ? text_problem::unmappable : own;
  }
  taken here() const noexcept { return utf8_bytes::take(in_, in_ + size_); }

  // Replaces or skips the invalid input: in UTF-8 a character or a maximal
  // subpart, in another encoding a byte.
  bool replace_one() noexcept {
    std::size_t const bad = decodes_ ? 1 : here().size;
    if (policy_ == text_policy::replace && !put_substitute()) return false;
    in_ += bad;
    size_ -= bad;
    ++replaced_;
    return true;
  }
  bool put_substitute() noexcept {
    if (!decodes_) {
      // Convert the substitute with iconv, because of the shift state. It is
      // written as a whole or not at all.
      int const number = put("\xEF\xBF\xBD", 3);
      return number == 0 || (number != E2BIG && put("?", 1) == 0);
    }
    if (room_ < 3) return false;
    out_ = copy_bytes(out_, "\xEF\xBF\xBD", 3);
    room_ -= 3;
    return true;
  }
  int put(char const* bytes, std::size_t size) noexcept {
    return state_.convert(bytes, size, out_, room_);
  }

  iconv_state& state_;
  char nothing_[1];  // glibc's iconv aborts if the output is null
  char const* in_;
  std::size_t size_;
  char* out_;
  std::size_t room_;
  std::size_t replaced_ = 0;
  text_policy policy_;
  bool is_last_;
  bool decodes_;
};

inline conversion_result iconv_decode(void* state, char const* in,
                                      std::size_t size, char* out,
                                      std::size_t room, text_policy policy,
                                      bool is_last) noexcept {
  return iconv_work(state, in, size, out, room, policy, is_last, true).run();
}
inline conversion_result iconv_encode(void* state, char const* in,
                                      std::size_t size, char* out,
                                      std::size_t room, text_policy policy,
                                      bool is_last) noexcept {
  return iconv_work(state, in, size, out, room, policy, is_last, false).run();
}
inline void* iconv_begin(char const* name, bool decodes) noexcept {
  auto* const state = new (std::nothrow) iconv_state(name, decodes);
  if (state && state->is_open()) return state;
  delete state;
  return nullptr;
}
inline void iconv_end(void* state) noexcept {
  delete static_cast<iconv_state*>(state);
}

inline constexpr codec iconv_codec{
    "iconv", iconv_decode,      iconv_encode, 1,        16,
    nullptr, codec_kind::other, iconv_begin,  iconv_end};

// Whether iconv converts this encoding in both directions.
inline bool iconv_has(char const* name) noexcept {
  iconv_state const from(name, true);
  iconv_state const to(name, false);
  return from.is_open() && to.is_open();
}

}  // namespace detail

/// Returns an encoding of the system's iconv, by its iconv name. For transcode,
/// encoded_writer, decoded_reader.
/// Errors: no_such_encoding if iconv does not know the name, or the name has
/// more than 63 bytes.
/// Cost: one iconv_open for each conversion, and the time of iconv.
inline result<encoding> try_iconv(text name) noexcept {
  char ended[64];
  if (name.size < sizeof ended) {
    *detail::copy_bytes(ended, name.data, name.size) = '\0';
    if (name.size != 0 && detail::length_of(ended) == name.size &&
        detail::iconv_has(ended))
      return encoding(detail::iconv_codec, name);
  }
  return error(library_problem::no_such_encoding, "iconv", name);
}
inline encoding iconv(text name) { return try_iconv(name).value(); }

}  // namespace rill::inline RILL_BUILD

#endif
