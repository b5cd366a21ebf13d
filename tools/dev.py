"""The commands of ./dev. Each is a function of tools/devtools."""

import argparse
import errno
import os
import signal
import subprocess
import sys

# Ctrl-C during these imports ends the process at once: no program runs yet.
HANDLER = signal.getsignal(signal.SIGINT)
if HANDLER is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import call_costs  # noqa: E402
import instruction_counts  # noqa: E402
from devtools import (bench, checks, interruption, packages,  # noqa: E402
                      patience, suite, wheels)


def parser():
    top = argparse.ArgumentParser(prog="./dev")
    commands = top.add_subparsers(dest="command", metavar="command")
    test = commands.add_parser("test", help="run the tests")
    check = commands.add_parser(
        "check", help="the rules of the architecture and of commits, layout, "
        "clang-tidy, warnings")
    for one in (test, check):
        one.add_argument("names", nargs="*", metavar="NAME",
                         help="part of a test's name; ^NAME: its beginning; "
                         "windows: those that run under Wine")
        one.add_argument("--all", action="store_true",
                         help="every configuration, and the slow tests")
        one.add_argument("--config", action="append", metavar="NAME",
                         help="only this configuration (may be repeated)")
        one.add_argument("--list", action="store_true",
                         help="print the names and run nothing")
        one.add_argument("-j", "--jobs", type=int, metavar="N",
                         help="how many compilers at once (default: cores)")
    test.add_argument("--times", action="store_true",
                      help="end with the slowest tests")
    benchmarks = commands.add_parser("bench", help="run the benchmarks")
    benchmarks.add_argument("names", nargs="*", metavar="NAME")
    benchmarks.add_argument("--config", action="append", metavar="NAME")
    benchmarks.add_argument("--counts", action="store_true",
                            help="count instructions instead; "
                            "./dev bench --counts --help says more")
    benchmarks.add_argument("--costs", action="store_true",
                            help="count the code, functions, files and lines "
                            "of calls and headers instead; "
                            "./dev bench --costs --help says more")
    layout = commands.add_parser("format", help="lay out the code")
    layout.add_argument("names", nargs="*", metavar="FILE")
    commands.add_parser("race", help="race against other libraries; "
                        "./dev race --help says more", add_help=False)
    commands.add_parser("setup", help="install all that is useful")
    return top


# Words of the command line are read before anything is installed: --help, and
# an option that does not exist, end there.
def counts(words):
    instruction_counts.arguments(words)
    packages.ensure("counts")
    return instruction_counts.main(words)


def costs(words):
    call_costs.arguments(words)
    packages.ensure("bench")
    return call_costs.main(words)


def race(words):
    sys.path.insert(0, "race")
    import race as races
    options = races.arguments(words)
    if not options.list and not options.publish:
        packages.ensure("race")
    script = os.path.join("race", "race.py")
    return subprocess.run([sys.executable, script, *words]).returncode


def main():
    os.chdir(os.path.join(HERE, ".."))
    if sys.argv[1:2] == ["race"]:
        return race(sys.argv[2:])
    if sys.argv[1:2] == ["bench"] and "--counts" in sys.argv:
        return counts([word for word in sys.argv[2:] if word != "--counts"])
    if sys.argv[1:2] == ["bench"] and "--costs" in sys.argv:
        return costs([word for word in sys.argv[2:] if word != "--costs"])
    top = parser()
    options = top.parse_args()
    if options.command is None:
        top.print_help()
        return 2
    if options.command == "setup":
        done = [packages.ensure("setup", again=True), wheels.ensure(again=True)]
        return 0 if all(done) else 1
    packages.ensure(options.command)
    if options.command == "test" and not options.list:
        packages.ensure("windows")
        wheels.ensure()
        if options.all:
            packages.ensure("platforms")
    if options.command == "test":
        return suite.run(options)
    if options.command == "check":
        return checks.Check(options).run()
    if options.command == "bench":
        return bench.run(options)
    return checks.format_files(options)


if __name__ == "__main__":
    try:
        signal.signal(signal.SIGINT, HANDLER)
        interruption.prepare()
        patience.begin()
        sys.exit(main())
    except KeyboardInterrupt:
        interruption.end()
    except BrokenPipeError:  # as of `./dev test --list | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except OSError as problem:
        if problem.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EROFS):
            raise
        where = problem.filename or "build/"
        interruption.stop(f"dev: {where}: {problem.strerror}", 1)
