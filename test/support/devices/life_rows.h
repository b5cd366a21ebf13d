// test/support/devices/life_rows.h: rows on hooks that throw or print to their
// own sink, on closing, and on moved-from sinks.
#ifndef RILL_TEST_SUPPORT_DEVICES_LIFE_ROWS_H
#define RILL_TEST_SUPPORT_DEVICES_LIFE_ROWS_H

#include <string>
#include <vector>

#include "error_rows.h"

namespace rill_test {

// When a hook throws, the bytes printed before it stay; a sink that composes a
// call before it writes discards the whole call. The next print works.
inline void hook_throws(verdict& found, sink_fixture const& fixture,
                        std::size_t before, std::size_t buffer) {
  lost_output const lost;
  scripted_sink device;
  std::string want;
  {
    auto const out = fixture.make(device, buffer);
    for (std::size_t const inside : {std::size_t{2}, buffer + 3}) {
      bool has_arrived = false;
      try {
        out->print_throwing(letters(before), letters(inside));
      } catch (thrown_by_hook const&) {
        has_arrived = true;
      }
      found.expect(has_arrived, "what the hook threw did not arrive");
      if (!fixture.drops_calls) want += letters(before) + letters(inside);
      out->print("behind");
      want += "behind";
    }
  }
  expect_quiet(found, fixture, device, want, lost);
}

// A hook prints to its own sink: its bytes appear in the order of the calls.
inline void hook_prints_inside(verdict& found, sink_fixture const& fixture,
                               std::size_t size, std::size_t buffer) {
  lost_output const lost;
  scripted_sink device;
  std::string want;
  {
    auto const out = fixture.make(device, buffer);
    for (int i = 0; i != 3; ++i) {
      out->print_inside(letters(size), letters(size / 2), "behind\n");
      want += letters(size) + '<' + letters(size / 2) + ">behind\n";
    }
  }
  expect_quiet(found, fixture, device, want, lost);
}

inline void add_hook_rows(std::vector<sink_row>& rows,
                          sink_fixture const& fixture) {
  for (std::size_t const buffer : fixture.buffers)
    for (std::size_t const size :
         {std::size_t{0}, std::size_t{1}, buffer - 1, buffer, buffer + 1,
          2 * buffer, std::size_t{600}}) {
      std::string const of = std::to_string(size) + " bytes before" +
                             described(buffer, ~std::size_t{0});
      rows.push_back({"a hook throws: " + of, 0,
                      [=](verdict& found, sink_fixture const& f) {
                        hook_throws(found, f, size, buffer);
                      }});
      rows.push_back({"a hook prints to its sink: " + of, reenters,
                      [=](verdict& found, sink_fixture const& f) {
                        hook_prints_inside(found, f, size, buffer);
                      }});
    }
}

inline void expect_closed(verdict& found, sink_fixture const& fixture,
                          tested_sink& out, char const* what,
                          void (*use)(tested_sink&)) {
  thrown_errors thrown;
  bool const is_refused = !succeeds(thrown, [&] { use(out); });
  found.expect(is_refused, what, "not refused");
  if (is_refused)
    found.expect(thrown.first == fixture.closed, what, described(thrown.first));
}

inline void print_x(tested_sink& out) { out.print("x"); }
inline void flush_it(tested_sink& out) { out.flush(); }

// close(), a second close(), and prints to the closed sink.
inline void closed_twice(verdict& found, sink_fixture const& fixture,
                         std::size_t size, std::size_t buffer) {
  lost_output const lost;
  scripted_sink device;
  std::string const text = letters(size);
  {
    auto const out = fixture.make(device, buffer);
    if (size != 0) out->print(text);
    out->close();
    found.same(fixture.plain(device.bytes), text, "the bytes after close");
    int const calls = device.calls;
    out->close();
    expect_closed(found, fixture, *out, "print after close", print_x);
    if (fixture.can & flushes)
      expect_closed(found, fixture, *out, "flush after close", flush_it);
    out->close();
    found.equal(device.calls, calls, "calls after close");
  }
  expect_quiet(found, fixture, device, text, lost);
}

// A sink whose close() fails is closed all the same, and reports the error.
inline void close_fails(verdict& found, sink_fixture const& fixture,
                        failing_kind const& kind, std::size_t buffer) {
  lost_output const lost;
  scripted_sink device({.fails_at = 0, .how = kind.how, .number = kind.number});
  {
    auto const out = fixture.make(device, buffer);
    out->print("x");
    thrown_errors thrown;
    if (succeeds(thrown, [&] { out->flush(); }))
      found.expect(false, "flush succeeds");
    found.expect(!succeeds(thrown, [&] { out->close(); }), "close succeeds");
    thrown_errors again;
    succeeds(again, [&] { out->close(); });
    found.expect(!succeeds(again, [&] { out->print("x"); }),
                 "a print succeeds");
  }
  found.equal(device.calls, 1, "calls");
  found.equal(lost.count(), std::size_t{0}, "errors told to the handler");
}

inline void add_close_rows(std::vector<sink_row>& rows,
                           sink_fixture const& fixture) {
  for (std::size_t const buffer : fixture.buffers) {
    for (std::size_t const size : {std::size_t{0}, std::size_t{1}, buffer,
                                   buffer + 1, std::size_t{1000}})
      rows.push_back({"closed twice: " + std::to_string(size) +
                          described(buffer, ~std::size_t{0}),
                      closes, [=](verdict& found, sink_fixture const& f) {
                        closed_twice(found, f, size, buffer);
                      }});
    for (failing_kind const& kind : failing_kinds)
      rows.push_back({std::string("close fails: ") + kind.name +
                          described(buffer, ~std::size_t{0}),
                      closes | fails | flushes | kind.needs,
                      [=, &kind](verdict& found, sink_fixture const& f) {
                        close_fails(found, f, kind, buffer);
                      }});
  }
}

// The moved-to sink continues; the moved-from one is closed and reports
// nothing.
inline void moved_in_the_middle(verdict& found, sink_fixture const& fixture,
                                std::size_t before, std::size_t buffer) {
  lost_output const lost;
  scripted_sink device;
  std::string const text = letters(2 * before + 5);
  {
    auto first = fixture.make(device, buffer);
    first->print(text.substr(0, before));
    auto const second = first->move_out();
    expect_closed(found, fixture, *first, "print to what was moved from",
                  print_x);
    if (fixture.can & closes) first->close();
    second->print(text.substr(before));
    first.reset();
    auto const third = second->move_out();
  }
  expect_quiet(found, fixture, device, text, lost);
}

// An error moves with the sink, and is reported once.
inline void moved_after_error(verdict& found, sink_fixture const& fixture,
                              std::size_t buffer, bool is_told) {
  lost_output const lost;
  scripted_sink device({.fails_at = 0});
  {
    auto const first = fixture.make(device, buffer);
    first->print("x");
    thrown_errors thrown;
    if (is_told && succeeds(thrown, [&] { first->flush(); }))
      found.expect(false, "flush succeeds");
    auto const second = first->move_out();
    if (is_told) {
      thrown_errors next;
      found.expect(!succeeds(next, [&] { second->print("more"); }),
                   "a print succeeds after an error");
      found.expect(next.first == fixture.code(device), "the error is another",
                   described(next.first));
    }
  }
  found.equal(device.calls, 1, "calls");
  found.equal(lost.count(), std::size_t{!is_told},
              "errors told to the handler");
}

// The bytes that a sink holds before an assignment go to its old device.
inline void assigned(verdict& found, sink_fixture const& fixture,
                     std::size_t size, std::size_t buffer) {
  lost_output const lost;
  scripted_sink one, other;
  std::string const text = letters(size);
  {
    auto const first = fixture.make(one, buffer);
    auto const second = fixture.make(other, buffer);
    first->print(text);
    second->print(text);
    second->assign(*first);
    found.same(fixture.plain(other.bytes), text, "the bytes before");
    expect_closed(found, fixture, *first, "print to what was moved from",
                  print_x);
    second->print("behind");
    second->assign(*second);
    second->print("!");
  }
  expect_quiet(found, fixture, other, text, lost);
  expect_quiet(found, fixture, one, text + "behind!", lost);
}

inline void add_move_rows(std::vector<sink_row>& rows,
                          sink_fixture const& fixture) {
  for (std::size_t const buffer : fixture.buffers) {
    for (std::size_t const size :
         {std::size_t{0}, std::size_t{1}, buffer, buffer + 1, 2 * buffer + 1}) {
      std::string const of =
          std::to_string(size) + described(buffer, ~std::size_t{0});
      rows.push_back({"moved: behind " + of, moves,
                      [=](verdict& found, sink_fixture const& f) {
                        moved_in_the_middle(found, f, size, buffer);
                      }});
      rows.push_back({"assigned: behind " + of, assigns,
                      [=](verdict& found, sink_fixture const& f) {
                        assigned(found, f, size, buffer);
                      }});
    }
    for (bool const is_told : {false, true})
      rows.push_back({std::string("moved: after an error") +
                          (is_told ? " that was told" : "") +
                          described(buffer, ~std::size_t{0}),
                      fails | moves | flushes | keeps_errors,
                      [=](verdict& found, sink_fixture const& f) {
                        moved_after_error(found, f, buffer, is_told);
                      }});
  }
}

}  // namespace rill_test

#endif
