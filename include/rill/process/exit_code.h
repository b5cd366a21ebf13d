// rill/process/exit_code.h: numbers with which programs end, by their names.
//
// Floor 5. Values only. Sources: <sysexits.h> of 4.3BSD, section 2.8.2 of the
// shell in POSIX. Tests: test/process/exit_status_test.cpp.
#ifndef RILL_PROCESS_EXIT_CODE_H
#define RILL_PROCESS_EXIT_CODE_H

#include "../base/config.h"

/// What main() returns, and what exited{} has.
///
/// Example: `return rill::exit_code::usage;`
namespace rill::inline RILL_BUILD::exit_code {

inline constexpr int success = 0;
inline constexpr int failure = 1;

// Of <sysexits.h>, with the names that are behind its abbreviations.
inline constexpr int usage = 64;          ///< the command line is wrong
inline constexpr int data_error = 65;     ///< the input is wrong
inline constexpr int no_input = 66;       ///< an input file cannot be read
inline constexpr int no_user = 67;        ///< a user is not known
inline constexpr int no_host = 68;        ///< a host is not known
inline constexpr int unavailable = 69;    ///< a service is not there
inline constexpr int software = 70;       ///< the program itself is wrong
inline constexpr int system_error = 71;   ///< the system refused, as by fork
inline constexpr int system_file = 72;    ///< a file of the system is wrong
inline constexpr int cannot_create = 73;  ///< an output file
inline constexpr int io_error = 74;       ///< reading or writing failed
inline constexpr int temporary_failure = 75;  ///< later it may succeed
inline constexpr int protocol = 76;           ///< the other side is wrong
inline constexpr int no_permission = 77;
inline constexpr int configuration = 78;

// Of shells and of env.
inline constexpr int cannot_execute = 126;  ///< found, but no program
inline constexpr int not_found = 127;

}  // namespace rill::inline RILL_BUILD::exit_code

#endif
