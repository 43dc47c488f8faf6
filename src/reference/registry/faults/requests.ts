/** Faults in reading a body: too lenient, too strict, dependent on its spelling, or on what meta has. */

import { holdingsIn } from '../arguments.ts';
import {
  type Defect,
  parsing,
  reading,
  rejectingBodies,
  servingEmptyArguments,
  table,
  together,
  withFlag,
} from '../fault.ts';
import { isRecord } from '../read-body.ts';
import { Rejection } from '../reply.ts';
import type { Change } from '../steps.ts';

/** A body that every operation accepts; lenient servers read it instead of a bad one. */
const ANYTHING = { choiceArguments: {} };

const flagAs = (coerce: (flag: unknown) => unknown): Change =>
  reading((body) =>
    'excludeDebugFields' in body
      ? { ...body, excludeDebugFields: coerce(body['excludeDebugFields']) }
      : body,
  );

/** The entries of a body's meta; none if it is not an object. */
export function metaEntries(body: Readonly<Record<string, unknown>>): [string, unknown][] {
  const { meta } = body;
  return isRecord(meta) ? Object.entries(meta) : [];
}

const metaAs = (edit: (meta: unknown) => unknown): Change =>
  reading((body) => ('meta' in body ? { ...body, meta: edit(body['meta']) } : body));

const valuesAs = (type: string): Change =>
  metaAs((meta) =>
    isRecord(meta)
      ? Object.fromEntries(
          Object.entries(meta).map(([key, value]) => [
            key,
            typeof value === type ? String(value) : value,
          ]),
        )
      : meta,
  );

export const requestFaults: readonly Defect[] = table({
  'sixteen-holdings': {
    description: 'Factories reject more than 16 input holdings.',
    killedBy: 'registry/*/{transfer,allocation}-factory/accepts-many-holdings',
    change: rejectingBodies(
      (body) => holdingsIn(body) > 16,
      new Rejection(400, 'business', 'At most 16 holdings are allowed.'),
    ),
  },
  'amounts-must-be-texts': {
    description: 'Factories reject an amount that is a number.',
    killedBy: 'registry/*/*-factory/accepts-respelled-arguments',
    change: rejectingBodies(
      ({ choiceArguments }) => /"amount":\d/.test(JSON.stringify(choiceArguments ?? null)),
      new Rejection(400, 'business', 'amount must be a text.'),
    ),
  },
  'malformed-json-taken-as-empty': {
    description: 'The server reads a body that is not JSON as an empty object.',
    killedBy: 'registry/**/rejects-malformed-json',
    change: together(servingEmptyArguments, ({ parse }) => ({
      parse: (text) => {
        const value = parse(text);
        return value instanceof Rejection && value.why === 'malformed' ? ANYTHING : value;
      },
    })),
  },
  'missing-body-taken-as-empty': {
    description: 'The server reads a missing body as an empty object.',
    killedBy: 'registry/**/rejects-missing-body',
    change: together(
      servingEmptyArguments,
      parsing((text) => text || JSON.stringify(ANYTHING)),
    ),
  },
  'any-body-accepted': {
    description: 'Any JSON value that is not an object counts as an empty object.',
    killedBy: 'registry/**/rejects-body-type',
    change: together(servingEmptyArguments, ({ check }) => ({
      check: (value, route) => check(isRecord(value) ? value : ANYTHING, route),
    })),
  },
  'body-over-path': {
    description: 'A member of the body with the name of the path parameter replaces the id.',
    killedBy: 'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/ignores-unknown-member',
    change: ({ check, decode }) => {
      let named: unknown;
      return {
        check: (value, route) => {
          const members = isRecord(value) ? Object.entries(value) : [];
          named = members.find(([name]) => name.endsWith('Id'))?.[1];
          return check(value, route);
        },
        decode: (segment) => (typeof named === 'string' ? named : decode(segment)),
      };
    },
  },
  'meta-required': {
    description: 'A body without meta is rejected.',
    killedBy: 'registry/**/accepts-optional-members',
    change: rejectingBodies((body, { kind }) => kind === 'context' && body['meta'] === undefined),
  },
  'flag-required': {
    description: 'A body without excludeDebugFields is rejected.',
    killedBy: 'registry/**/accepts-optional-members',
    change: rejectingBodies((body) => body['excludeDebugFields'] === undefined),
  },
  'meta-and-flag-exclusive': {
    description: 'A body with both optional members is rejected.',
    killedBy: 'registry/**/accepts-live-id',
    change: rejectingBodies((body) => 'meta' in body && 'excludeDebugFields' in body),
  },
  'flag-found-by-text-search': {
    description: 'The text of the body is searched for the flag, ignoring white space.',
    killedBy: 'registry/**/json-spelling-is-ignored',
    change: withFlag(({ incoming }) => incoming.text.includes('"excludeDebugFields":true')),
  },
  'choice-arguments-optional': {
    description: 'The factory accepts a body without choiceArguments.',
    killedBy: 'registry/**/rejects-missing-choice-arguments',
    change: together(
      servingEmptyArguments,
      reading((body) => ({ choiceArguments: {}, ...body })),
    ),
  },
  'flag-as-json-string': {
    description: 'The strings "true" and "false" count as booleans.',
    killedBy: 'registry/**/rejects-flag-type',
    change: flagAs((flag) => (flag === 'true' ? true : flag === 'false' ? false : flag)),
  },
  'flag-as-one': {
    description: 'The number 1 counts as true.',
    killedBy: 'registry/**/rejects-flag-type',
    change: flagAs((flag) => (flag === 1 ? true : flag)),
  },
  'flag-by-truthiness': {
    description: 'Any value of the flag counts as true or false.',
    killedBy: 'registry/**/rejects-flag-type',
    change: flagAs(Boolean),
  },
  'meta-rejected': {
    description: 'A meta that is not empty is rejected.',
    killedBy: 'registry/**/accepts-any-meta',
    change: rejectingBodies((body) => metaEntries(body).length > 0),
  },
  'meta-of-two-rejected': {
    description: 'A meta with more than one key is rejected.',
    killedBy: 'registry/**/accepts-any-meta',
    change: rejectingBodies((body) => metaEntries(body).length > 1),
  },
  'meta-keys-with-slash-rejected': {
    description: 'A meta key with a slash, as in prefix/name, is rejected.',
    killedBy: 'registry/**/accepts-any-meta',
    change: rejectingBodies((body) => metaEntries(body).some(([key]) => key.includes('/'))),
  },
  'empty-meta-value-rejected': {
    description: 'An empty string as a meta value is rejected.',
    killedBy: 'registry/**/accepts-any-meta',
    change: rejectingBodies((body) => metaEntries(body).some(([, value]) => value === '')),
  },
  'null-word-rejected': {
    description: 'The text "null" as a meta value is rejected.',
    killedBy: 'registry/**/accepts-any-meta',
    change: rejectingBodies((body) => metaEntries(body).some(([, value]) => value === 'null')),
  },
  'meta-list-accepted': {
    description: 'A meta that is an array is accepted.',
    killedBy: 'registry/**/rejects-meta-type',
    change: metaAs((meta) => (Array.isArray(meta) ? {} : meta)),
  },
  'meta-numbers-accepted': {
    description: 'The server accepts a number as a meta value.',
    killedBy: 'registry/**/rejects-meta-value-type',
    change: valuesAs('number'),
  },
  'only-first-meta-value-checked': {
    description: 'The server checks only the type of the first value of meta.',
    killedBy: 'registry/**/rejects-meta-value-type',
    change: metaAs((meta) => {
      const [first, ...others] = metaEntries({ meta });
      if (first === undefined) return meta;
      return Object.fromEntries([first, ...others.map(([name, value]) => [name, `${value}`])]);
    }),
  },
});
