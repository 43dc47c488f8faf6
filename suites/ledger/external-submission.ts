/** Transactions that are prepared here, signed elsewhere by an external party, and executed here. */
import {
  type Call,
  call,
  type Fixtures,
  finding,
  type Operation,
  type Requirement,
  sent,
} from '../../src/index.ts';
import { expectsRejection } from '../answers.ts';
import { difference } from './alike.ts';
import type { Area, Ledger } from './chapter.ts';
import { type Onboarding, onboarding } from './external-parties.ts';
import { ABSENT } from './formats.ts';
import { userOf } from './question.ts';
import { accepted, changes, type Sequence, sequence, textIn, within } from './sequences.ts';
import { signatureOf } from './signing.ts';
import {
  actors,
  completesLater,
  completionOf,
  completionsUntil,
  control,
  effectsOf,
  endOf,
  sameUpdate,
  sentId,
  submission,
  updateById,
} from './submissions.ts';

export const externalSubmission: Area = (ledger) => [
  ...executionOf(ledger),
  ...awaitedOf(ledger),
  ...transactionOf(ledger),
];

type Bodies = Readonly<Record<string, unknown>>;
type Execution =
  | 'known'
  | 'topology'
  | 'allocate'
  | 'end'
  | 'prepare'
  | 'unsigned'
  | 'forged'
  | 'execute';
type Look = (bodies: Bodies, fixtures: Fixtures, commandId: string) => Call | undefined;

/** A new external party, a command of the operator's that it acts in, three ways to sign it, and its result. */
function executing<Name extends string>(
  ledger: Ledger,
  operation: Operation,
  looks: Readonly<Record<Name, Look>>,
): Sequence<Execution | Name> {
  const names = Object.keys(looks) as Name[];
  return sequence(operation, {
    name: 'signed-submission',
    sends:
      'a prepared command of a new external party: unsigned, wrongly signed, well signed, and its result',
    effect: 'irreversible',
    needs: 'commands',
    notApplicableWhen: ({ synchronizers, caller }) =>
      synchronizers.length === 0 && caller.length > 0
        ? 'the ledger showed no synchronizer'
        : undefined,
    steps: (fixtures, tag) => {
      const { known, topology, allocate, hint } = onboarding(ledger, fixtures, tag);
      const signed = (how: Signing) => (bodies: Bodies) =>
        execution(operation, fixtures, bodies, hint, how);
      const look = (name: Name) => (bodies: Bodies) => looks[name](bodies, fixtures, hint(bodies));
      return {
        known,
        topology,
        allocate,
        end: endOf(ledger),
        prepare: (bodies) => preparation(ledger, fixtures, bodies, hint),
        unsigned: signed('not at all'),
        forged: signed('wrongly'),
        execute: signed('well'),
        ...(Object.fromEntries(names.map((name) => [name, look(name)])) as Readonly<
          Record<Name, ReturnType<typeof look>>
        >),
      };
    },
  });
}

/** The operator's command with the new party in place of the one that acts in it. */
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

type Signing = 'not at all' | 'wrongly' | 'well';

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

/** What all three ways to execute owe. */
function signedOf(life: Sequence<Execution>, clause: string): readonly Requirement[] {
  const refused = (
    step: 'unsigned' | 'forged',
    name: string,
    statement: string,
    cause: string,
    fix: string,
  ) =>
    life.expects({
      name,
      clause: 'execute-needs-a-signature',
      statement,
      cause,
      fix,
      given: ['prepare', 'execute'],
      judge: (at) => expectsRejection(at[step].response.status, '400'),
    });
  return [
    ...changes(life, {
      clause,
      statement: 'A prepared submission with a good signature is accepted.',
      cause:
        'The prepared transaction is decoded and encoded anew before its hash is checked, or a member that the document calls optional is insisted on.',
      fix: 'Check the signature over the bytes as they came.',
      good: ['execute'],
      given: ['prepare'],
    }),
    refused(
      'unsigned',
      'signature-needed',
      'Without a signature of its party nothing is executed.',
      'Only signatures that are there are checked, and none is wrong where none is.',
      'Ask for one of each acting party, and answer 400 where one is missing.',
    ),
    refused(
      'forged',
      'wrong-signature-refused',
      'With a signature of other bytes nothing is executed.',
      'Only the form of the signature is looked at, or it is checked with a key from the request.',
      'Verify it with the registered key of the party over the hash of the prepared transaction, and answer 400.',
    ),
  ];
}

function executionOf(ledger: Ledger): readonly Requirement[] {
  const clause = 'prepared-submissions-are-executed';
  const life = executing(ledger, ledger.operation('execute'), {
    completions: (bodies, fixtures, commandId) =>
      completionsUntil(ledger, fixtures, {
        answer: bodies['execute'],
        after: within(bodies['end'], 'offset'),
        parties: [textIn(bodies['topology'], 'partyId') ?? ''],
        commandId,
      }),
    control: ({ completions }, fixtures, commandId) =>
      control(ledger, fixtures, commandId, completions),
  });
  return [
    ...signedOf(life, clause),
    life.expects({
      name: 'completes-later',
      clause,
      statement:
        'What was executed is completed with success, which the list of completions shows.',
      cause: 'The execution gets a new command id, or is answered before it is stored.',
      fix: 'Keep command id and user of the prepared submission, and store it before you answer.',
      given: ['prepare', 'execute', 'completions'],
      judge: (at) => completesLater(at.prepare, at),
    }),
    life.expects({
      name: 'completion-names-the-submission',
      level: 'SHOULD',
      clause,
      statement: 'The completion names the submission id that the execution was sent with.',
      cause:
        'The node gives each execution a submission id of its own, or the completion leaves it out.',
      fix: 'Keep the id of the request, by which a client tells its tries apart.',
      given: ['prepare', 'execute', 'completions'],
      judge: ({ prepare, execute, completions }) => {
        const found = completionOf(sentId(prepare), completions.response.body);
        const owed = textIn(sent(execute.request), 'submissionId');
        return found && difference(owed, found['submissionId'] ?? undefined, 'submissionId');
      },
    }),
  ];
}

function awaitedOf(ledger: Ledger): readonly Requirement[] {
  const clause = 'execution-can-be-awaited';
  const life = executing(ledger, ledger.operation('execute-and-wait'), {
    look: ({ topology, execute }) =>
      updateById(ledger, textIn(execute, 'updateId'), [textIn(topology, 'partyId') ?? '']),
  });
  return [
    ...signedOf(life, clause),
    life.expects({
      name: 'update-is-found',
      clause,
      statement: 'The update that the answer names is found at the offset that it tells.',
      cause: 'Offset and update id come from another store than the look-up reads.',
      fix: 'Take both from the completion, and answer when the look-up can see the update.',
      given: ['prepare', 'execute'],
      judge: ({ execute, look }) => {
        const owed = within(execute.response.body, 'completionOffset');
        const found = within(look.response.body, 'update', 'Transaction', 'value', 'offset');
        return accepted(look)
          ? difference(owed, found, '/completionOffset')
          : [finding('status of the look-up', '200', `${look.response.status}`)];
      },
    }),
  ];
}

function transactionOf(ledger: Ledger): readonly Requirement[] {
  const clause = 'executed-transaction-is-returned';
  const operation = ledger.operation('execute-and-wait-for-transaction');
  const life = executing(ledger, operation, {
    look: ({ topology, execute }) =>
      updateById(ledger, textIn(execute, 'transaction', 'updateId'), [
        textIn(topology, 'partyId') ?? '',
      ]),
  });
  return [
    ...signedOf(life, clause),
    life.expects({
      name: 'found-by-id',
      clause,
      statement: 'The answer shows the same as the look-up of the update by its id.',
      cause:
        'Two encoders turn the same update into JSON, and one of them leaves out events, times or the trace context.',
      fix: 'Use one for submissions and look-ups, with the same format and parties.',
      given: ['prepare', 'execute'],
      judge: ({ execute, look }) =>
        sameUpdate('Transaction', within(execute.response.body, 'transaction'), look),
    }),
    life.expects({
      name: 'shows-the-signed-hash',
      level: 'SHOULD',
      clause,
      statement: 'The transaction shows the hash that its party signed.',
      cause: 'externalTransactionHash is left out, or computed anew in another scheme.',
      fix: 'Keep the hash that was signed, and show it with the transaction.',
      given: ['prepare', 'execute'],
      judge: ({ prepare, execute }) =>
        difference(
          textIn(prepare.response.body, 'preparedTransactionHash'),
          textIn(execute.response.body, 'transaction', 'externalTransactionHash'),
          '/transaction/externalTransactionHash',
        ),
    }),
  ];
}
