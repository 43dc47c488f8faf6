/** The instruments that are looked up: some of the list, and those that arguments name. */
import type { Fixtures } from '../../src/kit.ts';
import { string } from '../kit/json.ts';
import { canBeInPath } from './advertised.ts';
import { OPERATOR_FIXTURES } from './fixtures.ts';

/** Characters that encoders, routers and forms treat differently. */
const SPECIAL = [/\+/, /%/, /\./, /\//, / /, /[?#;&=]/, /[^ -~]/];

/**
 * Of many instruments, the lookups use the first six, the last two, a middle one, and one for each special character.
 * Those with special characters come first, because the quick profile sends the first ones.
 */
export function lookedUp({ instruments: ids }: Fixtures): readonly string[] {
  const places = [ids.slice(0, 6), ids[Math.floor(ids.length / 2)], ids.slice(-2)].flat();
  const special = SPECIAL.map((character) => ids.find((id) => character.test(id)));
  const countIn = (id: string): number => SPECIAL.filter((one) => one.test(id)).length;
  return [...new Set([...places, ...special])]
    .filter((id) => id !== undefined)
    .toSorted((a, b) => countIn(b) - countIn(a));
}

/** The most instruments that are looked up because of arguments; most operators declare arguments for one. */
const MOST_NAMED = 2;

/** Instruments in the operator's arguments, which are known without the list. */
export function named(fixtures: Fixtures): readonly string[] {
  const ids = new Set<string>();
  JSON.stringify(
    OPERATOR_FIXTURES.map((name) => fixtures[name]),
    (key, value: unknown) => {
      const isOwn = fixtures.admins.includes(string(value, 'admin'));
      const id = isOwn ? string(value, 'id') : value;
      if (key === 'instrumentId' && typeof id === 'string' && canBeInPath(id)) ids.add(id);
      return value;
    },
  );
  return [...ids].slice(0, MOST_NAMED);
}
