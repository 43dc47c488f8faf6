import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Contract, JsonSchema } from '../../src/contract/contract.ts';
import { follow } from '../../src/contract/pointer.ts';
import { validator } from '../../src/contract/validate.ts';
import { breakers } from '../../src/generate/broken.ts';
import { valid } from '../../src/generate/valid.ts';
import { ledgerContract } from './contract.ts';

const SCHEMAS = '#/components/schemas';
const schemas = ({ document }: Contract): Readonly<Record<string, JsonSchema>> =>
  follow(document, SCHEMAS) as Readonly<Record<string, JsonSchema>>;

const [older, newer] = [ledgerContract('3.4'), ledgerContract('3.5')];
const cases = [
  ...Object.keys(schemas(newer)).map((name) => [newer, name] as const),
  ...Object.keys(schemas(older))
    .filter((name) => !isDeepStrictEqual(schemas(older)[name], schemas(newer)[name]))
    .map((name) => [older, name] as const),
];

test('every schema of the ledger has values, and each keyword can be broken', () => {
  // Schemas of the older version that the newer one changed are among them.
  expect(new Set(cases.map(([contract]) => contract))).toEqual(new Set([newer, older]));
  for (const [contract, name] of cases) {
    const schema = { $ref: `${SCHEMAS}/${name}` };
    const errors = validator(contract, schema);
    const values = valid(schema, contract.document);
    for (const value of fc.sample(values, { seed: 42, numRuns: 1 })) {
      expect(errors(value), `${name} ${JSON.stringify(value)}`).toEqual([]);
    }
    for (const { keyword, label, values: broken } of breakers(schema, contract.document)) {
      const [value] = fc.sample(broken(values), { seed: 42, numRuns: 1 });
      // The validator looks into no format, so only the value can be made.
      if (keyword === 'format') continue;
      if (errors(value).length === 0)
        expect.fail(`${name} ${label} is valid: ${JSON.stringify(value)}`);
    }
  }
}, 60_000);
