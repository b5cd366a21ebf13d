"""./dev bench: builds bench/**/*.cpp, each a program, and runs them in turn.
tools/instruction_counts.py runs those of bench/instructions."""

import os
import subprocess

from . import building, configurations
from .context import Selection


def run(options):
    selection = Selection(options.names)
    status = 0
    for configuration in configurations.bench():
        if options.config and configuration.name not in options.config:
            continue
        if configuration.missing:
            print(f"{configuration.name}: {configuration.missing}")
            continue
        for path in building.find("bench", ".cpp"):
            name = os.path.splitext(building.relative(path))[0]
            if (name.startswith("bench/instructions/") or
                    not selection.has(name[len("bench/"):])):
                continue
            print(f"{name} [{configuration.name}]", flush=True)
            status |= run_one(configuration, path)
    return status


def run_one(configuration, path):
    stem = building.relative(path).replace("/", "+")
    output = os.path.join(building.BUILD, "..", "bench", configuration.name,
                          stem + ".exe")
    outcome = building.compile_once(
        configuration.compiler,
        [*configuration.flags, "-Wall", "-Wextra", "-I", "include", "-I",
         "bench", "-pthread"], building.relative(path),
        os.path.normpath(output))
    if outcome.status != 0:
        print(outcome.text)
        return 1
    return 1 if subprocess.run([output]).returncode else 0
