// rill/memory/owned.h: memory that an object owns: aligned blocks and
// callables; strings that grow without being filled first.
//
// Layer 1. Tests: test/memory/aligned_block_test.cpp,
// test/memory/owned_callable_test.cpp, test/encoding/transcode_test.cpp,
// test/compression/compress_test.cpp.
#ifndef RILL_MEMORY_OWNED_H
#define RILL_MEMORY_OWNED_H

#include <new>          // std::align_val_t
#include <type_traits>  // std::decay_t

#include "../base/config.h"
#include "../base/text.h"
#include "storage.h"

// A block of bytes whose address is a multiple of a power of two.
//
// Allocates with operator new; a failure is std::bad_alloc. For files opened
// with O_DIRECT.

namespace rill::inline RILL_BUILD {

namespace detail {

// Memory allocated with an alignment must be freed with it.
struct aligned_memory {
  static constexpr std::size_t page_size = 4096;

  void* take(std::size_t size) const {
    return ::operator new(size, std::align_val_t(alignment_));
  }
  void give(void* block) const noexcept {
    ::operator delete(block, std::align_val_t(alignment_));
  }

  std::size_t alignment_ = page_size;
};

}  // namespace detail

/// A block of `size()` bytes on the heap, or empty, at an address that is a
/// multiple of `alignment()`. Movable, not copyable.
///
/// Requires: the alignment is a power of two. 4,096 suits O_DIRECT on all
/// common disks.
/// Errors: std::bad_alloc.
///
/// Example:
///     rill::aligned_block block(16384);
///     RILL_ASSERT(reinterpret_cast<std::size_t>(block.data()) % 4096 == 0);
///     block.data()[0] = 'a';
class aligned_block : public detail::owned_block<detail::aligned_memory> {
 public:
  using aligned_memory::page_size;

  aligned_block() noexcept = default;
  explicit aligned_block(std::size_t size, std::size_t alignment = page_size)
      : owned_block(size, {alignment}) {}

  std::size_t alignment() const noexcept { return alignment_; }
};

using aligned_storage [[deprecated("rill::aligned_block is its name now")]] =
    aligned_block;

// A callable of any type, owned by an object.
//
// One allocation with operator new. It replaces std::move_only_function, whose
// header costs 130 to 500 ms of compile time.

namespace detail {

/// Calls its callable with an Argument. Movable; empty when default-constructed
/// or moved from.
template <class Argument>
class owned_callable {
 public:
  owned_callable() noexcept = default;
  template <class Callable>
    requires requires(std::decay_t<Callable>& call, Argument argument) {
      call(argument);
    }
  explicit owned_callable(Callable&& callable)
      : object_(new std::decay_t<Callable>(static_cast<Callable&&>(callable))),
        call_([](void* object, Argument argument) {
          (*static_cast<std::decay_t<Callable>*>(object))(argument);
        }),
        destroy_([](void* object) {
          delete static_cast<std::decay_t<Callable>*>(object);
        }) {}
  owned_callable(owned_callable&& other) noexcept
      : object_(other.object_), call_(other.call_), destroy_(other.destroy_) {
    other.object_ = nullptr;
  }
  owned_callable& operator=(owned_callable&& other) noexcept {
    void* const object = object_;
    void (*const destroy)(void*) = destroy_;
    object_ = other.object_;
    call_ = other.call_;
    destroy_ = other.destroy_;
    other.object_ = object;
    other.destroy_ = destroy;
    return *this;
  }
  ~owned_callable() {
    if (object_) destroy_(object_);
  }

  explicit operator bool() const noexcept { return object_ != nullptr; }
  /// Requires that it is not empty.
  void operator()(Argument argument) const { call_(object_, argument); }

 private:
  void* object_ = nullptr;
  void (*call_)(void*, Argument) = nullptr;
  void (*destroy_)(void*) = nullptr;
};

// Growing a string by bytes that a function writes into it, without filling the
// new part first.
//
// Includes no <string>; throws what the string throws.

// Strings that can grow without being filled: by resize_and_overwrite of C++23,
// or by what libstdc++ and libc++ have before C++23. `write(memory, room)`
// returns the number of bytes that it wrote.
template <class String, class Write>
concept grows_unfilled = requires(String& to, std::size_t size, Write write) {
  to.resize_and_overwrite(size, write);
} || requires(String& to, std::size_t size, Write write) {
  to.__resize_and_overwrite(size, write);
} || requires(String& to, std::size_t size) { to.__resize_default_init(size); };

template <class String, class Write>
void grow_unfilled(String& to, std::size_t room, Write write) {
  std::size_t const before = to.size();
  auto const fill = [&](char* data, std::size_t) noexcept {
    return before + write(data + before, room);
  };
  if constexpr (requires { to.resize_and_overwrite(before, fill); }) {
    to.resize_and_overwrite(before + room, fill);
  } else if constexpr (requires { to.__resize_and_overwrite(before, fill); }) {
    to.__resize_and_overwrite(before + room, fill);
  } else {
    to.__resize_default_init(before + room);
    to.__resize_default_init(fill(to.data(), 0));
  }
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
