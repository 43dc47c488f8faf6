/** The APIs of the token standard: what the documents do not state of their operations. */
import type { Fixtures, Operation } from '../../src/index.ts';
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

/** The contracts of which an API has choice contexts: their kind, and the fixtures with their ids. */
interface Kind {
  readonly kind: 'allocation' | 'allocation instruction' | 'transfer instruction';
  readonly live: Ids;
  readonly reassigning: Ids;
}

interface Api {
  readonly contexts?: Kind;
  /** The fixture with arguments that its factory accepts. */
  readonly factory?: Arguments;
  /** The factory whose responses name contracts of other kinds; its own unless given. */
  readonly otherFactory?: string;
}

const APIS: Readonly<Record<string, Api>> = {
  'allocation-v1': {
    contexts: { kind: 'allocation', live: 'allocations', reassigning: 'reassigning' },
    otherFactory: 'allocation-instruction-v1',
  },
  'allocation-instruction-v1': { factory: 'choiceArguments' },
  'transfer-v1': {
    contexts: {
      kind: 'transfer instruction',
      live: 'transferInstructions',
      reassigning: 'reassigningTransferInstructions',
    },
    factory: 'transferArguments',
  },
  'allocation-v2': {
    contexts: {
      kind: 'allocation',
      live: 'allocationsV2',
      reassigning: 'reassigningAllocationsV2',
    },
    factory: 'settlementArguments',
  },
  'allocation-instruction-v2': {
    contexts: {
      kind: 'allocation instruction',
      live: 'allocationInstructionsV2',
      reassigning: 'reassigningAllocationInstructionsV2',
    },
    factory: 'allocationArgumentsV2',
  },
  'transfer-v2': {
    contexts: {
      kind: 'transfer instruction',
      live: 'transferInstructionsV2',
      reassigning: 'reassigningTransferInstructionsV2',
    },
    factory: 'transferArgumentsV2',
  },
};

/** An API has at most one. */
const isFactory = ({ name }: Operation): boolean => name.endsWith('-factory');
const isContext = ({ path }: Operation): boolean => path.includes('/choice-contexts/');
const apiOf = ({ contract }: Operation): string => contract.id;

/** The contexts and factories among the operations. */
export function subjectsOf(operations: readonly Operation[]): Subjects {
  const families = Object.entries(APIS).flatMap(([api, { contexts: kind }]): Contexts[] => {
    const own = operations.filter((one) => isContext(one) && apiOf(one) === api);
    const [first, ...others] = kind
      ? own.map((one) => context(one, kind.live, kind.reassigning))
      : [];
    return first === undefined ? [] : [[first, ...others]];
  });
  const factories = operations.filter(isFactory).flatMap((operation): FactorySubject[] => {
    const own = APIS[apiOf(operation)]?.factory;
    return own ? [factory(operation, own)] : [];
  });
  return { families, factories };
}

/** Where the ids of contracts of another kind come from, for the contexts of an API. */
export function relatedTo(
  { operation }: ContextSubject,
  { families, factories }: Subjects,
): Related {
  const api = apiOf(operation);
  const wanted = APIS[api]?.otherFactory ?? api;
  const kindOf = (one: { operation: Operation }) => APIS[apiOf(one.operation)]?.contexts?.kind;
  const ofKind = families.filter(([one]) => kindOf(one) === kindOf({ operation }));
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
