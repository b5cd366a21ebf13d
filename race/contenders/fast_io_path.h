// race/contenders/fast_io_path.h: a path in the form that the installed fast_io
// takes. Include it after fast_io.h.
#ifndef RACE_CONTENDERS_FAST_IO_PATH_H
#define RACE_CONTENDERS_FAST_IO_PATH_H

namespace race {

// Newer versions take a C string through mnp::os_c_str, older ones take it
// directly. The using-directive makes the lookup fail softly where the name is
// missing: a qualified name would be an error even in a requires-expression.
template <class Path>
inline auto fast_io_path(Path path) {
  using namespace fast_io::mnp;
  if constexpr (requires { os_c_str(path); })
    return os_c_str(path);
  else
    return path;
}

}  // namespace race

#endif  // RACE_CONTENDERS_FAST_IO_PATH_H
