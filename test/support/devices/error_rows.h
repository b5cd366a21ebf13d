// test/support/devices/error_rows.h: rows on a device that fails at each of its
// calls in turn. The bytes that arrived are a prefix of the text, the device is
// not called again, and the error is reported by a call or by the lost-output
// handler.
#ifndef RILL_TEST_SUPPORT_DEVICES_ERROR_ROWS_H
#define RILL_TEST_SUPPORT_DEVICES_ERROR_ROWS_H

#include <algorithm>  // std::min
#include <string>
#include <vector>

#include "byte_rows.h"

namespace rill_test {

// Counts the exceptions that the calls of a row throw.
struct thrown_errors {
  int count = 0;    // rill::error
  int foreign = 0;  // thrown_by_device
  rill::error_code first;

  bool any() const { return count + foreign != 0; }
};

template <class Use>
bool succeeds(thrown_errors& thrown, Use use) {
  try {
    use();
    return true;
  } catch (rill::error const& reason) {
    if (!thrown.any()) thrown.first = reason.code();
    ++thrown.count;
  } catch (thrown_by_device const&) {
    if (!thrown.any()) thrown.first = rill::library_problem::threw;
    ++thrown.foreign;
  }
  return false;
}

inline std::string described(rill::error_code code) {
  return std::to_string(static_cast<int>(code.source)) + "/" +
         std::to_string(code.number);
}

// The parameters of a row with errors.
struct failing_row {
  script plan;
  std::size_t buffer;
  std::size_t piece;
  std::size_t text_size;
  bool is_closed;  // by a call of close(), not only by the destructor
};

// After a print has failed, all later ones fail without a call of the device.
inline void expect_error_sticks(verdict& found, sink_fixture const& fixture,
                                tested_sink& out, thrown_errors& thrown) {
  if (!(fixture.can & keeps_errors)) return;
  bool const is_kept = bool(out.error());
  found.expect(is_kept, "error() has no error after one");
  for (int i = 0; i != 3; ++i)
    found.expect(!succeeds(thrown, [&] { out.print("more"); }),
                 "a print succeeds after an error");
  if (fixture.can & flushes)
    found.expect(!succeeds(thrown, [&] { out.flush(); }),
                 "flush succeeds after an error");
}

// Prints the text in pieces until a call fails.
inline thrown_errors print_until_error(verdict& found,
                                       sink_fixture const& fixture,
                                       tested_sink& out,
                                       std::string const& text,
                                       failing_row const& how) {
  thrown_errors thrown;
  for (std::size_t done = 0; done < text.size() && !thrown.any();
       done += how.piece)
    succeeds(thrown, [&] { out.print(text.substr(done, how.piece)); });
  if (thrown.any()) expect_error_sticks(found, fixture, out, thrown);
  if (!how.is_closed) return thrown;
  bool const was_told = thrown.any() && (fixture.can & keeps_errors);
  bool const is_closed = succeeds(thrown, [&] { out.close(); });
  if (was_told) found.expect(!is_closed, "close succeeds after an error");
  return thrown;
}

// Runs the row with the failure at one call. Returns whether the device was
// called that often.
inline bool fail_once(verdict& found, sink_fixture const& fixture,
                      failing_row const& how, std::string const& text) {
  lost_output const lost;
  scripted_sink device(how.plan);
  thrown_errors thrown;
  {
    auto const out = fixture.make(device, how.buffer);
    thrown = print_until_error(found, fixture, *out, text, how);
  }
  found.equal(device.empty_calls, 0, "calls without a byte");
  if (!device.has_failed) {
    expect_quiet(found, fixture, device, text, lost);
    found.expect(!thrown.any(), "an error without a failure");
    return false;
  }
  found.is_prefix(fixture.plain(device.bytes), text);
  found.equal(device.calls_after_failure, 0, "calls after the failure");
  found.equal(lost.count(), std::size_t{!thrown.any()},
              "errors told to the handler");
  if (thrown.any())
    found.expect(thrown.first == fixture.code(device), "the error is another",
                 described(thrown.first));
  if (how.plan.how == failure::foreign && thrown.any() && !how.is_closed)
    found.equal(thrown.foreign, int{fixture.passes_exceptions},
                "exceptions of the device that arrived");
  return true;
}

inline void fail_at_each_call(verdict& found, sink_fixture const& fixture,
                              failing_row how) {
  std::string const text = letters(how.text_size);
  // Fails each of the first calls, then a sample of the later ones.
  for (int call = 0;; call += 1 + call / 20) {
    found.at("call " + std::to_string(call));
    how.plan.fails_at = call;
    if (!fail_once(found, fixture, how, text)) break;
  }
}

// The kinds of failures.
struct failing_kind {
  char const* name;
  failure how;
  int number;
  unsigned needs;
};
inline constexpr failing_kind failing_kinds[] = {
    {"a full disk", failure::number, ENOSPC, 0},
    {"a broken pipe", failure::number, EPIPE, 0},
    {"an error of the device", failure::number, EIO, 0},
    {"0 bytes", failure::nothing, 0, 0},
    {"an exception", failure::foreign, 0, throws},
    {"a rill::error", failure::own, EIO, throws},
};

inline void add_failing_rows(std::vector<sink_row>& rows,
                             failing_kind const& kind, std::size_t buffer) {
  constexpr std::size_t all = ~std::size_t{0};
  std::size_t const size = std::max<std::size_t>(3 * buffer + 17, 40);
  std::size_t const few = std::max<std::size_t>(buffer / 3, 1);
  // Large buffers are filled by larger pieces: single bytes would take too
  // long.
  std::size_t const least = 1 + buffer / 200;
  for (std::size_t const most : {all, few})
    for (std::size_t const piece : {least, least + 6, buffer + 1})
      for (bool const is_closed : {false, true}) {
        failing_row const how{
            {.most = most, .how = kind.how, .number = kind.number},
            buffer,
            piece,
            size,
            is_closed};
        rows.push_back({std::string("errors: ") + kind.name + ", pieces of " +
                            std::to_string(piece) + described(buffer, most) +
                            (is_closed ? ", closed" : ""),
                        fails | kind.needs | closes * unsigned{is_closed},
                        [=](verdict& found, sink_fixture const& f) {
                          fail_at_each_call(found, f, how);
                        }});
      }
}

inline void add_error_rows(std::vector<sink_row>& rows,
                           sink_fixture const& fixture) {
  for (failing_kind const& kind : failing_kinds)
    for (std::size_t const buffer : fixture.buffers)
      add_failing_rows(rows, kind, buffer);
}

// A call that returns EINTR is repeated: no error is reported, and no byte is
// lost.
inline void interrupt_each_call(verdict& found, sink_fixture const& fixture,
                                std::size_t buffer, std::size_t most) {
  std::string const text = letters(3 * buffer + 17);
  for (int call = 0, calls = 1; call < std::min(calls, 40); ++call) {
    found.at("call " + std::to_string(call));
    lost_output const lost;
    scripted_sink device(
        {.most = most, .fails_at = call, .how = failure::interrupt});
    {
      auto const out = fixture.make(device, buffer);
      for_each_piece(text, patterns[2], buffer,
                     [&](std::string const& piece) { out->print(piece); });
    }
    expect_quiet(found, fixture, device, text, lost);
    calls = device.calls;
  }
}

// All later calls report the code of the first error.
inline void error_stays_the_same(verdict& found, sink_fixture const& fixture,
                                 failing_kind const& kind, std::size_t buffer) {
  lost_output const lost;
  scripted_sink device({.fails_at = 0, .how = kind.how, .number = kind.number});
  auto const out = fixture.make(device, buffer);
  out->print("x");
  thrown_errors first;
  found.expect(!succeeds(first, [&] { out->flush(); }), "flush succeeds");
  rill::error_code const kept = out->error();
  found.expect(kept == fixture.code(device), "error() is another",
               described(kept));
  for (int i = 0; i != 3; ++i) {
    thrown_errors next;
    found.expect(!succeeds(next, [&] { out->print(letters(3 * buffer)); }),
                 "a print succeeds");
    found.expect(!succeeds(next, [&] { out->flush(); }), "flush succeeds");
    found.expect(next.first == kept, "a later error is another",
                 described(next.first));
    found.equal(next.foreign, 0, "exceptions of a device that is not called");
  }
  found.equal(device.calls, 1, "calls");
}

// After clear_error() the accepted bytes are written, and a refused piece is
// printed again: all bytes arrive, none twice. Requires pieces that fit the
// buffer.
inline void goes_on_after_error(verdict& found, sink_fixture const& fixture,
                                std::size_t buffer, std::size_t piece,
                                std::size_t most) {
  std::string const text = letters(3 * buffer + 17);
  for (int call = 0; call != 8; ++call) {
    found.at("call " + std::to_string(call));
    lost_output const lost;
    scripted_sink device({.most = most, .fails_at = call});
    {
      auto const out = fixture.make(device, buffer);
      thrown_errors thrown;
      for (std::size_t done = 0; done < text.size() && thrown.count < 9;) {
        std::string const next = text.substr(done, piece);
        if (succeeds(thrown, [&] { out->print(next); }))
          done += piece;
        else
          out->clear_error();
      }
      if (!succeeds(thrown, [&] { out->flush(); })) {
        out->clear_error();
        out->flush();
      }
      found.expect(thrown.count <= 1, "an error is told twice");
    }
    expect_quiet(found, fixture, device, text, lost);
  }
}

inline void add_clear_rows(std::vector<sink_row>& rows,
                           sink_fixture const& fixture) {
  for (std::size_t const buffer : fixture.buffers)
    for (std::size_t const piece : {std::size_t{1}, std::size_t{5}, buffer})
      for (std::size_t const most :
           {buffer / 3 + 1, buffer - 1, ~std::size_t{0}}) {
        if (piece > buffer || most == 0) continue;
        rows.push_back({"clear_error: pieces of " + std::to_string(piece) +
                            described(buffer, most),
                        fails | flushes | clears_errors,
                        [=](verdict& found, sink_fixture const& f) {
                          goes_on_after_error(found, f, buffer, piece, most);
                        }});
      }
}

inline void add_kept_error_rows(std::vector<sink_row>& rows,
                                sink_fixture const& fixture) {
  constexpr std::size_t all = ~std::size_t{0};
  for (std::size_t const buffer : fixture.buffers) {
    for (std::size_t const most : {all, std::size_t{5}})
      rows.push_back({"interrupted" + described(buffer, most),
                      fails | is_interrupted,
                      [=](verdict& found, sink_fixture const& f) {
                        interrupt_each_call(found, f, buffer, most);
                      }});
    for (failing_kind const& kind : failing_kinds)
      rows.push_back(
          {std::string("sticks: ") + kind.name + described(buffer, all),
           fails | flushes | keeps_errors | kind.needs,
           [=, &kind](verdict& found, sink_fixture const& f) {
             error_stays_the_same(found, f, kind, buffer);
           }});
  }
}

}  // namespace rill_test

#endif
