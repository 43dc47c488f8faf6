/** Redirects of documented operations: which are the target's own, and how the report shows them. */

import { expect, it } from 'vitest';
import { inWords } from '../../../src/report/words.ts';
import { run } from '../../../src/run/run.ts';
import { reportOnLedger } from '../../../test/reports.ts';
import { http } from '../../../test/servers.ts';
import { ledger } from '../index.ts';

const surface = ledger();

it('a run names the redirect of discovery, and does not ask for fixtures', async () => {
  const only = 'ledger/update-by-id/{operation-exists,not-redirected,response-matches-request}';
  const faults = ['updates-moved-permanently'];
  const report = await reportOnLedger({ auth: true, faults }, { fixtures: {}, only });
  const [matched, offered, redirected] = report.verdicts.toSorted((a, b) =>
    a.requirement < b.requirement ? 1 : -1,
  );
  expect(offered?.outcome).toBe('cantTell');
  expect(redirected?.outcome).toBe('failed');
  expect(redirected?.findings.map(inWords)[0]?.actual).toBe('301 to /v2/updates/update-by-id/');
  expect(matched?.note).toContain('discovery got redirects');
  expect(report.run.notes.join()).toMatch(/POST \/v2\/updates\S* got 301 to \/v2\/updates\//);
});

it.each([
  ['https', (path: string) => `https://127.0.0.1${path}`],
  ['a login', (path: string) => `/oauth2/start?rd=${path}`],
])('a gateway that sends callers to %s is not blamed', async (_, to) => {
  const url = await http((request, response) => {
    const known = request.url?.startsWith('/v2/version');
    response.writeHead(known ? 200 : 302, {
      'content-type': 'application/json',
      ...(known ? {} : { location: to(request.url ?? '') }),
    });
    response.end(known ? '{"version":"3.5.1"}' : '');
  });
  const only = 'ledger/{ledger-end,updates,users-create}/not-redirected';
  const { report } = await run({ surface, url, only });
  expect(report.verdicts.map((v) => v.outcome)).not.toContain('failed');
});
