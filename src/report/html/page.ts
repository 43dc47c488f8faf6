import type { Report } from '../../model/index.ts';
import type { OperationChart, RecordedRequest } from '../chart-data.ts';
import { headline } from '../digest.ts';
import { pageAssets } from '../page-assets.ts';
import { coverage, notApplicable, noted, notJudged } from './coverage.ts';
import { pageOf } from './document.ts';
import { information, problems } from './failures.ts';
import { nothing, toolbar } from './filters.ts';
import { sprite } from './icons.ts';
import { matrix } from './matrix.ts';
import { overview } from './overview.ts';
import { section } from './parts.ts';
import { rows } from './rows.ts';
import { pageWith } from './shell.ts';
import { html } from './text.ts';

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
  const parts = [problems, information, coverage, notJudged, rows, matrix, notApplicable, noted];
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
