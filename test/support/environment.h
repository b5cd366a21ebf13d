// test/support/environment.h: sets an environment variable; a null value
// removes it.
#ifndef RILL_TEST_SUPPORT_ENVIRONMENT_H
#define RILL_TEST_SUPPORT_ENVIRONMENT_H

#include <stdlib.h>  // setenv, _putenv_s

namespace rill_test {

inline void set_environment(char const* name, char const* value) {
#if defined(_WIN32)
  (void)_putenv_s(name, value ? value : "");  // an empty value removes it
#else
  if (value)
    (void)setenv(name, value, 1);
  else
    (void)unsetenv(name);
#endif
}

}  // namespace rill_test

#endif
