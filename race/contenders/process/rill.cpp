// peer: rill
// row: spawn | start+ start-more start-large* | rill::spawn({program}).wait()
// row: run | capture+ capture-more pipes+ | rill::run({program, argument}).out;
//   with an input for the heat pipes
// row: pipe_pump | pipes | rill::spawn with three pipes, rill::pipe_pump
#include <rill/process.h>

#include "process.h"

namespace {

race::span span_of(rill::captured_text const& text) {
  return {text.data(), text.size()};
}

uint64_t spawn_row(race::job const& j) {
  return race::start_again(
      j, [](char const* path) { return rill::spawn({path}).wait().success(); });
}

uint64_t run_row(race::job const& j) {
  if (!j.is("pipes"))
    return race::capture_again(j, [](char const* path) {
      auto const made = rill::run({path, "hello"});
      return race::is_hello(made.out.data(), made.out.size());
    });
  return race::relay_again(
      j, [](char const* path, race::span input, auto give) {
        auto const made =
            rill::run({path}, {.input = rill::text(input.data, input.size)});
        give(span_of(made.out), span_of(made.err));
      });
}

uint64_t pump_row(race::job const& j) {
  return race::relay_again(j, [](char const* path, race::span input,
                                 auto give) {
    rill::captured_text texts[2];
    auto in = rill::pipe(rill::pumped_end::writer);
    auto out = rill::pipe(rill::pumped_end::reader);
    auto err = rill::pipe(rill::pumped_end::reader);
    rill::child child = rill::spawn(
        {path}, {.in = in.reader, .out = out.writer, .err = err.writer});
    in.reader.close();
    out.writer.close();
    err.writer.close();
    rill::pipe_pump pump;
    pump.write(static_cast<rill::file&&>(in.writer), {input.data, input.size});
    pump.read(static_cast<rill::file&&>(out.reader), texts[0]);
    pump.read(static_cast<rill::file&&>(err.reader), texts[1]);
    pump.run();
    if (!child.wait().success()) race::fail("the child has failed");
    give(span_of(texts[0]), span_of(texts[1]));
  });
}

}  // namespace

int main(int argc, char** argv) {
  race::row const rows[] = {
      {"spawn", spawn_row}, {"run", run_row}, {"pipe_pump", pump_row}};
  return race::main(argc, argv, rows);
}
