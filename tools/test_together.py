"""Several sources as one."""

import os
import subprocess
import tempfile
import unittest

from devtools import machine, together


class Together(unittest.TestCase):
    def test_includes_outside_conditions(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.cpp")
            open(os.path.join(folder, "b.h"), "w").close()
            with open(path, "w") as file:
                file.write('#include <map>  // std::map\n#include "b.h"\n'
                           '#include "c.h"\n#if 0\n#include <no>\n'
                           "#endif\n")
            self.assertEqual(together.includes(path), [
                "#include <map>\n", f'#include "{folder}/b.h"\n',
                '#include "c.h"\n'])

    def test_programs(self):
        """Two programs that use the same names, as one."""
        compiler = machine.newest("gcc") or machine.newest("clang")
        if not compiler:
            self.skipTest("no compiler")
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for name, status in (("a", 3), ("b", 4)):
                paths.append(os.path.join(folder, f"{name}.cpp"))
                with open(paths[-1], "w") as file:
                    file.write("#include <cstddef>\nnamespace {\n"
                               f"std::size_t status = {status};\n}}\n"
                               "int main() { return int(status); }\n")
            whole = os.path.join(folder, "whole.cpp")
            with open(whole, "w") as file:
                file.write(together.programs(paths))
            program = os.path.join(folder, "program")
            subprocess.run([compiler.path, "-std=c++20", whole, "-o",
                            program], check=True)
            self.assertEqual([subprocess.run([program, *words]).returncode
                              for words in (["a"], ["b"], ["c"], [])],
                             [3, 4, 2, 2])


if __name__ == "__main__":
    unittest.main()
