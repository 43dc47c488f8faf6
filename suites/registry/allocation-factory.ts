/** The allocation factory: which arguments it accepts. */
import { type Probe, type Requirement, requirement, valid } from '../../src/index.ts';
import { expects200 } from '../answers.ts';
import { once, onceOf, only, single } from './cases.ts';
import { choiceArguments } from './choice-arguments.ts';
import { ask, type Subject } from './subject.ts';

interface FactoryProbes {
  readonly declared: Probe;
  readonly around: Probe;
  readonly anyObject: Probe;
  readonly rejectedInARow: Probe;
}

export function factoryProbes({
  operation,
  binds,
  control,
  hopeless,
  options,
}: Subject): FactoryProbes {
  const named = (name: string): string => `${operation.name}/${name}`;
  const about = (args: unknown) =>
    ask(operation, { path: {}, members: { choiceArguments: args } }, options);
  return {
    declared: {
      operation,
      needs: 'choiceArguments',
      id: named('declared-arguments'),
      sends: 'each declared example of choiceArguments',
      weight: 0,
      caseGroups: ({ choiceArguments: examples }) =>
        examples.slice(0, 5).map((example, i) => once(`example-${i + 1}`, about(example))),
    },
    around: {
      operation,
      ...binds,
      id: named('arguments'),
      sends: 'realistic arguments around the declared examples, which a registry may reject',
      weight: 0.2,
      caseGroups: ({ choiceArguments: examples }) =>
        only('around', single(choiceArguments(examples).around.map(about))),
    },
    anyObject: {
      operation,
      ...binds,
      id: named('any-object'),
      sends:
        'any JSON object as arguments, and the declared ones without a part, which a registry may reject but must not crash on',
      weight: 0.05,
      caseGroups: ({ choiceArguments: [example] }) => [
        {
          label: 'free-form',
          cases: single(valid({ type: 'object' }, operation.contract.document).map(about)),
        },
        once('empty', about({})),
        once('deep', about(nested(500))),
        ...(example ? incomplete(example) : []).map(({ at, args }) =>
          once(`without${at}`, about(args)),
        ),
      ],
    },
    rejectedInARow: {
      operation,
      ...binds,
      control,
      id: named('refused-in-a-row'),
      sends: 'the control, and then three requests in a row without the arguments',
      wrong: 'schema',
      alone: true,
      weight: 0,
      caseGroups: (fixtures) => {
        const accepted = control(fixtures);
        return [
          onceOf(
            'no-arguments',
            hopeless.map((c) => [...(accepted ? [accepted] : []), c, c, c]),
            accepted ? 4 : 3,
          ),
        ];
      },
    },
  };
}

export function allocationFactory({ operation }: Subject, probes: FactoryProbes): Requirement[] {
  return [
    requirement({
      id: `registry/${operation.name}/accepts-declared-arguments`,
      level: 'MUST',
      clause: 'factory-is-answered',
      statement: 'Arguments that the operator declares as good get the factory and its context.',
      cause:
        'A 500 is a crash of the registry. For other statuses the example may be outdated (dates pass, holdings are spent), or the request type is stricter than the contract.',
      fix: "Check the example first. Then decode choiceArguments as an open object, in the ledger's JSON encoding.",
      probes: [probes.declared],
      check: ({ response }) => expects200(response.status),
    }),
  ];
}

type Members = Readonly<Record<string, unknown>>;

/** So many parts are left out, the outermost first. */
const PARTS = 9;

/** The arguments without one of the objects and lists in them that hold something. */
function incomplete(example: Members): readonly { at: string; args: Members }[] {
  const found: { at: string; args: Members }[] = [];
  const waiting = [{ at: '', part: example, put: (args: Members): Members => args }];
  for (const { at, part, put } of waiting) {
    for (const [name, value] of Object.entries(part)) {
      if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) continue;
      const { [name]: _, ...rest } = part;
      found.push({ at: `${at}/${name}`, args: put(rest) });
      if (Array.isArray(value)) continue;
      waiting.push({
        at: `${at}/${name}`,
        part: value as Members,
        put: (inner) => put({ ...part, [name]: inner }),
      });
    }
  }
  return found.slice(0, PARTS);
}

function nested(depth: number): object {
  let value: object = {};
  for (let i = 0; i < depth; i++) value = { inner: value };
  return value;
}
