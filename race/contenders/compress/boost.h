// race/contenders/compress/boost.h: Boost.Iostreams, with a filter for each
// format.
#ifndef RACE_CONTENDERS_COMPRESS_BOOST_H
#define RACE_CONTENDERS_COMPRESS_BOOST_H

#include <boost/iostreams/device/file_descriptor.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <string>

#include "compress.h"

namespace race {

namespace io = boost::iostreams;

class boost_writer {
 public:
  template <class Filter>
  boost_writer(char const* path, Filter const& filter) {
    out_.push(filter, std::streamsize{piece_size});
    out_.push(io::file_descriptor_sink(path), std::streamsize{piece_size});
  }
  void operator()(char const* data, size_t size) {
    out_.write(data, static_cast<std::streamsize>(size));
  }
  void close() {
    if (!out_) fail("boost: write");
    out_.reset();
  }

 private:
  io::filtering_ostream out_;
};

template <class Filter>
inline uint64_t boost_lines(job const& j, Filter const& filter) {
  io::filtering_istream in;
  in.push(filter, std::streamsize{piece_size});
  in.push(io::file_descriptor_source(j.input), std::streamsize{piece_size});
  line_counter lines;
  for (std::string line; std::getline(in, line);) lines.line(line.size());
  return lines.total();
}

template <class Filter>
inline uint64_t boost_read(job const& j, Filter const& filter) {
  if (is_lines(j)) return boost_lines(j, filter);
  static char buffer[piece_size];
  io::filtering_istream in;
  in.push(filter, std::streamsize{piece_size});
  in.push(io::file_descriptor_source(j.input), std::streamsize{piece_size});
  byte_checker bytes;
  while (in.read(buffer, sizeof buffer), in.gcount() > 0)
    bytes(buffer, static_cast<size_t>(in.gcount()));
  return bytes.total();
}

}  // namespace race

#endif  // RACE_CONTENDERS_COMPRESS_BOOST_H
