// rill/unicode/kernel/x86/to_utf8_kernels.h: the kernels to UTF-8 for SSSE3 and
// AVX2.
//
// Floor 2. Tests: test/unicode/kernel/to_utf8_test.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_TO_UTF8_KERNELS_H
#define RILL_UNICODE_KERNEL_X86_TO_UTF8_KERNELS_H

#include "latin1_to_utf8_avx2.h"
#include "latin1_to_utf8_ssse3.h"
#include "utf16_to_utf8_avx2.h"
#include "utf16_to_utf8_ssse3.h"
#include "utf32_to_utf8_avx2.h"
#include "utf32_to_utf8_ssse3.h"

#endif
