// rill/stream/appending_writer.h: a writer that appends to a string.
//
// Floor 4. Allocates nothing; the string does. What append throws arrives at
// the caller. Tests: test/stream/memory_test.cpp.
#ifndef RILL_STREAM_APPENDING_WRITER_H
#define RILL_STREAM_APPENDING_WRITER_H

#include "../os/error.h"
#include "writer.h"

namespace rill::inline RILL_BUILD::detail {

// Appends to a string by blocks of 256 bytes on the stack. After an append
// that threw nothing more is appended: what the string has is not known, so
// that another try could write bytes twice.
template <class String>
class appending_writer : public writer {
 public:
  explicit appending_writer(String& to) noexcept
      : writer(device, block_, sizeof block_), string_(to) {}

 protected:
  // For derived classes that can move.
  appending_writer(appending_writer&& other) noexcept
      : writer(device, nullptr, 0), string_(other.string_) {
    take_with_bytes(other, block_, sizeof block_);
  }

  // Appends what the block holds, then `data`, which may be the string's own
  // text. That moves when the string grows; its offset stays. (Compared as
  // numbers: the two pointers may be unrelated.)
  void append(char const* data, std::size_t size) {
    if (error_) return refuse();
    append_call running{*this};
    if constexpr (requires(String& s) { s.data() + s.size(); }) {
      std::size_t const offset = reinterpret_cast<std::size_t>(data) -
                                 reinterpret_cast<std::size_t>(string_.data());
      if (offset < string_.size()) {
        append_block();
        string_.append(string_.data() + offset, size);
        running.has_returned = true;
        return;
      }
    }
    append_block();
    if (size != 0) string_.append(data, size);
    running.has_returned = true;
  }

 private:
  // Leaves an error behind when the string throws.
  struct append_call {
    appending_writer& self;
    bool has_returned = false;
    ~append_call() {
      if (!has_returned) self.stop(library_problem::threw);
    }
  };

  void append_block() {
    text const held = pending();
    string_.append(held.data, held.size);
    cursor_ = begin_;
  }

  // The error of an append that threw, for the calls after it, or of the
  // move.
  [[gnu::cold]] void refuse() const {
#if RILL_EXCEPTIONS
    raise(rill::error(error_, "write", "to a string"));
#endif
  }

  static void drain(writer& base, char const* data, std::size_t size) {
    static_cast<appending_writer&>(base).append(data, size);
  }
  static void flush_block(writer& base) {
    static_cast<appending_writer&>(base).append(nullptr, 0);
  }
  static constexpr writer_device device{drain, flush_block};

  String& string_;
  char block_[256];
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
