/** In what accepted unknown ids are like a known id. */
import { INDEPENDENT } from '../../availability/numbers.ts';
import { type Distinction, type Fixtures, leavesOf } from '../../model/index.ts';
import { SHORT_TEXT } from '../numbers.ts';
import { PATH_ID, type Places } from './request-places.ts';

/** How much of an id is like a known one. */
type Likeness = (id: string, known: string) => number;

const LIKE: Readonly<Record<'case' | 'part' | 'start' | 'end', Likeness>> = {
  case: (id, known) => (id !== known && id.toLowerCase() === known.toLowerCase() ? SHORT_TEXT : 0),
  part: (id, known) => (id !== known && known.startsWith(id) ? SHORT_TEXT : 0),
  start: startOf,
  end: (id, known) => startOf(reversed(id), reversed(known)),
};

function startOf(id: string, known: string): number {
  let length = 0;
  while (length < id.length && id[length] === known[length]) length++;
  return length;
}

const reversed = (text: string): string => [...text].reverse().join('');

/** The likeness that all failing ids have, more than any id that passes; `undefined` if it is not clear. */
export function likeKnown(
  fixtures: Fixtures,
  failing: readonly Places[],
  passing: readonly Places[],
): Distinction | undefined {
  const known = leavesOf(fixtures).flatMap(({ value }) =>
    typeof value === 'string' && value.length >= SHORT_TEXT ? [value] : [],
  );
  const own = idsIn(failing);
  // An id with other characters may be rejected for them.
  const characters = new Set(own.join(''));
  const others = idsIn(passing).filter((id) => [...id].every((one) => characters.has(one)));
  if (own.length < INDEPENDENT || own.length < failing.length || others.length === 0)
    return undefined;
  if (own.some((id) => known.includes(id))) return undefined;
  for (const value of ['case', 'part', 'start', 'end'] as const) {
    const mostOf = (id: string): number => Math.max(0, ...known.map((one) => LIKE[value](id, one)));
    const least = Math.min(...own.map(mostOf));
    if (least >= SHORT_TEXT && least > Math.max(...others.map(mostOf)))
      return { at: PATH_ID, is: 'like', value };
  }
  return undefined;
}

/** The different ids in paths. */
function idsIn(all: readonly Places[]): readonly string[] {
  return [...new Set(all.flatMap((own) => [...(own.get(PATH_ID)?.ids ?? [])]))];
}
