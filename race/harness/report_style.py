"""The style sheet of report.html."""

STYLE = """
:root {
  color-scheme: light dark;
  --page: #fdfdfc; --text: #1c2226; --dim: #5f6b73; --line: #dde2e5;
  --rill: #1769aa; --peer: #a9b4bb; --limit: #6d7a52; --mark: #e9f1f8;
  --good: #24703a; --bad: #a8352b; --rail: #1c2226;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14181b; --text: #dfe5e8; --dim: #93a0a8; --line: #2c343a;
    --rill: #5aaae6; --peer: #56626b; --limit: #93a56c; --mark: #1a2833;
    --good: #6cc486; --bad: #ec8177; --rail: #dfe5e8;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto,
      "Helvetica Neue", Arial, sans-serif;
}
main { max-width: 1080px; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.7rem; font-weight: 650; margin: 0 0 .25rem; }
h2 {
  font-size: 1.25rem; margin: 2.6rem 0 .6rem; padding-bottom: .25rem;
  border-bottom: 1px solid var(--line);
}
h3 { font-size: 1rem; margin: 1.8rem 0 .2rem; }
h3 .dim { font-weight: 400; }
p { margin: .3rem 0 .7rem; max-width: 46rem; }
a { color: var(--rill); text-decoration: none; }
a:hover { text-decoration: underline; }
.dim { color: var(--dim); }
table {
  border-collapse: collapse; width: 100%; margin: .6rem 0;
  font-variant-numeric: tabular-nums; font-size: .88rem;
}
th, td { text-align: left; padding: .28rem .6rem .28rem 0;
         vertical-align: top; }
th { font-weight: 600; color: var(--dim); border-bottom: 1px solid
     var(--line); }
td { border-bottom: 1px solid var(--line); }
.n { text-align: right; white-space: nowrap; }
tr.rill td { background: var(--mark); }
td.good, .chip.good { color: var(--good); }
td.bad, .chip.bad { color: var(--bad); }
.chip { font-weight: 600; white-space: nowrap; }
.chip.dim { font-weight: 400; }
.wide { overflow-x: auto; }
.wide table { font-size: .8rem; }
summary { cursor: pointer; color: var(--dim); font-size: .88rem; }
details.race > summary { font-size: 1rem; color: var(--text);
                         padding: .5rem 0; }
details.race h2 { display: inline; border: 0; margin: 0 .5rem 0 0; }
.plot { overflow-x: auto; }
.at-narrow { display: none; }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; padding: 0;
          margin: .3rem 0 .7rem; list-style: none; color: var(--dim);
          font-size: .88rem; }
svg { display: block; width: 100%; height: auto; margin: .4rem 0; }
svg text { fill: var(--text); font-size: 12px;
           font-variant-numeric: tabular-nums; }
svg .tick, svg .axis { fill: var(--dim); font-size: 11px; }
svg .grid { stroke: var(--line); }
svg .edge { stroke: var(--limit); stroke-dasharray: 3 3; }
svg .peer { fill: var(--peer); }
svg .rill { fill: var(--rill); }
svg .limit { fill: var(--limit); }
svg .own { font-weight: 650; }
svg .unit { stroke: var(--rill); stroke-dasharray: 3 3; }
svg .heat { fill: var(--page); stroke: var(--rail); }
svg .heat.lost { fill: var(--bad); stroke: var(--bad); }
svg .heat.unsure { fill: var(--dim); stroke: var(--dim); }
svg .bad { fill: var(--bad); font-weight: 650; }
.key-rill { color: var(--rill); }
.key-peer { color: var(--peer); }
.key-lost { color: var(--bad); }
.key-unsure { color: var(--dim); }
svg .whisker { stroke: var(--rail); stroke-width: 1; opacity: .7; }
svg .cut { stroke: var(--page); stroke-width: 3; fill: none; }
@media (max-width: 640px) {
  main { padding: 1.2rem 1rem 3rem; }
  .at-wide { display: none; }
  .at-narrow { display: block; }
  .plot svg { min-width: 700px; }
}
@media print { details { display: none; } }
"""
