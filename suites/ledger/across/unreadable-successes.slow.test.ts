import { expect, it } from 'vitest';
import { responding } from '../../../src/reference/ledger/fault.ts';
import { run } from '../../../src/run/run.ts';
import { ledgerFor } from '../../../test/reference.ts';
import { ledger } from '../index.ts';

it.each([
  ['nothing', 'postV2Interactive-submissionPrepare', 'prepare', ''],
  ['a web page', 'getV2UsersUser-id', 'user', '<html>Log in</html>'],
  ['half of a body', 'postV2StateActive-contracts-page', 'contracts-page', '{"activeCon'],
])('%s in place of JSON breaks one rule: %s', async (_, operationId, name, text) => {
  const change = responding(operationId, (reply) =>
    reply.status === 200 ? { status: 200, headers: reply.headers ?? {}, text } : reply,
  );
  const { url, fixtures } = await ledgerFor({ change });
  const { report } = await run({
    surface: ledger(),
    url: new URL(url),
    fixtures,
    only: `ledger/{${name},active-contracts,authenticated-user}/**`,
    seed: 1,
    runs: 1,
  });
  const failed = report.verdicts.filter((v) => v.outcome === 'failed' && v.level !== 'MAY');
  expect(failed.map((v) => v.requirement)).toEqual([`ledger/${name}/response-media-type`]);
});
