/** What is switched off shows nothing; the same response to anything else counts. */
import { expect, it } from 'vitest';
import { ledgerContract } from '../../suites/ledger/contract.ts';
import { ledger } from '../../suites/ledger/index.ts';
import {
  type Call,
  call,
  type Exchange,
  type Fixtures,
  type HttpResponse,
  type Operation,
} from '../kit.ts';
import { fixturesOf } from '../model/index.ts';
import type { Presence } from './presence.ts';
import { switchedOffBy, unlessSwitchedOff } from './switched-off.ts';

const CODE = 'DEPRECATED_API_DISABLED';

function operation(name: string, version: '3.4' | '3.5' = '3.5'): Operation {
  const found = ledgerContract(version).operations.find((one) => one.name === name);
  if (found === undefined) throw new Error(name);
  return found;
}

function exchange(request: Call, status = 400, code = CODE): Exchange {
  const text = JSON.stringify({ code, errorCategory: 8, cause: 'disabled', context: {} });
  const response: HttpResponse = {
    ...{ status, text, body: JSON.parse(text), mediaType: 'application/json' },
    ...{ headers: {}, bytes: text.length, truncated: false },
  };
  return { request, response, startedAt: 0, durationMs: 1 };
}

const at = (release: string): Fixtures => fixturesOf(ledger(), { release: [release] });
const shows = (one: Exchange, release = '3.5.1'): boolean =>
  switchedOffBy(ledger(), at(release))(one);

it.each(['3.4', '3.5'] as const)(
  'a deprecated operation that is switched off shows nothing, with any body: %s',
  (version) => {
    const list = operation('updates-flats', version);
    expect(shows(exchange(call(list, { json: {} })))).toBe(true);
    expect(shows(exchange({ ...call(list), body: '{' }))).toBe(true);
    expect(shows(exchange(call(list), 400, `${CODE}_IN_3_4`))).toBe(true);
    expect(shows(exchange(call(list), 400, 'INVALID_ARGUMENT'))).toBe(false);
    expect(shows(exchange(call(list), 500))).toBe(false);
  },
);

it('an older member shows nothing, and the newer ones count', () => {
  const list = operation('updates');
  expect(shows(exchange(call(list, { json: { filter: {} } })))).toBe(true);
  expect(shows(exchange(call(list, { json: { updateFormat: {}, verbose: false } })))).toBe(true);
  expect(shows(exchange(call(list, { json: { updateFormat: { verbose: true } } })))).toBe(false);
  expect(shows(exchange({ ...call(list), body: '{"filter":' }))).toBe(false);
});

it('other operations cannot be switched off', () => {
  expect(shows(exchange(call(operation('update-by-id'), { json: { filter: {} } })))).toBe(false);
});

it.each([
  ['3.5.14', false],
  ['3.6.1', true],
  ['3.7.4', true],
  ['main', false],
])('a ledger of version %s may not know the older members: %s', (release, expected) => {
  const older = exchange(call(operation('updates'), { json: { filter: {} } }), 400, 'OTHER');
  expect(shows(older, release)).toBe(expected);
  const newer = exchange(call(operation('updates'), { json: { updateFormat: {} } }), 400, 'OTHER');
  expect(shows(newer, release)).toBe(false);
});

it.each<[string, Presence]>([
  ['updates-trees', 'switched-off'],
  ['preferred-package-version', 'switched-off'],
  ['active-contracts-page', 'switched-off'],
  ['updates', 'served'],
  ['ledger-end', 'disabled'],
  ['submit-and-wait', 'disabled'],
])('%s that says that it is switched off is %s', (name, presence) => {
  const unknownResource = exchange(call(operation(name)));
  const { request } = unknownResource;
  const probe = { operation: operation(name), unknownResource: request, unknownPath: request };
  const result = { probe, presence: 'served', unknownResource, unknownPath: unknownResource };
  const found = unlessSwitchedOff({ ...result, presence: 'served' }, ledger());
  expect(found.presence).toBe(presence);
});
