/** Valid arguments whose optional members have no value, and how they say so: null, or no such member. */
import type { Probe } from '../../src/kit.ts';
import { isObject } from '../kit/json.ts';
import { probe, row } from '../kit/probes.ts';
import type { FactorySubject } from './subject.ts';

/** Optional members of the choices, in any object of the arguments. */
const OPTIONAL: ReadonlySet<string> = new Set([
  'settlementDeadline',
  'nextIterationFunding',
  'cid',
]);

const FORMS = ['null', 'absent'] as const;
type Form = (typeof FORMS)[number];

/**
 * `undefined` for factories whose examples have no value in an optional member: of version 1, transfers and settlements.
 * What is null in an example is absent in the probe of awkward numbers.
 */
export function optionalArguments(subject: FactorySubject): Probe | undefined {
  const { operation, fixture, fixtureNeed, example, about } = subject;
  if (fixture !== 'allocationArgumentsV2') return undefined;
  return probe(operation, 'optional-arguments', {
    ...fixtureNeed,
    mayBeRejected: true,
    quick: 1,
    sends:
      'valid arguments with null instead of the optional members that have a value, and without these members; a registry may reject them but must not crash',
    eachSends: 'valid arguments whose optional members have no value',
    caseGroups: (fixtures) =>
      FORMS.flatMap((form) => {
        const names = new Set<string>();
        const args = emptied(example(fixtures), form, names);
        return names.size === 0 ? [] : [row(`${form} ${[...names].join(', ')}`, about(args))];
      }),
  });
}

/** The value without the values of optional members, whose names are added to `names`. */
function emptied(value: unknown, form: Form, names: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => emptied(one, form, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      if (!OPTIONAL.has(name) || one === null) return [[name, emptied(one, form, names)]];
      names.add(name);
      return form === 'null' ? [[name, null]] : [];
    }),
  );
}
