// test/support/scanned.h: scans a text from a block of exactly its size, and
// through small buffers of every size.
#ifndef RILL_TEST_SUPPORT_SCANNED_H
#define RILL_TEST_SUPPORT_SCANNED_H

#include <rill/scan.h>

#include <memory>
#include <string>

#include "scripted_reader.h"

namespace rill_test {

/// True when the whole text scans as one value equal to want.
template <class T>
bool reads(std::string const& text, T const& want) {
  auto const block = std::make_unique<char[]>(text.size());
  text.copy(block.get(), text.size());
  rill::memory_reader whole(block.get(), text.size());
  T value{};
  if (!rill::try_scan(whole, value) || value != want || !whole.at_end())
    return false;
  for (std::size_t buffer : {1u, 2u, 3u, 7u, 16u, 17u, 100u}) {
    scripted_reader in(text, buffer);
    T again{};
    if (!rill::try_scan(in, again) || again != want || !in.at_end())
      return false;
  }
  return true;
}

/// The first line of the error for a text that is not a T, or "nothing".
template <class T>
std::string wrong_with(std::string const& text) {
  auto const read = rill::try_parse<T>(text);
  std::string const what = read ? "nothing" : read.error().what();
  return what.substr(0, what.find('\n'));
}

}  // namespace rill_test

#endif
