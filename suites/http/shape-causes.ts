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
    when: ({ finding, exchange }) =>
      isNothing(finding.actual) && isInside(finding.at, jsonOf(exchange?.response)),
    cause:
      'The member is one level too deep: the response is wrapped in another object, as that of another operation is.',
    fix: 'Send the object of the document itself, without one around it.',
  },
  {
    when: ({ finding: { actual } }) => 'near' in actual,
    cause: 'The member has another name, because of a naming rule of the serialiser or a typo.',
    fix: 'Use the name in the document, and check for other members with the same mistake.',
  },
  {
    when: ({ finding: { actual } }) => isNothing(actual),
    cause:
      'The member is never set here, is one level too high or too low, or is omitted because it is empty, false or zero.',
    fix: 'Always write required members: an empty list is [], an empty object is {}.',
  },
  {
    when: ({ finding: { actual } }) => isNull(actual),
    cause: 'The value is missing, so the serialiser writes null for it.',
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
    cause:
      'The member has a numeric type, or is an enum that is written as a number, but the document has another type.',
    fix: 'Use a type that is serialised as the document states.',
  },
  {
    when: isOfType('string'),
    cause:
      'The value is text from a form, a header or a database, or is serialised twice, so that a string contains JSON.',
    fix: 'Convert the value to the documented type, and serialise the whole response once.',
  },
  {
    when: ({ finding: { keyword } }) => keyword === 'type',
    cause:
      'An internal type of the implementation is serialised unchanged, but the document has another type.',
    fix: 'Map such types to those of the document before they are serialised.',
  },
  {
    when: ({ finding: { keyword } }) => keyword === 'maximum' || keyword === 'minimum',
    cause: 'The value comes from a system with different limits, and is passed on unchecked.',
    fix: 'Check the value against the limits of the document before it is stored.',
  },
  {
    when: ({ finding: { keyword } }) => keyword === 'uniqueItems',
    cause: 'The elements are collected from several places into a list instead of a set.',
    fix: 'Remove equal elements before the list is sent.',
  },
  {
    when: ({ finding: { keyword } }) => keyword === 'enum' || keyword === 'const',
    cause: 'The value is an internal name of the implementation, or is newer than the document.',
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

/** True if the object that lacks the member has it in one of its own objects. */
function isInside(at: Place, body: unknown): boolean {
  const steps = pointerOf(at)?.split('/').slice(1) ?? [];
  const name = steps.at(-1);
  const own = steps
    .slice(0, -1)
    .reduce<unknown>((value, step) => (isObject(value) ? value[step] : undefined), body);
  if (name === undefined || !isObject(own)) return false;
  return Object.values(own).some((one) => isObject(one) && Object.hasOwn(one, name));
}
