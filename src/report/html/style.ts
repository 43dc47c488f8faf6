import { OVERVIEW } from './style-overview.ts';
import { FILTER_RULES, NARROW, PAPER } from './style-rules.ts';
import { TABLES } from './style-tables.ts';
import { VERDICTS } from './style-verdicts.ts';

const LIGHT = `--bg: #faf9f7; --surface: #fff; --sunken: #f4f2ee; --ink: #1d1c1a; --muted: #5c5852; --line: #e2ded7; --edge: #8b857c; --quiet: #a39d93;
  --passed: #1b7a48; --failed: #b42318; --warning: #8f5a00; --information: #1c5ea8; --cantTell: #6a4aa5; --untested: #5c5852; --inapplicable: #6e6a64;
  --good: #edf6f0; --bad: #fcefed; --warn: #fbf2e0; --info: #eaf2fb; --open: #f3effa; --link: #1c5ea8;`;
const DARK = `--bg: #151514; --surface: #1d1c1b; --sunken: #262523; --ink: #ebe9e5; --muted: #aaa59d; --line: #393632; --edge: #85807a; --quiet: #6f6a63;
  --passed: #5fca90; --failed: #ff8d83; --warning: #e7b14e; --information: #8bb9f4; --cantTell: #c2abf2; --untested: #aaa59d; --inapplicable: #948f88;
  --good: #16281e; --bad: #331a18; --warn: #30260f; --info: #17263a; --open: #251f33; --link: #8bb9f4;`;

/** The style sheet of the page: system fonts, both colour schemes, nothing loaded. */
export const STYLE: string = `
:root { color-scheme: light dark; ${LIGHT} }
@media screen and (prefers-color-scheme: dark) { :root { ${DARK} } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; overflow-wrap: anywhere; background: var(--bg); color: var(--ink); font: 1rem/1.55 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif; -webkit-text-size-adjust: 100%; }
header, main, footer { max-width: 72rem; margin-inline: auto; padding-inline: 2rem; }
header { padding-top: 2rem; }
footer { padding-block: 2.5rem; color: var(--muted); font-size: .875rem; }
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; margin: 0; }
h1 { font-size: 1.9rem; font-weight: 650; line-height: 1.15; letter-spacing: -.01em; }
h2 { font-size: 1.25rem; margin-bottom: .9rem; }
h3 { font-size: 1.02rem; }
h4 { font-size: .8rem; color: var(--muted); font-weight: 600; margin-bottom: .3rem; }
p { margin: .5rem 0; }
main > section { margin-top: 2.75rem; }
main > .filters { margin-top: 1.9rem; }
a { color: var(--link); text-underline-offset: .18em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
code, pre, .brief { unicode-bidi: isolate; }
code, pre { font-family: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .84em; }
code { overflow-wrap: anywhere; }
pre { margin: 0; padding: .8rem .9rem; background: var(--sunken); border-radius: 6px; line-height: 1.5; font-size: .8rem; white-space: pre-wrap; }
pre code { font-size: inherit; }
.vh { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.sprite { position: absolute; width: 0; height: 0; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--surface); padding: .4rem .8rem; z-index: 3; }
.muted { color: var(--muted); font-size: .875rem; }
.n { color: var(--muted); font-weight: 400; font-variant-numeric: tabular-nums; margin-left: .15rem; }
[hidden] { display: none !important; }

.mark { display: inline-flex; align-items: center; gap: .4em; position: relative; }
.icon { width: 1rem; height: 1rem; flex: none; fill: currentColor; overflow: visible; }
.icon + span { color: var(--ink); }
symbol .cut, symbol .line { fill: none; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
symbol .cut { stroke: var(--surface); }
symbol .line { stroke: currentColor; stroke-width: 1.6; }
.mark.passed { color: var(--passed); } .mark.failed { color: var(--failed); } .mark.warning { color: var(--warning); }
.mark.information { color: var(--information); } .mark.cantTell { color: var(--cantTell); }
.mark.untested { color: var(--untested); } .mark.inapplicable { color: var(--inapplicable); }
.level { font-size: .72rem; font-weight: 600; letter-spacing: .04em; color: var(--muted); border: 1px solid var(--line); border-radius: 4px; padding: .06rem .35rem; vertical-align: .08em; white-space: nowrap; }
${OVERVIEW}
${TABLES}
${VERDICTS}
${FILTER_RULES}
${NARROW}
${PAPER}
`;
