/** The files that belong to a report, and what each is for. Nothing else in its folder is signed or sent. */
export const REPORT_FILES: ReadonlyMap<string, string> = new Map([
  ['report.html', 'open it in a browser: it needs no network'],
  ['report.json', 'everything in it, for programs'],
  ['summary.md', 'the same in short, as Markdown'],
  ['evidence.har', 'the requests and responses behind it; browsers and HTTP tools open it'],
  ['junit.xml', 'for CI servers'],
  ['ctrf.json', 'for test dashboards (CTRF)'],
  ['assay.sarif', 'for code scanning (SARIF)'],
  ['earl.jsonld', 'for linked data (EARL)'],
  ['badge.json', 'for a badge'],
]);

export const ATTESTATION = 'attestation.dsse.json';
export const README = 'README.txt';
