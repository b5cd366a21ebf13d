// rill/stream/memory_writer.h: writers into memory: a fixed block, a string,
// and those that count what they cannot keep.
//
// Floor 4. Tests: test/stream/memory_test.cpp.
#ifndef RILL_STREAM_MEMORY_WRITER_H
#define RILL_STREAM_MEMORY_WRITER_H

#include "../memory/remake.h"
#include "appending_writer.h"
#include "lost_output.h"

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
  constexpr memory_writer(memory_writer&&) noexcept = default;
  constexpr memory_writer& operator=(memory_writer&& other) noexcept {
    if (this == &other) return *this;
    take(other);
    capacity_ = other.capacity_;
    return *this;
  }

  /// The bytes written so far.
  constexpr text bytes() const noexcept { return pending(); }
  constexpr std::size_t size() const noexcept { return pending().size; }

  /// Starts again at the beginning of the block. Once moved from there is no
  /// block, and nothing happens.
  constexpr void clear() noexcept {
    if (error_ == library_problem::closed) return;
    cursor_ = begin_;
    end_ = begin_ + capacity_;
    error_ = {};
  }

 private:
  // The piece that does not fit is not cut: it is left out whole.
  static void drain(writer& base, char const*, std::size_t size) {
    auto& self = static_cast<memory_writer&>(base);
    if (size == 0) return;
    if (!self.error_) self.stop(library_problem::no_room);
#if RILL_EXCEPTIONS
    raise(rill::error(self.error_, "write", "to memory"));
#endif
  }
  static void flush_nothing(writer&) {}
  static constexpr writer_device device{drain, flush_nothing};

  std::size_t capacity_;
};

/// A writer that appends to a std::string (or anything with append(pointer,
/// size)). The string is complete after flush() and after the writer's end.
/// Movable, with the bytes that are not in the string yet; the string stays
/// where it is.
///
/// Errors: what append throws arrives at the caller of the print or flush
/// that needed the room. After that nothing more is appended, and each further
/// call throws rill::error (library_problem::threw). What append throws in the
/// destructor goes to the lost-output handler (stream/lost_output.h).
template <class String>
class string_writer : public detail::appending_writer<String> {
 public:
  explicit string_writer(String& to) noexcept
      : detail::appending_writer<String>(to) {}
  string_writer(string_writer&&) noexcept = default;
  string_writer& operator=(string_writer&& other) noexcept {
    return detail::remake(*this, static_cast<string_writer&&>(other));
  }
  ~string_writer() {
    if (this->error_) return;  // it was thrown by the call that met it
    (void)detail::finish_or_report("to a string",
                                   [this] { this->append(nullptr, 0); });
  }
};

}  // namespace rill::inline RILL_BUILD

#endif
