/** State that lasts in a server: the printed commands show the failure on a new server with the fault, and on no other. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { surfaces } from '../../../suites/index.ts';
import {
  failures,
  failuresAt,
  lastText,
  reproductionOf,
  started,
} from '../../../test/reproductions.ts';
import { EVERYTHING, type Verdict } from '../../model/index.ts';
import { CONTRACTS } from '../../reference/ledger/operators/operations.ts';
import { request } from '../../reference/ledger/operators/request.ts';
import { startLedger } from '../../reference/ledger.ts';
import type { Change } from '../../reference/registry/steps.ts';
import { titleOf } from '../../report/titles.ts';

const KEEPS = /keeps state from earlier requests|or keeps the response/;

/** The texts that the commands print last, on a server with the fault and on one without it. */
async function printedBy(
  verdict: Verdict,
  from: string,
  start: (faults: readonly string[]) => Promise<string>,
  fault: string,
): Promise<readonly string[]> {
  const { lines = [] } = reproductionOf(verdict) ?? {};
  return [
    await lastText(lines, from, await start([fault])),
    await lastText(lines, from, await start([])),
  ];
}

it.each([
  [
    'acceptances-kept-by-url',
    '*/allocation-v1/withdraw/{rejects-flag-type,rejects-malformed-json}',
  ],
  ['pages-kept-by-path', '*/metadata-v1/instruments/page-size-bounds-page'],
  ['bad-requests-kept-by-path', '*/metadata-v1/**'],
])('a registry with %s', async (fault, only) => {
  const { server, failed } = await failures({ faults: [fault] }, only);
  expect(failed).not.toEqual([]);
  const start = async (faults: readonly string[]): Promise<string> =>
    (await started({ faults })).url;
  for (const verdict of failed) {
    expect(reproductionOf(verdict)).toMatchObject({
      lines: [expect.anything(), expect.anything()],
      note: expect.stringMatching(KEEPS),
    });
    const [faulty, right] = await printedBy(verdict, server.url, start, fault);
    expect(faulty).toBe(verdict.counterexample?.response?.body);
    expect(right).not.toBe(faulty);
  }
});

it.each([
  ['acceptances-kept-by-url', 'ledger/completions/rejects-{malformed-json,missing-body}'],
  ['acceptances-kept-whatever-the-query', 'ledger/users-list/page-size-bounds-page'],
  ['acceptances-kept-for-any-caller', 'ledger/users-list/rejects-missing-token'],
])('a ledger with %s', async (fault, only) => {
  const start = async (faults: readonly string[]) => {
    const server = await startLedger({ auth: true, faults });
    onTestFinished(server.close);
    vi.stubEnv('TOKEN', server.tokens.auditor);
    return server;
  };
  const { url, fixtures, tokens } = await start([fault]);
  const surface = surfaces['ledger']?.();
  if (surface === undefined) throw new Error('there is no ledger');
  const headers = { authorization: `Bearer ${tokens.auditor}` };
  const failed = await failuresAt(surface, only, { url, fixtures, headers });
  expect(failed).not.toEqual([]);
  for (const verdict of failed) {
    expect(reproductionOf(verdict)).toMatchObject({
      lines: [expect.anything(), expect.anything()],
      note: expect.stringMatching(KEEPS),
    });
    const again = async (faults: readonly string[]): Promise<string> => (await start(faults)).url;
    const [faulty, right] = await printedBy(verdict, url, again, fault);
    expect(faulty).toBe(verdict.counterexample?.response?.body);
    expect(right).not.toBe(faulty);
  }
});

it('only the first response to a request has the member', async () => {
  const change: Change = ({ finish }) => {
    const seen = new Set<string>();
    return {
      finish: (reply, incoming) => {
        const made = finish(reply, incoming);
        const isFirst = !seen.has(incoming.target);
        seen.add(incoming.target);
        if (isFirst || made.status !== 200) return made;
        return { ...made, body: made.body.replace(/"symbol":/g, '"Symbol":') };
      },
    };
  };
  const { failed } = await failures({ change }, '*/metadata-v1/instrument/response-shape');
  expect(failed.map(({ after }) => after?.isSame)).toEqual([true]);
  expect(failed.map(titleOf)).toEqual([expect.stringMatching(/^After the same request: /)]);
});

it('contracts of now at an earlier offset do not come from an earlier request', async () => {
  const change = request(CONTRACTS, 'activeAtOffset', (offset, _, { history }) =>
    Math.max(Number(offset), history.end),
  );
  const server = await startLedger({ change });
  onTestFinished(server.close);
  const surface = surfaces['ledger']?.();
  if (surface === undefined) throw new Error('there is no ledger');
  const only =
    'ledger/{active-contracts/entries-exist-at-offset,submit-and-wait-for-transaction/accepted}';
  const failed = await failuresAt(surface, only, { ...server, allowed: EVERYTHING });
  expect(failed.map(titleOf)).toEqual([expect.stringMatching(/^createdEvent\.offset: the number/)]);
  expect(failed[0]?.cause).toMatch(/at an offset other than the requested one/);
});
