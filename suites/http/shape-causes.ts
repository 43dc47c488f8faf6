/** Likely causes of a body that breaks its schema, by keyword. */
import {
  type Found,
  isNothing,
  isNull,
  jsonOf,
  type LikelyCause,
  memberAt,
  type Place,
  pointerOf,
  type Shown,
} from '../../src/kit.ts';
import { isObject } from '../kit/json.ts';

export const SHAPE_CAUSES: readonly LikelyCause[] = [
  {
    when: (found) => isNothing(found.finding.actual) && holderOf(found) !== undefined,
    cause: (found) =>
      `The member is one level too deep: it is inside ${holderOf(found)}, but belongs beside it${isWrapped(found) ? ': the whole object is wrapped' : ''}.`,
    fix: (found) =>
      isWrapped(found)
        ? `Send the content of ${holderOf(found)} without this object around it.`
        : `Move ${nameIn(found)}, and everything that belongs beside it, out of ${holderOf(found)} to where the document has it.`,
  },
  {
    when: ({ finding: { actual } }) => 'others' in actual,
    cause: (found) =>
      isList(found)
        ? `One entry is sent without the list ${nameIn(found)} around it, for example because a list of one entry is unwrapped; or a different object is sent.`
        : `A different object is sent: it has no member of the documented one.`,
    fix: (found) =>
      isList(found)
        ? `Always send ${nameIn(found)} as a list, even with one entry or none.`
        : `Send the documented object, with ${nameIn(found)}.`,
  },
  {
    when: ({ finding: { actual } }) => isNothing(actual),
    cause:
      'The member is never set, is omitted because its value is null, empty, false or zero, or is in another object.',
    fix: 'Set the member in every branch, and always write required members: an empty list is [], an empty object is {}.',
  },
  {
    when: ({ finding: { actual } }) => isNull(actual),
    cause:
      'A lookup found nothing, or one branch of the code does not set the member, so null is written.',
    fix: 'Find the code that leaves the member without a value. Send the documented value, or an error if the request is invalid.',
  },
  {
    when: (found) => found.finding.keyword === 'type' && isList(found),
    cause:
      'A list with one element is written as that element, which is the default of some serialisers; or the list is kept as text.',
    fix: (found) => `Always write ${nameIn(found)} as a list, also with one element or none.`,
  },
  {
    when: ({ finding: { actual, keyword } }) => keyword === 'type' && isTime(actual),
    cause:
      'A time is written as seconds or milliseconds since 1970, which is the default of many serialisers.',
    fix: 'Configure the serialiser to write ISO 8601 text.',
  },
  {
    when: isOfType('number'),
    cause: 'A number is written where the document has another type.',
    fix: 'Use a type that is serialised as the document states.',
  },
  {
    when: isOfType('string'),
    cause:
      'The value is kept as text and not converted, or is serialised twice, so that a string contains JSON.',
    fix: 'Convert the value to the documented type, and serialise the whole response once.',
  },
  {
    when: ({ finding: { keyword } }) => keyword === 'type',
    cause: 'The value is written with a type other than the documented one.',
    fix: 'Convert the value to the documented type before it is serialised.',
  },
  {
    when: ({ finding: { keyword } }) => keyword === 'maximum' || keyword === 'minimum',
    cause:
      'The value is outside the documented limits, because it is not checked or is calculated incorrectly.',
    fix: 'Check the value against the documented limits before it is stored.',
  },
  {
    when: ({ finding: { keyword } }) => keyword === 'uniqueItems',
    cause: 'An element is added twice, for example from two sources or by a join.',
    fix: 'Remove duplicate elements before the list is sent.',
  },
  {
    when: ({ finding: { keyword } }) => keyword === 'enum' || keyword === 'const',
    cause: 'The value is an internal name or another value, or is written in another letter case.',
    fix: 'Map internal names to the documented ones.',
  },
];

function isOfType(type: 'number' | 'string'): (found: Found) => boolean {
  return ({ finding: { actual, keyword } }) => {
    if (keyword !== 'type') return false;
    return 'value' in actual
      ? typeof actual.value === type
      : 'type' in actual && actual.type === type;
  };
}

/** Times of this century in seconds have ten digits, in milliseconds thirteen. */
function isTime(actual: Shown): boolean {
  return 'value' in actual && /^(?:\d{10}|\d{13})(?:\.\d+)?$/.test(String(actual.value));
}

/** The name of the member that is missing. */
function nameIn({ finding: { at } }: Found): string {
  return stepsTo(at).at(-1) ?? '';
}

function isList({ finding: { expected } }: Found): boolean {
  return 'words' in expected && String(expected.words) === 'an array';
}

/** The member beside the missing one whose object has it. */
function holderOf({ finding: { at }, exchange }: Found): string | undefined {
  const name = stepsTo(at).at(-1);
  const own = objectAround(at, jsonOf(exchange?.response));
  if (name === undefined) return undefined;
  const holders = Object.entries(own).filter(
    ([, one]) => isObject(one) && Object.hasOwn(one, name),
  );
  return holders[0]?.[0];
}

/** True if the object has no other member than this one. */
function isWrapped({ finding: { at }, exchange }: Found): boolean {
  return Object.keys(objectAround(at, jsonOf(exchange?.response))).length === 1;
}

function objectAround(at: Place, body: unknown): object {
  const own = memberAt(body, stepsTo(at).slice(0, -1));
  return isObject(own) ? own : {};
}

function stepsTo(at: Place): readonly string[] {
  return pointerOf(at)?.split('/').slice(1) ?? [];
}
