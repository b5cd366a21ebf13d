// rill/stream/memory_writer.h: writers into memory: a fixed block, a scratch, a
// string, or only a count.
//
// Layer 4. Tests: test/stream/memory_test.cpp.
#ifndef RILL_STREAM_MEMORY_WRITER_H
#define RILL_STREAM_MEMORY_WRITER_H

#include "../base/run.h"
#include "../memory/storage.h"
#include "../os/error.h"
#include "lost_output.h"
#include "writer.h"

// A writer that appends to a string.
//
// Allocates nothing itself; the string does. An exception of append reaches the
// caller.

namespace rill::inline RILL_BUILD {
namespace detail {

// Appends to a string in blocks of 256 bytes on the stack. After an append that
// threw, nothing more is appended: how much of it the string has is unknown, so
// another attempt could write bytes twice.
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

  // Appends the block, then `data`, which may point into the string itself. The
  // string's text moves when it grows, so its offset is used. (The pointers are
  // compared as integers because they may be unrelated.)
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
  // Sets an error if the string throws.
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

  // Throws the error of an earlier append that threw, or of a writer that was
  // moved from.
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

// Writers into memory: a fixed block, a string, and those that count what they
// cannot keep.

// Keeps what fits and counts all. A longer text is no error: the caller asked
// for truncation.
class truncating_writer : public writer {
 public:
  constexpr truncating_writer(char* memory, std::size_t size) noexcept
      : writer(device, memory, size) {}

  /// Returns the number of bytes in the memory.
  constexpr std::size_t kept() const noexcept {
    return static_cast<std::size_t>(cursor_ - begin_);
  }
  /// Returns the number of bytes of the whole text.
  constexpr std::size_t count() const noexcept { return kept() + lost_; }

 private:
  // A leaf first asks for room and then writes its bytes. Asking alone must not
  // truncate: only bytes that do not fit end the text.
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
/// Errors: a piece that does not fit throws rill::error (the buffer is full);
/// the bytes before it stay.
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
      : memory_writer(memory.data(), memory.size()) {
    static_assert(!detail::temporary_owner<Memory>,
                  "rill: a writer into a temporary would outlive it: keep the "
                  "memory in a variable");
  }
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

  /// Starts again at the beginning of the block. Does nothing after a move.
  constexpr void clear() noexcept {
    if (error_ == library_problem::closed) return;
    cursor_ = begin_;
    end_ = begin_ + capacity_;
    error_ = {};
  }

 private:
  // Leaves out the whole piece that does not fit.
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
/// size)). The string is complete after flush() and after the writer's
/// destructor. Movable, with the bytes that are not in the string yet; the
/// string must not move.
///
/// Errors: an exception of append reaches the caller of the print or flush that
/// needed the room. After that nothing more is appended, and each further call
/// throws rill::error (library_problem::threw). An exception of append in the
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
    if (this->error_) return;  // the call that failed has thrown it
    (void)detail::finish_or_report("to a string",
                                   [this] { this->append(nullptr, 0); });
  }
};

}  // namespace rill::inline RILL_BUILD

#endif
