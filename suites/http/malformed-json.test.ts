import { describe, expect, it, test } from 'vitest';
import { ledgerContract } from '../ledger/contract.ts';
import { sharedProbes } from '../ledger/requests/probes.ts';
import { MALFORMED, someMalformed } from './malformed-json.ts';

const TEXTS = ['{}', '{"a":{"b":[1,2]},"flag":false}'];

describe.each(MALFORMED)('$label', ({ spoil }) => {
  test.each(TEXTS)('makes malformed JSON of %s, unless it changes nothing', (text) => {
    const spoiled = spoil(text);
    if (spoiled !== text) expect(() => JSON.parse(spoiled)).toThrow(SyntaxError);
  });
});

describe('the malformed texts of the operations', () => {
  const { operations } = ledgerContract();
  it('differ within one operation, and none is JSON', () => {
    for (const operation of operations) {
      for (const text of TEXTS) {
        const some = someMalformed(operation, text, 2);
        expect(new Set(some).size).toBe(2);
        for (const one of some) expect(() => JSON.parse(one)).toThrow(SyntaxError);
      }
    }
  });

  it('have all kinds, over all operations that read', () => {
    const [, text = ''] = TEXTS;
    const reads = operations.filter((operation) => sharedProbes(operation)?.malformed);
    const all = reads.flatMap((operation) => someMalformed(operation, text, 2));
    expect(new Set(all)).toEqual(new Set(MALFORMED.map(({ spoil }) => spoil(text))));
  });
});
