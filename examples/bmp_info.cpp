// examples/bmp_info.cpp: the header of a BMP image: bmp_info [FILE]. Without a
// file it writes one of two pixels and reads that.
#include <rill/binary.h>
#include <rill/rill.h>

// BITMAPFILEHEADER and BITMAPINFOHEADER of Windows: 14 and 40 bytes without
// padding, although the second number begins at byte 2.
struct bmp_header {
  rill::fixed_text<2> kind = "BM";
  rill::le<std::uint32_t> file_size;
  rill::padding<4> reserved;
  rill::le<std::uint32_t> pixels_at = 54;
  rill::le<std::uint32_t> header_size = 40;
  rill::le<std::int32_t> width, height;
  rill::le<std::uint16_t> planes = 1, bits = 24;
  rill::le<std::uint32_t> compression, image_size;
  rill::le<std::int32_t> x_density, y_density;
  rill::le<std::uint32_t> colors, important_colors;
};
static_assert(sizeof(bmp_header) == 54);

void write_example(char const* path) {
  bmp_header header;
  header.width = 2;
  header.height = 1;
  header.image_size = 8;  // a row is a multiple of four bytes
  header.file_size = 54 + 8;
  rill::file_writer out(path);
  rill::write_binary(out, header, rill::fixed_text<8>("BGRBGR"),
                     rill::binary_fixed);
  out.close();
}

int main(int count, char** arguments) {
  char const* const path = count > 1 ? arguments[1] : "two_pixels.bmp";
  if (count < 2) write_example(path);
  rill::file_reader in(path);
  auto const header = rill::read_binary<bmp_header>(in, rill::binary_fixed);
  if (header.kind != "BM") {
    rill::eprintln(path, ": no BMP file");
    return 1;
  }
  rill::println(path, ": ", header.width.value(), " x ", header.height.value(),
                " pixels of ", header.bits.value(), " bits");
}
