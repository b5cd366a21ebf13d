// test/support/devices/read_error_rows.h: rows on sources whose device fails,
// on text that does not parse, and on closed or moved-from sources.
#ifndef RILL_TEST_SUPPORT_DEVICES_READ_ERROR_ROWS_H
#define RILL_TEST_SUPPORT_DEVICES_READ_ERROR_ROWS_H

#include <rill/stream/memory_reader.h>
#include <string.h>  // memcmp

#include <string>
#include <vector>

#include "read_rows.h"

namespace rill_test {

inline std::string const& text_that_breaks_off() {
  static std::string const text = "12 -345\n6 78901\r\n2 3 4456 -1\n100 8";
  return text;
}

// How the device of a source fails.
struct failing_read {
  char const* name;
  failure how;
  int number;
  unsigned needs;
};
inline constexpr failing_read failing_reads[] = {
    {"an error of the device", failure::number, EIO, 0},
    {"a lost connection", failure::number, ECONNRESET, 0},
    {"an exception", failure::foreign, 0, throws},
    {"a rill::error", failure::own, EIO, throws},
};

inline bool is_word_in(std::string const& sentence, char const* word) {
  return sentence.find(word) != std::string::npos;
}

// Everything complete before the error is read, and then the error is thrown:
// no way to read takes it for the end. It has the device's code and the
// source's name. Returns whether the failing call came before the end of the
// input.
inline bool read_breaks_off(verdict& found, source_fixture const& fixture,
                            way_to_read const& way, failing_read const& kind,
                            std::size_t buffer, script plan) {
  scripted_source device(fixture.packed(text_that_breaks_off()), plan);
  auto const in = fixture.make(device, buffer);
  items got;
  bool is_foreign = false;
  rill::error told;
  try {
    way.read(*in, got);
  } catch (rill::error const& reason) {
    told = reason;
  } catch (thrown_by_device const&) {
    is_foreign = true;
  }
  if (!device.has_failed || device.has_ended) return false;
  if (way.needs & reads) in->unread(got);
  std::string const before = fixture.plain(device.so_far());
  found.same(joined(got), joined(way.wanted(before, false)),
             "what was read before");
  if (kind.how == failure::foreign) {
    found.expect(is_foreign, "the exception of the device did not arrive");
    return true;
  }
  found.expect(told.code() == fixture.code(device), "the error is another",
               told.what());
  if (kind.how == failure::number)
    found.expect(is_word_in(told.what(), fixture.name),
                 "the error does not name the source", told.what());
  found.equal(device.calls_after_failure, 0, "calls after the failure");
  return true;
}

inline void breaks_off_at_each_call(verdict& found,
                                    source_fixture const& fixture,
                                    way_to_read const& way,
                                    failing_read const& kind,
                                    std::size_t buffer, std::size_t most) {
  for (int call = 0;; ++call) {
    found.at("call " + std::to_string(call));
    script const plan{
        .most = most, .fails_at = call, .how = kind.how, .number = kind.number};
    if (!read_breaks_off(found, fixture, way, kind, buffer, plan)) break;
  }
}

// Every way to read reports the same error, and the device is not called again.
inline void read_error_sticks(verdict& found, source_fixture const& fixture,
                              std::size_t buffer) {
  scripted_source device(fixture.packed("12 34"),
                         {.most = 4, .fails_at = 0, .number = EIO});
  auto const in = fixture.make(device, buffer);
  for (int i = 0; i != 2; ++i) {
    int value = 7;
    rill::scan_result const got = in->try_integer(value);
    found.expect(!got && !got.at_end(), "try_scan succeeds, or is at the end");
    found.expect(got.error().code() == fixture.code(device),
                 "the error is another", got.error().what());
    found.equal(value, 7, "the target");
    for (way_to_read const& way : ways) {
      if (way.needs & ~fixture.can) continue;
      items none;
      bool is_told = false;
      try {
        way.read(*in, none);
      } catch (rill::error const& reason) {
        is_told = reason.code() == fixture.code(device);
      }
      found.expect(is_told, way.name, "without the error");
    }
  }
  found.equal(device.calls, 1, "calls");
}

// The bytes that a way to read has returned as one item, or its items.
inline std::string read_by(way_to_read const& way, items const& all) {
  if (!(way.needs & reads)) return joined(all);
  std::string text;
  for (std::string const& part : all) text += part;
  return text;
}

// After an exception of the device the next call continues: no byte is lost,
// and none is read twice.
inline void goes_on_after_exception(verdict& found,
                                    source_fixture const& fixture,
                                    way_to_read const& way, std::size_t buffer,
                                    std::size_t most) {
  std::string const text = text_that_breaks_off();
  for (int call = 0; call != 5; ++call) {
    found.at("call " + std::to_string(call));
    scripted_source device(
        fixture.packed(text),
        {.most = most, .fails_at = call, .how = failure::foreign});
    auto const in = fixture.make(device, buffer);
    items got;
    for (int tries = 0; tries != 2; ++tries) {
      try {
        way.read(*in, got);
      } catch (thrown_by_device const&) {
      }
    }
    found.same(read_by(way, got), read_by(way, way.wanted(text, true)),
               "what was read");
  }
}

inline void add_read_error_rows(std::vector<source_row>& rows,
                                source_fixture const& fixture) {
  for (std::size_t const buffer : fixture.buffers) {
    for (std::size_t const most :
         {std::size_t{1}, std::size_t{5}, std::size_t{16}, ~std::size_t{0}}) {
      for (failing_read const& kind : failing_reads)
        for (way_to_read const& way : ways)
          rows.push_back(
              {std::string("breaks off: ") + kind.name + ", " +
                   described_read(way.name, buffer, most),
               fails | kind.needs | way.needs,
               [=, &kind, &way](verdict& found, source_fixture const& f) {
                 breaks_off_at_each_call(found, f, way, kind, buffer, most);
               }});
      for (way_to_read const& way : ways) {
        if (way.wanted == pairs_in) continue;  // a scan has taken half of one
        rows.push_back({"goes on: " + described_read(way.name, buffer, most),
                        fails | throws | goes_on | way.needs,
                        [=, &way](verdict& found, source_fixture const& f) {
                          goes_on_after_exception(found, f, way, buffer, most);
                        }});
      }
    }
    rows.push_back({described_read("sticks", buffer, 4), fails | keeps_errors,
                    [=](verdict& found, source_fixture const& f) {
                      read_error_sticks(found, f, buffer);
                    }});
  }
}

// Texts that are not integers. try_scan reports the same error over any device
// as in memory, except for the name and for text that was not read yet: an
// error does not wait for the rest of the line.
inline constexpr char const* wrong_texts[] = {"x",
                                              "1 2\n3 x\n",
                                              "1\n\n 22\n-\n",
                                              "1 99999999999 2",
                                              "1 2 3.5 4",
                                              "1\n2\n3\n4\n5\nsix\n7",
                                              "12ab",
                                              "+",
                                              "1 2 \xc3\xa9"};

inline rill::error first_error(tested_source& in, int& count) {
  for (count = 0;; ++count) {
    int value = 0;
    rill::scan_result const got = in.try_integer(value);
    if (!got) return got.error();
  }
}

struct memory_rig {
  rill::memory_reader in;
  memory_rig(scripted_source& device, std::size_t) : in(device.text) {}
  rill::reader& source() { return in; }
};

inline bool begins(rill::text all, rill::text part) {
  return part.size == 0 ? all.size == 0
                        : part.size <= all.size &&
                              memcmp(all.data, part.data, part.size) == 0;
}

inline void tells_the_place(verdict& found, source_fixture const& fixture,
                            std::string const& text, std::size_t buffer,
                            std::size_t most) {
  scripted_source device(fixture.packed(text), {.most = most});
  scripted_source plain(text);
  source_over<memory_rig> in_memory(plain, 0);
  int count = 0, wanted_count = 0;
  rill::error const wanted = first_error(in_memory, wanted_count);
  rill::error const got = first_error(*fixture.make(device, buffer), count);
  found.equal(count, wanted_count, "integers before");
  found.expect(got.code() == wanted.code(), "another error", got.what());
  found.equal(got.line(), wanted.line(), "the line");
  found.equal(got.column(), wanted.column(), "the column");
  found.expect(begins(wanted.found(), got.found()), "found", got.what());
  found.expect(begins(wanted.excerpt(), got.excerpt()), "excerpt", got.what());
  found.expect(is_word_in(got.what(), fixture.name),
               "the error does not name the source", got.what());
}

inline void add_place_rows(std::vector<source_row>& rows,
                           source_fixture const& fixture) {
  for (char const* text : wrong_texts)
    for (std::size_t const buffer : fixture.buffers)
      for (std::size_t const most :
           {std::size_t{1}, std::size_t{4}, ~std::size_t{0}})
        rows.push_back({"place: \"" + std::string(text) + "\", " +
                            described_read("", buffer, most),
                        tells_places,
                        [=](verdict& found, source_fixture const& f) {
                          tells_the_place(found, f, text, buffer, most);
                        }});
}

inline void expect_read_closed(verdict& found, tested_source& in,
                               char const* what) {
  int value = 0;
  rill::scan_result const got = in.try_integer(value);
  found.expect(!got && got.error().code() == rill::library_problem::closed,
               what, got.at_end() ? "at the end" : got.error().what());
}

inline void read_closed_twice(verdict& found, source_fixture const& fixture,
                              int integers, std::size_t buffer) {
  scripted_source device(fixture.packed("1 2 3 4"), {.most = 3});
  auto const in = fixture.make(device, buffer);
  int value = 0;
  for (int i = 0; i != integers; ++i)
    found.expect(bool(in->try_integer(value)), "no integer");
  in->close();
  int const calls = device.calls;
  expect_read_closed(found, *in, "scan after close");
  in->close();
  expect_read_closed(found, *in, "scan after closing twice");
  found.equal(device.calls, calls, "calls after close");
}

inline void read_moved(verdict& found, source_fixture const& fixture,
                       int integers, std::size_t buffer, std::size_t most) {
  std::string const text = "1 2 3 4 5\n6 7";
  scripted_source device(fixture.packed(text), {.most = most});
  auto first = fixture.make(device, buffer);
  items got;
  for (int i = 0, value = 0; i != integers; ++i) {
    found.expect(bool(first->try_integer(value)), "no integer");
    got.push_back(std::to_string(value));
  }
  auto const second = first->move_out();
  expect_read_closed(found, *first, "scan of what was moved from");
  first.reset();
  second->integers(got);
  found.same(joined(got), joined(words_in(text, true)), "what was read");
}

inline void add_read_life_rows(std::vector<source_row>& rows,
                               source_fixture const& fixture) {
  for (std::size_t const buffer : fixture.buffers)
    for (int const integers : {0, 1, 3}) {
      rows.push_back({"closed twice: behind " + std::to_string(integers) +
                          described_read("", buffer, 3),
                      closes, [=](verdict& found, source_fixture const& f) {
                        read_closed_twice(found, f, integers, buffer);
                      }});
      for (std::size_t const most : {std::size_t{1}, ~std::size_t{0}})
        rows.push_back({"moved: behind " + std::to_string(integers) +
                            described_read("", buffer, most),
                        moves, [=](verdict& found, source_fixture const& f) {
                          read_moved(found, f, integers, buffer, most);
                        }});
    }
}

}  // namespace rill_test

#endif
