/** Messages about tokens: no token can be altered, the shown part of a token, and rejections with 200. */

import { expect, it } from 'vitest';
import { type ReportWithEvidence, run } from '../../../src/run/run.ts';
import { ledgerFor } from '../../../test/reference.ts';
import { http } from '../../../test/servers.ts';
import { ledger } from '../index.ts';

const surface = ledger();
const only = 'ledger/{authenticated-user,ledger-end}/*';

/** A server that knows one user by one token, and repeats the token that it rejects. */
async function ranAgainst(token: string, id: string): Promise<ReportWithEvidence> {
  const user = { id, metadata: { resourceVersion: '0', annotations: {} } };
  const url = await http(({ headers: { authorization: given }, url: path = '' }, response) => {
    const known = given === `Bearer ${token}`;
    const shown = /user/.test(path) ? { user } : { offset: 1 };
    const rejected = { code: 'NA', cause: `${given} is not good`, errorCategory: -1, context: {} };
    const there = /user|ledger-end|version/.test(path);
    response.writeHead(known ? (there ? 200 : 404) : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(known ? (there ? shown : {}) : rejected));
  });
  return run({
    surface,
    url,
    headers: { authorization: `Bearer ${token}` },
    secrets: [token],
    only,
  });
}

const outcomes = ({ report }: ReportWithEvidence): Readonly<Record<string, string>> =>
  Object.fromEntries(report.verdicts.map((v) => [v.requirement, v.outcome]));

it('a report shows no part of a token, though the server repeats the altered ones', async () => {
  const { tokens } = await ledgerFor({ auth: true });
  const ran = await ranAgainst(tokens.auditor, 'auditor');
  const said = outcomes(ran);
  expect(said['ledger/ledger-end/rejects-altered-token']).toBe('passed');
  expect(said['ledger/authenticated-user/current-user-is-subject']).toBe('passed');
  const written = JSON.stringify([ran.report, ran.evidence]);
  expect(written).toContain('[redacted] is not good');
  const [, payload = '', signature = ''] = tokens.auditor.split('.');
  for (const secret of [payload, signature, signature.slice(0, 20), signature.slice(-20)])
    expect(written).not.toContain(secret);
});

it('a run with an opaque token judges no altered token', async () => {
  const said = outcomes(await ranAgainst('an-opaque-token', 'me'));
  expect(said['ledger/ledger-end/rejects-altered-token']).toBe('inapplicable');
  expect(said['ledger/authenticated-user/current-user-is-subject']).toBe('inapplicable');
});

it('a ledger that rejects with 200 fails, even without a token', async () => {
  const { url } = await ledgerFor({ auth: true, faults: ['no-token-as-200'] });
  const said = outcomes(await run({ surface, url: new URL(url), only }));
  expect(said['ledger/ledger-end/response-is-of-its-request']).toBe('failed');
  expect(said['ledger/authenticated-user/response-is-of-its-request']).toBe('failed');
});
