/** Prepared submissions that an external party signs and the ledger executes. */

import type { Call, CheckResult, Fixtures, Operation } from '../../../src/kit.ts';
import { call, sent } from '../../../src/kit.ts';
import { difference, type Json, stringAt } from '../../kit/json.ts';
import { type At, isAccepted, rejects, shownText, without } from '../../kit/judges.ts';
import type { Bodies, Rule, Scenario } from '../../kit/scenarios.ts';
import type { Area, Ledger } from '../area.ts';
import { scenario } from '../laws/forms.ts';
import {
  actors,
  awaiting,
  effectsOf,
  endOf,
  eventsMatchIn,
  submission,
  updateById,
} from '../laws/submissions.ts';
import { ABSENT, eventsOfTemplates } from '../requests/formats.ts';
import { lasting, submitterOf } from '../requests/request-parts.ts';
import { prepared } from '../requests/requests.ts';
import { signatureOf } from '../requests/signing.ts';
import { rulesIn } from '../rules.ts';
import { onboarding } from '../users/external-parties.ts';
import * as completion from './completion-rules.ts';
import { creation, fleeting } from './holes.ts';
import * as rules from './submission-rules.ts';

const rule = rulesIn('4.2-interactive-submission', 'commands/external-submission.ts');

type StepName =
  | ('known' | 'topology' | 'allocate' | 'end' | 'prepare' | 'unsigned' | 'forged' | 'submit')
  | ('noId' | 'noScheme')
  | ('again' | 'update' | 'completions' | 'control' | 'prepareMore' | 'plain');

/** An operation that executes a prepared submission. */
interface Executing {
  readonly name: string;
  readonly clause: string;
  /** The place of the update's id in the response; if absent, the completion is awaited. */
  readonly updateId?: readonly string[];
  readonly own: readonly Rule<StepName>[];
}

const partyIn = ({ topology }: Bodies): string => stringAt(topology, 'partyId') ?? '';

const RETURNS_TRANSACTION = 'execute-and-wait-for-transaction';

const EXECUTING: readonly Executing[] = [
  {
    name: 'execute',
    clause: 'prepared-submissions-are-executed',
    own: [
      completion.completes('prepare', 'prepare'),
      completion.namesSubmission('prepare', 'prepare'),
    ],
  },
  {
    name: 'execute-and-wait',
    clause: 'execution-can-be-awaited',
    updateId: ['updateId'],
    own: [rules.namesUpdate()],
  },
  {
    name: RETURNS_TRANSACTION,
    clause: 'executed-transaction-is-returned',
    updateId: ['transaction', 'updateId'],
    own: [
      rules.matchesLookup(rules.sameUpdate('Transaction', 'transaction')),
      rules.formatDefaultsToDelta('prepareMore'),
      rule('transaction-shows-signed-hash', {
        given: ['prepare', 'submit'],
        judge: ({ prepare, submit }) => {
          const at = ['transaction', 'externalTransactionHash'];
          const signed = shownText(prepare, 'preparedTransactionHash');
          return difference(signed, shownText(submit, ...at), `/${at.join('/')}`);
        },
      }),
    ],
  },
];

export const externalSubmission: Area = (ledger) =>
  EXECUTING.flatMap((executing) => {
    const life = lifeOf(ledger, executing);
    // Without waiting, the completion may show the rejection. Its code may be that of a contract that is archived.
    const repeated = executing.updateId
      ? life.rejects(rules.DUPLICATE).filter(({ level }) => level === 'MUST')
      : [];
    const own = life.rules(
      rules.acceptsSubmission('prepare'),
      ...executing.own,
      rule('rejects-missing-signature', {
        given: ['prepare'],
        judge: refuses('unsigned'),
      }),
      rule('rejects-wrong-signature', {
        given: ['prepare'],
        judge: refuses('forged'),
      }),
      rule('rejects-missing-submission-id', {
        given: ['prepare'],
        judge: refuses('noId'),
      }),
      rule('rejects-missing-hashing-scheme', {
        given: ['prepare'],
        judge: refuses('noScheme'),
      }),
    );
    const shown =
      executing.name === RETURNS_TRANSACTION ? eventsMatchIn(life.probe, executing.clause) : [];
    return [...own, ...repeated, ...shown];
  });

/** A server that executes such a submission rejects the signed one as a duplicate. */
const refuses =
  <Name extends string>(step: Name) =>
  (at: At<Name | 'submit'>): CheckResult =>
    isAccepted(at[step]) || isAccepted(at.submit) ? rejects(step)(at) : undefined;

/** A new external party, a declared command of it, three ways to sign the command, and lookups of the result. */
function lifeOf(ledger: Ledger, { name, clause, updateId }: Executing): Scenario<StepName> {
  const operation = ledger.operation(name);
  return scenario<StepName>(operation, {
    ...rules.EXECUTED,
    name: 'signed-submission',
    clause,
    sends:
      'a prepared command of a new external party: unsigned, wrongly signed, without two required members, correctly signed, again if its result is awaited, and its result; and if that is a transaction, another command without a format',
    steps: (fixtures, tag) => {
      const { known, topology, allocate, hint } = onboarding(ledger, fixtures, tag);
      const signed = (how: Signing) => (bodies: Bodies) =>
        execution(operation, fixtures, bodies, hint(bodies), how);
      const lacking = (member: string) => (bodies: Bodies) => {
        const good = signed('correctly')(bodies);
        return good && call(operation, { json: Object(without(sent(good), [member])) });
      };
      return {
        known,
        topology,
        allocate,
        end: endOf(ledger),
        prepare: (bodies) => preparation(ledger, name, fixtures, bodies, hint(bodies)),
        unsigned: signed('not at all'),
        forged: signed('wrongly'),
        noId: lacking('submissionId'),
        noScheme: lacking('hashingSchemeVersion'),
        submit: signed('correctly'),
        ...(updateId && { again: signed('correctly') }),
        ...(name === RETURNS_TRANSACTION && {
          prepareMore: (bodies) =>
            preparation(ledger, name, fixtures, bodies, `${hint(bodies)}-more`),
          plain: (bodies) => {
            const prepare = bodies['prepareMore'];
            const made = { ...bodies, prepare };
            return execution(operation, fixtures, made, hint(bodies), 'correctly', () => undefined);
          },
        }),
        ...(updateId === undefined
          ? awaiting(ledger, fixtures, hint, (bodies) => [partyIn(bodies)])
          : {
              update: (bodies) =>
                updateById(ledger, stringAt(bodies['submit'], ...updateId), [partyIn(bodies)]),
            }),
      };
    },
  });
}

/**
 * The declared command with the new party instead of its acting party. If the transaction is returned, its contract is
 * archived at once, so that only one of the shapes shows it.
 */
function preparation(
  ledger: Ledger,
  name: string,
  fixtures: Fixtures,
  bodies: Bodies,
  id: string,
): Call | undefined {
  const party = stringAt(bodies['allocate'], 'partyId');
  const [actor = ABSENT.party] = actors(fixtures);
  if (party === undefined) return undefined;
  const declared = submission(fixtures, id);
  const isFleeting = name === RETURNS_TRANSACTION && creation(declared) !== undefined;
  const submitted = { ...declared, ...(isFleeting && { commands: [fleeting(fixtures)] }) };
  const text = JSON.stringify(submitted).replaceAll(actor, party);
  const { commandId, userId, ...command } = JSON.parse(text) as Bodies;
  return call(ledger.operation('prepare'), {
    json: { ...prepared({ ...fixtures, commands: [command] }), userId, commandId },
  });
}

/** The effects that the party sees, of the template of the declared command if it creates a contract. */
function formatFor({ commands: [declared] }: Fixtures, party: string): Json {
  const template = stringAt(creation(declared), 'templateId');
  const effects = effectsOf([party]);
  if (template?.startsWith('#') !== true) return effects;
  const eventFormat = { ...eventsOfTemplates([party], [template]), verbose: true };
  return { ...effects, eventFormat };
}

/** Waiting submissions have a period of their own, which is short: a node may limit it. */
const periodFor = ({ name }: Operation): object =>
  name === 'execute' ? { Empty: {} } : { DeduplicationDuration: { value: lasting(30) } };

type Signing = 'not at all' | 'wrongly' | 'correctly';

function execution(
  operation: Operation,
  fixtures: Fixtures,
  { topology, prepare }: Bodies,
  hint: string,
  how: Signing,
  format: (party: string) => Json | undefined = (party) =>
    operation.name === RETURNS_TRANSACTION ? formatFor(fixtures, party) : undefined,
): Call | undefined {
  const [party, key] = ['partyId', 'publicKeyFingerprint'].map((name) => stringAt(topology, name));
  const hash = stringAt(prepare, 'preparedTransactionHash');
  if (party === undefined || key === undefined || hash === undefined) return undefined;
  const bytes = how === 'wrongly' ? Buffer.from('other bytes').toString('base64') : hash;
  const signatures = how === 'not at all' ? [] : [signatureOf(hint, bytes, key)];
  return call(operation, {
    json: {
      preparedTransaction: stringAt(prepare, 'preparedTransaction'),
      hashingSchemeVersion: stringAt(prepare, 'hashingSchemeVersion'),
      partySignatures: { signatures: [{ party, signatures }] },
      deduplicationPeriod: periodFor(operation),
      submissionId: `${hint}-submission`,
      userId: submitterOf(fixtures),
      transactionFormat: format(party),
    },
  });
}
