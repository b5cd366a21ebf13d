// rill/os/posix/signal_name.h: the names of signals.
//
// Floor 3. Allocates nothing, throws nothing. The numbers are those of
// <signal.h>, because they differ between systems and processors. POSIX has no
// call that gives the names; glibc 2.32 has sigabbrev_np. Tests:
// test/process/exit_status_test.cpp.
#ifndef RILL_OS_POSIX_SIGNAL_NAME_H
#define RILL_OS_POSIX_SIGNAL_NAME_H

#include <signal.h>  // SIGSEGV and the other numbers

#include "../../base/text.h"

namespace rill::inline RILL_BUILD::os {

struct named_signal {
  int number;
  text name;
};

// The signals of POSIX, then those that only some systems have. SIGIO and
// SIGPOLL have one number on Linux; signal_name returns the first.
inline constexpr named_signal named_signals[] = {
    {SIGABRT, "SIGABRT"},     {SIGALRM, "SIGALRM"}, {SIGBUS, "SIGBUS"},
    {SIGCHLD, "SIGCHLD"},     {SIGCONT, "SIGCONT"}, {SIGFPE, "SIGFPE"},
    {SIGHUP, "SIGHUP"},       {SIGILL, "SIGILL"},   {SIGINT, "SIGINT"},
    {SIGKILL, "SIGKILL"},     {SIGPIPE, "SIGPIPE"}, {SIGQUIT, "SIGQUIT"},
    {SIGSEGV, "SIGSEGV"},     {SIGSTOP, "SIGSTOP"}, {SIGTERM, "SIGTERM"},
    {SIGTSTP, "SIGTSTP"},     {SIGTTIN, "SIGTTIN"}, {SIGTTOU, "SIGTTOU"},
    {SIGUSR1, "SIGUSR1"},     {SIGUSR2, "SIGUSR2"}, {SIGURG, "SIGURG"},
    {SIGTRAP, "SIGTRAP"},     {SIGSYS, "SIGSYS"},   {SIGVTALRM, "SIGVTALRM"},
    {SIGXCPU, "SIGXCPU"},     {SIGXFSZ, "SIGXFSZ"},
#if defined(SIGPROF)
    {SIGPROF, "SIGPROF"},
#endif
#if defined(SIGWINCH)
    {SIGWINCH, "SIGWINCH"},
#endif
#if defined(SIGIO)
    {SIGIO, "SIGIO"},
#endif
#if defined(SIGPOLL)
    {SIGPOLL, "SIGPOLL"},
#endif
#if defined(SIGSTKFLT)
    {SIGSTKFLT, "SIGSTKFLT"},
#endif
#if defined(SIGPWR)
    {SIGPWR, "SIGPWR"},
#endif
#if defined(SIGEMT)
    {SIGEMT, "SIGEMT"},
#endif
#if defined(SIGINFO)
    {SIGINFO, "SIGINFO"},
#endif
};

/// Returns the name of a signal, such as SIGSEGV. Real-time signals and
/// unknown numbers have no name; the text is empty then.
constexpr text signal_name(int number) noexcept {
  for (named_signal const& one : named_signals)
    if (one.number == number) return one.name;
  return {};
}

}  // namespace rill::inline RILL_BUILD::os

#endif
