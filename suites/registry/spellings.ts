/** One JSON value in several spellings: blanks, escapes, a charset, and undocumented members. */

import fc, { type Arbitrary } from 'fast-check';
import {
  allOf,
  type CaseGroup,
  type Fixtures,
  RESPELLINGS,
  rewritten as rewrittenFrom,
  type Step,
} from '../../src/kit.ts';
import { drawn, random } from '../kit/probes.ts';
import { type Steps, stepsOf } from '../kit/steps.ts';
import { memberNames } from './request-schema.ts';
import { alternatives, callFor, type Good, type Subject } from './subject.ts';

/**
 * Members outside the request schema: any, those of another operation, which clients also send, those with the names of
 * path parameters, and documented ones with another case, with a value that no documented member may have.
 */
function unknownMembers(subject: Subject): readonly Arbitrary<object>[] {
  const any = allOf<unknown>(['text', 7, true, { nested: [1] }, []]);
  return [
    any.map((values) => Object.fromEntries(values.map((v, i) => [`assayUnknownMember${i}`, v]))),
    fc.constant({ ...subject.foreign, assayUnknownMember: null }),
    fc.constant(Object.fromEntries(memberNames(subject).map((name) => [capitalised(name), 7]))),
  ];
}

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** One request in several spellings, and again unchanged. */
export const SPELLED: Steps<'plain' | 'rewritten' | 'charset' | 'extended' | 'again'> = stepsOf(
  ...(['plain', 'rewritten', 'charset', 'extended', 'again'] as const),
);

/** The requests of each case, in their order. */
export const SPELLED_AS = [
  'a valid request before other spellings of it',
  'the same JSON value with different white space, key order or escapes',
  'Application/JSON; charset=utf-8 as the media type',
  'an additional member',
  'a valid request after other spellings of it',
] as const;

/** Escapes in both, so that a search for the name in the text fails, with and without the flag. */
const SPELLINGS = [
  { name: 'lines', flag: true },
  { name: 'escapes', flag: true },
  { name: 'escapes', flag: false },
  { name: 'blanks', flag: false },
] as const;

/** The same JSON value in fixed spellings and in a random one, each with undocumented members. */
export function spellings(subject: Subject, fixtures: Fixtures): CaseGroup[] {
  const { operation, options: plainly } = subject;
  const cases = (
    g: Good,
    excludeDebugFields: boolean,
    extra: object,
    write: (value: unknown) => string,
  ): readonly Step[] => {
    const options = { ...plainly, excludeDebugFields };
    const plain = callFor(operation, g, options);
    const charset = {
      ...plain,
      headers: { 'content-type': 'Application/JSON; charset=utf-8' },
    };
    const text = write({ ...g.members, ...options });
    const extended = callFor(operation, g, { ...options, ...extra });
    const rewritten = { ...plain, body: text };
    return SPELLED.requests({ plain, rewritten, charset, extended, again: plain });
  };
  const extras = unknownMembers(subject);
  const any = fc
    .tuple(subject.good(fixtures), fc.boolean(), fc.string())
    .chain(([g, flag, assayUnknownMember]) =>
      rewrittenFrom({ ...g.members, ...plainly, excludeDebugFields: flag }).map((text) =>
        cases(g, flag, { assayUnknownMember }, () => text),
      ),
    );
  return [
    ...alternatives(subject, fixtures, SPELLINGS, ({ name, flag }, g, i) =>
      drawn(
        flag ? name : `${name}-without-flag`,
        (extras[i] ?? fc.constant({})).map((extra) => cases(g, flag, extra, RESPELLINGS[name])),
        5,
      ),
    ),
    random('any', any, 5),
  ];
}
