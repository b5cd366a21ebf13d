"""test/smoke/*.cpp: programs that use every module and check themselves. Built
and run in each configuration outside the full suite; on other platforms with
--all."""

from . import building, configurations, platforms, programs, windows


def run(context):
    chosen = [*configurations.smoke()]
    if context.all or context.wanted:
        chosen += [c for c in platforms.every()
                   if c.modules == platforms.MODULES]
    programs.check_each(
        context, "smoke set", building.find("test/smoke", ".cpp"),
        [c for c in chosen if not context.wanted or c.name in context.wanted],
        check)


def check(context, full, path, configuration):
    wanted = windows.platforms_of(path)
    if wanted and configuration.platform not in wanted:
        context.report.skipped(full, f"for {', '.join(wanted)} alone")
        return
    outcome, program = programs.build(configuration, building.relative(path))
    if outcome.status != 0:
        context.report.failed(full, outcome.text)
        return
    got = programs.run([*configuration.runner, program], b"17 4 words here\n")
    if got.status == 0:
        context.report.passed(full)
    else:
        text = (got.out + got.err).decode(errors="replace")
        context.report.failed(full, f"status {got.status}\n{text}")
