import { expect, test } from 'vitest';
import {
  bodyPlace,
  type Contract,
  type Found,
  type JsonSchema,
  type Requirement,
  validator,
} from '../../src/kit.ts';
import { adviceOf } from '../../src/run/advice.ts';
import { registry } from '../registry/index.ts';
import { SHAPE_CAUSES } from './shape-causes.ts';

const SCHEMA = {
  type: 'object',
  required: ['contractId'],
  properties: {
    contractId: { type: 'string' },
    createdAt: { type: 'string' },
    amount: { type: 'string' },
    count: { type: 'integer' },
    holder: { type: 'object' },
    kind: { enum: ['a', 'b'] },
    digits: { type: 'integer', maximum: 10 },
    fields: { type: 'array', uniqueItems: true },
  },
};
const { contract } = registry().operations[0] as { readonly contract: Contract };

function causeOf(body: object, schema: JsonSchema = SCHEMA): string | undefined {
  const [error] = validator(contract, schema)(body);
  if (error === undefined) throw new Error('the body fits');
  const found = {
    finding: { ...error, kind: 'body', at: bodyPlace(error.at) },
    exchange: { response: { body } },
    when: undefined,
  };
  return adviceOf({ causes: SHAPE_CAUSES } as Requirement, found as Found).cause;
}

test.each([
  [{ contract_id: 'x' }, 'another name, contract_id'],
  [{ ContractID: 'x' }, 'another name'],
  [{ contratId: 'x' }, 'another name'],
  [{ reference: 'x' }, 'another name, reference'],
  [{ holder: {} }, 'never set'],
  [{ holder: { contractId: 'x' } }, 'it is inside holder, but belongs beside it: the whole'],
  [{ a: 1, b: 1 }, 'A different object'],
  [{ amount: 'x' }, 'never set'],
  [{ contractId: null }, 'null'],
  [{ contractId: 'x', createdAt: 1_700_000_000 }, 'since 1970'],
  [{ contractId: 'x', createdAt: 1_700_000_000_123 }, 'since 1970'],
  [{ contractId: 'x', amount: 12.5 }, 'A number is written'],
  [{ contractId: 'x', count: '3' }, 'kept as text'],
  [{ contractId: 'x', holder: '{}' }, 'serialised twice'],
  [{ contractId: 'x', holder: [] }, 'other than the documented one'],
  [{ contractId: 'x', kind: 'KIND_A' }, 'an internal name'],
  [{ contractId: 'x', digits: 18 }, 'outside the documented limits'],
  [{ contractId: 'x', fields: ['a', 'a'] }, 'added twice'],
])('%j is explained by how it breaks the schema', (body, cause) => {
  expect(causeOf(body)).toContain(cause);
});

test('an object around the missing one is not its other name', () => {
  const schema = { required: ['context'], properties: { context: { type: 'object' } } };
  expect(causeOf({ data: {} }, schema)).toContain('another name, data');
  expect(causeOf({ data: { context: {} } }, schema)).toContain('it is inside data');
});
