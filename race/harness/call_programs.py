"""Generates programs of many calls, each with other types and its own labels,
as programs have them: the sources of the race `calls`.

A program has N functions, each of one call with 1 to 5 values. The choice is
seeded: the first 100 functions of 200 are those of 100, and every library gets
the same values in the same order."""

import random
from dataclasses import dataclass

MOST_VALUES = 5
VALUES = ("int", "unsigned", "long", "unsigned long", "double", "char",
          "bool", "char const*", "std::string const&", "std::string_view")
TARGETS = ("int", "unsigned", "long", "unsigned long", "double", "char",
           "std::string")
# Printed as hexadecimal, with two decimals, with a width, quoted, and joined.
WRAPPED = ("hex", "fixed", "right", "quoted", "join")
WRAPPED_TYPES = {"hex": "unsigned", "fixed": "double", "right": "int",
                 "quoted": "std::string const&",
                 "join": "std::vector<int> const&"}
MEMBERS = ("int", "unsigned", "long", "float", "double", "char", "bool",
           "std::string", "std::vector<int>", "std::vector<std::string>")
OWN = ("hooked", "structure", "enumeration", "std::vector<int>",
       "std::optional<int>")

PRINTF = {"int": "%d", "unsigned": "%u", "long": "%ld", "unsigned long":
          "%lu", "double": "%g", "char": "%c", "bool": "%d",
          "char const*": "%s", "std::string const&": "%s",
          "std::string_view": "%.*s"}
PRINTF_ARGUMENT = {"std::string const&": "{0}.c_str()",
                   "std::string_view": "int({0}.size()), {0}.data()"}
SCANF = {"int": "%d", "unsigned": "%u", "long": "%ld", "unsigned long":
         "%lu", "double": "%lf", "char": " %c", "std::string": "%99s"}

TYPES_OF_ONES_OWN = """struct hooked { int x, y; };
struct structure { int id; double share; };
enum class enumeration { red, green, blue };
"""


@dataclass(frozen=True)
class Call:
    """One function: its number and the types of its values."""
    number: int
    types: tuple
    are_targets: bool = False

    def label(self, place):
        return f"c{self.number}v{place}: "

    def parameters(self, more=""):
        """The parameters of the function; references in the heat of scan."""
        own = [f"{WRAPPED_TYPES.get(kind, kind)}"
               f"{'&' if self.are_targets else ''} a{place}"
               for place, kind in enumerate(self.types)]
        return ", ".join([more] * bool(more) + own)


def calls(kinds, count, seed, are_targets=False):
    source = random.Random(seed)
    return [Call(number, tuple(source.choices(
        kinds, k=source.randint(1, MOST_VALUES))), are_targets)
            for number in range(count)]


def labelled(call, show=lambda kind, name: name):
    """The arguments `"label", value, ...`"""
    return ", ".join(f'"{call.label(place)}", {show(kind, f"a{place}")}'
                     for place, kind in enumerate(call.types))


def streamed(call, show=lambda kind, name: name):
    """The operands ` << "label" << value ...`"""
    return "".join(f' << "{call.label(place)}" << {show(kind, f"a{place}")}'
                   for place, kind in enumerate(call.types))


def formatted(call, spec=lambda kind: "{}"):
    """A format string of {fmt} and its arguments."""
    text = "".join(call.label(place) + spec(kind)
                   for place, kind in enumerate(call.types))
    names = "".join(f", a{place}" for place in range(len(call.types)))
    return text, names


def printf_of(call):
    """A format string of printf and its arguments."""
    text = "".join(call.label(place) + PRINTF[kind]
                   for place, kind in enumerate(call.types))
    names = "".join(", " + PRINTF_ARGUMENT.get(kind, "{0}").format(f"a{place}")
                    for place, kind in enumerate(call.types))
    return text, names


def fast_io_value(kind, name):
    if kind == "char const*":
        return f"fast_io::mnp::os_c_str({name})"
    if kind == "char":
        return f"fast_io::mnp::chvw({name})"
    return name


def rill_wrapped(kind, name):
    return {"fixed": f"rill::fixed({name}, 2)", "right":
            f"rill::right({name}, 8)", "join":
            f'rill::join({name}, ", ")'}.get(kind, f"rill::{kind}({name})")


def iostream_wrapped(kind, name):
    return {"hex": f"std::hex << {name} << std::dec",
            "fixed": f"std::fixed << std::setprecision(2) << {name}",
            "right": f"std::setw(8) << {name}",
            "quoted": f"std::quoted({name})"}[kind]


def fmt_wrapped(kind):
    return {"hex": "{:x}", "fixed": "{:.2f}", "right": "{:>8}",
            "quoted": "{:?}", "join": "{}"}[kind]


@dataclass(frozen=True)
class Row:
    """The calls of one heat by one library."""
    name: str
    peer: str
    headers: str
    function: object  # makes the definition of a Call
    setup: str = ""
    kinds: tuple = ()  # if other than the heat's


@dataclass(frozen=True)
class Heat:
    key: str
    title: str
    kinds: tuple
    rows: tuple
    seed: int = 1


def source_of(heat, row, count):
    """The program with `count` calls."""
    lines = [row.headers, row.setup]
    lines += [row.function(call)
              for call in calls(row.kinds or heat.kinds, count, heat.seed,
                                heat.kinds == TARGETS)]
    return "\n".join([*lines, "int main() {}", ""])


def includes(*names):
    return "".join(f"#include <{name}>\n" for name in names)


TEXTS = ("string", "string_view")


def function(body, more="", returns="void"):
    """A function of a call whose body is made by `body`."""
    return lambda call: (f"{returns} f{call.number}({call.parameters(more)}) "
                         f"{{ {body(call)} }}")


def printf_body(call):
    text, names = printf_of(call)
    return f'std::printf("{text}\\n"{names});'


def fprintf_body(call):
    text, names = printf_of(call)
    return f'std::fprintf(out, "{text}\\n"{names});'


def fmt_body(start, end="\\n"):
    def body(call):
        text, names = formatted(call)
        return f'{start}"{text}{end}"{names});'
    return body


def fast_io_body(start):
    return lambda call: f"{start}{labelled(call, fast_io_value)});"


STDOUT = Heat("stdout", "a println of 1 to 5 labelled values to standard "
              "output", VALUES, (
    Row("println", "rill", includes("rill/print.h", *TEXTS),
        function(lambda c: f"rill::println({labelled(c)});")),
    Row("printf", "stdio", includes("cstdio", *TEXTS), function(printf_body)),
    Row("cout <<", "iostream", includes("iostream", *TEXTS),
        function(lambda c: f"std::cout{streamed(c)} << '\\n';")),
    Row("print", "fmt", includes("fmt/format.h", *TEXTS),
        function(fmt_body("fmt::print("))),
    Row("println", "fast_io", includes("fast_io.h", *TEXTS),
        function(fast_io_body("fast_io::io::println(")))))

FILE = Heat("file", "the same into a file", VALUES, (
    Row("file_writer", "rill", includes("rill/file.h", "rill/print.h", *TEXTS),
        function(lambda c: f"rill::println(out, {labelled(c)});",
                 "rill::file_writer& out")),
    Row("fprintf", "stdio", includes("cstdio", *TEXTS),
        function(fprintf_body, "FILE* out")),
    Row("ofstream <<", "iostream", includes("fstream", *TEXTS),
        function(lambda c: f"out{streamed(c)} << '\\n';",
                 "std::ofstream& out")),
    Row("output_file", "fmt", includes("fmt/os.h", *TEXTS),
        function(fmt_body("out.print("), "fmt::ostream& out")),
    Row("obuf_file", "fast_io",
        includes("fast_io.h", "fast_io_device.h", *TEXTS),
        function(fast_io_body("fast_io::io::println(out, "),
                 "fast_io::obuf_file& out"))))

CONCAT = Heat("concat", "a string made of 1 to 5 labelled values", VALUES, (
    Row("concat", "rill", includes("rill/print.h", *TEXTS),
        function(lambda c: f"return rill::concat({labelled(c)});",
                 returns="std::string")),
    Row("format", "fmt", includes("fmt/format.h", *TEXTS),
        function(fmt_body("return fmt::format(", ""),
                 returns="std::string")),
    Row("std::format", "format", includes("format", *TEXTS),
        function(fmt_body("return std::format(", ""),
                 returns="std::string")),
    Row("ostringstream", "iostream", includes("sstream", *TEXTS),
        function(lambda c: f"std::ostringstream out; out{streamed(c)}; "
                 "return out.str();", returns="std::string"))))

WRAPPERS = Heat("wrappers", "a println of hexadecimal, decimals, widths, "
                "quotes and lists", WRAPPED, (
    Row("println", "rill", includes("rill/print.h", "vector", *TEXTS),
        function(lambda c: f"rill::println({labelled(c, rill_wrapped)});")),
    Row("cout <<, no lists", "iostream",
        includes("iomanip", "iostream", "vector", *TEXTS),
        function(lambda c: f"std::cout{streamed(c, iostream_wrapped)}"
                 " << '\\n';"), kinds=WRAPPED[:-1]),
    Row("print", "fmt", includes("fmt/format.h", "fmt/ranges.h", "vector",
                                 *TEXTS),
        function(lambda c: 'fmt::print("{}\\n"{});'.format(
            *formatted(c, fmt_wrapped))))))

HOOKS = Heat("types", "a println of structures, enumerations, vectors, "
             "optionals and types with a hook", OWN, (
    Row("println", "rill", includes("rill/types.h", "optional", "vector"),
        function(lambda c: f"rill::println({labelled(c)});"),
        TYPES_OF_ONES_OWN.replace(
            "{ int x, y; }", "{ int x, y; friend void rill_print(auto& out, "
            'hooked const& p) { out("(", p.x, ", ", p.y, ")"); } }')),))

SCAN = Heat("scan", "a scan into 1 to 5 variables", TARGETS, (
    Row("scan", "rill", includes("rill/scan.h", *TEXTS),
        function(lambda c: "rill::scan(%s);" % ", ".join(
            f"a{k}" for k in range(len(c.types))))),
    Row("cin >>", "iostream", includes("iostream", *TEXTS),
        function(lambda c: "std::cin%s;" % "".join(
            f" >> a{k}" for k in range(len(c.types))))),
    Row("scanf, char[] for strings", "stdio", includes("cstdio", *TEXTS),
        function(lambda c: '(void)!std::scanf("%s"%s);' % (
            "".join(SCANF[kind] for kind in c.types), "".join(
                f", a{k}.data()" if kind == "std::string" else f", &a{k}"
                for k, kind in enumerate(c.types)))))), seed=2)



def message_function(body, parameters, inside=""):
    """A structure with the members of a call, and the function that writes or
    reads it."""
    def made(call):
        members = "".join(f"{kind} a{place}; "
                          for place, kind in enumerate(call.types))
        names = ", ".join(f"a{place}" for place in range(len(call.types)))
        name = f"s{call.number}"
        more = inside.format(names=names)
        return (f"struct {name} {{ {members}{more}}};\n"
                f"void f{call.number}({parameters}, {name}& x) {{ {body} }}")
    return made


BINARY = Heat("binary", "a structure of one's own with 1 to 5 members to "
              "bytes and back", MEMBERS, (
    Row("write_binary, read_binary_into", "rill",
        includes("rill/binary.h", "string", "vector"),
        message_function("rill::write_binary(out, x); "
                         "rill::read_binary_into(in, x);",
                         "rill::writer& out, rill::reader& in")),
    Row("out, in", "zpp_bits", includes("zpp_bits.h", "span", "string",
                                        "vector"),
        message_function("(void)out(x); (void)in(x);",
                         "zpp::bits::out<std::span<char>>& out, "
                         "zpp::bits::in<std::span<char>>& in")),
    Row("BinaryOutputArchive, BinaryInputArchive", "cereal",
        includes("cereal/archives/binary.hpp", "cereal/types/string.hpp",
                 "cereal/types/vector.hpp"),
        message_function("out(x); in(x);", "cereal::BinaryOutputArchive& out, "
                         "cereal::BinaryInputArchive& in",
                         "template <class A> void serialize(A& a) "
                         "{{ a({names}); }} "))), seed=3)

HEATS = (STDOUT, FILE, CONCAT, WRAPPERS, HOOKS, SCAN, BINARY)
