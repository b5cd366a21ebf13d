// test/support/hostile_types.h: types that resemble printable types without
// being such, or that delete usual operations.
#ifndef RILL_TEST_SUPPORT_HOSTILE_TYPES_H
#define RILL_TEST_SUPPORT_HOSTILE_TYPES_H

#include <any>
#include <map>
#include <vector>

namespace {

struct incomplete;
enum class later : int;
union either {
  int a;
  float b;
};
struct abstract {
  virtual ~abstract() = default;
  virtual int f() = 0;
};
struct converts_to_all {
  template <class T>
  operator T() const;
  int n;
};
struct refers_to_all {
  template <class T>
  operator T&() const;
};
class made_of_all {
 public:
  template <class T>
  made_of_all(T const&);
};
struct deleted_copies {
  deleted_copies(deleted_copies const&) = delete;
  int n;
};
struct all_deleted {
  all_deleted() = delete;
  ~all_deleted() = delete;
  bool operator==(all_deleted const&) const = delete;
  int begin() const = delete;
  int end() const = delete;
};
struct odd_operators {
  void operator&() const;
  void operator,(int) const;
  void operator!() const;
  void operator*() const;
  int n = 7;
};
class private_begin {
  int* begin() const { return nullptr; }
  int* end() const { return nullptr; }
};
struct void_begin {
  void begin() const;
  void end() const;
};
struct begin_of_void {
  struct iterator {
    void operator*() const;
  };
  iterator begin() const;
  iterator end() const;
};
struct half_iterator {
  int* begin() const { return nullptr; }
  begin_of_void end() const { return {}; }
};
struct begin_is_data {
  int begin = 1;
  int end = 2;
};
struct left {
  int n;
};
struct right_side {
  int n;
};
struct ambiguous : left, right_side {};
struct virtually : virtual left {};
struct in_itself {
  in_itself const* next;
};
struct tree {
  int n;
  std::vector<tree> trees;
};
struct ping;
struct pong {
  std::vector<ping> pings;
};
struct ping {
  std::map<int, pong> pongs;
};
struct with_any {
  int n;
  std::any what;
};
class hidden {
 public:
  int n() const { return n_; }

 private:
  int n_ = 0;
};
struct lists {
  using value_type = lists;
  using iterator = lists*;
  lists const* begin() const { return nullptr; }
  lists const* end() const { return nullptr; }
};

}  // namespace

#endif
