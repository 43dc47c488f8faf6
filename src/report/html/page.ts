import type { Report } from '../../model/index.ts';
import type { OperationChart, RecordedRequest } from '../chart-data.ts';
import { headline } from '../digest.ts';
import { pageAssets, sourceHash } from '../page-assets.ts';
import { coverage } from './coverage.ts';
import { pageOf } from './document.ts';
import { information, problems } from './failures.ts';
import { nothing, toolbar } from './filters.ts';
import { notApplicable, noted, notJudged } from './gaps.ts';
import { sprite } from './icons.ts';
import { matrix } from './matrix.ts';
import { overview } from './overview.ts';
import { section } from './parts.ts';
import { rows } from './rows.ts';
import { html, trusted } from './text.ts';

/**
 * The report as one self-contained page: it loads nothing, works from disk, and reads the same without
 * script. Its content policy allows only its own style and script, by their hashes, so that nothing a
 * target sent can run even if it were not escaped. With `chartDataOf` and `sentOf` of the evidence it also
 * shows statuses, latency, and what was sent for each requirement that passed; with `optionsOf`, the command that
 * makes the run again.
 */
export function toHtml(
  report: Report,
  charted: readonly OperationChart[] = [],
  sent: readonly RecordedRequest[] = [],
  options?: readonly string[],
): string {
  const of = pageOf(report, charted, sent, options);
  const { style, script } = pageAssets();
  const parts = [problems, information, coverage, notJudged, rows, matrix, notApplicable, noted];
  const there = parts.flatMap((part) => part(of) ?? []);
  const policy = `default-src 'none'; style-src ${sourceHash(style)}; script-src ${sourceHash(script)}; base-uri 'none'; form-action 'none'`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${headline(report)}: ${report.target.url}</title>
<style>${trusted(style)}</style>
</head>
<body>
<a class="skip" href="#details">Skip to the verdicts</a>
${sprite()}
${overview(of)}
${toolbar(of, there)}
<main id="details">
${nothing()}
${there.map(section)}
</main>
<footer><p>${report.kit.name} ${report.kit.version} · report format ${report.schemaVersion}</p></footer>
<p class="vh" role="status" id="said"></p>
<script>${trusted(script)}</script>
</body>
</html>
`;
  return page.toString();
}
