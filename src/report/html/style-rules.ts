/** Parts of the style sheet that follow from the vocabulary, and those for narrow screens and paper. */
import { OUTCOMES } from '../../model/index.ts';
import { LEVELS } from '../status.ts';

/** A box that is not ticked hides what carries its outcome or level. */
export const FILTER_RULES: string = [
  ...OUTCOMES.map((outcome) => ['outcome', outcome]),
  ...LEVELS.map((level) => ['level', level]),
]
  .map(
    ([kind, value]) =>
      `body:has(#show-${value}:not(:checked)) main [data-${kind}="${value}"] { display: none; }`,
  )
  .join('\n');

export const NARROW = `
@media (max-width: 44rem) {
  header, main, footer { padding-inline: 1rem; }
  .result { gap: .8rem; padding: 1.1rem 1rem; }
  .result .icon { width: 2.1rem; height: 2.1rem; }
  h1 { font-size: 1.5rem; }
  .columns, .exchange { grid-template-columns: minmax(0, 1fr); }
  .finding div { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .fit { overflow: auto; }
  .fit, .tall { max-height: 80vh; }
  .counts thead th { font-size: .64rem; }
  .counts tbody th { font-size: .8rem; }
  .counts th, .counts td { padding-inline: .2rem; }
  nav li { min-height: 1.9rem; }
  .copy pre { padding-right: .9rem; }
  .copy button { position: static; margin-top: .4rem; }
  .card { padding-inline: .9rem; }
  .filters legend { float: none; width: auto; }
  .find, .find label { display: grid; gap: .25rem; justify-items: start; }
  .find label:first-child select { margin-left: 0; }
  .find label:first-child > :first-child { width: auto; }
  .find, .find label { max-width: 100%; grid-template-columns: minmax(0, 1fr); }
  .find select, .find input { max-width: 100%; font-size: 1rem; }
  .by-name thead th:not(:first-child) span { writing-mode: vertical-rl; transform: rotate(180deg); max-height: 9rem; }
  .by-name thead th:nth-child(2), .by-name .levels { display: none; }
  .matrix th, .matrix td { padding-inline: .3rem; }
  .matrix tbody th { white-space: normal; overflow-wrap: anywhere; min-width: 8.5rem; max-width: 11rem; line-height: 1.3; }
  .matrix .area th { max-width: none; }
  .by-operation .area th span { left: .3rem; }
  table.list, .list tbody, .list tr, .list td, .list th, .pictures, .pictures tbody, .pictures tr, .pictures td, .pictures tbody th { display: block; width: auto; }
  .list tbody th, .list td:nth-child(3) { width: auto; }
  .list thead, .pictures thead { display: none; }
  .list tr, .pictures tr { padding-block: .6rem; border-top: 1px solid var(--line); }
  .list td, .list th, .pictures td, .pictures td.number, .pictures tbody th { border: 0; padding: .15rem 0; text-align: left; }
  .pictures td.number { color: var(--muted); font-size: .82rem; }
  .pictures .number::after { content: " exchanges"; }
}`;

export const PAPER = `
@media print {
  @page { margin: 14mm 12mm; }
  :root { --bg: #fff; color-scheme: light; }
  :root { font-size: 9.5pt; }
  .filters, nav, .skip, .copy button, .find { display: none; }
  header, main, footer { max-width: none; padding-inline: 0; }
  header { padding-top: 0; }
  main > section { margin-top: 1.6rem; }
  .result, mark, .bar { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .result { border: 1px solid var(--line); }
  .finding, .matrix tr, .list tr, .pictures tr, .result, .copy { break-inside: avoid; }
  h2, h3, h4, summary, .area { break-after: avoid; }
  pre { font-size: 7.5pt; }
  .copy pre { padding-right: .9rem; }
  details:not(.quiet)::details-content { content-visibility: visible; block-size: auto; }
  a { color: inherit; text-decoration: none; }
  .scroll, .fit { overflow: visible; max-height: none; border: 0; }
  .matrix { font-size: 7.5pt; }
  .matrix thead th, .matrix tbody th { position: static; }
  .matrix th { white-space: normal; }
  .matrix a, .by-operation a { padding: .1rem; }
  .matrix .icon { width: .7rem; height: .7rem; }
  .by-operation td { min-width: 0; }
  .by-operation thead th { font-size: 7pt; }
}`;
