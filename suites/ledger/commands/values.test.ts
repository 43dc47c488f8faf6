import { describe, expect, it } from 'vitest';
import { differences, kindOfValue, replaced, richest, valuesIn } from './values.ts';

const ID = `00${'ab'.repeat(32)}`;

/** `same`, or what differs. */
function compared(sent: unknown, shown: unknown): string {
  const { values, forms } = differences(sent, shown, '');
  if (values.length > 0) return 'value';
  return forms.length > 0 ? 'form' : 'same';
}

describe('a value and the shown one', () => {
  it.each([
    ['12.50', '12.5'],
    ['12.5', '12.5000000000'],
    ['+007', '7'],
    ['1e3', '1000.0'],
    ['1e3', '1e3'],
    ['0.0000001', '0.0000001000'],
    ['-0', '0'],
    [12, '12'],
    ['0.123456789012', '0.1234567890'],
    ['007', '007'],
    ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000000Z'],
    ['2026-01-31T14:00:00+02:00', '2026-01-31T12:00:00Z'],
    [true, true],
    [null, undefined],
    [{ a: null }, {}],
    [{}, { added: null }],
    [[], undefined],
    [
      [
        ['b', '1'],
        ['a', '2'],
      ],
      [
        ['a', '2.0'],
        ['b', '1'],
      ],
    ],
    ['2026-01-31T12:00:00.1234567Z', '2026-01-31T12:00:00.123457Z'],
    ['2026-01-31T13:00:00.5+01:00', '2026-01-31T12:00:00.500000Z'],
    [
      { tag: 'Ended', value: {} },
      { tag: 'Ended', value: {} },
    ],
  ])('are the same: %j, %j', (sent, shown) => {
    expect(compared(sent, shown)).toBe('same');
  });

  it.each([
    ['12.5', 12.5],
    ['0.0000001', '1e-7'],
    ['0.0000001', '1E-7'],
    ['2026-01-31', '2026-01-31T00:00:00Z'],
    [true, 'true'],
    [['a'], { 0: 'a' }],
    [{ a: 'b' }, [['a', 'b']]],
  ])('have different forms: %j, %j', (sent, shown) => {
    expect(compared(sent, shown)).toBe('form');
  });

  it.each([
    ['9007199254740993', '9007199254740992'],
    ['12.5', '12'],
    ['-1', '1'],
    ['-1', '18446744073709551615'],
    ['0.0000001', '0.0'],
    ['\u{1f4dc}', '?'],
    ['\u{1f4dc}', '\uD83D'],
    ['name', 'NAME'],
    ['a::0123456789', 'a'],
    [ID, ID.toUpperCase()],
    ['2026-01-31T12:00:00.25Z', '2026-01-31T12:00:00Z'],
    ['2026-01-31T12:00:00.250123Z', '2026-01-31T12:00:00.250Z'],
    ['1969-12-31T23:59:58.250123Z', '1969-12-31T23:59:59.250123Z'],
    ['2026-01-31', '2026-01-30'],
    [true, false],
    ['x', undefined],
    [['a', 'b'], ['a']],
    [
      ['a', 'b', 'c'],
      ['b', 'a', 'c'],
    ],
    [{ a: 'x', b: 'y' }, { a: 'x' }],
    [{}, { added: 'x' }],
    [
      { tag: 'Ended', value: 'x' },
      { tag: 'Open', value: 'x' },
    ],
  ])('are different: %j, %j', (sent, shown) => {
    expect(compared(sent, shown)).toBe('value');
  });
});

it('knows kinds from JSON', () => {
  const values = [
    'a::0123456789',
    ID,
    '2026-01-31',
    '2026-01-31T12:00:00Z',
    '4',
    '4.5',
    'Red',
    'x',
  ];
  expect(values.map(kindOfValue)).toEqual([
    ...['party', 'contractId', 'date', 'time', 'integer', 'decimal', 'name', 'text'],
  ]);
  expect([4, true, [], {}, { tag: 'A', value: 1 }, null].map(kindOfValue)).toEqual([
    ...['number', 'boolean', 'list', 'object', 'variant', 'none'],
  ]);
});

it('replaces one value and keeps the others', () => {
  const record = { a: [{ b: 'x' }, { b: 'y' }], c: { tag: 'T', value: 'z' } };
  expect(valuesIn(record).map(({ path }) => path.join('.'))).toEqual([
    ...['a', 'a.0', 'a.0.b', 'a.1', 'a.1.b', 'c', 'c.value'],
  ]);
  expect(replaced(record, ['a', 1, 'b'], 7)).toEqual({ ...record, a: [{ b: 'x' }, { b: 7 }] });
});

it('chooses the declared command whose contract has most kinds of values', () => {
  const creating = (createArguments: object) => ({
    commands: [{ CreateCommand: { createArguments } }],
  });
  const commands = [creating({ a: 'x' }), creating({ a: 'x', b: '1' }), { commands: [] }];
  const fixtures = { commands } as unknown as Parameters<typeof richest>[0];
  expect(richest(fixtures)).toBe(commands[1]);
});
