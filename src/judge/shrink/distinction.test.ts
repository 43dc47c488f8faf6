/** Which differences between failing and passing requests are told, and which are chance. */
import { expect, it } from 'vitest';
import type { Call, Distinction, Fixtures } from '../../model/index.ts';
import { distinctionOf } from './distinction.ts';
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
): Distinction | undefined => distinctionOf(fixtures, { failing, passing }, isOfContent);

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
