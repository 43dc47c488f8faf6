/** Wrong types in valid bodies: each place once, and places in formats divided among operations. */
import { expect, test } from 'vitest';
import { ledgerContract } from '../contract.ts';
import { isOffByDefault } from '../switched-off.ts';
import { LEDGER_VERSIONS } from '../versions.ts';
import { bodyMember } from './documented.ts';
import { eventsOf, movesIn } from './formats.ts';
import { sharedProbes } from './probes.ts';
import { typeMismatches } from './type-mismatches.ts';

const { operations } = ledgerContract('3.6');
const eventFormat = eventsOf(['a::1', 'b::1']);

function placesIn(name: string, body: object): readonly string[] {
  const operation = operations.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`there is no ${name}`);
  return [...new Set(typeMismatches(operation, JSON.stringify(body)).map(({ at }) => at))];
}

test.each(LEDGER_VERSIONS)(
  'the operations of %s with event formats try every place of a filter together',
  (version) => {
    const reads = ledgerContract(version).operations.filter(
      (one) =>
        sharedProbes(one)?.typeMismatch &&
        bodyMember(one, 'eventFormat') !== undefined &&
        !isOffByDefault(one),
    );
    const found = reads.map((one) => typeMismatches(one, JSON.stringify({ eventFormat })));
    const places = found
      .flat()
      .filter(({ at }) => at.includes('::'))
      .map(({ at }) => at.replace(/.*::1/, ''));
    const filter = '/cumulative/0/identifierFilter';
    const value = `${filter}/WildcardFilter/value`;
    expect(new Set(places)).toEqual(
      new Set([
        ...['', '/cumulative', '/cumulative/0', filter, `${filter}/WildcardFilter`, value],
        `${value}/includeCreatedEventBlob`,
      ]),
    );
    // Divided: one operation alone tries fewer.
    const counts = found.map((some) => some.filter(({ at }) => at.includes('::')).length);
    expect(Math.max(...counts)).toBeLessThan(new Set(places).size);
  },
);

test('of two equal filters of one body only the first has its places', () => {
  const body = { offset: 1, updateFormat: movesIn(eventFormat) };
  const found = placesIn('update-by-offset', body).filter((at) => /filtersByParty./.test(at));
  expect(found).not.toEqual([]);
  expect(found.filter((at) => at.includes('includeReassignments'))).toEqual([]);
});

test('of a list of texts only the first is replaced', () => {
  const body = { contractId: '00', queryingParties: ['a::1', 'b::1'] };
  expect(placesIn('contract-by-id', body)).toEqual([
    ...['', '/contractId', '/queryingParties', '/queryingParties/0'],
  ]);
});
