/** The board as one self-contained page: it loads nothing, runs nothing, and links to the reports. */

import { sprite } from '../report/html/icons.ts';
import { pageWith } from '../report/html/shell.ts';
import { type Html, html } from '../report/html/text.ts';
import { asset, pageAssets } from '../report/page-assets.ts';
import { count } from '../report/text.ts';
import type { Board } from './board.ts';
import { legend } from './chart.ts';
import { BOARD, day, linkTo, moment, SHIELDS, SIGNATURES, shortly, verdictMark } from './marks.ts';
import { hasSection, matrix } from './matrix.ts';
import { productsHeadline, productTable } from './products.ts';
import { targetSection } from './target.ts';
import { type Target, worstOf } from './targets.ts';
import type { BoardReport, Unread } from './types.ts';

/** The most files that are named; further ones are counted. */
const MAX_NAMED = 200;
const MAX_WARNINGS = 8;

/** The page for the file `out`: its links are relative to that file. */
export function toBoard(board: Board, out: string, version: string): string {
  const { targets, products, unread } = board;
  const first = products.length > 0 ? 'products' : 'verdicts';
  const body = html`<a class="skip" href="#${first}">Skip to the ${first}</a>
${sprite()}${sprite(SHIELDS, 's')}
${overview(board, out, version)}
<main>
${products.length > 0 && productTable(products, out)}
${
  targets.length > 0 &&
  html`<section aria-labelledby="verdicts"><h2 id="verdicts">Newest verdicts <span class="n">${count(targets.length, 'target')}</span></h2>
${matrix(targets, out)}
</section>`
}
${targets.some(hasSection) && history(targets, out)}
${unreadList(unread)}
</main>
<footer><p>assay ${version}</p></footer>`;
  const title = `${boardHeadline(board)}: conformance board`;
  const style = `${pageAssets().style}${asset('board/board.css')}`;
  return pageWith({ title, generator: BOARD, kind: 'board', style, body });
}

function history(targets: readonly Target[], out: string): Html {
  return html`<section aria-labelledby="history"><h2 id="history">Target by target</h2>
${targets.some(({ reports }) => reports.length > 1) && legend()}
${targets.map((target, i) => targetSection(target, i, out))}</section>`;
}

/** `1 of 3 targets conforms`, `No target conforms`, `All 3 targets conform` */
export function headline(targets: readonly Target[]): string {
  const good = targets.filter(({ result }) => result === 'conforming').length;
  if (targets.length === 1)
    return good === 1 ? 'The target conforms' : 'The target does not conform';
  if (good === 0) return 'No target conforms';
  if (good === targets.length) return `All ${count(good, 'target')} conform`;
  const verb = good === 1 ? 'conforms' : 'conform';
  return `${good} of ${count(targets.length, 'target')} ${verb}`;
}

/** The headline about targets; if there are none, that about products. */
export function boardHeadline({ targets, products }: Pick<Board, 'targets' | 'products'>): string {
  return targets.length > 0 ? headline(targets) : productsHeadline(products);
}

function overview(board: Board, out: string, version: string): Html {
  const { targets, products, unread, keys } = board;
  const reports = targets.flatMap((target) => target.reports);
  const past = reports.filter(({ standing }) => standing !== 'future');
  const byTime = past.toSorted((a, b) => a.startedAt - b.startedAt);
  const [first, last] = [byTime[0], byTime.at(-1)];
  const changed = reports.filter(({ standing }) => standing === 'untrusted');
  const holds = products.every(({ state }) => state === 'holds');
  const open = targets.reduce((sum, target) => sum + target.open.length, 0);
  const openWords =
    open === 0 ? 'No open problems' : `${count(open, 'problem')} ${open === 1 ? 'is' : 'are'} open`;
  const whole = worstOf(targets.map((target) => target.result)) ?? 'partial';
  const result = targets.length > 0 ? whole : holds ? 'conforming' : 'partial';
  const period = first && last ? `, from ${day(first)} to ${day(last)}` : '';
  return html`<header>
<p class="kicker">Conformance board <span>assay ${version}</span></p>
<div class="result ${result}">
${verdictMark(result)}
<div><h1>${boardHeadline(board)}</h1><p>${targets.length > 0 ? html`${count(reports.length, 'report')}${period}. ${openWords}.` : 'Each product with the report that it is listed for.'}</p></div>
</div>
${changed.slice(0, MAX_WARNINGS).map((report) => warning(report, out))}
${changed.length > MAX_WARNINGS && html`<p class="callout broken" role="note">${count(changed.length - MAX_WARNINGS, 'more report')} not as signed.</p>`}
${(['future', 'unverified'] as const).map((standing) => uncounted(reports, standing))}
${unread.length > 0 && html`<p class="callout" role="note"><a href="#unread">${count(unread.length, 'file')} could not be read</a>: ${unread.length === 1 ? 'its contents are' : 'their contents are'} not on this page.</p>`}
<dl class="facts">
${targets.length > 0 && html`<div><dt>Signatures</dt><dd>${signatureCounts(reports)}</dd></div>`}
${keys.length > 0 && html`<div><dt>Keys</dt><dd>${keys.map(({ name, id }) => html`<span class="contract">${name} <code>${shortly(id)}</code></span> `)}</dd></div>`}
</dl>
</header>`;
}

const UNCOUNTED = { future: 'dated in the future', unverified: 'not verified with a key' };

function uncounted(reports: readonly BoardReport[], why: keyof typeof UNCOUNTED): Html {
  const number = reports.filter(({ standing }) => standing === why).length;
  if (number === 0) return html``;
  return html`<p class="callout" role="note">${count(number, 'report')} ${UNCOUNTED[why]}: ${number === 1 ? 'its verdicts do' : 'their verdicts do'} not count here.</p>
`;
}

function warning(report: BoardReport, out: string): Html {
  const { signature, target, path } = report;
  const why = signature.state === 'failed' ? signature.why : '';
  return html`<p class="callout broken" role="note">${verdictMark('untrusted')} <b>The report of ${linkTo(out, report, moment(report))} on ${target} was changed after signing:</b> ${why} (<code>${path}</code>). Its verdict does not count here.</p>
`;
}

/** `80 verified, 2 not as signed, 8 not signed` */
function signatureCounts(reports: readonly BoardReport[]): string {
  const parts = Object.entries(SIGNATURES).flatMap(([state, [, , text]]) => {
    const number = reports.filter(({ signature }) => signature.state === state).length;
    return number === 0 ? [] : [`${number} ${text}`];
  });
  return parts.join(', ');
}

function unreadList(unread: readonly Unread[]): Html {
  if (unread.length === 0) return html``;
  const left = unread.length - MAX_NAMED;
  const rows = unread
    .slice(0, MAX_NAMED)
    .map(
      ({ path, why }) => html`<tr><th scope="row"><code>${path}</code></th><td>${why}</td></tr>\n`,
    );
  return html`<section aria-labelledby="unread"><h2 id="unread">Not read <span class="n">${unread.length}</span></h2>
<table class="unread"><caption class="vh">Files that could not be read</caption>
<thead><tr><th scope="col">File</th><th scope="col">Why</th></tr></thead>
<tbody>${rows}</tbody></table>
${left > 0 && html`<p class="muted">and ${left} more</p>`}
</section>`;
}
