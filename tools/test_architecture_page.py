"""docs/architecture.md agrees with the code: the modules and their layers, the
headers that the page names, and each step of the paths that it describes.

A path is a table under a line `<!-- path: name -->`. Its first column is a
file, its second a name in that file; each file includes the next, directly or
through others."""

import os
import re
import unittest

import check_architecture

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
PAGE = os.path.join(ROOT, "docs", "architecture.md")
MOST_MODULES = 5  # the file is on one path only
STEP = re.compile(r"\| `([\w/.]+)` \| `(\w+)` \|")


def text_of_page():
    with open(PAGE, encoding="utf-8") as file:
        return file.read()


def layers_of(page):
    """{module: layer}, from the drawing."""
    drawing = page.split("<!-- layers -->")[1].split("```")[1]
    found, layer = {}, None
    for line in drawing.splitlines():
        match = re.match(r" (?:layer (\d+))? +(\w+)/ ", line)
        if match:
            layer = int(match.group(1)) if match.group(1) else layer
            found[match.group(2)] = layer
    return found


def siblings_of(page):
    """{module: modules of its layer that it may include}, from the table."""
    table = page.split("<!-- siblings -->")[1].split("\n\n")[0]
    return {module: set(re.findall(r"(\w+)/", others)) for module, others in
            re.findall(r"^\| `(\w+)/` \| (.*) \|$", table, re.M)}


def paths_of(page):
    """{name: [(file, function)]} of the paths."""
    found = {}
    for part in page.split("<!-- path: ")[1:]:
        name, _, rest = part.partition(" -->\n")
        found[name] = STEP.findall(rest.split("\n\n")[0])
    return found


def reachable(tree, name):
    """The headers that a header includes, directly or through others."""
    files = {h.name: h for h in tree.headers}
    found, left = set(), [name]
    while left:
        for _, target, _, _ in check_architecture.includes(files[left.pop()]):
            if target in files and target not in found:
                found.add(target)
                left.append(target)
    return found


def faults_of_path(tree, steps):
    """The faults of a path, as sentences."""
    files = {h.name: h for h in tree.headers}
    for name, function in steps:
        if name not in files:
            yield f"{name}: there is no such file"
        elif not re.search(rf"\b{function}\b", "\n".join(files[name].bare)):
            yield f"{name} does not contain {function}"
    for (name, _), (following, _) in zip(steps, steps[1:]):
        if (name in files and following in files and
                following not in reachable(tree, name)):
            yield f"{name} does not include {following}"
    modules = {name.split("/")[0] for name, _ in steps}
    if len(modules) > MOST_MODULES:
        yield f"{len(modules)} modules: {', '.join(sorted(modules))}"


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.page = text_of_page()
        cls.tree = check_architecture.Tree(ROOT)

    def test_layers_are_those_that_are_checked(self):
        self.assertEqual(layers_of(self.page), check_architecture.LAYERS)

    def test_each_module_has_a_folder(self):
        self.assertEqual({h.module for h in self.tree.headers if h.module},
                         set(check_architecture.LAYERS))

    def test_siblings_are_those_that_are_checked(self):
        self.assertEqual(siblings_of(self.page), check_architecture.SIBLINGS)

    def test_headers_that_are_named_exist(self):
        names = {h.name for h in self.tree.headers}
        for name in re.findall(r"`(?:rill/)?([\w/]+\.h)`", self.page):
            with self.subTest(name):
                self.assertTrue(name in names or name == "X.h" or
                                name == "X_body.h", name)

    def test_paths(self):
        paths = paths_of(self.page)
        self.assertGreaterEqual(len(paths), 4)
        for name, steps in paths.items():
            with self.subTest(name):
                self.assertGreaterEqual(len(steps), 3)
                self.assertEqual(list(faults_of_path(self.tree, steps)), [])

    def test_wrong_paths(self):
        def fault(*steps):
            return list(faults_of_path(self.tree, steps))
        self.assertEqual(fault(("print/lost.h", "f")),
                         ["print/lost.h: there is no such file"])
        self.assertEqual(fault(("print.h", "lost_function")),
                         ["print.h does not contain lost_function"])
        self.assertEqual(
            fault(("base/config.h", "RILL_HOSTED"), ("print.h", "RILL_PRINT_H")),
            ["base/config.h does not include print.h"])


if __name__ == "__main__":
    unittest.main()
