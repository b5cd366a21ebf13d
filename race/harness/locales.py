"""Finds or makes the locale that a heat needs."""

import os
import shutil
import subprocess


def environment(name, folder):
    """Variables that make `name`, such as en_US.UTF-8, the user's locale in a
    program; None if it is not available."""
    if is_found(name, {}):
        return {"LC_ALL": name}
    made = {"LOCPATH": os.path.join(folder, "locales")}
    target = os.path.join(made["LOCPATH"], name)
    if not os.path.isdir(target) and shutil.which("localedef"):
        os.makedirs(made["LOCPATH"], exist_ok=True)
        language, _, encoding = name.partition(".")
        subprocess.run(["localedef", "-i", language, "-f", encoding, target],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return {"LC_ALL": name, **made} if is_found(name, made) else None


def is_found(name, more):
    """Whether setlocale gives a program this locale."""
    ask = ("import locale, sys\n"
           "locale.setlocale(locale.LC_ALL, sys.argv[1])")
    done = subprocess.run(["python3", "-c", ask, name],
                          env={**os.environ, **more},
                          stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL)
    return done.returncode == 0
