// rill/base/config.h: the properties of the build, as macros that are each 0 or
// 1.
//
// Layer 0. Outside os/, only this file may test for a compiler, processor or
// system. Every macro can be set on the command line. All that changes the
// generated code is part of the name of the inline namespace RILL_BUILD.
// Translation units with different flags then define different functions and do
// not violate the ODR (docs/decisions/0007-kernels.md).
#ifndef RILL_BASE_CONFIG_H
#define RILL_BASE_CONFIG_H

#define RILL_VERSION_MAJOR 0
#define RILL_VERSION_MINOR 1
#define RILL_VERSION_PATCH 0

// 1 when src/rill.cpp, a library of its own, holds the definitions of functions
// that are neither templates nor on a hot path (docs/compiled.md).
#ifndef RILL_COMPILED
#define RILL_COMPILED 0
#endif
// 1 when headers include those definitions: in the library, and in every file
// of a header-only program.
#ifndef RILL_BODIES
#if RILL_COMPILED
#define RILL_BODIES 0
#else
#define RILL_BODIES 1
#endif
#endif
// Precedes each definition in a `..._body.h`. `used` makes the library emit all
// of them, `inline` lets it inline them into each other as a header-only
// program does. Constructors and destructors have a macro of their own: with
// `used` and `inline`, clang emits only the complete-object variant.
#if RILL_COMPILED
#define RILL_CORE [[gnu::used]] inline
#define RILL_CORE_STRUCTOR
#define RILL_BUILD_COMPILED _rill_compiled
#else
#define RILL_CORE inline
#define RILL_CORE_STRUCTOR inline
#define RILL_BUILD_COMPILED
#endif

// Precedes the name of a namespace or function. Gives each program and each
// shared library its own copy: another shared library's copy may be unloaded.
// With the compiled library, which may be shared itself, all use its copy.
#if defined(_WIN32) || RILL_COMPILED
#define RILL_OF_THIS_MODULE
#else
#define RILL_OF_THIS_MODULE [[gnu::visibility("hidden")]]
#endif

// Precedes a variable that the compiled library and the program share. It stays
// visible when the program is built with -fvisibility=hidden.
#if RILL_COMPILED && !defined(_WIN32)
#define RILL_STATE [[gnu::visibility("default")]]
#else
#define RILL_STATE
#endif

// 1 when functions without another way to report an error throw.
#ifndef RILL_EXCEPTIONS
#if defined(__cpp_exceptions)
#define RILL_EXCEPTIONS 1
#else
#define RILL_EXCEPTIONS 0
#endif
#endif

// 0 without a C library and an operating system: -ffreestanding
// (docs/freestanding.md).
#ifndef RILL_HOSTED
#define RILL_HOSTED __STDC_HOSTED__
#endif

// 1 when the system has the calls that rill/fs.h needs: POSIX.
#ifndef RILL_FOLDERS
#if RILL_HOSTED && (defined(__unix__) || defined(__APPLE__))
#define RILL_FOLDERS 1
#else
#define RILL_FOLDERS 0
#endif
#endif

// A header that declares std::string. The standard promises that of <string>
// alone, whose 12,000 lines take 120 ms to compile. libstdc++ and libc++
// declare it in <iosfwd> too.
#ifndef RILL_STRING_HEADER
#if __has_include(<bits/stringfwd.h>) || __has_include(<__fwd/string.h>)
#define RILL_STRING_HEADER <iosfwd>
#else
#define RILL_STRING_HEADER <string>
#endif
#endif

// 1 when RILL_ASSERT checks the library's own assumptions.
#ifndef RILL_ASSERTS
#define RILL_ASSERTS 0
#endif

// The default size of a reader's or writer's buffer, in bytes. A plain number,
// because it becomes part of a name. Test builds use 16.
#ifndef RILL_BUFFER_SIZE
#define RILL_BUFFER_SIZE 131072
#endif

// 0 to register no handlers for the program's end, its forks and its uncaught
// exceptions (docs/behaviour.md).
#ifndef RILL_PROCESS_HOOKS
#define RILL_PROCESS_HOOKS 1
#endif

// 1 when the environment variable RILL_CPU may choose slower kernels.
#ifndef RILL_CPU_OVERRIDE
#define RILL_CPU_OVERRIDE 0
#endif

// 1 when system calls go through pointers that a test can replace.
#ifndef RILL_FAULTS
#define RILL_FAULTS 0
#endif
#if RILL_FAULTS
#define RILL_REPLACEABLE inline
#else
#define RILL_REPLACEABLE inline constexpr
#endif

// 1 to count the calls that move bytes of the standard streams, when the
// environment has RILL_TRACE (docs/tracing.md). POSIX only.
#ifndef RILL_TRACING
#define RILL_TRACING 0
#endif
// 1 to put static probes, rill:fill and rill:drain, at the calls that move
// bytes, for debuggers and tracers (docs/tracing.md). Linux only.
#ifndef RILL_USDT
#define RILL_USDT 0
#endif
#define RILL_WATCHED (RILL_TRACING || RILL_USDT)
#if RILL_TRACING && (!RILL_HOSTED || !RILL_PROCESS_HOOKS || \
                     !(defined(__unix__) || defined(__APPLE__)))
#error "rill: RILL_TRACING=1 needs POSIX and RILL_PROCESS_HOOKS"
#endif

// 1 to use C's streams only through standard functions, even when the layout of
// their buffers is known.
#ifndef RILL_PORTABLE_LIBC
#define RILL_PORTABLE_LIBC 0
#endif

// 1 to use the buffers of C's streams directly on macOS, FreeBSD, NetBSD and
// newlib too, where this was compiled but never run.
#ifndef RILL_DIRECT_LIBC
#define RILL_DIRECT_LIBC 0
#endif

// 1 when structures print and scan by their members without code of the user,
// and enumerations by the names of their enumerators.
#ifndef RILL_AGGREGATES
#define RILL_AGGREGATES 1
#endif
#ifndef RILL_ENUM_NAMES
#define RILL_ENUM_NAMES 1
#endif

// 1 when the compiler has reflection, for the names of members and enumerators.
#ifndef RILL_REFLECTION
#if defined(__cpp_impl_reflection)
#define RILL_REFLECTION 1
#else
#define RILL_REFLECTION 0
#endif
#endif

// 0 for a build without thread-local storage: no object of rill is thread_local
// (docs/platforms.md lists the consequences).
#ifndef RILL_THREAD_LOCAL
#define RILL_THREAD_LOCAL 1
#endif
// 1 when a header may define a thread_local object with a destructor. With
// MinGW two translation units that do so cannot be linked.
#ifndef RILL_THREAD_DESTRUCTORS
#if !RILL_THREAD_LOCAL || defined(__MINGW32__)
#define RILL_THREAD_DESTRUCTORS 0
#else
#define RILL_THREAD_DESTRUCTORS 1
#endif
#endif

#ifndef RILL_X86_64
#if defined(__x86_64__)
#define RILL_X86_64 1
#else
#define RILL_X86_64 0
#endif
#endif

// 1 where the vector instructions of 64-bit ARM may be used.
#ifndef RILL_NEON
#if defined(__aarch64__) && defined(__ARM_NEON) && !defined(__AARCH64EB__)
#define RILL_NEON 1
#else
#define RILL_NEON 0
#endif
#endif

// 1 when getauxval() reports the features of a 64-bit ARM processor: Linux,
// Android.
#ifndef RILL_AUXILIARY_VECTOR
#if RILL_NEON && RILL_HOSTED && defined(__linux__)
#define RILL_AUXILIARY_VECTOR 1
#else
#define RILL_AUXILIARY_VECTOR 0
#endif
#endif

// The extensions of 64-bit ARM that every function of this build may use, as
// bits of Linux's AT_HWCAP: PMULL, SHA1, SHA2 and CRC32 together, and SHA512.
// macOS requires a processor with all of them.
#ifndef RILL_ARM_OPTIONS
#if !RILL_NEON || !defined(__ARM_FEATURE_AES) || \
    !defined(__ARM_FEATURE_SHA2) || !defined(__ARM_FEATURE_CRC32)
#define RILL_ARM_OPTIONS 0
#elif !defined(__ARM_FEATURE_SHA512)
#define RILL_ARM_OPTIONS 0xf0
#else
#define RILL_ARM_OPTIONS 0x2000f0
#endif
#endif

#ifndef RILL_LITTLE_ENDIAN
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define RILL_LITTLE_ENDIAN 1
#else
#define RILL_LITTLE_ENDIAN 0
#endif
#endif

#ifndef RILL_INT128
#if defined(__SIZEOF_INT128__)
#define RILL_INT128 1
#else
#define RILL_INT128 0
#endif
#endif

// The floating-point types beside float and double. RILL_LONG_DOUBLE_BITS is
// the size of a long double's significand: 53, 64 (x87), 113 (IEEE 754
// binary128), or 106 for the sum of two doubles, which number/ refuses.
#ifndef RILL_LONG_DOUBLE_BITS
#define RILL_LONG_DOUBLE_BITS __LDBL_MANT_DIG__
#endif
// __float128. Its bits are handled as a 128-bit integer.
#ifndef RILL_FLOAT128
#if defined(__SIZEOF_FLOAT128__) && RILL_INT128
#define RILL_FLOAT128 1
#else
#define RILL_FLOAT128 0
#endif
#endif
// _Float16, which is also std::float16_t. On processors other than x86, g++ 12
// defines the macro although C++ has no such type there.
#ifndef RILL_FLOAT16
#if defined(__FLT16_MANT_DIG__) && \
    (defined(__clang__) || __GNUC__ >= 13 || defined(__SSE2__))
#define RILL_FLOAT16 1
#else
#define RILL_FLOAT16 0
#endif
#endif
// __bf16, which is also std::bfloat16_t. To pass one by value, clang calls a
// function of the runtime library, which libgcc has since version 13. With
// clang, define this to 1 if the library is new enough.
#ifndef RILL_BFLOAT16
#if defined(__BFLT16_MANT_DIG__)
#define RILL_BFLOAT16 1
#else
#define RILL_BFLOAT16 0
#endif
#endif

// 1 when the program is built with -fsanitize=thread.
#ifndef RILL_THREAD_SANITIZER
#if defined(__SANITIZE_THREAD__)
#define RILL_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define RILL_THREAD_SANITIZER 1
#else
#define RILL_THREAD_SANITIZER 0
#endif
#else
#define RILL_THREAD_SANITIZER 0
#endif
#endif

// 1 when the program is built with -fsanitize=address: each refill then moves
// the buffer to new memory, so that uses of stale views into it are reported
// (stream/read_buffer.h).
#ifndef RILL_ADDRESS_SANITIZER
#if defined(__SANITIZE_ADDRESS__)
#define RILL_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RILL_ADDRESS_SANITIZER 1
#else
#define RILL_ADDRESS_SANITIZER 0
#endif
#else
#define RILL_ADDRESS_SANITIZER 0
#endif
#endif

// The instruction sets that every function of this build may use: as a part of
// the namespace's name and as a level for the choice of kernels
// (memory/dispatch.h). Instruction sets between two levels have names of their
// own, because the compiler may use them in any function.
#if defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__AVX512IFMA__)
#define RILL_BASELINE _avx512
#define RILL_BASELINE_LEVEL 5
#elif defined(__AVX512F__)
#define RILL_BASELINE _avx512f
#define RILL_BASELINE_LEVEL 3
#elif defined(__AVX2__) && defined(__BMI2__)
#define RILL_BASELINE _avx2
#define RILL_BASELINE_LEVEL 4
#elif defined(__AVX2__)
#define RILL_BASELINE _avx2_alone
#define RILL_BASELINE_LEVEL 3
#elif defined(__AVX__)
#define RILL_BASELINE _avx
#define RILL_BASELINE_LEVEL 3
#elif defined(__SSE4_2__) && defined(__POPCNT__)
#define RILL_BASELINE _sse4_2
#define RILL_BASELINE_LEVEL 3
#elif defined(__SSE3__)
#define RILL_BASELINE _sse3_and_above
#define RILL_BASELINE_LEVEL 2
#elif RILL_ARM_OPTIONS == 0x2000f0
#define RILL_BASELINE _sha512
#define RILL_BASELINE_LEVEL 2
#elif RILL_ARM_OPTIONS != 0
#define RILL_BASELINE _crypto
#define RILL_BASELINE_LEVEL 2
#else
#define RILL_BASELINE
#define RILL_BASELINE_LEVEL 2
#endif

#if RILL_BUFFER_SIZE == 131072
#define RILL_BUILD_BUFFER
#else
#define RILL_BEHIND_UNDERSCORE(size) _##size
#define RILL_NAME_OF_SIZE(size) RILL_BEHIND_UNDERSCORE(size)
#define RILL_BUILD_BUFFER RILL_NAME_OF_SIZE(RILL_BUFFER_SIZE)
#endif
#if !RILL_EXCEPTIONS
#define RILL_BUILD_EXCEPTIONS _quiet
#elif !defined(__cpp_rtti)
#define RILL_BUILD_EXCEPTIONS _no_rtti
#else
#define RILL_BUILD_EXCEPTIONS
#endif
#if RILL_ASSERTS
#define RILL_BUILD_ASSERTS _asserts
#else
#define RILL_BUILD_ASSERTS
#endif
#if RILL_FAULTS
#define RILL_BUILD_FAULTS _faults
#else
#define RILL_BUILD_FAULTS
#endif
#if RILL_TRACING && RILL_USDT
#define RILL_BUILD_WATCHED _tracing_probes
#elif RILL_TRACING
#define RILL_BUILD_WATCHED _tracing
#elif RILL_USDT
#define RILL_BUILD_WATCHED _probes
#else
#define RILL_BUILD_WATCHED
#endif
#if RILL_CPU_OVERRIDE
#define RILL_BUILD_CPU _cpu
#else
#define RILL_BUILD_CPU
#endif
#if RILL_THREAD_SANITIZER
#define RILL_BUILD_SANITIZER _threads
#elif RILL_ADDRESS_SANITIZER
#define RILL_BUILD_SANITIZER _addresses
#else
#define RILL_BUILD_SANITIZER
#endif
#if RILL_PORTABLE_LIBC
#define RILL_BUILD_LIBC _portable
#elif RILL_DIRECT_LIBC
#define RILL_BUILD_LIBC _direct
#else
#define RILL_BUILD_LIBC
#endif
#if !RILL_HOSTED
#define RILL_BUILD_SYSTEM _alone
#elif !RILL_PROCESS_HOOKS
#define RILL_BUILD_SYSTEM _no_hooks
#else
#define RILL_BUILD_SYSTEM
#endif
#if RILL_THREAD_LOCAL
#define RILL_BUILD_THREADS
#else
#define RILL_BUILD_THREADS _no_tls
#endif
#if RILL_AGGREGATES
#define RILL_BUILD_AGGREGATES
#else
#define RILL_BUILD_AGGREGATES _no_aggregates
#endif
#if RILL_ENUM_NAMES
#define RILL_BUILD_ENUM_NAMES
#else
#define RILL_BUILD_ENUM_NAMES _no_enum_names
#endif
#if RILL_REFLECTION
#define RILL_BUILD_REFLECTION _reflection
#else
#define RILL_BUILD_REFLECTION
#endif
#define RILL_PASTE_ALL(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o) \
  rill0##a##b##c##d##e##f##g##h##i##j##k##l##m##n##o
#define RILL_PASTE(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o) \
  RILL_PASTE_ALL(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o)
// Default settings add nothing to the name: rill::rill0. Without exceptions and
// with AVX2 it is rill::rill0_quiet_avx2.
#define RILL_BUILD                                                         \
  RILL_PASTE(RILL_BUILD_BUFFER, RILL_BUILD_EXCEPTIONS, RILL_BASELINE,      \
             RILL_BUILD_ASSERTS, RILL_BUILD_FAULTS, RILL_BUILD_WATCHED,    \
             RILL_BUILD_CPU, RILL_BUILD_SANITIZER, RILL_BUILD_LIBC,        \
             RILL_BUILD_SYSTEM, RILL_BUILD_THREADS, RILL_BUILD_AGGREGATES, \
             RILL_BUILD_ENUM_NAMES, RILL_BUILD_REFLECTION,                 \
             RILL_BUILD_COMPILED)

// For kernels, and for functions where inlining was measured: without it, a
// loop of prints or scans takes more than 1 % more instructions (g++ or clang),
// or hello takes 1 % more to compile.
#define RILL_ALWAYS_INLINE [[gnu::always_inline]] inline
// [[gnu::noinline]] and [[gnu::cold]] are written out where they are used.

// For code that nearly every program compiles and few run: the first use of a
// stream, errors, the end of the program. With these at -O1, g++ -O2 compiles a
// "Hello World" 12 % faster (1932 -> 1701 million instructions; 440 bytes more
// code). Not for a function that runs in a loop of prints, nor for one that
// such a function should inline.
#if defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__) && \
    defined(__GNUC__) && !defined(__clang__)
#define RILL_COLD [[gnu::cold, gnu::optimize("O1")]]
#else
#define RILL_COLD [[gnu::cold]]
#endif

#define RILL_LIKELY(condition) __builtin_expect(!!(condition), 1)
#define RILL_UNLIKELY(condition) __builtin_expect(!!(condition), 0)

#if RILL_ASSERTS
#define RILL_ASSERT(condition) \
  ((condition) ? static_cast<void>(0) : __builtin_trap())
#else
#define RILL_ASSERT(condition) static_cast<void>(0)
#endif

#endif
