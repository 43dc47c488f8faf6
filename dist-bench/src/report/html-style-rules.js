/** Parts of the style sheet that follow from the vocabulary, and those for narrow screens and paper. */
import { OUTCOMES } from '../words.js';
import { LEVELS } from './marks.js';
/** A box that is not ticked hides what carries its outcome or level. */
export const FILTER_RULES = [
    ...OUTCOMES.map((outcome) => ['outcome', outcome]),
    ...LEVELS.map((level) => ['level', level]),
]
    .map(([kind, value]) => `body:has(#show-${value}:not(:checked)) main [data-${kind}="${value}"] { display: none; }`)
    .join('\n');
export const NARROW = `
@media (max-width: 44rem) {
  header, main, footer { padding-inline: 1rem; }
  .result { gap: .8rem; padding: 1.1rem 1rem; }
  .result .icon { width: 2.1rem; height: 2.1rem; }
  h1 { font-size: 1.65rem; }
  .columns, .exchange { grid-template-columns: minmax(0, 1fr); }
  .finding div { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .fit { overflow-x: auto; }
  .counts thead th { font-size: .64rem; }
  .counts tbody th { font-size: .8rem; }
  .copy pre { padding-right: .9rem; }
  .copy button { position: static; margin-top: .4rem; }
  .filters legend { float: none; width: auto; }
  .counts th, .counts td { padding-inline: .2rem; }
  .matrix thead th span { writing-mode: vertical-rl; transform: rotate(180deg); max-height: 9rem; }
  .matrix thead th { position: static; vertical-align: bottom; }
  .matrix thead th:nth-child(2), .matrix .levels { display: none; }
  .matrix th, .matrix td { padding-inline: .3rem; }
  .matrix tbody th { overflow-wrap: anywhere; }
  table.list, .list tbody, .list tr, .list td, .list th { display: block; }
  .list thead { display: none; }
  .list tr { padding-block: .6rem; border-top: 1px solid var(--line); }
  .list td, .list th { border: 0; padding: .1rem 0; text-align: left; }
  .list td:nth-child(2), .list td:nth-child(4), .list td:nth-child(5) { display: inline-block; margin-right: .8rem; color: var(--muted); }
  .list td:nth-child(5)::before { content: "shown by "; }
}`;
export const PAPER = `
@media print {
  :root { --bg: #fff; color-scheme: light; }
  body { font-size: 10pt; }
  .filters, .skip, .copy button { display: none; }
  header, main, footer { max-width: none; padding-inline: 0; }
  .finding, .matrix tr, .list tr, .result { break-inside: avoid; }
  h2, h3, h4, summary { break-after: avoid; }
  pre { white-space: pre-wrap; max-height: none; }
  a { color: inherit; text-decoration: none; }
  .columns { grid-template-columns: minmax(0, 1fr); }
  .scroll, .fit { overflow: visible; }
  .matrix th { position: static; }
}`;
