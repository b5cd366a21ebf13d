"""The facts of a report about the machine and the run."""

import os
import platform
import subprocess
import sys
import time

from . import build, published


def processor():
    try:
        with open("/proc/cpuinfo") as f:
            for line in f:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def file_system(folder):
    """The type of a folder's file system."""
    best = ("", "unknown")
    try:
        with open("/proc/mounts") as f:
            for line in f:
                _, point, kind = line.split()[:3]
                inside = (folder + "/").startswith(point.rstrip("/") + "/")
                if inside and len(point) >= len(best[0]):
                    best = (point, kind)
    except OSError:
        pass
    return best[1]


def first_line(*command):
    try:
        return subprocess.run(command, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL,
                              universal_newlines=True
                              ).stdout.split("\n")[0].strip()
    except OSError:
        return ""


def memory():
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):
        return 0


def describe(options, files, peers):
    """Facts of this run, in the order they are shown."""
    mode = ("quick" if options.quick else "full" if options.full
            else "default")
    return {
        "time": time.strftime("%Y-%m-%d %H:%M %Z"),
        "mode": mode,
        "clock": ("processor time of the contender" if options.processor
                  else "elapsed time"),
        "command": "./dev race " + " ".join(sys.argv[1:]),
        "rill": first_line("git", "-C", build.ROOT, "describe", "--always",
                           "--dirty"),
        "version": published.project_version(),
        "processor": processor(),
        "cores": os.cpu_count(),
        "memory": memory(),
        "system": f"{platform.system()} {platform.release()}, "
                  f"{' '.join(platform.libc_ver())}",
        "compiler": first_line(options.cxx, "--version"),
        "python": platform.python_version(),
        "files": files,
        "file system": file_system(files),
        "load": os.getloadavg()[0],
        "peers": {name: {"present": p.present, "version": p.version}
                  for name, p in peers.items()
                  if name not in ("rill", "limit", "ring", "charconv")},
    }
