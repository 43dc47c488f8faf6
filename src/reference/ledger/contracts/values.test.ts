import { describe, expect, it } from 'vitest';
import { type FieldType, recordOf, ValueMistake } from './values.ts';

const ID = `00${'ab'.repeat(32)}`;
const party = 'alice::0123456789abcdef';
const state: FieldType = { variant: { Open: 'Date', Ended: { record: { reason: 'Text' } } } };

const read = (type: FieldType, value: unknown): unknown =>
  recordOf({ field: type }, { field: value })['field'];

describe('a field', () => {
  it.each<{ type: FieldType; value: unknown; shown?: unknown }>([
    { type: 'Text', value: '' },
    { type: 'Int64', value: '+9223372036854775807', shown: '9223372036854775807' },
    { type: 'Int64', value: '-9223372036854775808' },
    { type: 'Numeric', value: '012.500', shown: '12.5' },
    { type: 'Numeric', value: '-3', shown: '-3.0' },
    { type: 'Bool', value: false },
    { type: 'Date', value: '2028-02-29' },
    { type: 'Time', value: '2026-01-31T12:00:00.250000Z', shown: '2026-01-31T12:00:00.25Z' },
    { type: 'ContractId', value: ID },
    { type: { optional: 'Text' }, value: null },
    { type: { optional: 'Text' }, value: 'x' },
    { type: { list: 'Int64' }, value: ['1', '02'], shown: ['1', '2'] },
    { type: { textMap: 'Bool' }, value: { a: true } },
    { type: { enumeration: ['Red'] }, value: 'Red' },
    { type: state, value: { tag: 'Ended', value: { reason: 'x' } } },
  ])('of type $type takes $value', ({ type, value, shown = value }) => {
    expect(read(type, value)).toEqual(shown);
  });

  it.each<readonly [FieldType, unknown]>([
    ['Text', {}],
    ['Text', undefined],
    ['Party', 'alice'],
    ['Int64', 7],
    ['Int64', '9223372036854775808'],
    ['Int64', '1.0'],
    ['Numeric', 1.5],
    ['Numeric', '9'.repeat(29)],
    ['Numeric', '0.12345678901'],
    ['Numeric', '1e3'],
    ['Bool', 'true'],
    ['Date', '2026-02-30'],
    ['Date', '2026-02-03T00:00:00Z'],
    ['Time', '2026-13-01T00:00:00Z'],
    ['Time', '2026-01-01T00:00:00+01:00'],
    ['ContractId', 'assay'],
    [{ optional: 'Text' }, 7],
    [{ list: 'Text' }, 'x'],
    [{ list: 'Text' }, { 0: 'x' }],
    [{ textMap: 'Text' }, []],
    [{ enumeration: ['Red'] }, 'Blue'],
    [state, { tag: 'Other', value: {} }],
    [state, { tag: 'Open' }],
    [state, { tag: 'Open', value: '2026-01-31', more: 'x' }],
    [{ record: { a: 'Text' } }, { a: 'x', b: 'y' }],
    [{ record: { a: 'Text' } }, {}],
  ])('of type %j does not take %j', (type, value) => {
    expect(() => read(type, value)).toThrow(ValueMistake);
  });
});

it('names the place of a mistake', () => {
  const fields = { owner: 'Party', parts: { list: { record: { name: 'Text' } } } } as const;
  const wrong = { owner: party, parts: [{ name: 'x' }, { name: 7 }] };
  expect(() => recordOf(fields, wrong)).toThrow('the field parts.1.name must be a text');
});
