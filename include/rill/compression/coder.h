// rill/compression/coder.h: one direction of a compressed format, with its
// state.
//
// Floor 5. The library behind it allocates. Tests:
// test/compression/compression_test.cpp.
#ifndef RILL_COMPRESSION_CODER_H
#define RILL_COMPRESSION_CODER_H

#include "../os/error.h"
#include "compression.h"

namespace rill::inline RILL_BUILD::detail {

/// Owns the state of an encoder or a decoder.
class coder {
 public:
  /// Errors: unusable_option, no_memory, and those of the library.
  static result<coder> open(compression const& which, coder_calls const& calls,
                            text operation) noexcept {
    opened_coder const made = calls.open(which);
    if (made.state) return coder(calls, made.state);
    return error(made.error, operation, which.name(),
                 made.reason ? text(made.reason) : text());
  }
  static result<coder> encoder(compression const& which) noexcept {
    return open(which, which.format().encoder, "compress as");
  }
  static result<coder> decoder(compression const& which) noexcept {
    return open(which, which.format().decoder, "decompress");
  }

  coder(coder&& other) noexcept : calls_(other.calls_), state_(other.state_) {
    other.state_ = nullptr;
  }
  coder& operator=(coder&& other) noexcept {
    void* const state = state_;
    coder_calls const* const calls = calls_;
    calls_ = other.calls_;
    state_ = other.state_;
    other.calls_ = calls;
    other.state_ = state;
    return *this;
  }
  ~coder() { close(); }

  /// Frees the state, which may be large and have threads. No step follows.
  void close() noexcept {
    if (state_) calls_->close(state_);
    state_ = nullptr;
  }

  coder_step step(text in, char* out, std::size_t room,
                  coder_goal goal) noexcept {
    return calls_->step(state_, in, out, room, goal);
  }
  coder_step restart() noexcept { return calls_->restart(state_); }
  void const* state() const noexcept { return state_; }

 private:
  coder(coder_calls const& calls, void* state) noexcept
      : calls_(&calls), state_(state) {}

  coder_calls const* calls_;
  void* state_;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
