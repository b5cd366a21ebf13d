// rill/shape/each.h: a macro for each of several names.
//
// Floor 2. Only macros, and taken for a header of the system: of an error in
// what they make, such as a name that is wrong, g++ shows the line of the user
// then, and not the hundred steps of the macros. Tests: test/refuse/fields_*,
// test/shape/fields_test.cpp.
#ifndef RILL_SHAPE_EACH_H
#define RILL_SHAPE_EACH_H

#pragma GCC system_header

// RILL_EACH(macro, data, a, b) is `, macro(data, a), macro(data, b)`. Each
// look at the text makes one step, and there are 85.
#define RILL_EACH(macro, data, ...) \
  __VA_OPT__(RILL_LOOK_64(RILL_EACH_STEP(macro, data, __VA_ARGS__)))
#define RILL_EACH_STEP(macro, data, first, ...) \
  , macro(data, first)                          \
        __VA_OPT__(RILL_EACH_NEXT RILL_BRACKETS(macro, data, __VA_ARGS__))
#define RILL_EACH_NEXT() RILL_EACH_STEP
#define RILL_BRACKETS ()
#define RILL_LOOK_64(...) \
  RILL_LOOK_16(RILL_LOOK_16(RILL_LOOK_16(RILL_LOOK_16(__VA_ARGS__))))
#define RILL_LOOK_16(...) \
  RILL_LOOK_4(RILL_LOOK_4(RILL_LOOK_4(RILL_LOOK_4(__VA_ARGS__))))
#define RILL_LOOK_4(...) RILL_LOOK(RILL_LOOK(RILL_LOOK(RILL_LOOK(__VA_ARGS__))))
#define RILL_LOOK(...) __VA_ARGS__

#endif
