// rill/memory/owned_callable.h: a callable of any type, kept in an option.
//
// Floor 1. One allocation with operator new; stands in for
// std::move_only_function, whose header costs 130 to 500 ms of compiling.
// Tests: test/memory/owned_callable_test.cpp.
#ifndef RILL_MEMORY_OWNED_CALLABLE_H
#define RILL_MEMORY_OWNED_CALLABLE_H

#include <type_traits>  // std::decay_t

#include "../base/config.h"

namespace rill::inline RILL_BUILD::detail {

/// Calls what it was made of with an Argument. Movable; empty when it was made
/// of nothing or moved from.
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

}  // namespace rill::inline RILL_BUILD::detail

#endif
