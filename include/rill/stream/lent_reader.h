// rill/stream/lent_reader.h: a reader over the buffer of another reader, the
// lender, which forwards each call of its own device to the lender's.
//
// Floor 4. Allocates nothing. The lender must not be used meanwhile. Tests:
// test/stream/any_reader_test.cpp.
#ifndef RILL_STREAM_LENT_READER_H
#define RILL_STREAM_LENT_READER_H

#include "position.h"
#include "reader.h"

namespace rill::inline RILL_BUILD::detail {

class lent_reader : public reader {
 protected:
  // Closed, until borrow() is called.
  explicit lent_reader(reader_device const& device) noexcept
      : reader(device, nullptr, 0) {
    forget();
  }
  lent_reader(lent_reader&& other) noexcept
      : reader(static_cast<reader&&>(other)), of_(other.of_) {
    other.of_ = nullptr;
  }
  ~lent_reader() = default;

  /// Takes the buffer of a reader, with the bytes that it holds.
  void borrow(reader& from) noexcept {
    of_ = &from;
    take_area();
  }
  /// Gives the buffer back and closes this reader. Returns the lender, or null
  /// if there is none.
  reader* give_back() noexcept {
    reader* const lender = of_;
    if (lender) return_area();
    of_ = nullptr;
    forget();
    return lender;
  }
  bool is_lent() const noexcept { return of_ != nullptr; }

  // The functions of a reader_device. Each calls the one of the lender.
  static bool fill_lent(reader& base) {
    auto& self = static_cast<lent_reader&>(base);
    if (!self.of_) return false;
    struct retaken_area {
      lent_reader& self;
      ~retaken_area() { self.take_area(); }
    } const afterwards{self};
    self.return_area();
    return self.of_->more();
  }
  static source_position locate_lent(reader const& base) {
    reader const* const of = lender_of(base);
    return of ? of->locate() : source_position{.name = "a closed reader"};
  }
  static source_position place_lent(reader const& base, char const* place) {
    reader const* const of = lender_of(base);
    return of ? position_of(*of, place) : locate_lent(base);
  }

 private:
  // Returns the lender, at the position of this reader.
  static reader const* lender_of(reader const& base) noexcept {
    auto& self = static_cast<lent_reader const&>(base);
    if (self.of_) self.return_area();
    return self.of_;
  }

  void take_area() noexcept {
    cursor_ = of_->cursor_;
    end_ = of_->end_;
    begin_ = of_->begin_;
    error_ = of_->error_;
    // A read from the lender meanwhile finds no bytes, and this error.
    of_->cursor_ = of_->end_;
    of_->error_ = library_problem::lent;
  }
  void return_area() const noexcept {
    of_->cursor_ = cursor_;
    of_->end_ = end_;
    of_->begin_ = begin_;
    of_->error_ = error_;
  }

  reader* of_ = nullptr;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
