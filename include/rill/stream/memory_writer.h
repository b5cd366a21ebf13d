// rill/stream/memory_writer.h: writers into memory: a fixed block, a string,
// and those that count what they cannot keep.
//
// Floor 4. Tests: test/stream/memory_test.cpp.
#ifndef RILL_STREAM_MEMORY_WRITER_H
#define RILL_STREAM_MEMORY_WRITER_H

#include "../os/error.h"
#include "writer.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// Keeps what fits and counts all. Never an error: to be cut is what the
// caller asked for.
class truncating_writer : public writer {
 public:
  constexpr truncating_writer(char* memory, std::size_t size) noexcept
      : writer(device, memory, size) {}

  /// Bytes in the memory.
  constexpr std::size_t kept() const noexcept {
    return static_cast<std::size_t>(cursor_ - begin_);
  }
  /// Bytes of the whole text.
  constexpr std::size_t count() const noexcept { return kept() + lost_; }

 private:
  // A leaf asks for room and then comes back with its bytes, so asking alone
  // must not cut: only bytes that do not fit end the text.
  static constexpr void drain(writer& base, char const* data,
                              std::size_t size) {
    auto& self = static_cast<truncating_writer&>(base);
    if (size == 0) return;
    std::size_t const fits = self.lost_ ? 0 : smaller(size, self.room());
    self.cursor_ = copy_bytes(self.cursor_, data, fits);
    self.end_ = self.cursor_;
    self.lost_ += size - fits;
  }
  static constexpr void flush_nothing(writer&) {}
  static constexpr writer_device device{drain, flush_nothing};

  std::size_t lost_ = 0;
};

// At the end of a std::string, by way of a block on the stack.
template <class String>
class appending_writer : public writer {
 public:
  explicit appending_writer(String& to) noexcept
      : writer(device, block_, sizeof block_), string_(to) {}

 private:
  static void drain(writer& base, char const* data, std::size_t size) {
    if constexpr (requires(String& s) { s.data() + s.size(); })
      append_perhaps_own(base, data, size);
    else
      append_other(base, data, size);
  }
  static void append_other(writer& base, char const* data, std::size_t size) {
    append_block(base);
    static_cast<appending_writer&>(base).string_.append(data, size);
  }
  // The text may be the string's own, which moves when it grows; an offset
  // holds. (Compared as numbers: the two may be unrelated.)
  static void append_perhaps_own(writer& base, char const* data,
                                 std::size_t size) {
    String& to = static_cast<appending_writer&>(base).string_;
    std::size_t const offset = reinterpret_cast<std::size_t>(data) -
                               reinterpret_cast<std::size_t>(to.data());
    if (offset >= to.size()) return append_other(base, data, size);
    append_block(base);
    to.append(to.data() + offset, size);
  }
  static void append_block(writer& base) {
    auto& self = static_cast<appending_writer&>(base);
    text const held = self.pending();
    self.string_.append(held.data, held.size);
    self.cursor_ = self.begin_;
  }
  static constexpr writer_device device{drain, append_block};

  String& string_;
  char block_[256];
};

}  // namespace detail

/// A writer into a block of memory of a fixed size.
///
/// Errors: what does not fit throws rill::error (the buffer is full); the
/// bytes before it stay.
class memory_writer : public writer {
 public:
  constexpr memory_writer(char* memory, std::size_t size) noexcept
      : writer(device, memory, size), capacity_(size) {}
  template <std::size_t Size>
  explicit constexpr memory_writer(char (&memory)[Size]) noexcept
      : memory_writer(&memory[0], Size) {}
  template <class Memory>
    requires requires(Memory& m) {
      m.data();
      m.size();
    }
  explicit constexpr memory_writer(Memory&& memory) noexcept
      : memory_writer(memory.data(), memory.size()) {}

  /// The bytes written so far.
  constexpr text bytes() const noexcept { return pending(); }
  constexpr std::size_t size() const noexcept { return pending().size; }

  /// Starts again at the beginning of the block.
  constexpr void clear() noexcept {
    cursor_ = begin_;
    end_ = begin_ ? begin_ + capacity_ : begin_;  // none once moved from
    error_ = {};
  }

 private:
  // The piece that does not fit is not cut: it is left out whole.
  static void drain(writer& base, char const*, std::size_t size) {
    auto& self = static_cast<memory_writer&>(base);
    if (size == 0) return;
    self.stop(library_problem::no_room);
#if RILL_EXCEPTIONS
    raise(
        rill::error(library_problem::no_room, {"write", 5}, {"to memory", 9}));
#endif
  }
  static void flush_nothing(writer&) {}
  static constexpr writer_device device{drain, flush_nothing};

  std::size_t capacity_;
};

/// A writer that appends to a std::string (or anything with append(pointer,
/// size)). The string is complete after flush() and after the writer's end.
template <class String>
class string_writer : public detail::appending_writer<String> {
 public:
  explicit string_writer(String& to) noexcept
      : detail::appending_writer<String>(to) {}
  ~string_writer() { this->flush(); }
};

}  // namespace rill::inline RILL_BUILD

#endif
