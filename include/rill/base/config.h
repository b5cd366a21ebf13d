// rill/base/config.h: what the build is, as macros that are each 0 or 1.
//
// Layer 0. The only file outside os/ that may ask which compiler, processor
// or system this is. Every macro can be set on the command line. Whatever
// changes the code that is generated is part of the name of the inline
// namespace RILL_BUILD, so that two translation units with different flags
// are two sets of functions (docs/decisions/0007-kernels.md).
#ifndef RILL_BASE_CONFIG_H
#define RILL_BASE_CONFIG_H

#define RILL_VERSION_MAJOR 0
#define RILL_VERSION_MINOR 1
#define RILL_VERSION_PATCH 0

// 1 when what is no template and on no hot path is in a library of its own,
// which is src/rill.cpp (docs/compiled.md).
#ifndef RILL_COMPILED
#define RILL_COMPILED 0
#endif
// 1 where a header includes those bodies: in that library, and in every file
// of a program that is header-only.
#ifndef RILL_BODIES
#if RILL_COMPILED
#define RILL_BODIES 0
#else
#define RILL_BODIES 1
#endif
#endif
// Before a body that stands in a `..._body.h`. The library has all of them,
// and they are inlined into each other as in a program without it. Of a
// constructor or destructor that is used and inline, clang makes only the form
// for complete objects.
#if RILL_COMPILED
#define RILL_CORE [[gnu::used]] inline
#define RILL_CORE_STRUCTOR
#define RILL_BUILD_COMPILED _rill_compiled
#else
#define RILL_CORE inline
#define RILL_CORE_STRUCTOR inline
#define RILL_BUILD_COMPILED
#endif

// Before the name of a namespace or function: each program and each shared
// library has its own, and never uses that of another, which may be unloaded.
// The compiled library may be a shared one, for all of them.
#if defined(_WIN32) || RILL_COMPILED
#define RILL_OF_THIS_MODULE
#else
#define RILL_OF_THIS_MODULE [[gnu::visibility("hidden")]]
#endif

// Before a variable that the compiled library and the program have in common,
// also where the program's own names are hidden (-fvisibility=hidden).
#if RILL_COMPILED && !defined(_WIN32)
#define RILL_STATE [[gnu::visibility("default")]]
#else
#define RILL_STATE
#endif

// 1 when functions that cannot report otherwise throw.
#ifndef RILL_EXCEPTIONS
#if defined(__cpp_exceptions)
#define RILL_EXCEPTIONS 1
#else
#define RILL_EXCEPTIONS 0
#endif
#endif

// 0 when there is neither a C library nor an operating system: -ffreestanding
// (docs/freestanding.md).
#ifndef RILL_HOSTED
#define RILL_HOSTED __STDC_HOSTED__
#endif

// 1 when rill/fs.h has a system to ask: POSIX.
#ifndef RILL_FOLDERS
#if RILL_HOSTED && (defined(__unix__) || defined(__APPLE__))
#define RILL_FOLDERS 1
#else
#define RILL_FOLDERS 0
#endif
#endif

// 1 when RILL_ASSERT checks the library's own assumptions.
#ifndef RILL_ASSERTS
#define RILL_ASSERTS 0
#endif

// The bytes of a reader's or writer's buffer when the caller names none.
// A plain number, because it becomes part of a name. Test builds use 16.
#ifndef RILL_BUFFER_SIZE
#define RILL_BUFFER_SIZE 131072
#endif

// 0 when nothing may be registered for the program's end, its forks and its
// uncaught exceptions: docs/behaviour.md.
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

// 1 when the calls that move bytes of the standard streams are counted, if the
// environment has RILL_TRACE (docs/tracing.md). POSIX alone.
#ifndef RILL_TRACING
#define RILL_TRACING 0
#endif
// 1 when the calls that move bytes are probes for debuggers and tracers of the
// system: rill:fill and rill:drain (docs/tracing.md). Linux alone.
#ifndef RILL_USDT
#define RILL_USDT 0
#endif
#define RILL_WATCHED (RILL_TRACING || RILL_USDT)
#if RILL_TRACING && (!RILL_HOSTED || !RILL_PROCESS_HOOKS || \
                     !(defined(__unix__) || defined(__APPLE__)))
#error "rill: RILL_TRACING=1 needs POSIX and RILL_PROCESS_HOOKS"
#endif

// 1 when C's streams are used by the functions of the standard alone, also
// where their buffers are known.
#ifndef RILL_PORTABLE_LIBC
#define RILL_PORTABLE_LIBC 0
#endif

// 1 when the buffers of C's streams are used directly also on macOS, FreeBSD,
// NetBSD and newlib, where that was compiled and never run.
#ifndef RILL_DIRECT_LIBC
#define RILL_DIRECT_LIBC 0
#endif

// 1 when structures print and scan by their members without a line of the
// user's, and enumerations by the names of their enumerators.
#ifndef RILL_AGGREGATES
#define RILL_AGGREGATES 1
#endif
#ifndef RILL_ENUM_NAMES
#define RILL_ENUM_NAMES 1
#endif

// 1 when the compiler tells the names of members and enumerators.
#ifndef RILL_REFLECTION
#if defined(__cpp_impl_reflection)
#define RILL_REFLECTION 1
#else
#define RILL_REFLECTION 0
#endif
#endif

// 0 for a build without thread-local storage: no object of rill's is
// thread_local (docs/platforms.md says what is lost).
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

// 1 where getauxval() tells what a 64-bit ARM processor has: Linux, Android.
#ifndef RILL_AUXILIARY_VECTOR
#if RILL_NEON && RILL_HOSTED && defined(__linux__)
#define RILL_AUXILIARY_VECTOR 1
#else
#define RILL_AUXILIARY_VECTOR 0
#endif
#endif

// The options of 64-bit ARM that every function of this build may use, by the
// bits of Linux's AT_HWCAP: PMULL, SHA1, SHA2 and CRC32 together, and SHA512.
// macOS needs a processor with all of them.
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

// The floating-point types beside float and double. How many bits of
// significand a long double has: 53, 64 (x87), 113 (IEEE 754 binary128), or
// 106 for the sum of two doubles, which the number room refuses.
#ifndef RILL_LONG_DOUBLE_BITS
#define RILL_LONG_DOUBLE_BITS __LDBL_MANT_DIG__
#endif
// __float128 is worked on as a 128-bit integer.
#ifndef RILL_FLOAT128
#if defined(__SIZEOF_FLOAT128__) && RILL_INT128
#define RILL_FLOAT128 1
#else
#define RILL_FLOAT128 0
#endif
#endif
// _Float16, which is also std::float16_t. g++ 12 defines the macro where C++
// has no such type, on any processor but x86.
#ifndef RILL_FLOAT16
#if defined(__FLT16_MANT_DIG__) && \
    (defined(__clang__) || __GNUC__ >= 13 || defined(__SSE2__))
#define RILL_FLOAT16 1
#else
#define RILL_FLOAT16 0
#endif
#endif
// __bf16, which is also std::bfloat16_t. Clang calls a function of its runtime
// library wherever one is passed by value, which libgcc has from version 13
// on: with clang, define this where the library is new enough.
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

// 1 when the program is built with -fsanitize=address: a buffer that is
// refilled then moves to new memory, so that a view into it that was kept is
// reported (stream/read_buffer.h).
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

// The instruction sets that every function of this build may use, as a part
// of the name and, for the choice of kernels, as a level (memory/dispatch.h).
// Steps below a level have names of their own: the compiler uses them in any
// function.
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
// Settings that are the default are not in it: rill::rill0,
// rill::rill0_quiet_avx2.
#define RILL_BUILD                                                         \
  RILL_PASTE(RILL_BUILD_BUFFER, RILL_BUILD_EXCEPTIONS, RILL_BASELINE,      \
             RILL_BUILD_ASSERTS, RILL_BUILD_FAULTS, RILL_BUILD_WATCHED,    \
             RILL_BUILD_CPU, RILL_BUILD_SANITIZER, RILL_BUILD_LIBC,        \
             RILL_BUILD_SYSTEM, RILL_BUILD_THREADS, RILL_BUILD_AGGREGATES, \
             RILL_BUILD_ENUM_NAMES, RILL_BUILD_REFLECTION,                 \
             RILL_BUILD_COMPILED)

// For kernels, and where it was measured: without it a loop of prints or scans
// of g++ or clang takes more than 1 % more instructions, or hello 1 % more to
// compile.
#define RILL_ALWAYS_INLINE [[gnu::always_inline]] inline
// [[gnu::noinline]] and [[gnu::cold]] are written out where they are used.

// For what nearly every program compiles and hardly one runs: the first use
// of a stream, errors, the end of the program. g++ -O2 compiles a "Hello
// World" a tenth faster when it takes these at -O1 (1932 -> 1701 million
// instructions; 440 bytes of code more). Never for a function that a loop of
// prints runs, and not on functions that such a one is to have inlined.
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
