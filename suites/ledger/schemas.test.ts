import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Contract, JsonSchema } from '../../src/contract/contract.ts';
import { follow } from '../../src/contract/pointer.ts';
import { validator } from '../../src/contract/validate.ts';
import { breakers } from '../../src/generate/broken.ts';
import { valid } from '../../src/generate/valid.ts';
import { ledgerContracts } from './contract.ts';

const SCHEMAS = '#/components/schemas';
const schemas = ({ document }: Contract): Readonly<Record<string, JsonSchema>> =>
  follow(document, SCHEMAS) as Readonly<Record<string, JsonSchema>>;

const [newest, ...older] = ledgerContracts().toReversed();
if (newest === undefined) throw new Error('there is no ledger contract');

/** Each schema of the newest contract, and those of older ones that differ. */
const cases = [
  ...Object.keys(schemas(newest)).map((name) => [newest, name] as const),
  ...older.flatMap((contract) =>
    Object.keys(schemas(contract))
      .filter((name) => !isDeepStrictEqual(schemas(contract)[name], schemas(newest)[name]))
      .map((name) => [contract, name] as const),
  ),
];

test('every schema of the ledger has values, and each keyword can be broken', () => {
  // Some schemas of older versions changed in the newest one.
  expect(new Set(cases.map(([contract]) => contract))).toEqual(new Set([newest, ...older]));
  for (const [contract, name] of cases) {
    const schema = { $ref: `${SCHEMAS}/${name}` };
    const errors = validator(contract, schema);
    const values = valid(schema, contract.document);
    for (const value of fc.sample(values, { seed: 42, numRuns: 1 })) {
      expect(errors(value), `${name} ${JSON.stringify(value)}`).toEqual([]);
    }
    for (const { keyword, label, values: broken } of breakers(schema, contract.document)) {
      const [value] = fc.sample(broken(values), { seed: 42, numRuns: 1 });
      // The validator does not check formats, so the value can only be generated.
      if (keyword === 'format') continue;
      if (errors(value).length === 0)
        expect.fail(`${name} ${label} is valid: ${JSON.stringify(value)}`);
    }
  }
}, 60_000);
