/** Which differences between failing and passing requests are named, and which are chance. */
import { expect, it } from 'vitest';
import type { Call, Distinction, Fixtures } from '../../model/index.ts';
import { differencesOf } from './distinction.ts';
import {
  addBody,
  addCall,
  type Found,
  PATH_ID,
  type Places,
  spellingOf,
} from './request-places.ts';

const fixtures = {} as Fixtures;

function bodies(...all: readonly unknown[]): readonly Places[] {
  return all.map((body) => {
    const places = new Map<string, Found>();
    addBody(places, body);
    return places;
  });
}

function paths(...all: readonly string[]): readonly Places[] {
  return all.map((id) => {
    const places = new Map<string, Found>();
    addCall(places, { method: 'GET', path: `/${id}`, headers: {} } as Call, undefined);
    return places;
  });
}

const of = (
  failing: readonly Places[],
  passing: readonly Places[],
  isOfContent = false,
): Distinction | undefined => differencesOf(fixtures, { failing, passing }, isOfContent).best;

const idOf = (start: string, digit: string): string => `${start}${digit.repeat(60)}`;

it('the start that only failing ids have, if they are different ids', () => {
  const passing = paths(idOf('00a', '1'), idOf('00b', '2'), idOf('00c', '3'));
  expect(of(paths(idOf('01a', '4'), idOf('01b', '5')), passing)).toEqual({
    ...{ at: PATH_ID, is: 'starts', value: '01' },
  });
  const variants = paths(`${idOf('01a', '4')}x`, `${idOf('01a', '4')}y`);
  expect(of(variants, passing)).toBeUndefined();
});

it('a part or a named value, and no text that is free to choose', () => {
  const account = (provider: string | null, id: string) => ({ account: { provider, id } });
  const passing = bodies(account(null, 'a'), account(null, 'b'), account(null, 'c'));
  const failing = bodies(account('bank::12', 'account-0'));
  expect(of(failing, passing)).toEqual({ at: '/account/provider', is: 'there' });
  const leg = (side: string, owner: string) => ({ legs: [{ side, owner }] });
  const senders = bodies(leg('SenderSide', 'a'), leg('SenderSide', 'b'), leg('SenderSide', 'c'));
  expect(of(bodies(leg('ReceiverSide', 'd')), senders)).toEqual({
    ...{ at: '/legs/*/side', is: 'value', value: 'ReceiverSide' },
  });
});

it('a character of the whole body, if it is the only one, and no place has it in all', () => {
  const meta = (values: object): unknown => ({ meta: values });
  const failing = bodies(meta({ reason: "it's" }), meta({ "a'b": '-' }), { memo: "O'Brien" });
  const texts = ['a-b', 'c:d', '-', '::', 'e-f', 'g:h'].map((text) => meta({ reason: text }));
  const found = { at: '', is: 'contains', value: "'" };
  expect(of(failing, bodies(...texts))).toEqual(found);
  expect(of(failing, bodies(...texts), true)).toEqual(found);
  // Bodies without special characters show nothing about one.
  expect(of(failing, bodies(...texts.slice(1), meta({ reason: 'plain' })))).toBeUndefined();
  expect(of(failing.slice(0, 2), bodies(...texts))).toBeUndefined();
  const both = bodies(meta({ reason: "it's;" }), meta({ "a'b": ';' }), { memo: "O';" });
  expect(of(both, bodies(...texts))).toBeUndefined();
  expect(of(failing, bodies(...texts, { other: ["'"] }))).toBeUndefined();
});

it('an amount that is a text beyond those that pass, and no id of digits', () => {
  const amounts = (...all: readonly unknown[]): readonly Places[] =>
    bodies(...all.map((amount, i) => ({ transfer: { amount, receiver: idOf('p::', `${i}`) } })));
  const passing = Array.from({ length: 40 }, (_, i) => ['0.5', '3', 10, '1e5'][i % 4]);
  const at = '/transfer/amount';
  expect(of(amounts('0.0000000001'), amounts(...passing))).toEqual({ at, is: 'below', than: 0.5 });
  expect(of(amounts('1.5e6', '2e6'), amounts(...passing))).toMatchObject({
    at,
    is: 'above',
    than: 1e5,
  });
  // One of few is the smallest by chance, and texts of other forms are no amounts.
  expect(of(amounts('0.0000000001'), amounts('0.5', '3', '10'))?.is).not.toBe('below');
  expect(of(amounts('0.1', '0.2'), amounts('0.15', ...passing))).toBeUndefined();
  const ids = (...all: readonly string[]): readonly Places[] =>
    bodies(...all.map((id) => ({ id })));
  const others = Array.from({ length: 40 }, (_, i) => `${20 + i}`);
  expect(of(ids('11', '12', '13'), ids(...others))).toBeUndefined();
  expect(of(ids('0.1', '007', '2026-01-01'), ids(...others))).toBeUndefined();
});

it('of a wrong content what says how it is written, and not what selects it', () => {
  const [failing, passing] = [bodies({ offset: 18 }), bodies({ offset: 1 }, { offset: 2 })];
  expect(of(failing, passing)).toMatchObject({ at: '/offset' });
  expect(of(failing, passing, true)).toBeUndefined();
  const flag = (slim: boolean) => ({ slim });
  expect(of(bodies(flag(true)), bodies(flag(false), {}), true)).toMatchObject({ at: '/slim' });
});

it('the spelling of a body, from the widest description', () => {
  expect([...spellingOf('\n{"a b":1}')]).toEqual([
    'other white space in',
    'white space at the start of',
  ]);
  expect([...spellingOf('{"a b": "\\u0041"}')]).toEqual([
    'other white space in',
    'white space inside',
    'escaped characters in',
  ]);
  expect([...spellingOf('{"a b":"c d"}')]).toEqual([]);
});
