/** The files of a report with their purposes. Only these files are signed and bundled. */
export const REPORT_FILES: ReadonlyMap<string, string> = new Map([
  ['report.html', 'open it in a browser, also offline'],
  ['report.json', 'the whole report as JSON, for programs'],
  ['summary.md', 'a summary as Markdown'],
  [
    'evidence.har',
    'the requests and responses behind the verdicts; browsers and HTTP tools can open it',
  ],
  ['junit.xml', 'for CI servers'],
  ['ctrf.json', 'for test dashboards (CTRF)'],
  ['assay.sarif', 'for code scanning (SARIF)'],
  ['badge.json', 'for a badge'],
]);

const API_BADGE = /^badge-[a-z0-9][a-z0-9.-]{0,80}\.json$/;

/** `badge-allocation-v1.json`; `undefined` for an API whose name no file can have. */
export function apiBadgeName(api: string): string | undefined {
  const name = `badge-${api}.json`;
  return API_BADGE.test(name) ? name : undefined;
}

export function isApiBadge(name: string): boolean {
  return API_BADGE.test(name);
}

/** True for the name of a file that belongs to a report. */
export function isReportFile(name: string): boolean {
  return REPORT_FILES.has(name) || isApiBadge(name);
}

/** The files that belong to a report, in reading order, each with its purpose. */
export function reportFilesAmong(
  names: readonly string[],
): readonly (readonly [name: string, use: string])[] {
  const badges = names.filter(isApiBadge).sort();
  return [
    ...[...REPORT_FILES].filter(([name]) => names.includes(name)),
    ...badges.map((name) => [name, 'for a badge of one API'] as const),
  ];
}

export const ATTESTATION = 'attestation.dsse.json';
export const README = 'README.txt';
