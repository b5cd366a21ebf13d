"""docs/reference.md names exactly the public names that the headers declare,
with their headers, and the environment variables that the headers read."""

import os
import re
import unittest

import check_architecture

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), ".."))
INCLUDE = os.path.join(ROOT, "include", "rill")
REFERENCE = os.path.join(ROOT, "docs", "reference.md")

OPENING = re.compile(r"namespace\s+rill::inline\s+RILL_BUILD(::\w+)?\s*$")
DECLARATIONS = (
    re.compile(r"\b(?:class|struct|enum class)\s+(?:\[\[\w+\]\]\s*)?(\w+)"),
    re.compile(r"\bconcept\s+(\w+)\s*="),
    re.compile(r"\busing\s+(?:[\w:]*::)?(\w+)\s*(?:=|$)"),
    re.compile(r"\binline\s+constexpr\b[^=({]*?\b(\w+)\s*(?:\{|=|$)"),
    re.compile(r"\b(\w+)\s*\("),
)


def statements(code):
    """Yields the declarations in namespaces rill and rill::fs. Inner namespaces
    and the text between braces are left out."""
    start = depth = 0
    public = None  # the depth inside namespace rill
    for at, character in enumerate(code):
        if character == "{":
            head = code[start:at].strip()
            if public is None:
                found = OPENING.search(head)
                if found and found.group(1) in (None, "::fs"):
                    public = depth + 1
            elif depth == public and not head.startswith("namespace"):
                yield head
            depth += 1
            start = at + 1
        elif character == "}":
            depth -= 1
            if public is not None and depth < public:
                public = None
            start = at + 1
        elif character == ";":
            if public is not None and depth == public:
                yield code[start:at].strip()
            start = at + 1


def without_lists(declaration):
    """A declaration without its attributes, constraints and template lists."""
    declaration = re.sub(r"^#.*$", "", declaration, flags=re.M)
    declaration = re.sub(r"\[\[[^\]]*\]\]", " ", declaration)
    declaration = re.sub(r"\brequires\b[^;{]*?(?=\b(?:constexpr|inline|auto|"
                         r"struct|class|V|T|result)\b)", " ", declaration,
                         flags=re.S)
    while True:
        shorter = re.sub(r"<[^<>]*>", "", declaration)
        if shorter == declaration:
            return " ".join(declaration.split())
        declaration = shorter


def declared(path):
    """The public names that a header declares."""
    with open(path, encoding="utf-8") as file:
        code = check_architecture.without_comments(file.read(), strings=True)
    names = set()
    for statement in statements(code):
        statement = without_lists(statement)
        # A function in parentheses, which a macro of its name leaves alone.
        statement = re.sub(r"\((\w+)\)\(", r" \1(", statement)
        for pattern in DECLARATIONS:
            found = pattern.search(statement)
            if found:
                # A member's definition belongs to its class.
                if f"::{found.group(1)}" not in statement:
                    names.add(found.group(1))
                break
    # A lambda in a template parameter ends a statement too early.
    return names - {"requires", "decltype", "rill_print", "rill_scan"}


def is_of_fs(path):
    """Names of rill::fs are counted apart from those of rill. The try_ twin of
    each function there needs no row."""
    return path.startswith("fs/")


def rows():
    """Yields (line, names in the first column, path in the last column)."""
    with open(REFERENCE, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            cells = [c.strip() for c in
                     line.strip().strip("|").replace("\\|", "/").split("|")]
            path = re.fullmatch(r"`([\w/]+\.h)`", cells[-1])
            if line.startswith("|") and path:
                names = re.findall(r"`(?:fs::)?(\w+)[^`]*`", cells[0])
                yield number, names, path.group(1)


CALL = re.compile(r"getenv\(\s*(?:\"(\w+)\"|[a-z]\w*)\s*\)")
FUNCTION = re.compile(r"(\w+)\((?:[^(){};]*)\)\s*(?:noexcept\s*)?\{")
VARIABLE = re.compile(r"\"(_?[A-Z][A-Z0-9_]*)\"")
BY_C_LIBRARY = {"TZ"}  # localtime_r reads it


def variables_in(codes):
    """The variables in the literals that getenv is called with. If a function
    passes its argument to getenv, the literals in that function and in calls of
    it."""
    found = set()
    readers = set()
    for code in codes:
        for call in CALL.finditer(code):
            if call.group(1):
                found.add(call.group(1))
                continue
            function = list(FUNCTION.finditer(code, 0, call.start()))
            function = [f for f in function if f.group(1) not in
                        ("if", "for", "while", "switch")][-1]
            readers.add(function.group(1))
            found |= set(VARIABLE.findall(code[function.end():call.start()]))
    for code in codes:
        for name in readers:
            for call in re.finditer(rf"\b{name}\(([^;{{}}]*?)\)", code):
                found |= set(VARIABLE.findall(call.group(1)))
    return found


def variables_of_reference():
    with open(REFERENCE, encoding="utf-8") as file:
        table = file.read().partition("| environment |")[2]
    rows = re.findall(r"^\| (`[^|]*) \|", table.partition("\n\n")[0], re.M)
    return set(re.findall(r"`(\w+)`", " ".join(rows)))


class Reference(unittest.TestCase):
    def test_environment(self):
        self.assertEqual(variables_in([
            'auto a = ::getenv("ONE");', 'int f(char const* v) { getenv(v); }',
            'f("TWO"); g("NONE"); h(f("THREE"), "NONE");',
            'char* k(int n) noexcept {\n  char const* all[] = {"FOUR"};\n'
            '  for (auto v : all)\n    if (x) return secure_getenv(v);\n}']),
            {"ONE", "TWO", "THREE", "FOUR"})
        codes = []
        for where, _, files in os.walk(INCLUDE):
            for file in files:
                with open(os.path.join(where, file), encoding="utf-8") as code:
                    codes.append(
                        check_architecture.without_comments(code.read()))
        found = variables_in(codes)
        self.assertGreater(len(found), 10)
        self.assertEqual(found | BY_C_LIBRARY, variables_of_reference())

    def test_rows_are_true(self):
        found = list(rows())
        self.assertGreater(len(found), 50)
        for number, names, path in found:
            with self.subTest(line=number):
                with open(os.path.join(INCLUDE, path)) as file:
                    text = check_architecture.without_comments(file.read())
                for name in names:
                    self.assertRegex(text, rf"\b{name}\b")

    def test_names_for_beginners(self):
        """The list on the first screen and the marks in the tables agree."""
        with open(REFERENCE, encoding="utf-8") as file:
            start, _, rest = file.read().partition("\n## ")
        listed = [name for line in start.splitlines() if line.startswith("- ")
                  for name in re.findall(r"`(\w+)`", line)]
        self.assertEqual(len(listed), 25)
        self.assertEqual(sorted(listed), sorted(re.findall(r"★`(\w+)", rest)))

    def test_nothing_is_missing(self):
        known = {(is_of_fs(path), name)
                 for _, names, path in rows() for name in names}
        missing = []
        for where, _, files in os.walk(INCLUDE):
            for file in sorted(files):
                full = os.path.join(where, file)
                path = os.path.relpath(full, INCLUDE)
                missing += [f"{path}: {name}"
                            for name in sorted(declared(full))
                            if (is_of_fs(path), name) not in known
                            and not (is_of_fs(path) and
                                     (True, name.removeprefix("try_"))
                                     in known)]
        self.assertEqual(missing, [])


if __name__ == "__main__":
    unittest.main()
