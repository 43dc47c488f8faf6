/** Where a wrong value comes from: the only other place of a case that has it. */
import { sent } from '../../contract/request-body.ts';
import {
  type Exchange,
  type Finding,
  hasResponse,
  isNothing,
  leavesOf,
  namesIn,
  partsOf,
  patternOf,
  type SameAs,
} from '../../model/index.ts';
import { SHORT_TEXT, TELLING_NUMBER, TELLING_TEXT } from '../numbers.ts';
import { bodyOf } from './body.ts';

type Scalar = string | number;

interface Leaf {
  /** Its place, with an asterisk for each element of a list. */
  readonly at: string;
  readonly value: Scalar;
}

/** Single words are equal to others by chance. */
const WORD = /^[A-Za-z_-]*$/;

/**
 * In the response itself, in the request, or in the other responses of the case. `undefined` if the value is at several
 * other places of one of these, or if the response does not have it at the place of the finding.
 */
export function sameAsOf(
  { at, actual }: Finding,
  culprit: Exchange,
  exchanges: readonly Exchange[],
): SameAs | undefined {
  if (at.part !== 'body' || at.pointer === '' || !hasResponse(culprit)) return undefined;
  const leaves = leavesIn(bodyOf(culprit));
  const own = namesOf(at.pointer);
  const isOwn = ({ at: other }: Leaf): boolean => leadsTo(namesOf(other), own);
  const values = new Set(
    leaves.filter((one) => isOwn(one) && isShown(one, actual)).map(({ value }) => value),
  );
  const [value, ...more] = values;
  if (value === undefined || more.length > 0) return undefined;
  const equal = (all: readonly Leaf[]): readonly string[] => [
    ...new Set(all.filter((one) => one.value === value && !isOwn(one)).map((one) => one.at)),
  ];
  // A small number is that of another place only if it has the same name.
  const isTelling =
    typeof value === 'string'
      ? value.length >= TELLING_TEXT && !WORD.test(value)
      : value >= TELLING_NUMBER;
  const telling = (all: readonly Leaf[]): readonly string[] =>
    equal(all).filter((one) => isTelling || namesOf(one).at(-1) === own.at(-1));
  const here = telling(leaves);
  if (here.length > 0) return here.length === 1 ? { in: 'response', at: here[0] ?? '' } : undefined;
  if (!isTelling) return undefined;
  const asked = telling(requestLeaves(culprit));
  if (asked.length > 0)
    return asked.length === 1 ? { in: 'request', at: asked[0] ?? '' } : undefined;
  const others = exchanges
    .filter((one) => one !== culprit && hasResponse(one))
    .flatMap((one) =>
      telling(leavesIn(bodyOf(one))).map((place) => ({
        at: place,
        operation: one.request.operation.name,
      })),
    );
  const [first] = others;
  const isOne = others.every((one) => one.at === first?.at && one.operation === first.operation);
  return first !== undefined && isOne ? { in: 'other-response', ...first } : undefined;
}

/**
 * The only place of the response that has what it lacks at the place of the finding, such as the id of a contract that it
 * names and does not show. `undefined` for a wrong value, and for texts that may be equal by chance.
 */
export function namedIn({ at, expected, actual }: Finding, culprit: Exchange): SameAs | undefined {
  if ((at.part !== 'body' && at.part !== 'list') || !hasResponse(culprit)) return undefined;
  if (!partsOf(actual).every((one) => 'words' in one || isNothing(one))) return undefined;
  const [wanted, ...more] = partsOf(expected).filter((one) => !('words' in one));
  if (wanted === undefined || more.length > 0) return undefined;
  const places = leavesIn(bodyOf(culprit)).filter(
    (one) => isShown(one, wanted) && String(one.value).length >= SHORT_TEXT,
  );
  const [place, ...others] = new Set(places.map((one) => one.at));
  return place === undefined || others.length > 0
    ? undefined
    : { in: 'response', at: place, isExpected: true };
}

/** The texts and numbers of a value. */
function leavesIn(body: unknown): readonly Leaf[] {
  return leavesOf(body).flatMap(({ value, path }) =>
    typeof value === 'string' || typeof value === 'number' ? [{ at: patternOf(path), value }] : [],
  );
}

function requestLeaves({ request }: Exchange): readonly Leaf[] {
  const [, query = ''] = request.path.split('?');
  const inQuery = [...new URLSearchParams(query)].map(([name, value]) => ({
    at: `?${name}`,
    value,
  }));
  return [...inQuery, ...leavesIn(sent(request))];
}

/** The names of members that lead to a place. */
function namesOf(pointer: string): readonly string[] {
  return namesIn(pointer).filter((name) => !/^(?:\d+|[*-])$/.test(name));
}

/** True if the names lead to the place, perhaps with others between them: a finding may name a part of its way only. */
function leadsTo(names: readonly string[], own: readonly string[]): boolean {
  let next = 0;
  for (const name of names) if (name === own[next]) next++;
  return next === own.length && names.at(-1) === own.at(-1);
}

/** True for the value that a finding shows, or whose start it shows. */
function isShown({ value }: Leaf, shown: Finding['actual']): boolean {
  const [part, ...others] = partsOf(shown);
  if (part === undefined || others.length > 0) return false;
  if ('value' in part) return part.value === value;
  if ('text' in part) return part.text === value;
  if ('number' in part) return part.number === value;
  return (
    'start' in part &&
    part.type === 'string' &&
    typeof value === 'string' &&
    value.startsWith(part.start) &&
    value.length === part.length
  );
}
