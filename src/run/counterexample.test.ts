import { expect, it } from 'vitest';
import type { ShownCase } from '../judge/judgement.ts';
import type { Requirement } from '../model/index.ts';
import { sentFor } from './counterexample.ts';

it.each([
  ['0/transfer/holdings', 'valid arguments: 0 entries in transfer.holdings'],
  ['1/legs', 'valid arguments: 1 entry in legs'],
  ['more/legs', 'valid arguments: more entries in legs'],
  ['without/transfer', 'valid arguments: without transfer'],
  ['other /is/open', 'valid arguments: other is.open'],
  ['/transfer/amount', 'valid arguments: transfer.amount'],
  ['text/plain', 'valid arguments: text/plain'],
  ['half-a-character', 'valid arguments: half a character'],
  ['in-a-row-2', 'valid arguments'],
])('a request is described by its probe and by its case %s', (group, sends) => {
  const probe = { id: 'a/grown', sends: 'arguments of many kinds', eachSends: 'valid arguments' };
  const requirement = { probes: [probe] } as unknown as Requirement;
  const shown = { purpose: { kind: 'probe', probe: 'a/grown', group } } as unknown as ShownCase;
  expect(sentFor(requirement, shown)).toEqual({ sends });
});
