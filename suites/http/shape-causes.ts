/** Likely causes of a body that breaks its schema, by keyword. */
import {
  type Found,
  isNothing,
  isNull,
  jsonOf,
  type LikelyCause,
  type Place,
  pointerOf,
  type Shown,
} from '../../src/kit.ts';
import { isObject } from '../kit/json.ts';

export const SHAPE_CAUSES: readonly LikelyCause[] = [
  {
    when: (found) => isNothing(found.finding.actual) && holderOf(found) !== undefined,
    cause: (found) =>
      `The member is one level too deep: it is in ${holderOf(found)}, and belongs beside it${isWrapped(found) ? ': the whole object is wrapped' : ''}.`,
    fix: (found) =>
      isWrapped(found)
        ? `Send what is in ${holderOf(found)}, without this object around it.`
        : `Move ${nameIn(found)} out of ${holderOf(found)} to the place of the document, with all that belongs beside it.`,
  },
  {
    when: ({ finding: { actual } }) => 'near' in actual,
    cause: (found) =>
      `The member ${nameIn(found)} is written under another name, ${nearIn(found)}, because of a naming rule of the serialiser or a typo.`,
    fix: 'Use the name in the document, and check for other members with the same mistake.',
  },
  {
    when: ({ finding: { actual } }) => 'others' in actual,
    cause: (found) =>
      isList(found)
        ? `One entry is sent as it is, without the list ${nameIn(found)} around it, as happens where a list of one is unwrapped; or the object is another one.`
        : `The object is another one than that of the document: it has none of its members.`,
    fix: (found) =>
      isList(found)
        ? `Always send ${nameIn(found)} as a list, also with one entry and with none.`
        : `Send the documented object, with ${nameIn(found)}.`,
  },
  {
    when: ({ finding: { actual } }) => isNothing(actual),
    cause:
      'Some code leaves the member unset, or it is omitted because its value is null, empty, false or zero, or it stands in another object.',
    fix: 'Set the member in every branch, and always write required members: an empty list is [], an empty object is {}.',
  },
  {
    when: ({ finding: { actual } }) => isNull(actual),
    cause:
      'There is no value here, because a lookup found nothing or a branch does not set it, and null is written for it.',
    fix: 'Find the code path that has no value here, and respond with the documented value, or with an error if the request is at fault.',
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
      'The value is kept as text and is not converted, or is serialised twice, so that a string contains JSON.',
    fix: 'Convert the value to the documented type, and serialise the whole response once.',
  },
  {
    when: ({ finding: { keyword } }) => keyword === 'type',
    cause: 'The value is written with another type than that of the document.',
    fix: 'Convert the value to the type of the document before it is serialised.',
  },
  {
    when: ({ finding: { keyword } }) => keyword === 'maximum' || keyword === 'minimum',
    cause:
      'The value is outside the limits of the document, because it is not checked or is calculated incorrectly.',
    fix: 'Check the value against the limits of the document before it is stored.',
  },
  {
    when: ({ finding: { keyword } }) => keyword === 'uniqueItems',
    cause: 'An element is added twice, such as from two sources or by a join.',
    fix: 'Remove equal elements before the list is sent.',
  },
  {
    when: ({ finding: { keyword } }) => keyword === 'enum' || keyword === 'const',
    cause: 'The value is an internal or another name, or is written in another case.',
    fix: 'Map internal names to those of the document.',
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

function nearIn({ finding: { actual } }: Found): string {
  return 'near' in actual && actual.near !== undefined ? actual.near : '';
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
  const own = stepsTo(at)
    .slice(0, -1)
    .reduce<unknown>((value, step) => Object(value)[step], body);
  return isObject(own) ? own : {};
}

function stepsTo(at: Place): readonly string[] {
  return pointerOf(at)?.split('/').slice(1) ?? [];
}
