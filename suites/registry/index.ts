/** The registry: allocation contexts and the allocation factory. */

import fc from 'fast-check';
import { call, type Fixtures, type PresenceProbe, type Surface } from '../../src/index.ts';
import { CLAUSES } from '../clauses.ts';
import { type Law, requirementsOf } from '../kit/law.ts';
import { relatedTo, subjectsOf } from './families.ts';
import { ACCEPTS_ANY_NUMBER } from './awkward-numbers.ts';
import { registryClient } from './client.ts';
import { CONTEXT_LAWS } from './contexts.ts';
import { registryContracts } from './contracts.ts';
import { DEBUG_LAWS } from './debug-fields.ts';
import { DISCLOSURE_LAWS } from './disclosed-contracts.ts';
import { EVERY_OPERATION } from './every-operation.ts';
import { FACTORY_LAWS } from './factories.ts';
import { fixtureLookups } from './fixture-lookups.ts';
import { NO_REGISTRY_FIXTURES, OPERATOR_FIXTURES } from './fixtures.ts';
import { FLAG_LASTS } from './flag-lasts.ts';
import { contractIds } from './identifiers.ts';
import { ACCEPTS_LARGE_BODY } from './large-bodies.ts';
import { OWN_CONTEXT_LAWS } from './own-context.ts';
import { type Context, type Factory, type Probed, probedContext, probedFactory } from './probed.ts';
import { checkFixtures, checksOf } from './rejected-fixtures.ts';
import { REQUEST_LAWS } from './requests.ts';
import { STANDS_ALONE } from './stands-alone.ts';
import type { ContextSubject, FactorySubject, Subject } from './subject.ts';

const HASH = 'ab'.repeat(32);
const EXAMPLES: Partial<Fixtures> = {
  allocations: [`00${HASH}`],
  reassigning: [`01${HASH}`],
  choiceArguments: [{ inputHoldingCids: [] }],
};

/** What contexts and factory share. */
const COMMON_LAWS: readonly Law<Probed>[] = [
  ...REQUEST_LAWS,
  ACCEPTS_LARGE_BODY,
  ...DEBUG_LAWS,
  STANDS_ALONE,
  ...DISCLOSURE_LAWS,
  ...EVERY_OPERATION,
];

const idOf = ({ operation }: Subject): string => `registry/${operation.name}`;

/** The registry surface: its operations, its presence probes and every requirement. */
export function registry(): Surface {
  const operations = registryContracts().flatMap((contract) => contract.operations);
  const subjects = subjectsOf(operations);
  const contexts = subjects.families.flat();
  return {
    name: 'registry',
    clauses: [CLAUSES],
    // Registries are known to limit their callers.
    ratePerSecond: 1.5,
    emptyFixtures: NO_REGISTRY_FIXTURES,
    operatorFixtures: OPERATOR_FIXTURES,
    exampleFixtures: EXAMPLES,
    operations,
    presenceProbes: (fixtures) =>
      [...contexts, ...subjects.factories].map((one) => presenceProbes(one, fixtures)),
    discover: (send, given, note) => checkFixtures(subjects, { send, note }, given),
    discoveryRequests: (given) => checksOf(subjects, given),
    clientRequirements: registryClient(operations),
    lookups: (given) => fixtureLookups(subjects, given),
    requirements: [
      ...requirementsOf<Context>(
        [FLAG_LASTS, ...CONTEXT_LAWS, ...OWN_CONTEXT_LAWS, ...COMMON_LAWS],
        contexts.map((subject) => probedContext(subject, relatedTo(subject, subjects))),
        idOf,
      ),
      ...requirementsOf<Factory>(
        [FLAG_LASTS, ...FACTORY_LAWS, ACCEPTS_ANY_NUMBER, ...COMMON_LAWS],
        subjects.factories.map(probedFactory),
        idOf,
      ),
    ],
  };
}

function presenceProbes(
  subject: ContextSubject | FactorySubject,
  fixtures: Fixtures,
): PresenceProbe {
  const { operation } = subject;
  const accepted = subject.control(fixtures);
  const [unknownId = ''] = fc.sample(contractIds(), { seed: 7, numRuns: 1 });
  const unknown =
    subject.kind === 'context'
      ? subject.about(unknownId, {})
      : call(operation, { json: undeclared(subject, fixtures) });
  // A shorter id, so that a path that is called too long does not get what an unknown path gets.
  const shorter = unknown.path.replace(unknownId, unknownId.slice(0, 66));
  const absent = { ...unknown, path: shorter.replace(/[^/]+$/, 'assay-knows-no-such-path') };
  return {
    operation,
    unknownResource: unknown,
    unknownPath: absent,
    ...(accepted ? { control: accepted } : {}),
  };
}

/** No member where the control has good arguments; else the same as the control. */
function undeclared({ examples, validRequests }: FactorySubject, fixtures: Fixtures): object {
  return examples(fixtures).length > 0 ? {} : (validRequests(fixtures)[0]?.members ?? {});
}
