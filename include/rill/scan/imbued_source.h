// rill/scan/imbued_source.h: sources with a locale.
//
// Floor 5. Part of rill/locale.h. Tests: test/scan/imbued_test.cpp.
#ifndef RILL_SCAN_IMBUED_SOURCE_H
#define RILL_SCAN_IMBUED_SOURCE_H

#include "../stream/imbued.h"
#include "localized.h"
#include "read.h"
#include "scan.h"
#include "values.h"

#if RILL_HOSTED
#include "../stream/locked.h"
#endif

namespace rill::inline RILL_BUILD {

namespace detail {

// Stands for a reader whose items are a locale's. Code that knows nothing of
// it takes it for the reader.
class localized_reader {
 public:
  localized_reader() noexcept = default;
  localized_reader(reader& in, locale_data const& locale) noexcept
      : in_(&in), locale_(&locale) {}
  operator reader&() const noexcept { return *in_; }
  locale_data const& locale() const noexcept { return *locale_; }

 private:
  reader* in_ = nullptr;
  locale_data const* locale_ = nullptr;
};

// The `in` of a hook whose items are a locale's, as hook_source.
class localized_hook_source {
 public:
  explicit localized_hook_source(localized_reader& in) noexcept : in_(in) {}

  template <class... Items>
  bool operator()(Items&&... items);

  progress const& outcome_so_far() const noexcept { return progress_; }

 private:
  localized_reader& in_;
  progress progress_;
};

template <template_scan_hook T>
outcome read_hooked_of(localized_reader& in, T& value, progress& p) {
  p.expected = words_of("a value");
  if (!skip_space_of(in, in.locale())) return scan_problem::end_of_input;
  localized_hook_source source(in);
  rill_scan(source, value);
  progress const& inside = source.outcome_so_far();
  p.expected = inside.expected;
  p.literal = inside.literal;
  // As in item<T>: an end inside of the item is not the end before it.
  return inside.how == scan_problem::end_of_input ? scan_problem::malformed
                                                  : inside.how;
}

template <class Item>
outcome read_one_of(localized_reader& in, Item& to, progress& p) {
  if constexpr (template_scan_hook<bare<Item>>) {
    return read_hooked_of(in, to, p);
  } else if constexpr (literal_item<Item> || scan_hooked<bare<Item>>) {
    (void)skip_space_of(in, in.locale());
    return read_one(static_cast<reader&>(in), to, p);
  } else {
    return read_item_of(in, to, in.locale(), p.expected);
  }
}

template <class... Items>
progress read_items(localized_reader& in, Items&... items) {
  progress p;
  (void)(true && ... &&
         ((p.how = read_one_of(in, items, p)) == fine &&
          (p.done += counts(items), true)));
  return p;
}

template <class... Items>
bool localized_hook_source::operator()(Items&&... items) {
  if constexpr (all_scannable<Items...>) {
    if (progress_.how != fine) return false;
    progress_ = read_items(in_, items...);
    if (progress_.how == fine) return true;
#if RILL_EXCEPTIONS
    raise(failure_of(in_, progress_));
#endif
  }
  return false;
}

// What keeps an imbued source while a range over it lives.
template <class Imbued, class Holder>
class held_imbued {
 public:
  template <class From>
  explicit held_imbued(From&& source)
      : imbued_(static_cast<From&&>(source)), inner_{imbued_.stream()} {}
  localized_reader& reader() {
    view_ = localized_reader(inner_.reader(), imbued_.locale());
    return view_;
  }

 private:
  Imbued imbued_;
  Holder inner_;
  localized_reader view_;
};

template <class S>
struct imbued_holders {};
template <class S>
  requires can_be_held<bare<S>&>
struct imbued_holders<S> {
  using held = held_imbued<imbued<S>&, holder_of<bare<S>&>>;
  using owned = held_imbued<imbued<S>, holder_of<bare<S>&>>;
};

template <class S>
inline constexpr bool gives_reader<imbued<S>> = false;
#if RILL_HOSTED
template <class S>
inline constexpr bool gives_reader<locked<S>> = gives_reader<S>;
template <class S>
inline constexpr bool gives_reader<lock_guard<S>> = gives_reader<S>;
#endif

}  // namespace detail

/// As the source itself, with the locale's numbers and white space.
template <class S>
  requires detail::source<S>
struct source_traits<imbued<S>> : detail::imbued_holders<S> {
  template <class Use>
  static auto with(imbued<S>& in, Use use) {
    return source_traits<detail::bare<S>>::with(in.stream(),
                                                localized_use(in, use));
  }
  template <class Use>
    requires requires(detail::bare<S>& s, void (*f)(reader&)) {
      source_traits<detail::bare<S>>::with_own(s, f);
    }
  static auto with_own(imbued<S>& in, Use use) {
    return source_traits<detail::bare<S>>::with_own(in.stream(),
                                                    localized_use(in, use));
  }

 private:
  template <class Use>
  static auto localized_use(imbued<S>& in, Use& use) {
    return [&](reader& bytes) {
      detail::localized_reader view(bytes, in.locale());
      return use(view);
    };
  }
};

}  // namespace rill::inline RILL_BUILD

#endif
