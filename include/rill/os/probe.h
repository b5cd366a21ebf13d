// rill/os/probe.h: the chooser of probes for debuggers and tracers of the
// system (USDT).
//
// Floor 3. RILL_PROBE(name, handle, asked, result) is a place in the code that
// such a tool can stop at, and read three numbers. Without RILL_USDT=1 it is
// nothing.
#ifndef RILL_OS_PROBE_H
#define RILL_OS_PROBE_H

#include "../base/config.h"

#if !RILL_USDT
#define RILL_PROBE(name, handle, asked, result) static_cast<void>(0)
#elif defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include "linux/probe.h"
#else
#error "rill: RILL_USDT=1 is for Linux on x86-64 and AArch64"
#endif

#endif
