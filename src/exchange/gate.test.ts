import { describe, expect, it } from 'vitest';
import { ledgerContract } from '../contract/ledger.ts';
import { call } from '../plan/call.ts';
import { type Allowance, type Call, NOWHERE, READ_ONLY } from '../words.ts';
import { effectOf, gateOf } from './gate.ts';

const { operations } = ledgerContract('3.5');

function operation(chapter: string): (typeof operations)[number] {
  const found = operations.find((o) => o.chapter === chapter);
  if (!found) throw new Error(chapter);
  return found;
}

const ask = (chapter: string, parts?: Parameters<typeof call>[1]): Call =>
  call(operation(chapter), parts);
const refusal = (sent: Call, allowed: Partial<Allowance> = {}): string | undefined =>
  gateOf(operations, { ...READ_ONLY, ...allowed })(sent);

const user = { path: { 'user-id': 'x' } };

describe('without permission', () => {
  it.each([
    ['a GET', ask('users-list')],
    ['a POST that only reads', ask('updates', { json: {}, query: { limit: 1 } })],
    ['a look-up beside a longer path', ask('party', { path: { party: 'participant-id' } })],
    ['a change that is only tried', ask('package-vetting-update', { json: { dryRun: true } })],
    ['a body that is no JSON for a change', ask('users-create', { text: '{"user":' })],
    ['bytes that are no archive', ask('dars-upload', { text: 'no', contentType: 'x/y' })],
    ['a path that nobody serves', { ...ask('users-create', { json: {} }), path: `/v2/${NOWHERE}` }],
    [
      'GET where only POST is documented',
      { ...ask('users-create'), method: 'GET', path: '/v2/dars' },
    ],
  ])('%s is sent', (_, sent) => expect(refusal(sent)).toBeUndefined());

  it.each([
    ['a change', ask('users-create', { json: {} }), '--allow-writes'],
    ['a removal', ask('user-delete', user), '--allow-writes'],
    ['a change for good', ask('parties-allocate', { json: {} }), '--allow-irreversible'],
    ['an archive', ask('dars-upload', { bytes: 'UEsDBA==' }), '--allow-irreversible'],
    [
      'text that begins like an archive',
      ask('packages-upload', { text: 'PK..' }),
      '--allow-irreversible',
    ],
    [
      'a vetting that is not only tried',
      ask('package-vetting-update', { json: { dryRun: false } }),
      '--allow-irreversible',
    ],
    ['an empty body for a change', ask('users-create'), '--allow-writes'],
    [
      'another method on a path that is read',
      { ...ask('packages-list'), method: 'PUT' },
      'in no contract',
    ],
    [
      'a change in disguise: doubled slashes',
      { ...ask('users-create', { json: {} }), path: '//v2//users/' },
      '--allow-writes',
    ],
    [
      'a change in disguise: an encoded path',
      { ...ask('users-create', { json: {} }), path: '/v2/%75sers' },
      '--allow-writes',
    ],
    [
      'a change that says it belongs to a look-up',
      { ...ask('users-list'), method: 'POST', body: '{}' },
      '--allow-writes',
    ],
    [
      'a removal with a token',
      { ...ask('user-delete', { path: { 'user-id': NOWHERE } }) },
      '--allow-writes',
    ],
  ])('%s is not', (_, sent, why) => expect(refusal(sent)).toContain(why));
});

it('lets through what is allowed and no more', () => {
  const reversible = ask('user-delete', user);
  const irreversible = ask('parties-allocate', { json: {} });
  expect(refusal(reversible, { reversible: true })).toBeUndefined();
  expect(refusal(irreversible, { reversible: true })).toContain('--allow-irreversible');
  expect(refusal(irreversible, { irreversible: true })).toBeUndefined();
});

it('is strict where not even unreadable requests may be sent', () => {
  const undecodable = ask('users-create', { text: '{"user":' });
  expect(refusal(undecodable, { undecodable: false })).toContain('--allow-writes');
});

it('knows a removal that no server can read: an empty token beside an id that nobody has', () => {
  const unreadable = {
    ...ask('user-delete', { path: { 'user-id': NOWHERE } }),
    headers: { authorization: 'Bearer ' },
  };
  expect(refusal(unreadable)).toBeUndefined();
  expect(refusal({ ...unreadable, path: '/v2/users/alice' })).toContain('--allow-writes');
});

it('tells what a body leaves behind', () => {
  const vetting = operation('package-vetting-update');
  expect(effectOf(vetting, ask('package-vetting-update', { json: { dryRun: true } }))).toBe('read');
  expect(effectOf(vetting, ask('package-vetting-update', { json: {} }))).toBe('irreversible');
  expect(effectOf(vetting, ask('package-vetting-update', { text: 'true' }))).toBe('irreversible');
});
