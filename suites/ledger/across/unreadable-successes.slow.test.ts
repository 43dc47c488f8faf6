import { expect, it } from 'vitest';
import { responding } from '../../../src/reference/ledger/fault.ts';
import { reportOnLedger } from '../../../test/reports.ts';

it.each([
  ['nothing', 'postV2Interactive-submissionPrepare', 'prepare', ''],
  ['a web page', 'getV2UsersUser-id', 'user', '<html>Log in</html>'],
  ['half of a body', 'postV2StateActive-contracts-page', 'contracts-page', '{"activeCon'],
])('%s in place of JSON breaks one rule: %s', async (_, operationId, name, text) => {
  const change = responding(operationId, (reply) =>
    reply.status === 200 ? { status: 200, headers: reply.headers ?? {}, text } : reply,
  );
  const only = `ledger/{${name},active-contracts,authenticated-user}/**`;
  const report = await reportOnLedger({ change }, { only, seed: 1, runs: 1 });
  const failed = report.verdicts.filter((v) => v.outcome === 'failed' && v.level !== 'MAY');
  expect(failed.map((v) => v.requirement)).toEqual([`ledger/${name}/response-media-type`]);
});
