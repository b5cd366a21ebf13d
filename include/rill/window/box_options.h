// rill/window/box_options.h: what boxes are asked for, and what showed them.
//
// Floor 6. Values only. Tests: test/window/box_test.cpp.
#ifndef RILL_WINDOW_BOX_OPTIONS_H
#define RILL_WINDOW_BOX_OPTIONS_H

#include "../base/text.h"
#include "../base/time_out.h"
#include "../os/debug_terms.h"

namespace rill::inline RILL_BUILD {

/// What has shown a message.
enum class shown_by : unsigned char {
  own_window,  ///< a window of the system's, on Windows
  zenity,      ///< a helper program
  kdialog,
  osascript,
  standard_error,
};

/// How a message is shown. The texts are the caller's.
struct box_options {
  text title = {};  ///< of the window; by default the name of the program
  debug_level level = debug_level::information;  ///< chooses the icon
  /// How long the window stays at most: by default until the user closes it.
  /// Helpers count whole seconds, rounded up.
  time_limit timeout = {};
};

/// What becomes of the window when its writer is closed or destroyed.
enum class window_end : unsigned char {
  leave,  ///< it stays until the user closes it (Windows: or the program ends)
  wait,   ///< the program waits until the user closes it
  close,  ///< it is closed
};

struct box_writer_options {
  text title = {};  ///< as in box_options
  window_end at_end = window_end::leave;
};

}  // namespace rill::inline RILL_BUILD

#endif
