import type { Report } from '../../model/index.ts';
import type { OperationChart, RecordedRequest } from '../chart-data.ts';
import { groupBy, headline } from '../digest.ts';
import { pageAssets } from '../page-assets.ts';
import { LEVELS, MARKS, type Mark, markOf } from '../status.ts';
import { isSelected } from '../summary.ts';
import { coverage, notApplicable, noted } from './coverage.ts';
import { type HtmlPage, pageOf } from './document.ts';
import { information, problems } from './failures.ts';
import { icon, sprite } from './icons.ts';
import { matrix } from './matrix.ts';
import { overview } from './overview.ts';
import { navigation, type PagePart, section } from './parts.ts';
import { rows } from './rows.ts';
import { pageWith } from './shell.ts';
import { type Html, html } from './text.ts';

/**
 * Navigation and filters, which stay visible. Boxes for outcomes and levels need only the style sheet; the other
 * filters appear when the script runs.
 */
function toolbar(page: HtmlPage, parts: readonly PagePart[]): Html {
  return html`<div class="toolbar" id="toolbar">
<div class="row">${navigation(parts)}
<div class="find" role="search" hidden>
<label><span class="vh">Search names and findings</span><input id="filter-text" type="search" placeholder="Search the report" title="Press / to search" aria-keyshortcuts="/" autocomplete="off" spellcheck="false"></label>
<label class="chip more"><input id="filter-bodies" type="checkbox" autocomplete="off" title="Search requests and responses too">in bodies</label></div></div>
<section class="filters" aria-label="Filter">
<details id="facets" open><summary>Filters</summary>
<div class="facets">${facets(page)}</div></details>
<div class="find" hidden>
<label class="more"><span class="vh">Operation</span><select id="filter-operation" autocomplete="off"><option value="">Operation</option>${options(page)}</select></label>
<label class="more"><span class="vh">Level</span><select id="filter-level" autocomplete="off"><option value="">Level</option>${levels(page)}</select></label>
<span id="filter-count" role="status"></span>
<button type="button" class="clear" id="filter-reset" disabled>Clear<span class="vh"> filters</span></button>
</div>
</section>
</div>`;
}

/** The text that replaces hidden entries. */
function nothing(): Html {
  return html`<p class="callout" id="nothing" hidden>Nothing matches<span></span>. <button type="button" class="clear">Show everything</button></p>`;
}

/** A box for each mark of the report. Without a checked box, everything is shown. */
function facets({ report }: HtmlPage): Html {
  const byMark = new Map(groupBy(report.verdicts, markOf));
  const boxes = MARK_NAMES.map((mark) => {
    const { length } = byMark.get(mark) ?? [];
    return length > 0 && box(mark, html`${icon(mark, true)} <span class="n">${length}</span>`);
  });
  return html`<fieldset><legend class="vh">Show only these outcomes</legend>${boxes}</fieldset>`;
}

const MARK_NAMES = Object.keys(MARKS) as readonly Mark[];

function levels({ report }: HtmlPage): Html[] {
  return LEVELS.filter((level) => isSelected(report.summary, level)).map(
    (level) => html`<option value="${level}">${level}</option>`,
  );
}

function options({ operations }: HtmlPage): Html[] {
  return groupBy(operations, (operation) => operation.area).map(
    ([area, ofArea]) =>
      html`<optgroup label="${area}">${ofArea.map(({ index, label }) => html`<option value="${String(index)}">${label}</option>`)}</optgroup>`,
  );
}

function box(name: string, label: Html): Html {
  return html`<label class="chip"><input type="checkbox" id="show-${name}" autocomplete="off">${label}</label>`;
}

/**
 * The report as one self-contained page: it loads nothing, works from disk, and is complete without script. With
 * `chartDataOf` and `sentOf` of the evidence it also has statuses, latency, and the requests of passed requirements;
 * with `optionsOf`, the command of the run.
 */
export function toHtml(
  report: Report,
  charted: readonly OperationChart[] = [],
  sent: readonly RecordedRequest[] = [],
  options?: readonly string[],
): string {
  const of = pageOf(report, charted, sent, options);
  const parts = [problems, information, coverage, rows, matrix, notApplicable, noted];
  const there = parts.flatMap((part) => part(of) ?? []);
  const body = html`<a class="skip" href="#details">Skip to the verdicts</a>
${sprite()}
${overview(of)}
${toolbar(of, there)}
<main id="details">
${nothing()}
${there.map(section)}
</main>
<footer><p>${report.kit.name} ${report.kit.version} · report format ${report.schemaVersion}</p></footer>
<p class="vh" role="status" id="said"></p>`;
  return pageWith({ title: `${headline(report)}: ${report.target.url}`, ...pageAssets(), body });
}
