"""The commands of ./dev. Each is a function of tools/devtools."""

import argparse
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from devtools import suite  # noqa: E402


def parser():
    top = argparse.ArgumentParser(prog="./dev")
    commands = top.add_subparsers(dest="command", metavar="command")
    test = commands.add_parser("test", help="run the tests")
    test.add_argument("names", nargs="*", metavar="NAME",
                      help="part of a test's name; ^NAME: its beginning")
    test.add_argument("--all", action="store_true",
                      help="every configuration, and the slow tests")
    test.add_argument("--config", action="append", metavar="NAME",
                      help="only this configuration (may be repeated)")
    test.add_argument("--list", action="store_true",
                      help="print the names and run nothing")
    test.add_argument("-j", "--jobs", type=int, metavar="N",
                      help="how many compilers at once (default: cores)")
    return top


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    top = parser()
    options = top.parse_args()
    if options.command == "test":
        return suite.run(options)
    top.print_help()
    return 2


if __name__ == "__main__":
    sys.exit(main())
