/** Good arguments whose optional members have no value, and how they say so: null, or no such member. */
import type { Probe } from '../../src/kit.ts';
import { isObject } from '../kit/json.ts';
import { probe, row } from '../kit/probes.ts';
import type { FactorySubject } from './subject.ts';

/** Optional members of the choices, in any object of the arguments. */
const OPTIONAL: readonly string[] = ['settlementDeadline', 'nextIterationFunding', 'cid'];
/** Without its provider an account is another one, which may not exist; so this one is only left out where it is null. */
const OF_ACCOUNTS = 'provider';

type Change = (name: string, value: unknown) => 'null' | 'absent' | undefined;

const toNull: Change = (name, value) =>
  OPTIONAL.includes(name) && value !== null ? 'null' : undefined;
const toAbsent: Change = (name, value) =>
  OPTIONAL.includes(name) || (name === OF_ACCOUNTS && value === null) ? 'absent' : undefined;

/** `undefined` for a choice without optional members: a transfer of version 1. */
export function optionalArguments(subject: FactorySubject): Probe | undefined {
  const { operation, fixture, fixtureNeed, control, example: exampleOf, about } = subject;
  if (fixture === 'transferArguments') return undefined;
  return probe(operation, 'optional-arguments', {
    ...fixtureNeed,
    control,
    quick: 0,
    sends:
      'good arguments with null in place of the optional members that have a value, and without optional members',
    eachSends: 'good arguments in which optional members have no value',
    caseGroups: (fixtures) =>
      [toNull, toAbsent].flatMap((change) => {
        const example = exampleOf(fixtures);
        const names = new Set<string>();
        const args = changed(example, change, names);
        if (names.size === 0) return [];
        const form = change === toNull ? 'null' : 'absent';
        return [row(`${form} ${[...names].join(', ')}`, about(args))];
      }),
  });
}

/** The value with its members changed, whose names are added to `names`. */
function changed(value: unknown, change: Change, names: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => changed(one, change, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const form = change(name, one);
      if (form === undefined) return [[name, changed(one, change, names)]];
      names.add(name);
      return form === 'null' ? [[name, null]] : [];
    }),
  );
}
