/** Facts about the APIs of the token standard that their documents do not state. */
import type { Fixtures, Operation } from '../../src/kit.ts';
import type { Arguments, Ids } from './fixtures.ts';
import type { Related } from './identifier-probes.ts';
import {
  type ContextSubject,
  type Contexts,
  context,
  type FactorySubject,
  factory,
  type Subjects,
} from './subject.ts';

/** The fixtures with ids of one kind of contracts: live ones, and those under reassignment. */
type Kind = readonly [live: Ids, reassigning: Ids];

interface Api {
  /** The kinds of contracts that have choice contexts, by the name of their id in paths: it is the same in all versions. */
  readonly contexts?: Readonly<Record<string, Kind>>;
  /** The fixture with arguments that its factory accepts. */
  readonly factory?: Arguments;
  /** The API whose factory refers to contracts of other kinds; itself by default. */
  readonly otherFactory?: string;
}

const APIS: Readonly<Record<string, Api>> = {
  'allocation-v1': {
    contexts: { allocationId: ['allocations', 'reassigning'] },
    otherFactory: 'allocation-instruction-v1',
  },
  'allocation-instruction-v1': { factory: 'choiceArguments' },
  'transfer-v1': {
    contexts: {
      transferInstructionId: ['transferInstructions', 'reassigningTransferInstructions'],
    },
    factory: 'transferArguments',
  },
  'allocation-v2': {
    contexts: { allocationId: ['allocationsV2', 'reassigningAllocationsV2'] },
    factory: 'settlementArguments',
  },
  'allocation-instruction-v2': {
    contexts: {
      allocationInstructionId: ['allocationInstructionsV2', 'reassigningAllocationInstructionsV2'],
    },
    factory: 'allocationArgumentsV2',
  },
  'transfer-v2': {
    contexts: {
      transferInstructionId: ['transferInstructionsV2', 'reassigningTransferInstructionsV2'],
    },
    factory: 'transferArgumentsV2',
  },
};

/** An API has at most one factory. */
const isFactory = ({ name }: Operation): boolean => name.endsWith('-factory');
const isContext = ({ path }: Operation): boolean => path.includes('/choice-contexts/');
const apiOf = ({ contract }: Operation): string => contract.id;

const idOf = ({ pathParameters: [name = ''] }: Operation): string => name;

/** The contexts and factories among the operations. */
export function subjectsOf(operations: readonly Operation[]): Subjects {
  const families = Object.entries(APIS).flatMap(([api, { contexts = {} }]) =>
    Object.entries(contexts).flatMap(([id, kind]): Contexts[] => {
      const own = operations.filter((o) => isContext(o) && apiOf(o) === api && idOf(o) === id);
      const [first, ...others] = own.map((one) => context(one, ...kind));
      return first === undefined ? [] : [[first, ...others]];
    }),
  );
  const factories = operations.filter(isFactory).flatMap((operation): FactorySubject[] => {
    const own = APIS[apiOf(operation)]?.factory;
    return own ? [factory(operation, own)] : [];
  });
  return { families, factories };
}

/** The operations that give contract ids of other kinds, for a context. */
export function relatedTo(
  { operation }: ContextSubject,
  { families, factories }: Subjects,
): Related {
  const api = apiOf(operation);
  const wanted = APIS[api]?.otherFactory ?? api;
  const ofKind = families.filter(([one]) => idOf(one.operation) === idOf(operation));
  const found = factories.find((one) => apiOf(one.operation) === wanted);
  return {
    ...(found && { factory: found }),
    others: families.filter((one) => !ofKind.includes(one)).map(([one]) => one),
    ofKind: (fixtures: Fixtures) =>
      new Set(
        ofKind.flatMap(([{ fixture: live, reassigning }]) => [
          ...fixtures[live],
          ...fixtures[reassigning],
        ]),
      ),
  };
}
