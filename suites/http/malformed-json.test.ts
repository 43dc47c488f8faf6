import { describe, expect, it, test } from 'vitest';
import { ledgerContract } from '../ledger/contract.ts';
import { sharedProbes } from '../ledger/requests/probes.ts';
import { LEDGER_VERSIONS } from '../ledger/versions.ts';
import { MALFORMED as REGISTRY } from '../registry/broken-bodies.ts';
import { MALFORMED, malformed, spoiled } from './malformed-json.ts';

const TEXTS = ['{}', '{"a":{"b":[1,2]},"flag":false}'];

describe.each([...MALFORMED, ...REGISTRY])('$label', (one) => {
  test.each(TEXTS)('makes malformed JSON of %s', (text) => {
    expect(() => JSON.parse(spoiled(one, text))).toThrow(SyntaxError);
  });
});

describe('the malformed texts of the operations', () => {
  const [, text = ''] = TEXTS;
  const kinds = new Set(MALFORMED.map(({ spoil }) => spoil(text)));

  it.each(LEDGER_VERSIONS)('have all kinds, over all operations of %s that read', (version) => {
    const { operations } = ledgerContract(version);
    const reads = operations.filter((operation) => sharedProbes(operation)?.malformed);
    expect(new Set(reads.map((operation) => malformed(operation, text).body))).toEqual(kinds);
  });

  it('are never the text itself', () => {
    for (const operation of ledgerContract().operations)
      expect(() => JSON.parse(malformed(operation, '{}').body)).toThrow(SyntaxError);
  });
});
