/** What the same request may get in a row, and what the debug fields of one contract may be. */
import { expect, test } from 'vitest';
import { ReceivedResponse } from '../../src/exchange/response.ts';
import type { CheckResult, CompleteExchange } from '../../src/kit.ts';
import { registry } from './index.ts';

const ID = `00${'ab'.repeat(32)}`;

/** The result of the rule for six responses to one request, with the flag false, true, absent, false, true, false. */
function judged(rule: string, row: readonly (readonly [number, object])[]): CheckResult {
  const id = `registry/allocation-v1/withdraw/${rule}`;
  const found = registry().requirements.find((one) => one.id === id);
  if (found === undefined || !('relation' in found)) throw new Error(`${rule} compares nothing`);
  const { operation } = found.probes[0] ?? {};
  if (operation === undefined) throw new Error(`${rule} has no probe`);
  const exchanges = row.map(([status, body]): CompleteExchange => {
    const text = JSON.stringify(body);
    const response = new ReceivedResponse(status, { 'content-type': 'application/json' }, text);
    const request = { operation, method: 'POST', path: '/', headers: {}, body: '{}' };
    return { request, response, startedAt: 0, durationMs: 0 };
  });
  return found.relation(exchanges, new Set());
}

const context = (debug: object): object => ({
  choiceContextData: { values: {} },
  disclosedContracts: [{ contractId: ID, templateId: 't', ...debug }],
});
const statuses = (...row: readonly number[]) =>
  row.map((status): readonly [number, object] => [
    status,
    status === 200 ? context({}) : { error: 'The contract is moving.' },
  ]);

test('a 409 that comes twice between successes is no reassignment', () => {
  const rule = 'repeated-requests-agree';
  expect(judged(rule, statuses(200, 200, 409, 200, 409, 409))).toHaveLength(1);
  expect(judged(rule, statuses(200, 200, 409, 409, 200, 200))).toBeUndefined();
  expect(judged(rule, statuses(409, 409, 200, 200, 200, 200))).toBeUndefined();
});

test('reference data of a few ages is no change, but data made anew for each response is one', () => {
  const round = (nth: number): readonly [number, object] => {
    const id = `00${String(nth).repeat(64)}`;
    const values = { round: { tag: 'AV_ContractId', value: id } };
    return [
      200,
      {
        choiceContextData: { values },
        disclosedContracts: [{ contractId: id, templateId: 'Round' }],
      },
    ];
  };
  const rule = 'repeated-requests-agree';
  expect(judged(rule, [1, 2, 1, 2, 2, 1].map(round))).toEqual([]);
  expect(judged(rule, [1, 2, 1, 3, 2, 1].map(round))).toEqual([]);
  expect(judged(rule, [1, 2, 3, 4, 5, 6].map(round))).toHaveLength(1);
});

test('debug fields of one contract are compared where both responses have them', () => {
  const rule = 'debug-fields-stay-the-same';
  const of = (...times: readonly unknown[]) =>
    times.map((debugCreatedAt): readonly [number, object] => [
      200,
      context({ debugCreatedAt, debugPackageName: 'tokens' }),
    ]);
  const [one, other] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'];
  expect(judged(rule, of(one, null, one, one, null, one))).toEqual([]);
  expect(judged(rule, of(one, null, null, one, null, null))).toEqual([]);
  expect(judged(rule, of(one, null, one, one, null, other))).toHaveLength(1);
});

test('identical entries may come in any number, but each of the contents of one contract counts', () => {
  const entry = (nth: number, templateId = 't'): object => ({
    contractId: `00${String(nth).repeat(64)}`,
    templateId,
  });
  const listing = (...disclosedContracts: readonly object[]): readonly [number, object] => [
    200,
    { choiceContextData: { values: {} }, disclosedContracts },
  ];
  const [one, other] = [entry(1), entry(2)];
  const twice = [listing(one, other, one), listing(other, one, other), listing(one, other)];
  const changed = listing(one, other, entry(1, 'u'));
  for (const rule of ['repeated-requests-agree', 'flag-changes-nothing-else']) {
    expect(judged(rule, [...twice, ...twice])).toEqual([]);
  }
  const row = [twice[0], twice[1], twice[2], changed, twice[0], changed].flatMap((each) =>
    each ? [each] : [],
  );
  expect(judged('repeated-requests-agree', row)).toHaveLength(1);
});
