/** The first screen: result, facts, counts, contents, filters. */
export const OVERVIEW: string = `.kicker { display: flex; justify-content: space-between; gap: 1rem; color: var(--muted); font-size: .9rem; margin: 0 0 .9rem; }
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
.counts th, .counts td { padding-inline: .3rem .55rem; }
.counts tbody th, .counts tbody td { vertical-align: baseline; }
.counts thead th > [aria-hidden="true"] { display: block; line-height: 1.25; }
.counts .number { font-size: 1.05rem; font-weight: 600; }
.counts .zero { color: var(--muted); font-weight: 400; }
[data-failed-as="failed"] td:nth-child(2):not(.zero) { color: var(--failed); }
[data-failed-as="warning"] td:nth-child(2):not(.zero) { color: var(--warning); }
[data-failed-as="information"] td:nth-child(2):not(.zero) { color: var(--information); }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: .2rem 1.5rem; margin: 1.7rem 0 0; padding: 0; font-size: .9rem; }
nav a { display: inline-block; padding-block: .25rem; }

.filters { display: grid; grid-template-columns: minmax(0, 1fr); gap: .35rem; padding-block: .8rem; border-block: 1px solid var(--line); font-size: .9rem; }
.filters fieldset { border: 0; padding: 0; margin: 0; display: flex; flex-wrap: wrap; gap: .3rem 1.1rem; min-width: 0; }
.filters legend { float: left; color: var(--muted); width: 5.5rem; padding: 0; line-height: 1.75rem; }
.filters label { display: inline-flex; align-items: center; gap: .35rem; cursor: pointer; min-height: 1.75rem; }
.filters input[type="checkbox"] { accent-color: var(--link); margin: 0; width: 1rem; height: 1rem; }
.find { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.2rem; margin-top: .2rem; }
.find label { gap: .6rem; color: var(--muted); }
.find label:first-child { gap: 0; } .find label:first-child select { margin-left: 1.1rem; }
.find label:first-child > :first-child { flex: none; width: 5.5rem; }
.find select, .find input, button { font: inherit; font-size: .875rem; color: var(--ink); background: var(--surface); border: 1px solid var(--edge); border-radius: 5px; padding: .25rem .6rem; min-height: 1.9rem; }
.find select { max-width: 17rem; min-width: 0; }
button { cursor: pointer; }
button:hover:not(:disabled) { background: var(--sunken); }
button:disabled { color: var(--muted); border-color: var(--line); cursor: default; }
#filter-count { color: var(--muted); }
`;
