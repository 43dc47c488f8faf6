import { FILTER_RULES, NARROW, PAPER } from './html-style-rules.js';
const LIGHT = `--bg: #faf9f7; --surface: #fff; --sunken: #f4f2ee; --ink: #1d1c1a; --muted: #5c5852; --line: #e2ded7;
  --passed: #1b7a48; --failed: #b42318; --warning: #8f5a00; --information: #1c5ea8; --cantTell: #6a4aa5; --untested: #5c5852; --inapplicable: #6e6a64;
  --good: #edf6f0; --bad: #fcefed; --open: #f3effa; --link: #1c5ea8;`;
const DARK = `--bg: #151514; --surface: #1d1c1b; --sunken: #262523; --ink: #ebe9e5; --muted: #aaa59d; --line: #393632;
  --passed: #5fca90; --failed: #ff8d83; --warning: #e7b14e; --information: #8bb9f4; --cantTell: #c2abf2; --untested: #aaa59d; --inapplicable: #948f88;
  --good: #16281e; --bad: #331a18; --open: #251f33; --link: #8bb9f4;`;
/** The style sheet of the page: system fonts, both colour schemes, nothing loaded. */
export const STYLE = `
:root { color-scheme: light dark; ${LIGHT} }
@media screen and (prefers-color-scheme: dark) { :root { ${DARK} } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; overflow-wrap: break-word; background: var(--bg); color: var(--ink); font: 1rem/1.55 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif; -webkit-text-size-adjust: 100%; }
header, main, footer { max-width: 72rem; margin-inline: auto; padding-inline: 2rem; }
header { padding-top: 2rem; }
footer { padding-block: 2.5rem; color: var(--muted); font-size: .875rem; }
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; margin: 0; }
h1 { font: 600 2.1rem/1.15 Charter, "Bitstream Charter", "Sitka Text", Cambria, "Liberation Serif", Georgia, serif; }
h2 { font-size: 1.25rem; margin-bottom: .9rem; }
h3 { font-size: 1.02rem; }
h4 { font-size: .8rem; color: var(--muted); font-weight: 600; margin-bottom: .3rem; }
p { margin: .5rem 0; }
main > section { margin-top: 2.75rem; }
a { color: var(--link); text-underline-offset: .18em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
code, pre { font-family: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .84em; unicode-bidi: isolate; }
code { overflow-wrap: anywhere; }
pre { margin: 0; padding: .8rem .9rem; background: var(--sunken); border-radius: 6px; overflow: auto; max-height: 26rem; line-height: 1.5; font-size: .8rem; }
pre code { font-size: inherit; overflow-wrap: normal; }
.vh { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.sprite { position: absolute; width: 0; height: 0; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--surface); padding: .4rem .8rem; z-index: 3; }
.muted { color: var(--muted); font-size: .875rem; }
.n { color: var(--muted); font-weight: 400; font-variant-numeric: tabular-nums; margin-left: .15rem; }
.scroll { overflow-x: auto; }

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

.kicker { display: flex; justify-content: space-between; gap: 1rem; color: var(--muted); font-size: .9rem; margin: 0 0 .9rem; }
.result { display: flex; gap: 1.2rem; align-items: center; padding: 1.4rem 1.6rem; border-radius: 10px; background: var(--open); }
.result.conforming { background: var(--good); } .result.nonconforming { background: var(--bad); }
.result .icon { width: 2.9rem; height: 2.9rem; }
.result p { margin: .3rem 0 0; font-size: 1.08rem; text-wrap: pretty; }
.callout { padding: .6rem .9rem; border: 1px solid var(--line); border-left: 3px solid var(--warning); border-radius: 6px; background: var(--surface); overflow-wrap: anywhere; }
.facts { display: flex; flex-wrap: wrap; gap: 1rem 3rem; margin: 1.3rem 0 0; }
.facts dt, .finding dt { color: var(--muted); font-size: .82rem; }
.facts dd, .finding dd { margin: 0; overflow-wrap: anywhere; }
.facts .wide { flex-basis: 100%; }
.contract { display: block; }
.contract b { font-weight: 600; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 2.5rem; margin-top: 1.9rem; padding-top: 1.6rem; border-top: 1px solid var(--line); }
.columns h2 { font-size: 1rem; margin-bottom: .6rem; }
.coverage { list-style: none; margin: 0; padding: 0; display: grid; gap: .5rem; }
.coverage li { display: flex; gap: .65rem; }
.coverage .mark { align-self: flex-start; margin-top: .27rem; }

table { border-collapse: collapse; width: 100%; font-size: .9rem; }
caption { text-align: left; color: var(--muted); font-size: .875rem; padding-bottom: .6rem; }
th, td { padding: .42rem .6rem; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th, thead td { border-top: 0; color: var(--muted); font-weight: 600; font-size: .8rem; vertical-align: bottom; }
tbody th { font-weight: 500; }
.number { font-variant-numeric: tabular-nums; white-space: nowrap; }
.counts th, .counts td { padding-inline: .3rem .55rem; }
.counts tbody th, .counts tbody td { vertical-align: baseline; }
.counts thead th > [aria-hidden="true"] { display: block; line-height: 1.25; }
.counts .number { font-size: 1.05rem; font-weight: 600; }
.counts .zero { color: var(--muted); font-weight: 400; }
[data-failed-as="failed"] td:nth-child(2):not(.zero) { color: var(--failed); }
[data-failed-as="warning"] td:nth-child(2):not(.zero) { color: var(--warning); }
[data-failed-as="information"] td:nth-child(2):not(.zero) { color: var(--information); }

.filters { display: flex; flex-wrap: wrap; gap: .3rem 2.5rem; padding-block: .7rem; border-block: 1px solid var(--line); font-size: .9rem; }
.filters fieldset { border: 0; padding: 0; margin: 0; display: flex; flex-wrap: wrap; gap: .3rem 1.1rem; min-width: 0; }
.filters legend { float: left; color: var(--muted); width: 7.5rem; padding: 0; line-height: 1.75rem; }
.filters label { display: inline-flex; align-items: center; gap: .35rem; cursor: pointer; min-height: 1.75rem; }
.filters input { accent-color: var(--link); margin: 0; width: 1rem; height: 1rem; }

.card { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 1rem 1.2rem; margin-top: .8rem; }
.card.failed { border-left: 3px solid var(--failed); } .card.warning { border-left: 3px solid var(--warning); } .card.information { border-left: 3px solid var(--information); }
.gap { border-top: 1px solid var(--line); padding-block: .9rem; }
.card h3, .gap h3 { display: flex; flex-wrap: wrap; align-items: center; gap: .55rem; overflow-wrap: anywhere; }
.says { margin: .4rem 0 .6rem; max-width: 46rem; text-wrap: pretty; overflow-wrap: anywhere; }
.clause { color: var(--muted); display: inline-block; }
summary { cursor: pointer; padding-block: .35rem; overflow-wrap: anywhere; }
summary b { font-weight: 600; }
.brief { color: var(--muted); margin-left: .4rem; font-size: .9rem; }
details.place[open] > summary .brief { display: none; }
.place { border-top: 1px solid var(--line); }
li:target, tr:target { background: var(--sunken); }
.place:target, li:target, tr:target { outline: 2px solid var(--link); outline-offset: 3px; border-radius: 4px; }
.finding { margin: .3rem 0 .9rem; display: grid; gap: .25rem; }
.finding div { display: grid; grid-template-columns: 5.5rem minmax(0, 1fr); gap: .5rem; align-items: baseline; }
.finding div:nth-child(2) dd { color: var(--failed); font-weight: 500; }
.warning .finding div:nth-child(2) dd { color: var(--warning); } .information .finding div:nth-child(2) dd { color: var(--information); }
.copy { position: relative; margin-block: .7rem; }
.copy pre { padding-right: 5rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.copy pre code { overflow-wrap: anywhere; }
.copy button { position: absolute; top: .45rem; right: .45rem; font: inherit; font-size: .8rem; color: var(--ink); background: var(--surface); border: 1px solid var(--line); border-radius: 5px; padding: .2rem .6rem; cursor: pointer; }
pre.message { white-space: pre-wrap; }
pre.message code { overflow-wrap: anywhere; }
.exchange { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1rem; margin-bottom: .6rem; }
.names { list-style: none; margin: .2rem 0 0; padding: 0; }
.names li { padding-block: .3rem; display: flex; flex-wrap: wrap; gap: .15rem .6rem; align-items: baseline; }

.matrix { width: auto; }
.matrix th, .matrix td { padding-block: .22rem; vertical-align: middle; }
.matrix thead th { position: sticky; top: 0; background: var(--bg); z-index: 1; padding-block: .5rem; white-space: nowrap; }
.matrix tbody th { position: sticky; left: 0; background: var(--bg); }
.matrix td { text-align: center; min-width: 2.4rem; }
.matrix tbody tr:hover, .matrix tbody tr:hover th { background: var(--sunken); }
.matrix .levels { color: var(--muted); font-size: .78rem; text-align: left; white-space: nowrap; }
.matrix a { display: inline-flex; padding: .3rem .45rem; vertical-align: middle; border-radius: 4px; }
.list tbody th { overflow-wrap: anywhere; min-width: 11rem; }
.list td:nth-child(3) { width: 42%; }
.list code { color: var(--muted); overflow-wrap: break-word; }
.quiet summary .mark { vertical-align: -.15em; margin-right: .3rem; }
${FILTER_RULES}
${NARROW}
${PAPER}
`;
