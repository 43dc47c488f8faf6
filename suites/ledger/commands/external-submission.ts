/** Prepared submissions that an external party signs and the ledger executes. */
import {
  type Call,
  call,
  type Fixtures,
  type Operation,
  type Requirement,
  sent,
} from '../../../src/index.ts';
import { expectsRejection } from '../../answers.ts';
import type { Area, Ledger } from '../area.ts';
import { difference } from '../requests/alike.ts';
import { ABSENT } from '../requests/formats.ts';
import { userOf } from '../requests/request-parts.ts';
import { type Sequence, sequence, textIn, within } from '../requests/sequences.ts';
import { type Onboarding, onboarding } from '../users/external-parties.ts';
import { signatureOf } from './signing.ts';
import {
  accepts,
  completes,
  IRREVERSIBLE,
  matchesLookup,
  namesUpdate,
  type Submission,
  submissionLaws,
} from './submission-laws.ts';
import {
  actors,
  completionOf,
  completionsUntil,
  control,
  effectsOf,
  endOf,
  sentId,
  submission,
  updateById,
} from './submissions.ts';

export const externalSubmission: Area = (ledger) =>
  EXECUTING.flatMap((executing) => executionOf(ledger, executing));

type Bodies = Readonly<Record<string, unknown>>;
type Execution =
  | 'known'
  | 'topology'
  | 'allocate'
  | 'end'
  | 'prepare'
  | 'unsigned'
  | 'forged'
  | 'submit';
type Look = (
  bodies: Bodies,
  fixtures: Fixtures,
  commandId: string,
  ledger: Ledger,
) => Call | undefined;

/** A new external party, a declared command that it acts in, three ways to sign it, and lookups of the result. */
function lifeOf(
  ledger: Ledger,
  operation: Operation,
  looks: Executing['looks'],
): Sequence<Execution | Looked> {
  return sequence(operation, {
    name: 'signed-submission',
    sends:
      'a prepared command of a new external party: unsigned, wrongly signed, correctly signed, and its result',
    ...IRREVERSIBLE,
    notApplicableWhen: ({ synchronizers, caller }) =>
      synchronizers.length === 0 && caller.length > 0
        ? 'the ledger showed no synchronizer'
        : undefined,
    steps: (fixtures, tag) => {
      const { known, topology, allocate, hint } = onboarding(ledger, fixtures, tag);
      const signed = (how: Signing) => (bodies: Bodies) =>
        execution(operation, fixtures, bodies, hint, how);
      const look = (name: Looked) => (bodies: Bodies) =>
        looks[name]?.(bodies, fixtures, hint(bodies), ledger);
      return {
        known,
        topology,
        allocate,
        end: endOf(ledger),
        prepare: (bodies) => preparation(ledger, fixtures, bodies, hint),
        unsigned: signed('not at all'),
        forged: signed('wrongly'),
        submit: signed('correctly'),
        update: look('update'),
        completions: look('completions'),
        control: look('control'),
      };
    },
  });
}

/** The declared command with the new party in place of its acting party. */
function preparation(
  ledger: Ledger,
  fixtures: Fixtures,
  bodies: Bodies,
  hint: Onboarding['hint'],
): Call | undefined {
  const party = textIn(bodies['allocate'], 'partyId');
  const [actor = ABSENT.party] = actors(fixtures);
  if (party === undefined) return undefined;
  const text = JSON.stringify(submission(fixtures, hint(bodies))).replaceAll(actor, party);
  const { commands, commandId, userId, actAs } = JSON.parse(text) as Bodies;
  const [synchronizerId = ''] = fixtures.synchronizers;
  return call(ledger.operation('prepare'), {
    json: {
      userId,
      commandId,
      commands,
      actAs,
      readAs: [],
      disclosedContracts: [],
      synchronizerId,
      packageIdSelectionPreference: [],
      verboseHashing: false,
    },
  });
}

type Signing = 'not at all' | 'wrongly' | 'correctly';

function execution(
  operation: Operation,
  fixtures: Fixtures,
  bodies: Bodies,
  hint: Onboarding['hint'],
  how: Signing,
): Call | undefined {
  const { topology, prepare } = bodies;
  const [party, key] = ['partyId', 'publicKeyFingerprint'].map((name) => textIn(topology, name));
  const [transaction, hash, scheme] = [
    'preparedTransaction',
    'preparedTransactionHash',
    'hashingSchemeVersion',
  ].map((name) => textIn(prepare, name));
  if (party === undefined || key === undefined || hash === undefined) return undefined;
  const bytes = how === 'wrongly' ? Buffer.from('other bytes').toString('base64') : hash;
  const signatures = how === 'not at all' ? [] : [signatureOf(hint(bodies), bytes, key)];
  const format = { transactionFormat: effectsOf([party]) };
  return call(operation, {
    json: {
      preparedTransaction: transaction,
      hashingSchemeVersion: scheme,
      partySignatures: { signatures: [{ party, signatures }] },
      deduplicationPeriod: { Empty: {} },
      submissionId: `${hint(bodies)}-submission`,
      userId: userOf(fixtures),
      ...(operation.name === 'execute-and-wait-for-transaction' ? format : {}),
    },
  });
}

/** An operation that executes a prepared submission. */
interface Executing {
  readonly name: string;
  readonly clause: string;
  readonly looks: Readonly<Partial<Record<Looked, Look>>>;
  readonly laws: (life: Sequence<Execution | Looked>) => Omit<Submission, 'operation' | 'clause'>;
}

type Looked = 'update' | 'completions' | 'control';

const EXECUTING: readonly Executing[] = [
  {
    name: 'execute',
    clause: 'prepared-submissions-are-executed',
    looks: {
      completions: ({ submit, end, topology }, fixtures, commandId, ledger) =>
        completionsUntil(ledger, fixtures, {
          response: submit,
          after: within(end, 'offset'),
          parties: [textIn(topology, 'partyId') ?? ''],
          commandId,
        }),
      control: ({ completions }, fixtures, commandId, ledger) =>
        control(ledger, fixtures, commandId, completions),
    },
    laws: (life) => ({ completes: completes(life, 'prepare', 'prepare') }),
  },
  {
    name: 'execute-and-wait',
    clause: 'execution-can-be-awaited',
    looks: {
      update: ({ topology, submit }, _, __, ledger) =>
        updateById(ledger, textIn(submit, 'updateId'), [textIn(topology, 'partyId') ?? '']),
    },
    laws: (life) => ({ namesUpdate: namesUpdate(life) }),
  },
  {
    name: 'execute-and-wait-for-transaction',
    clause: 'executed-transaction-is-returned',
    looks: {
      update: ({ topology, submit }, _, __, ledger) =>
        updateById(ledger, textIn(submit, 'transaction', 'updateId'), [
          textIn(topology, 'partyId') ?? '',
        ]),
    },
    laws: (life) => ({ matchesLookup: matchesLookup(life, 'Transaction', 'transaction') }),
  },
];

function executionOf(ledger: Ledger, executing: Executing): readonly Requirement[] {
  const { name, clause, laws } = executing;
  const operation = ledger.operation(name);
  const life = lifeOf(ledger, operation, executing.looks);
  const unsigned = { clause: 'execute-needs-a-signature', given: ['prepare', 'submit'] } as const;
  return [
    ...submissionLaws({ operation, clause, accepted: accepts(life, 'prepare'), ...laws(life) }),
    life.expects({
      ...unsigned,
      name: 'rejects-missing-signature',
      statement: 'A prepared submission without a signature of its party is rejected.',
      cause: 'Only the signatures that are present are checked.',
      fix: 'Require one of each acting party, and respond with 400 if one is missing.',
      judge: (at) => expectsRejection(at.unsigned.response.status, '400'),
    }),
    life.expects({
      ...unsigned,
      name: 'rejects-wrong-signature',
      statement: 'A prepared submission with a signature of other bytes is rejected.',
      cause: 'Only the form of the signature is checked, or the key comes from the request.',
      fix: 'Verify it with the registered key of the party over the hash of the prepared transaction, and respond with 400.',
      judge: ({ forged }) => expectsRejection(forged.response.status, '400'),
    }),
    ...(name === 'execute' ? [namesSubmission(life)] : []),
    ...(name === 'execute-and-wait-for-transaction' ? [showsHash(life)] : []),
  ];
}

function namesSubmission({ expects }: Sequence<Execution | 'completions'>): Requirement {
  return expects({
    name: 'completion-names-submission-id',
    level: 'SHOULD',
    clause: 'prepared-submissions-are-executed',
    statement: 'The completion shows the submission id of the request.',
    cause: 'The node assigns its own submission id, or the completion omits it.',
    fix: 'Keep the id of the request, so that a client can tell its attempts apart.',
    given: ['prepare', 'submit', 'completions'],
    judge: ({ prepare, submit, completions }) => {
      const found = completionOf(sentId(prepare), completions.response.body);
      const expected = textIn(sent(submit.request), 'submissionId');
      return found && difference(expected, found['submissionId'] ?? undefined, 'submissionId');
    },
  });
}

function showsHash({ expects }: Sequence<Execution>): Requirement {
  return expects({
    name: 'transaction-shows-signed-hash',
    level: 'SHOULD',
    clause: 'executed-transaction-is-returned',
    statement: 'The transaction shows the hash that its party signed.',
    cause: 'externalTransactionHash is omitted, or computed in another scheme.',
    fix: 'Keep the signed hash, and show it with the transaction.',
    given: ['prepare', 'submit'],
    judge: ({ prepare, submit }) =>
      difference(
        textIn(prepare.response.body, 'preparedTransactionHash'),
        textIn(submit.response.body, 'transaction', 'externalTransactionHash'),
        '/transaction/externalTransactionHash',
      ),
  });
}
