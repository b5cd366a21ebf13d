// rill/process/variable_order.h: finds the last change of a variable by its
// name.
//
// Layer 6. Allocates; throws std::bad_alloc. Tests:
// test/process/variable_order_test.cpp.
#ifndef RILL_PROCESS_VARIABLE_ORDER_H
#define RILL_PROCESS_VARIABLE_ORDER_H

#include <stdlib.h>  // qsort

#include "../memory/small_vector.h"
#include "../os/environment.h"

namespace rill::inline RILL_BUILD::detail {

/// Names in the order in which variables are changed. The texts are borrowed.
class variable_order {
 public:
  static constexpr std::size_t none = ~std::size_t{0};

  /// Adds the name of the next change.
  void add(text name) { entries_.add({name, entries_.size()}); }
  /// Sorts the names, and keeps the last change of each. Call it once, after
  /// the last add(). Cost: n log n comparisons.
  void sort() noexcept {
    if (entries_.size() < 2) return;
    ::qsort(entries_.data(), entries_.size(), sizeof(entry), compare);
    std::size_t kept = 0;
    for (std::size_t i = 0; i != entries_.size(); ++i) {
      if (os::compare_variables(entries_[i].name, entries_[kept].name) != 0)
        ++kept;
      entries_[kept] = entries_[i];
    }
    entries_.set_size(kept + 1);
  }
  /// Returns the number of the last change of a variable, counted from 0, or
  /// `none`. Requires sort(). Cost: log n comparisons.
  std::size_t last_of(text name) const noexcept {
    entry const* first = entries_.begin();
    for (std::size_t count = entries_.size(); count != 0;) {
      std::size_t const half = count / 2;
      int const order = os::compare_variables(name, first[half].name);
      if (order == 0) return first[half].at;
      if (order > 0) first += half + 1;
      count = order > 0 ? count - half - 1 : half;
    }
    return none;
  }

 private:
  struct entry {
    text name;
    std::size_t at;
  };

  static int compare(void const* a, void const* b) noexcept {
    auto const& x = *static_cast<entry const*>(a);
    auto const& y = *static_cast<entry const*>(b);
    int const order = os::compare_variables(x.name, y.name);
    if (order != 0) return order;
    return x.at < y.at ? -1 : x.at > y.at;
  }

  small_vector<entry, 9> entries_;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
