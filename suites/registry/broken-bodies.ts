/** Requests whose body breaks the request schema in one place, or is malformed JSON. */
import fc from 'fast-check';
import {
  type Breaker,
  type BrokenValues,
  breakers,
  type CaseGroup,
  call,
  type Probe,
} from '../../src/kit.ts';
import { MALFORMED as MALFORMED_JSON, type Malformed } from '../http/malformed-json.ts';
import { readingCodings } from '../http/near-requests.ts';
import { drawn, probe } from '../kit/probes.ts';
import { alternatives, type Good, type Subject } from './subject.ts';

/** Malformed JSON that lenient parsers accept. */
export const MALFORMED: readonly Malformed[] = [
  // A parser that reads the one infinity reads the other.
  ...MALFORMED_JSON.filter(({ label }) => label !== 'with-minus-infinity'),
  { label: 'white-space', spoil: () => ' ' },
  { label: 'capital-false', spoil: (text) => text.replace(/false(?=}$)/, 'False') },
  { label: 'no-value', spoil: () => '{"excludeDebugFields":}' },
];

export function brokenBodies(subject: Subject): ReadonlyMap<string, Probe> {
  const { operation, fixtureNeed, control } = subject;
  const all = breakers(operation.request ?? true, operation.contract.document);
  return new Map(
    all.map((breaker) => {
      const broken = probe(operation, `broken-${breaker.label.toLowerCase()}`, {
        ...fixtureNeed,
        control,
        sends: brokenIn(breaker),
        ...(breaker.alternatives.every((one) => one.label !== '') && {
          eachSends: brokenIn(breaker),
        }),
        wrong: 'schema',
        caseGroups: (fixtures) =>
          alternatives(subject, fixtures, alternativesOf(breaker), (one, good, i) =>
            brokenBy(breaker, one, good, i, subject),
          ),
      });
      return [breaker.label, broken];
    }),
  );
}

/**
 * Every factory has arguments of its own, so that none shares these values with a sibling. Each left out has one beside
 * it that a check cannot tell from it: 1, false and the empty array.
 */
const ALIKE: readonly string[] = ['true', '0', '[{}]'];

const alternativesOf = ({ at, alternatives }: Breaker): readonly BrokenValues[] =>
  at === '/choiceArguments'
    ? alternatives.filter(({ label }) => !ALIKE.includes(label))
    : alternatives;

const nameIn = (at: string): string => at.slice(1).replaceAll('/', '.');

/** The defect of the body, in words. */
function brokenIn({ keyword, at }: Breaker): string {
  const name = at.endsWith('/*') ? `a value in ${nameIn(at.slice(0, -2))}` : nameIn(at);
  if (keyword === 'required') return `a body without ${name}`;
  if (keyword !== 'type') return `a body that breaks ${keyword} at ${at === '' ? 'the top' : name}`;
  return at === '' ? 'a body of another type' : `a body in which ${name} has another type`;
}

/** Valid parts may hide the broken one from a lenient server, so two of the bodies have valid parts beside it. */
function brokenBy(
  { label }: Breaker,
  { label: value, values }: BrokenValues,
  { path, members }: Good,
  index: number,
  { operation, options }: Subject,
): CaseGroup {
  const beside =
    'meta' in options && index % 4 < 2 ? { meta: { first: 'plain', second: 'plain' } } : {};
  const body = fc.constant({ ...members, ...options, ...beside });
  return drawn(
    value === '' ? label : value,
    values(body).map((json) => {
      const broken = call(operation, { path, json });
      // Most clients offer codings, with requests that are rejected too.
      return index % 4 === 1 ? readingCodings(broken) : broken;
    }),
  );
}
