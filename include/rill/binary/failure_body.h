// rill/binary/failure_body.h: the messages of errors in binary data.
//
// Layer 6. The bodies of failure.h. Tests: test/binary/failure_test.cpp.
#ifndef RILL_BINARY_FAILURE_BODY_H
#define RILL_BINARY_FAILURE_BODY_H

#include "failure.h"

namespace rill::inline RILL_BUILD::detail {

RILL_CORE void binary_failure::set(binary_problem problem,
                                   unsigned long long offset,
                                   unsigned long long value,
                                   unsigned long long limit) noexcept {
  if (*this) return;
  problem_ = problem;
  offset_ = offset;
  value_ = value;
  limit_ = limit;
  path_begin_ = sizeof path_;
}

// When the path is full, its outermost parts are cut and marked with `…`.
RILL_CORE void binary_failure::prepend(text words) noexcept {
  constexpr text cut = "…";
  std::size_t const room = path_begin_;
  if (room < cut.size + words.size) {
    bool const is_cut = room != sizeof path_ && path_[room] == cut.data[0];
    if (is_cut) return;
    // `cut` fits: the check above leaves room for it after each part.
    path_begin_ -= cut.size;
    copy_bytes(path_ + path_begin_, cut.data, cut.size);
    return;
  }
  path_begin_ -= words.size;
  copy_bytes(path_ + path_begin_, words.data, words.size);
}

RILL_CORE void binary_failure::in_element(unsigned long long index) noexcept {
  if (path_begin_ != sizeof path_ && path_[path_begin_] != '[') prepend(".");
  char words[24];
  char* at = words + sizeof words;
  *--at = ']';
  do *--at = static_cast<char>('0' + index % 10);
  while ((index /= 10) != 0);
  *--at = '[';
  prepend({at, static_cast<std::size_t>(words + sizeof words - at)});
}

RILL_CORE void binary_failure::in_member(text name, int number) noexcept {
  bool const is_first = path_begin_ == sizeof path_;
  if (!is_first && path_[path_begin_] != '[') prepend(".");
  if (name.size != 0) return prepend(name);
  char words[12];
  char* at = words + sizeof words;
  auto rest = static_cast<unsigned>(number);
  do *--at = static_cast<char>('0' + rest % 10);
  while ((rest /= 10) != 0);
  prepend({at, static_cast<std::size_t>(words + sizeof words - at)});
}

RILL_CORE void add_binary_reason(error_text_builder& out,
                                 binary_problem problem,
                                 unsigned long long value,
                                 unsigned long long limit) noexcept {
  switch (problem) {
    case binary_problem::cut:
      out.add(value);
      out.add(value == 1 ? " byte is needed and " : " bytes are needed and ");
      out.add(limit);
      return out.add(limit == 1 ? " is left" : " are left");
    case binary_problem::too_long:
      out.add("length ");
      out.add(value);
      out.add(" exceeds the ");
      out.add(limit);
      return out.add(limit == 1 ? " byte left" : " bytes left");
    case binary_problem::bad_value:
      out.add(value);
      return out.add(" is not a value of this type");
    case binary_problem::too_deep:
      out.add("nested deeper than the limit of ");
      return out.add(limit);
    case binary_problem::too_much_memory:
      out.add(value);
      out.add(" elements need more than the limit of ");
      out.add(limit);
      return out.add(" bytes of memory");
    case binary_problem::left_over:
      out.add(value);
      return out.add(value == 1 ? " byte follows the value"
                                : " bytes follow the value");
    default:
      return out.add(binary_problem_text(static_cast<int>(problem)));
  }
}

RILL_CORE rill::error binary_failure::error(text operation,
                                            text path) const noexcept {
  error_text_builder words;
  if (path_begin_ != sizeof path_) {
    words.add(path_ + path_begin_, sizeof path_ - path_begin_);
    words.add(": ");
  }
  add_binary_reason(words, problem_, value_, limit_);
  words.add(", at byte ");
  words.add(offset_);
  return rill::error(
      error_code(error_source::binary, static_cast<int>(problem_)), operation,
      path, words.is_whole() ? words.so_far() : text());
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
