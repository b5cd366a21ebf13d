# rill_warnings: the headers compile without these warnings.
add_library(rill_warnings INTERFACE)
target_compile_options(rill_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow
  -Wold-style-cast $<$<CXX_COMPILER_ID:GNU>:-Wuseless-cast>)
