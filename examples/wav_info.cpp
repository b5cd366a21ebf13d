// examples/wav_info.cpp: the chunks of a WAV file: wav_info [FILE]. Without a
// file it writes a tone of eight samples and reads that.
#include <rill/binary.h>
#include <rill/rill.h>

#include <algorithm>  // std::min
#include <array>

// A RIFF chunk: a name of four characters, the number of bytes, and the bytes,
// padded to an even number.
struct chunk {
  rill::fixed_text<4> name;
  rill::le<std::uint32_t> size;
};
struct wave_format {
  rill::le<std::uint16_t> kind = 1, channels = 1;
  rill::le<std::uint32_t> rate = 8000, bytes_per_second = 16000;
  rill::le<std::uint16_t> bytes_per_frame = 2, bits = 16;
};
static_assert(sizeof(chunk) == 8 && sizeof(wave_format) == 16);

void write_example(char const* path) {
  std::array<rill::le<std::int16_t>, 8> samples;
  for (std::size_t i = 0; i != samples.size(); ++i)
    samples[i] = static_cast<std::int16_t>(i % 2 ? 1000 : -1000);
  rill::file_writer out(path);
  rill::write_binary(out, chunk{"RIFF", 4 + 8 + 16 + 8 + 16},
                     rill::fixed_text<4>("WAVE"), chunk{"fmt ", 16},
                     wave_format(), chunk{"data", 16}, samples,
                     rill::binary_fixed);
  out.close();
}

int main(int count, char** arguments) {
  char const* const path = count > 1 ? arguments[1] : "tone.wav";
  if (count < 2) write_example(path);
  rill::file_reader in(path);
  auto const [riff, kind] =
      rill::read_binary<chunk, rill::fixed_text<4>>(in, rill::binary_fixed);
  if (riff.name != "RIFF" || kind != "WAVE") {
    rill::eprintln(path, ": no WAV file");
    return 1;
  }
  while (!in.at_end()) {
    auto const [name, size] = rill::read_binary<chunk>(in, rill::binary_fixed);
    rill::println(name, ' ', size.value(), " bytes");
    std::size_t rest = size + size % 2;
    if (name == "fmt " && rest >= sizeof(wave_format)) {
      auto const format =
          rill::read_binary<wave_format>(in, rill::binary_fixed);
      rest -= sizeof(wave_format);
      rill::println("  ", format.channels.value(), " channel(s), ",
                    format.rate.value(), " Hz, ", format.bits.value(), " bits");
    }
    while (rest != 0 && !in.at_end()) {
      std::size_t const some = std::min(rest, in.available());
      in.advance_to(in.cursor() + some);
      rest -= some;
    }
    if (rest > size % 2) {  // the padding of the last chunk may be missing
      rill::eprintln(path, ": the chunk ", name, " is cut");
      return 1;
    }
  }
}
