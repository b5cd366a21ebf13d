// rill/os/debug_terms.h: how important a message is, and a message for the
// system's log.
//
// Floor 3. Values only. Tests: test/os/debug_output_test.cpp.
#ifndef RILL_OS_DEBUG_TERMS_H
#define RILL_OS_DEBUG_TERMS_H

#include "../base/text.h"

namespace rill::inline RILL_BUILD {

/// How important a message is. The values are the severities of syslog
/// (RFC 5424, table 2), so `level <= debug_level::warning` is true for errors
/// and warnings.
enum class debug_level : unsigned char {
  none = 0,  ///< no message: what has this level is not shown
  error = 3,
  warning = 4,
  notice = 5,
  information = 6,
  debug = 7,
};

namespace os {

/// A message for the system's log or a debugger.
struct debug_message {
  text bytes;       ///< well-formed UTF-8 without NUL, no newline at its end
  int severity;     ///< of syslog, 0 to 7
  text identifier;  ///< the name of the program
};

}  // namespace os
}  // namespace rill::inline RILL_BUILD

#endif
