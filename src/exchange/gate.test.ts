import { describe, expect, it } from 'vitest';
import { ledgerContract } from '../../suites/ledger/contract.ts';
import {
  type Allowance,
  type Call,
  NO_ARCHIVE,
  NOWHERE,
  READ_ONLY,
  UNREADABLE,
} from '../model/index.ts';
import { call } from '../plan/call.ts';
import { gateOf, leavesNothing } from './gate.ts';

const { operations } = ledgerContract();

function operation(operationName: string): (typeof operations)[number] {
  const found = operations.find((o) => o.name === operationName);
  if (!found) throw new Error(operationName);
  return found;
}

const callOf = (operationName: string, parts?: Parameters<typeof call>[1]): Call =>
  call(operation(operationName), parts);
const blocked = (sent: Call, allowed: Partial<Allowance> = {}): string | undefined =>
  gateOf(operations, { ...READ_ONLY, ...allowed })(sent);

const user = { path: { 'user-id': 'x' } };
const { harmless } = operation('package-vetting-update');

/** The harmless change with another kind, or of another package. */
function changing(kind: string): object {
  const text = JSON.stringify(harmless).replace('Unvet', kind);
  return JSON.parse(text.replaceAll('a55a', 'b66b')) as object;
}

describe('without permission', () => {
  it.each([
    ['a GET', callOf('users-list')],
    ['a POST that only reads', callOf('updates', { json: {}, query: { limit: 1 } })],
    ['a lookup beside a longer path', callOf('party', { path: { party: 'participant-id' } })],
    ['a harmless change', callOf('package-vetting-update', { json: harmless })],
    ['a body that is no JSON for a change', callOf('users-create', { text: UNREADABLE })],
    [
      'a body that is no JSON for a change of what is not there',
      callOf('user-update', { path: { 'user-id': NOWHERE }, text: UNREADABLE }),
    ],
    ['bytes that are no archive', callOf('dars-upload', { text: NO_ARCHIVE, contentType: 'x/y' })],
    ['an unknown path', { ...callOf('users-create', { json: {} }), path: `/v2/${NOWHERE}` }],
    [
      'GET where only POST is documented',
      { ...callOf('users-create'), method: 'GET', path: '/v2/dars' },
    ],
  ])('%s is sent', (_, sent) => expect(blocked(sent)).toBeUndefined());

  it.each([
    ['a change', callOf('users-create', { json: {} }), '--allow-writes'],
    ['a removal', callOf('user-delete', user), '--allow-writes'],
    ['a change for good', callOf('parties-allocate', { json: {} }), '--allow-irreversible'],
    ['an archive', callOf('dars-upload', { bytes: 'UEsDBA==' }), '--allow-irreversible'],
    [
      'text that begins like an archive',
      callOf('packages-upload', { text: 'PK..' }),
      '--allow-irreversible',
    ],
    [
      'a vetting that is not only tried',
      callOf('package-vetting-update', { json: { dryRun: false } }),
      '--allow-irreversible',
    ],
    [
      'a change that is only tried',
      callOf('package-vetting-update', { json: { ...changing('Unvet'), dryRun: true } }),
      '--allow-irreversible',
    ],
    [
      'the trial to vet a package that is not there',
      callOf('package-vetting-update', { json: changing('Vet') }),
      '--allow-irreversible',
    ],
    [
      'a body that is no JSON where an empty object makes something',
      callOf('parties-allocate', { text: UNREADABLE }),
      '--allow-irreversible',
    ],
    [
      'other text that is no JSON: a parser may repair it',
      callOf('users-create', { text: '{"user":{"id":"x"}' }),
      '--allow-writes',
    ],
    [
      'a body that is no JSON for what is there',
      callOf('user-update', { ...user, text: UNREADABLE }),
      '--allow-writes',
    ],
    [
      'other bytes that are no archive',
      callOf('dars-upload', { text: 'no', contentType: 'x/y' }),
      '--allow-irreversible',
    ],
    ['an empty body for a change', callOf('users-create'), '--allow-writes'],
    [
      'another method on a path that is read',
      { ...callOf('packages-list'), method: 'PUT' },
      'not in any contract',
    ],
    [
      'a change in disguise: doubled slashes',
      { ...callOf('users-create', { json: {} }), path: '//v2//users/' },
      '--allow-writes',
    ],
    [
      'a change in disguise: an encoded path',
      { ...callOf('users-create', { json: {} }), path: '/v2/%75sers' },
      '--allow-writes',
    ],
    [
      'a change that says it belongs to a lookup',
      { ...callOf('users-list'), method: 'POST', body: '{}' },
      '--allow-writes',
    ],
    [
      'a removal with a token',
      { ...callOf('user-delete', { path: { 'user-id': NOWHERE } }) },
      '--allow-writes',
    ],
  ])('%s is not', (_, sent, why) => expect(blocked(sent)).toContain(why));
});

it('the gate passes only allowed requests', () => {
  const reversible = callOf('user-delete', user);
  const irreversible = callOf('parties-allocate', { json: {} });
  expect(blocked(reversible, { reversible: true })).toBeUndefined();
  expect(blocked(irreversible, { reversible: true })).toContain('--allow-irreversible');
  expect(blocked(irreversible, { irreversible: true })).toBeUndefined();
});

it('the gate blocks undecodable requests if even these are not allowed', () => {
  const strict = { undecodable: false };
  expect(blocked(callOf('users-create', { text: UNREADABLE }), strict)).toContain('--allow-writes');
  const trial = callOf('package-vetting-update', { json: harmless });
  expect(blocked(trial, strict)).toContain('--allow-irreversible');
});

it('the gate treats an empty list instead of an object with members as undecodable', () => {
  expect(blocked(callOf('users-create', { text: '[]' }))).toBeUndefined();
  expect(blocked(callOf('parties-allocate', { text: '[]' }))).toContain('--allow-irreversible');
});

it('the gate recognizes a removal that no server can execute: an empty token and an unknown id', () => {
  const unreadable = {
    ...callOf('user-delete', { path: { 'user-id': NOWHERE } }),
    headers: { authorization: 'Bearer ' },
  };
  expect(blocked(unreadable)).toBeUndefined();
  expect(blocked({ ...unreadable, path: '/v2/users/alice' })).toContain('--allow-writes');
});

it('the gate recognizes a call that changes nothing even if it is executed', () => {
  expect(leavesNothing(callOf('users-create', { text: UNREADABLE }))).toBe(true);
  expect(leavesNothing(callOf('parties-allocate', { text: UNREADABLE }))).toBe(false);
});
