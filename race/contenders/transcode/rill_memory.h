// race/contenders/transcode/rill_memory.h: rill's rows of the heats in memory.
#ifndef RACE_CONTENDERS_TRANSCODE_RILL_MEMORY_H
#define RACE_CONTENDERS_TRANSCODE_RILL_MEMORY_H

#include <rill/unicode.h>

#include <span>

#include "transcode.h"

namespace race {

template <class Source, class Target, class Convert>
inline uint64_t convert_units(job const& j, Convert convert) {
  return convert_again(j, [convert](char const* in, size_t size, char* out,
                                    size_t room) {
    auto const done = convert(
        std::span(reinterpret_cast<Source const*>(in), size / sizeof(Source)),
        std::span(reinterpret_cast<Target*>(out), room / sizeof(Target)));
    if (!done) fail("ill-formed");
    return done.written * sizeof(Target);
  });
}

inline uint64_t convert_row(job const& j) {
  if (is_kind(j, "8to16"))
    return convert_units<char, char16_t>(
        j, [](auto in, auto out) { return rill::utf8_to_utf16(in, out); });
  if (is_kind(j, "16to8"))
    return convert_units<char16_t, char>(
        j, [](auto in, auto out) { return rill::utf16_to_utf8(in, out); });
  if (is_kind(j, "8to32"))
    return convert_units<char, char32_t>(
        j, [](auto in, auto out) { return rill::utf8_to_utf32(in, out); });
  if (is_kind(j, "32to8"))
    return convert_units<char32_t, char>(
        j, [](auto in, auto out) { return rill::utf32_to_utf8(in, out); });
  return validate_again(j, [](char const* in, size_t size) {
    return rill::validate_utf8(std::span(in, size)).valid;
  });
}

}  // namespace race

#endif  // RACE_CONTENDERS_TRANSCODE_RILL_MEMORY_H
