// race/contenders/transcode/command.h: programs that convert a file.
#ifndef RACE_CONTENDERS_TRANSCODE_COMMAND_H
#define RACE_CONTENDERS_TRANSCODE_COMMAND_H

#include "../command.h"
#include "transcode.h"

namespace race {

// The name that programs give to the encoding of the heat's output.
inline char const* target_name(job const& j) {
  char const* const word = last_word(j);
  return strcmp(word, "gb") == 0   ? "GB18030"
         : strcmp(word, "16") == 0 ? "UTF-16LE"
                                   : "UTF-32LE";
}

}  // namespace race

#endif  // RACE_CONTENDERS_TRANSCODE_COMMAND_H
