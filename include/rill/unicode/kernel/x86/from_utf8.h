// rill/unicode/kernel/x86/from_utf8.h: all kernels from UTF-8 below AVX-512.
//
// Floor 2. Tests: test/unicode/kernel/from_utf8_test.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_FROM_UTF8_H
#define RILL_UNICODE_KERNEL_X86_FROM_UTF8_H

#include "utf8_to_latin1_avx2.h"
#include "utf8_to_latin1_ssse3.h"
#include "utf8_to_utf_avx2.h"
#include "utf8_to_utf_ssse3.h"
#include "validate_utf8_avx2.h"
#include "validate_utf8_ssse3.h"

#endif
