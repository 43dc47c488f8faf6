/** The allocation factory: which arguments it answers. */
import fc from 'fast-check';
import {
  call,
  choiceArguments,
  type Probe,
  type Requirement,
  requirement,
  valid,
} from '../../src/index.ts';
import { owes200 } from '../answers.ts';
import { only, single } from './probes.ts';
import { ask, type Subject, TWIN_OPTIONS } from './subject.ts';

interface FactoryProbes {
  readonly declared: Probe;
  readonly around: Probe;
  readonly anyObject: Probe;
  readonly refusedInARow: Probe;
}

export function factoryProbes({ operation, binds, twin }: Subject): FactoryProbes {
  const named = (name: string): string => `${operation.chapter}/${name}`;
  const about = (args: unknown) =>
    ask(operation, { path: {}, members: { choiceArguments: args } }, TWIN_OPTIONS);
  return {
    declared: {
      operation,
      needs: 'choiceArguments',
      id: named('declared-arguments'),
      sends: 'each declared example of choiceArguments',
      share: 0.05,
      strata: ({ choiceArguments: examples }) =>
        examples.slice(0, 5).map((example, i) => ({
          label: `example-${i + 1}`,
          cases: fc.constant(example).map((args) => [about(args)]),
        })),
    },
    around: {
      operation,
      ...binds,
      id: named('arguments'),
      sends: 'realistic arguments around the declared examples, which a registry may refuse',
      share: 0.75,
      strata: ({ choiceArguments: examples }) =>
        only('around', single(choiceArguments(examples).around.map(about))),
    },
    anyObject: {
      operation,
      ...binds,
      id: named('any-object'),
      sends: 'any JSON object as arguments, which a registry may refuse but not stumble over',
      share: 0.25,
      strata: () => [
        {
          label: 'free-form',
          cases: single(valid({ type: 'object' }, operation.contract.document).map(about)),
        },
        {
          label: 'deep',
          cases: single(fc.integer({ min: 20, max: 500 }).map((n) => about(nested(n)))),
        },
      ],
    },
    refusedInARow: {
      operation,
      ...binds,
      twin,
      id: named('refused-in-a-row'),
      sends: 'three requests in a row without the arguments',
      wrong: 'schema',
      share: 0.05,
      strata: () =>
        only(
          'no-arguments',
          fc.constant(call(operation, { json: TWIN_OPTIONS })).map((c) => [c, c, c]),
        ),
    },
  };
}

export function allocationFactory({ operation }: Subject, probes: FactoryProbes): Requirement[] {
  return [
    requirement({
      id: `registry/${operation.chapter}/declared-arguments-answered`,
      level: 'MUST',
      clause: 'factory-is-answered',
      says: 'Arguments that the operator declares as good get the factory and its context.',
      probes: [probes.declared],
      check: ({ response }) => owes200(response.status),
    }),
  ];
}

function nested(depth: number): object {
  let value: object = {};
  for (let i = 0; i < depth; i++) value = { inner: value };
  return value;
}
