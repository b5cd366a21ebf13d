// test/stream/moved_writers_test.cpp: writers in vectors that grow, shrink and
// are sorted, each against a string of its own.
// covers: rill/memory/storage.h
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/stream.h>
#include <rill/ring/ring_writer.h>

#include <algorithm>  // std::sort, std::swap
#include <chrono>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <utility>  // std::move
#include <vector>

#include "support/lost_output.h"

using namespace std::chrono_literals;

namespace {

// The target of a writer. It keeps its address while the writer moves.
struct target {
  std::string got;
  std::string more;  // of the tee's second writer
  std::string twin;
  std::unique_ptr<rill::string_writer<std::string>> first, second;

  target() {
    first = std::make_unique<rill::string_writer<std::string>>(got);
    second = std::make_unique<rill::string_writer<std::string>>(more);
  }
};

template <class Writer>
struct slot {
  Writer out;
  target* to;
};

// Prints to random writers of a vector while the vector changes. Each target
// must get what was printed to its writer, once and in order.
template <class Make>
void shuffle(unsigned seed, Make make) {
  using writer = decltype(make(*static_cast<target*>(nullptr)));
  std::mt19937 random(seed);
  std::vector<std::unique_ptr<target>> targets;
  std::vector<slot<writer>> all;
  auto const add = [&] {
    targets.push_back(std::make_unique<target>());
    return slot<writer>{make(*targets.back()), targets.back().get()};
  };
  auto const one = [&] { return random() % all.size(); };
  for (int step = 0; step != 600; ++step) {
    if (all.empty() || random() % 8 == 0) all.push_back(add());
    slot<writer>& some = all[one()];
    std::string const piece(random() % (step % 9 == 0 ? 700 : 30),
                            static_cast<char>('a' + step % 26));
    rill::print(some.out, step, piece, '\n');
    some.to->twin += std::to_string(step) + piece + '\n';
    switch (random() % 16) {
      case 0:
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(one()));
        break;
      case 1:
        std::swap(all[one()], all[one()]);
        break;
      case 2:
        std::sort(all.begin(), all.end(), [&](auto const& a, auto const& b) {
          return a.to->twin.size() % 7 < b.to->twin.size() % 7;
        });
        break;
      case 3:
        all[one()] = add();
        break;
      case 4:
        rill::flush(all[one()].out);
        break;
      case 5:
        all.shrink_to_fit();
        break;
      default:
        break;
    }
  }
  all.clear();
  for (auto const& to : targets) {
    to->first.reset();
    to->second.reset();
    REQUIRE(to->got == to->twin);
    if (!to->more.empty()) REQUIRE(to->more == to->twin);
  }
}

// A callable that takes at most `most` bytes a call.
struct appender {
  target* to;
  std::size_t most;
  std::size_t operator()(char const* data, std::size_t size) const {
    std::size_t const some = std::min(size, most);
    to->got.append(data, some);
    return some;
  }
};

// A callable that overwrites the bytes that it has taken.
struct spoiler {
  target* to;
  int operator()(char* data, short size) const {
    int const some = (size + 1) / 2;
    to->got.append(data, static_cast<std::size_t>(some));
    std::fill(data, data + some, '?');
    return some;
  }
};

// Functions that make a writer of each kind over a target.
constexpr auto to_string = [](target& to) {
  return rill::string_writer(to.got);
};
constexpr auto to_callback = [](target& to) {
  return rill::callback_writer(appender{&to, 1000}, 64);
};
constexpr auto to_ring = [](target& to) {
  return rill::ring_writer(64, appender{&to, 5});
};
constexpr auto to_two = [](target& to) {
  return rill::tee_writer(*to.first, *to.second);
};
constexpr auto to_count = [](target& to) {
  return rill::counting_writer(*to.first);
};

// Calls use(make) for each kind.
template <class Use>
void with_each(Use use) {
  use(to_string);
  use(to_callback);
  use(to_ring);
  use(to_two);
  use(to_count);
}

// The error code that a call on a moved-from writer ends with.
template <class Call>
rill::error_code code_of([[maybe_unused]] rill::writer const& out, Call call) {
#if RILL_EXCEPTIONS
  try {
    call();
  } catch (rill::error const& reason) {
    return reason.code();
  }
  return {};
#else
  call();
  return out.error();
#endif
}

}  // namespace

TEST_CASE("stream/moved_writers: vectors of each that change at random") {
  rill_test::lost_output lost;
  for (unsigned seed = 0; seed != 12; ++seed) {
    with_each([&](auto make) { shuffle(seed, make); });
    shuffle(seed,
            [](target& to) { return rill::callback_writer(spoiler{&to}, 16); });
    shuffle(seed,
            [](target& to) { return rill::ring_writer(16, spoiler{&to}); });
    shuffle(seed, [](target& to) {
      return rill::ring_writer(100, appender{&to, 3}, 1h);
    });
    // A callable that owns memory, which moves with it.
    shuffle(seed, [](target& to) {
      std::function<void(char const*, std::size_t)> call =
          [&to, name = std::string(40, 'n')](char const* data,
                                             std::size_t size) {
            to.got.append(data, name.size() == 40 ? size : 0);
          };
      return rill::callback_writer(std::move(call), 33);
    });
  }
  CHECK(lost.count() == 0);
}

TEST_CASE(
    "stream/moved_writers: one that was moved from refuses and is still") {
  rill_test::lost_output lost;
  with_each([](auto make) {
    target to, other;
    {
      auto out = make(to);
      rill::print(out, "one ");
      auto moved(std::move(out));
      CHECK((out.error() == rill::library_problem::closed));
      CHECK(out.room() == 0);
      CHECK(out.pending().size == 0);
      auto const closed = rill::error_code(rill::library_problem::closed);
      CHECK((code_of(out, [&] { out.put('x'); }) == closed));
      CHECK((code_of(out, [&] { rill::print(out, 123, "x"); }) == closed));
      CHECK((code_of(out, [&] { rill::flush(out); }) == closed));
      std::string const large(5000, 'x');
      CHECK((code_of(out, [&] { out.write(large.data(), 5000); }) == closed));
      rill::print(moved, "two ");
      // A writer that is moved from a closed one is closed. A writer that is
      // assigned to can be used again.
      auto nothing(std::move(out));
      CHECK((nothing.error() == rill::library_problem::closed));
      out = make(other);
      rill::print(out, "three");
      // The bytes that the source holds arrive first.
      nothing = std::move(moved);
      rill::print(nothing, "four ");
      auto& same = nothing;
      nothing = std::move(same);
      rill::print(nothing, "five");
    }
    to.first.reset();
    other.first.reset();
    CHECK(to.got == "one two four five");
    CHECK(other.got == "three");
  });
  CHECK(lost.count() == 0);
}

TEST_CASE("stream/moved_writers: the bytes of the block move at every size") {
  for (std::size_t size = 0; size != 530; ++size) {
    std::string const text(size, 'x');
    with_each([&](auto make) {
      target to;
      {
        auto first = make(to);
        first.write(text.data(), size);
        auto const held = first.pending().size;
        auto out(std::move(first));
        REQUIRE(out.pending().size == held);
        rill::print(out, 'y', text);
      }
      to.first.reset();
      REQUIRE(to.got == text + 'y' + text);
    });
  }
}

TEST_CASE("stream/moved_writers: styles move") {
  with_each([](auto make) {
    target to;
    {
      auto first = make(to);
      first.set_styles(rill::style_mode::always);
      auto out(std::move(first));
      CHECK(out.takes_styles());
    }
  });
}

TEST_CASE("stream/moved_writers: the count and the accepted bytes move") {
  rill::counting_writer first;
  rill::print(first, std::string(1000, 'x'), "12345");
  rill::counting_writer second(std::move(first));
  CHECK(first.count() == 0);
  rill::print(second, std::string(1000, 'x'), "6");
  CHECK(second.count() == 2006);
  std::string got;
  rill::ring_writer ring(
      8, [&](char const* data, std::size_t size) { got.append(data, size); });
  rill::print(ring, "0123456789", "abc");
  rill::ring_writer moved(std::move(ring));
  CHECK(moved.accepted() == 13);
  CHECK(moved.capacity() == 8);
  CHECK(ring.accepted() == 0);
  CHECK(bool(ring.try_close()));
  ring.clear_error();
  CHECK((ring.error() == rill::library_problem::closed));
  CHECK((ring.try_flush().error().code() == rill::library_problem::closed));
  moved.close();
  CHECK(got == "0123456789abc");
}

TEST_CASE("stream/moved_writers: an error moves, and is told once") {
  rill_test::lost_output lost;
  bool is_full = true;
  std::string got;
  auto const sink = [&](char const* data, std::size_t size) {
    if (is_full) return std::size_t{0};
    got.append(data, size);
    return size;
  };
  {
    rill::ring_writer first(16, sink);
    rill::print(first, "held");
    CHECK(!first.try_flush());
    rill::ring_writer out(std::move(first));
    CHECK((out.error() == rill::library_problem::wrote_nothing));
    CHECK(std::string(out.failure().what()) ==
          "write to a ring: the device accepted no bytes");
    CHECK(out.room() == 0);
    CHECK(!out.try_write("x", 1));
    is_full = false;
    out.clear_error();
    rill::print(out, "!");
  }
  CHECK(got == "held!");
  is_full = true;
  {
    rill::callback_writer first(sink, 16);
    rill::print(first, "held");
    CHECK((code_of(first, [&] { first.flush(); }) ==
           rill::library_problem::wrote_nothing));
    rill::callback_writer out(std::move(first));
    CHECK((out.error() == rill::library_problem::wrote_nothing));
    CHECK(out.pending().size == 4);
    CHECK(out.room() == 0);
  }
  // Without exceptions no call has reported the error, so the destructor does.
  CHECK(lost.count() == (RILL_EXCEPTIONS ? 0 : 1));
  // The writer that was moved to reports an error that was not reported yet.
  {
    rill::callback_writer first(sink, 16);
    rill::print(first, "held");
    rill::callback_writer out(std::move(first));
  }
  CHECK(lost.count() == (RILL_EXCEPTIONS ? 1 : 2));
}

TEST_CASE("stream/moved_writers: writers and readers in memory are assigned") {
  char block[8], other[8];
  rill::memory_writer out(block), into(other);
  rill::print(out, "abc");
  rill::print(into, "xyz");
  into = std::move(out);
  rill::print(into, "def");
  CHECK(std::string(into.bytes().data, into.size()) == "abcdef");
  CHECK(std::string(other, 3) == "xyz");
  CHECK((code_of(out, [&] { rill::print(out, 'x'); }) ==
         rill::library_problem::closed));
  out.clear();
  CHECK((out.error() == rill::library_problem::closed));
  into.clear();
  CHECK(into.room() == 8);
  auto& same = into;
  into = std::move(same);
  CHECK(into.room() == 8);
  rill::memory_reader in(rill::text("1 2")), from(rill::text("3 4"));
  CHECK(in.peek(1).data[0] == '1');
  in = std::move(from);
  CHECK(in.available() == 3);
  CHECK(!from.try_at_end());
}

TEST_CASE("stream/moved_writers: readers over callables are assigned") {
  auto const of = [](std::string all) {
    return [all = std::move(all), at = std::size_t{0}](
               char* out, std::size_t size) mutable {
      std::size_t const some =
          all.copy(out, std::min<std::size_t>(size, 2), at);
      at += some;
      return some;
    };
  };
  rill::callback_reader first(of("12345")), second(of("abcde"));
  CHECK(first.peek(1).data[0] == '1');
  CHECK(second.peek(3).data[2] == 'c');
  first = std::move(second);
  char all[9];
  CHECK(std::string(all, first.read(all, 9)) == "abcde");
  CHECK(!second.try_at_end());
  CHECK((second.error() == rill::library_problem::closed));
  rill::ring_reader ring(8, of("12345")), other(8, of("abcde"));
  CHECK(other.peek(1).data[0] == 'a');
  ring = std::move(other);
  CHECK(std::string(all, ring.read(all, 9)) == "abcde");
}

#if RILL_EXCEPTIONS
TEST_CASE(
    "stream/moved_writers: a string whose append threw is not asked again") {
  struct full_string {
    int calls = 0;
    void append(char const*, std::size_t) {
      ++calls;
      throw 7;
    }
  };
  rill_test::lost_output const lost;
  full_string to;
  {
    rill::string_writer first(to);
    rill::print(first, "held");
    CHECK_THROWS_AS(first.flush(), int);
    rill::string_writer out(std::move(first));
    CHECK((out.error() == rill::library_problem::threw));
    CHECK(out.room() == 0);
    CHECK(out.pending().size == 4);
    CHECK_THROWS_AS(rill::print(out, 1), rill::error);
  }
  CHECK(to.calls == 1);
  CHECK(lost.count() == 0);
}

TEST_CASE("stream/moved_writers: a callable that throws when it moves") {
  struct heavy {
    std::string* to;
    bool* throws;
    heavy(std::string& string, bool& flag) : to(&string), throws(&flag) {}
    heavy(heavy const& other) : to(other.to), throws(other.throws) {
      if (*throws) throw 7;
    }
    void operator()(char const* data, std::size_t size) {
      to->append(data, size);
    }
  };
  using ring = rill::ring_writer<heavy>;
  using callback = rill::callback_writer<heavy>;
  static_assert(std::is_move_constructible_v<ring>);
  static_assert(!std::is_move_assignable_v<ring>);
  static_assert(!std::is_move_assignable_v<callback>);
  bool throws = false;
  std::string got;
  {
    ring first(8, heavy(got, throws));
    callback second(heavy(got, throws));
    rill::print(first, "one ");
    rill::print(second, "two ");
    throws = true;
    CHECK_THROWS_AS(ring{std::move(first)}, int);
    CHECK_THROWS_AS(callback{std::move(second)}, int);
    // Neither writer has moved.
    rill::print(first, "three ");
    rill::print(second, "four ");
  }
  CHECK(got == "one two four three ");
}
#endif
