/** Rules for documented members of any response: times, and choices between kinds. */
import {
  type CheckResult,
  describe,
  type Finding,
  finding,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
} from '../../../src/index.ts';
import { isDateTime } from '../../date-time.ts';
import { isObject } from '../requests/alike.ts';
import { canHave, documented, type Place } from '../requests/documented.ts';
import type { Json } from '../requests/members.ts';

/** Members that the documents describe as a time; they declare them as strings without a format. */
const TIMES: ReadonlySet<string> = new Set([
  ...['createdAt', 'effectiveAt', 'recordTime', 'estimationTimestamp'],
  ...['validFromInclusive', 'validUntilExclusive'],
]);

/** Members that show a kind; others of this form may be empty. */
const CHOICES: ReadonlySet<string> = new Set([
  ...['kind', 'update', 'event', 'contractEntry', 'completionResponse'],
]);

const isTime = (name: string, { type }: Json): boolean => TIMES.has(name) && type === 'string';
const isChoice = (name: string, { oneOf }: Json): boolean =>
  CHOICES.has(name) && Array.isArray(oneOf);

/** The rules for the members of the responses of an operation. */
export function ofMembers(
  id: (name: string) => string,
  operation: Operation,
  probes: readonly Probe[],
): Requirement[] {
  return [
    ...rule(operation, isTime, (check) => ({
      id: id('times-are-rfc-3339'),
      level: 'SHOULD',
      clause: 'times-are-rfc-3339',
      statement: 'Times are RFC 3339 dates and times that exist.',
      cause: 'The default format of a date type is sent, or the seconds since 1970 as a string.',
      fix: 'Format times in UTC by RFC 3339, such as 2026-01-31T12:00:00.123456Z.',
      probes,
      anyTraffic: true,
      check: check(({ at, value }) =>
        typeof value !== 'string'
          ? undefined
          : isDateTime(value)
            ? []
            : [finding(at, 'an RFC 3339 date-time', describe(value))],
      ),
    })),
    ...rule(operation, isChoice, (check) => ({
      id: id('kinds-are-named'),
      level: 'SHOULD',
      clause: 'kinds-are-named',
      statement: 'A member with several documented kinds names one of them.',
      cause: 'The encoder omits an unknown kind, or sends it as Empty.',
      fix: 'Encode every kind of the documents under its name.',
      probes,
      anyTraffic: true,
      check: check(({ at, value }) => {
        const [kind] = isObject(value) ? Object.keys(value) : [];
        const isNamed = value !== undefined && kind !== 'Empty' && kind !== 'JsEmpty';
        return isNamed ? [] : [finding(at, 'one of the documented kinds', describe(value))];
      }),
    })),
  ];
}

type Judge = (place: Place) => readonly Finding[] | undefined;
type Check = Extract<Requirement, { check: unknown }>['check'];

/** A requirement on each member of that kind, for operations whose responses can have one. */
function rule(
  { contract, responses }: Operation,
  isOne: (name: string, schema: Json) => boolean,
  make: (check: (judge: Judge) => Check) => Requirement,
): Requirement[] {
  const schema = responses[200]?.['application/json'];
  if (schema === undefined || !canHave(contract, schema, isOne)) return [];
  const check =
    (judge: Judge): Check =>
    ({ response: { status, body } }): CheckResult => {
      if (status !== 200) return undefined;
      let seen = false;
      for (const place of documented(contract, schema, body)) {
        const found = isOne(place.name, place.schema) ? judge(place) : undefined;
        if (found?.length) return found;
        seen ||= found !== undefined;
      }
      return seen ? [] : 'inapplicable';
    };
  return [requirement(make(check))];
}
