// test/support/foreign_macros.h: lower-case and other likely names that headers
// of systems, frameworks and engines define as macros, with the parameters of
// the original. Included after the headers of the standard library and before
// those under test.
#ifndef RILL_TEST_SUPPORT_FOREIGN_MACROS_H
#define RILL_TEST_SUPPORT_FOREIGN_MACROS_H

// windows.h and its parts
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define near
#define far
#define pascal
#define cdecl
#define small char
#define hyper long
#define interface struct
#define IN
#define OUT
#define OPTIONAL
#define CONST const
#define VOID void
#define CALLBACK
#define STRICT 1
#define ERROR 0
#define NO_ERROR 0
#define DELETE 0x10000
#define IGNORE 0
#define INFINITE 0xFFFFFFFF
#define ABSOLUTE 1
#define RELATIVE 2
#define TRUE 1
#define FALSE 0
#define TEXT(text) L##text
#define CreateFile CreateFileW
#define CopyFile CopyFileW
#define MoveFile MoveFileW
#define DeleteFile DeleteFileW
#define GetObject GetObjectW
#define GetMessage GetMessageW
#define SendMessage SendMessageW
#define Yield()

// sys/sysmacros.h, compilers, old C libraries
#define major(device) gnu_dev_major(device)
#define minor(device) gnu_dev_minor(device)
#define makedev(major, minor) gnu_dev_makedev(major, minor)
#define linux 1
#define unix 1
#define sun 1
#define mips 1
#define i386 1
#define I _Complex_I
#define complex _Complex
#define imaginary _Imaginary
#define _B 0x10
#define _C 0x20
#define _L 0x02
#define _N 0x04
#define _P 0x10
#define _S 0x08
#define _U 0x01
#define _X 0x40
#define DOMAIN 1
#define SING 2
#define OVERFLOW 3
#define UNDERFLOW 4
#define BLOCK_SIZE 1024

// AssertMacros.h of macOS
#define check(assertion)
#define check_noerr(code)
#define verify(assertion)
#define verify_noerr(code)
#define require(assertion, label) goto label
#define require_noerr(code, label) goto label

// Objective-C
#define nil nullptr
#define Nil nullptr
#define YES true
#define NO false
#define BOOL signed char

// X11/X.h and X11/Xlib.h
#define None 0L
#define Bool int
#define Status int
#define True 1
#define False 0
#define Success 0
#define Always 2
#define Complex 0
#define Convex 2
#define Above 0
#define Below 1
#define Unsorted 0
#define CurrentTime 0L
#define FocusIn 9
#define FocusOut 10
#define KeyPress 2

// Qt
#define signals public
#define slots
#define emit
#define foreach(variable, container) for (variable : container)
#define forever for (;;)

// Unreal Engine, the Linux kernel; check and verify are above
#define checkf(expression, ...)
#define ensure(expression) (expression)
#define PI 3.14159f
#define DEBUG 1
#define likely(condition) __builtin_expect(!!(condition), 1)
#define unlikely(condition) __builtin_expect(!!(condition), 0)
#define assume(condition)

#endif
