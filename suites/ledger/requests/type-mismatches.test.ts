/** Wrong types in good bodies: each place once, and places in filters divided among operations. */
import { expect, test } from 'vitest';
import { ledgerContract } from '../contract.ts';
import { eventsOf, movesIn } from './formats.ts';
import { typeMismatches } from './type-mismatches.ts';

const { operations } = ledgerContract();
const eventFormat = eventsOf(['a::1', 'b::1']);

function placesIn(name: string, body: object): readonly string[] {
  const operation = operations.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`there is no ${name}`);
  return [...new Set(typeMismatches(operation, JSON.stringify(body)).map(({ at }) => at))];
}

const inFilters = (name: string, body: object): readonly string[] =>
  placesIn(name, body)
    .filter((at) => at.includes('::'))
    .map((at) => at.replace(/.*::1/, ''));

test('the operations with event formats try every place of a filter together', () => {
  const found = [
    inFilters('events-by-contract-id', { contractId: '00', eventFormat }),
    inFilters('active-contracts', { activeAtOffset: 1, eventFormat }),
    inFilters('transaction-by-id', {
      updateId: '00',
      transactionFormat: { eventFormat, transactionShape: 'TRANSACTION_SHAPE_ACS_DELTA' },
    }),
  ];
  const filter = '/cumulative/0/identifierFilter';
  const value = `${filter}/WildcardFilter/value`;
  expect(found.flat().toSorted()).toEqual([
    ...['', '/cumulative', '/cumulative/0', filter, `${filter}/WildcardFilter`, value],
    `${value}/includeCreatedEventBlob`,
  ]);
});

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
