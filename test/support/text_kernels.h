// test/support/text_kernels.h: selects each kernel of unicode/ that this
// processor runs, and compares conversions by it with the plain implementation,
// in heap blocks of exactly their size.
//
//     for (rill::cpu const level : rill_test::text_levels()) {
//       rill_test::forced_conversion<form::utf8, form::utf16> const by(level);
//       … convert<…>() now goes through the kernel for `level`
//     }
//     CHECK(rill_test::same_by_all_kernels<utf8_form_of<char>,
//                                          utf16_form<char16_t>>(units));
#ifndef TEST_SUPPORT_TEXT_KERNELS_H
#define TEST_SUPPORT_TEXT_KERNELS_H

#include <cstring>
#include <memory>
#include <vector>

#include "rill/unicode/convert.h"

namespace rill_test {

// The levels that this processor runs, the generic one first.
inline std::vector<rill::cpu> text_levels() {
  using rill::cpu;
  std::vector<cpu> found;
  for (cpu const level : {cpu::generic, cpu::neon, cpu::sse2, cpu::ssse3,
                          cpu::avx2, cpu::avx512}) {
    bool const is_foreign =
        RILL_X86_64 ? level == cpu::neon : level > cpu::neon;
    if (!is_foreign && level <= rill::cpu_level()) found.push_back(level);
  }
  return found;
}

inline char const* level_name(rill::cpu level) {
  switch (level) {
    case rill::cpu::generic:
      return "generic";
    case rill::cpu::neon:
      return "neon";
    case rill::cpu::sse2:
      return "sse2";
    case rill::cpu::ssse3:
      return "ssse3";
    case rill::cpu::avx2:
      return "avx2";
    case rill::cpu::avx512:
      return "avx512";
  }
  return "?";
}

// Replaces the function pointer of a kernel while it lives.
template <class Pointer>
class forced_pointer {
 public:
  forced_pointer(Pointer& place, Pointer other)
      : place_(place), before_(place) {
    __atomic_store_n(&place_, other, __ATOMIC_RELAXED);
  }
  ~forced_pointer() { __atomic_store_n(&place_, before_, __ATOMIC_RELAXED); }
  forced_pointer(forced_pointer const&) = delete;
  forced_pointer& operator=(forced_pointer const&) = delete;

 private:
  Pointer& place_;
  Pointer const before_;
};

// While an object lives, conversions between two forms use the kernel for
// `level`. A level without kernel uses the next lower one; cpu::generic uses no
// kernel.
template <rill::detail::form From, rill::detail::form To>
class forced_conversion {
  using chooser = rill::detail::conversion_of<From, To>;

 public:
  static rill::detail::converter at(rill::cpu level) {
    auto const found = rill::detail::kernel_up_to<rill::detail::converter,
                                                  chooser::template at>(level);
    return found ? found : chooser::none;
  }
  explicit forced_conversion(rill::cpu level)
      : kept_(chooser::now, at(level)) {}

 private:
  forced_pointer<rill::detail::converter> kept_;
};

// The same for validation.
template <rill::detail::form Form>
class forced_validation {
  using chooser = rill::detail::validation_of<Form>;

 public:
  static rill::detail::checker at(rill::cpu level) {
    auto const found =
        rill::detail::kernel_up_to<rill::detail::checker, chooser::template at>(
            level);
    return found ? found : chooser::none;
  }
  explicit forced_validation(rill::cpu level)
      : kept_(chooser::now, at(level)) {}

 private:
  forced_pointer<rill::detail::checker> kept_;
};

// A heap block of exactly `size` units. A sanitizer or a guard behind it finds
// overruns.
template <class Unit>
class exact_block {
 public:
  explicit exact_block(std::size_t size)
      : size_(size), bytes_(new char[size * sizeof(Unit) + guard]) {
    std::memset(bytes_.get(), filler, size * sizeof(Unit) + guard);
  }
  exact_block(Unit const* from, std::size_t size) : exact_block(size) {
    if (size != 0) std::memcpy(bytes_.get(), from, size * sizeof(Unit));
  }
  Unit* data() { return reinterpret_cast<Unit*>(bytes_.get()); }
  std::size_t size() const { return size_; }
  bool is_whole() const {
    for (std::size_t i = 0; i != guard; ++i)
      if (bytes_[size_ * sizeof(Unit) + i] != filler) return false;
    return true;
  }

 private:
#if RILL_ADDRESS_SANITIZER
  static constexpr std::size_t guard = 0;
#else
  static constexpr std::size_t guard = 64;
#endif
  static constexpr char filler = 0x5A;
  std::size_t size_;
  std::unique_ptr<char[]> bytes_;
};

// Whether a conversion with the current kernel gives the same result as the
// plain implementation.
template <class From, class To>
bool same_as_plain(typename From::unit const* in, std::size_t size,
                   std::size_t room, rill::text_policy policy,
                   bool is_last = true) {
  using target = typename To::unit;
  exact_block<typename From::unit> text(in, size);
  exact_block<target> fast(room), plain(room);
  auto const a = rill::detail::convert<From, To>(text.data(), size, fast.data(),
                                                 room, policy, is_last);
  auto const b = rill::detail::convert_plainly<From, To>(
      text.data(), size, plain.data(), room, policy, is_last);
  return a.read == b.read && a.written == b.written && a.error == b.error &&
         a.replaced == b.replaced && fast.is_whole() && plain.is_whole() &&
         (b.written == 0 || std::memcmp(fast.data(), plain.data(),
                                        b.written * sizeof(target)) == 0);
}

// The same for all kernels and policies, with output blocks that are a little
// too small, exact, and larger. `units` is a container.
template <class From, class To, class Container>
bool same_by_all_kernels(Container const& units) {
  constexpr std::size_t shortages[] = {0, 1, 2, 3, 7, 40};
  std::size_t const size = units.size();
  std::vector<typename To::unit> all(size * 8 + 16);
  for (auto const policy :
       {rill::text_policy::strict, rill::text_policy::replace,
        rill::text_policy::ignore}) {
    std::size_t const need =
        rill::detail::convert_plainly<From, To>(units.data(), size, all.data(),
                                                all.size(), policy)
            .written;
    for (rill::cpu const level : text_levels()) {
      forced_conversion<From::name, To::name> const by(level);
      for (std::size_t const less : shortages)
        if (less <= need &&
            !same_as_plain<From, To>(units.data(), size, need - less, policy))
          return false;
      if (!same_as_plain<From, To>(units.data(), size, need + 64, policy) ||
          !same_as_plain<From, To>(units.data(), size, need + 64, policy,
                                   false))
        return false;
    }
  }
  return true;
}

}  // namespace rill_test

#endif
