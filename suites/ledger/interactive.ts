/** Submissions that are prepared for signing elsewhere, and which packages are preferred for them. */
import {
  type CheckResult,
  type CompleteExchange,
  call,
  describe,
  type Exchange,
  type Fixtures,
  finding,
  type Probe,
  type Requirement,
  requirement,
  sent,
} from '../../src/index.ts';
import { across, ownProbe, refusals, row } from './asking.ts';
import { isBase64 } from './base64.ts';
import type { Area, Ledger } from './chapter.ts';
import { ABSENT, limitFor, updatesOf } from './formats.ts';
import { elements, type Json, member, string, strings } from './members.ts';
import { idleOf, openList } from './open-lists.ts';
import { sharedProbes } from './probes.ts';
import { acceptableCalls } from './questions.ts';

const PREPARED = 'submissions-are-prepared';

/** Requirements on the preparation of submissions. */
export const interactive: Area = (ledger) => {
  const prepare = ledger.operation('prepare');
  const good = sharedProbes(prepare)?.good as Probe;
  const plain = (f: Fixtures): Json =>
    Object(sent(acceptableCalls(prepare, f)[0] ?? call(prepare))) as Json;
  const changed = (f: Fixtures, members: object) =>
    call(prepare, { json: { ...plain(f), ...members } });
  const verbose = ownProbe(prepare, 'verbose', {
    sends: 'a good request that asks how the hash came about',
    caseGroups: (f) => [row('verbose', changed(f, { verboseHashing: true }))],
  });
  const id = (name: string): string => `ledger/prepare/${name}`;

  return [
    requirement({
      id: id('transaction-and-hash'),
      level: 'MUST',
      clause: PREPARED,
      statement: 'The answer holds the transaction and the hash that has to be signed, in base64.',
      cause:
        'Bytes are written as hex or in the alphabet for URLs, or the hash comes only with details.',
      fix: 'Send preparedTransaction and preparedTransactionHash always, in padded standard base64.',
      probes: [good],
      check: ({ response: { status, body } }) =>
        status !== 200
          ? undefined
          : ['preparedTransaction', 'preparedTransactionHash'].flatMap((name) =>
              string(body, name) !== '' && isBase64(string(body, name))
                ? []
                : [finding(`/${name}`, 'bytes in base64', describe(member(body, name)))],
            ),
    }),
    requirement({
      id: id('default-hashing-scheme'),
      level: 'MUST',
      clause: PREPARED,
      statement: 'Unless the request asks for another one, the hash follows scheme V2.',
      cause: 'The node has a default of its own, or hashingSchemeVersion is left out.',
      fix: 'Use V2 where the request names no scheme, and say so.',
      probes: [good],
      check: ({ response: { status, body } }) => {
        if (status !== 200) return undefined;
        const scheme = string(body, 'hashingSchemeVersion');
        const owed = 'HASHING_SCHEME_VERSION_V2';
        return scheme === owed ? [] : [finding('/hashingSchemeVersion', owed, describe(scheme))];
      },
    }),
    requirement({
      id: id('hashing-details-when-asked-for'),
      level: 'SHOULD',
      clause: PREPARED,
      statement: 'Where it is asked for, the answer tells how the hash came about.',
      cause: 'verboseHashing is dropped on its way to the node, or hashingDetails on the way back.',
      fix: 'Pass both on.',
      probes: [verbose],
      check: ({ response: { status, body } }) => {
        if (status !== 200) return undefined;
        return string(body, 'hashingDetails') === ''
          ? [finding('/hashingDetails', 'a text', describe(member(body, 'hashingDetails')))]
          : [];
      },
    }),
    requirement({
      id: id('no-hashing-details-unasked'),
      level: 'SHOULD',
      clause: PREPARED,
      statement: 'Where it is not asked for, the answer does not tell how the hash came about.',
      cause: 'verboseHashing is taken as true, and every answer is longer than it has to be.',
      fix: 'Take it as false where it is false or left out, and leave hashingDetails out then.',
      probes: [good],
      check: ({ request, response: { status, body } }) => {
        if (status !== 200 || member(sent(request), 'verboseHashing') === true) return undefined;
        const told = string(body, 'hashingDetails');
        return told === '' ? [] : [finding('/hashingDetails', 'nothing', describe(told, 40))];
      },
    }),
    requirement({
      id: id('nothing-is-submitted'),
      level: 'MUST',
      clause: PREPARED,
      statement: 'Preparing submits nothing: no update with the command id comes afterwards.',
      cause: 'Preparing shares the code of submitting and is stopped too late.',
      fix: 'Interpret the commands, and send nothing to the synchronizer.',
      probes: [afterwards(ledger, plain)],
      relation: noneWithThatCommand,
    }),
    ...refusals(prepare, [
      {
        name: 'unknown-template-not-found',
        clause: PREPARED,
        statement: 'A command with a template that nobody knows is refused with 404.',
        cause: 'The missing package surfaces as an error of interpretation with 400 or 500.',
        fix: 'Resolve templates before interpretation, and answer 404.',
        sends: 'a create command of a template in a package that nobody knows',
        status: 404,
        asks: (f) => [{ json: { ...plain(f), commands: [creating(ABSENT.packageName, {})] } }],
      },
      {
        name: 'extra-argument-refused',
        clause: PREPARED,
        statement: 'An argument that the template has not is refused.',
        cause: 'Arguments that the template has not are dropped while JSON becomes a value.',
        fix: 'Refuse them with 400, and name them.',
        sends: "the operator's create command with one more argument",
        status: 400,
        codes: ['INVALID_ARGUMENT', 'COMMAND_PREPROCESSING_FAILED'],
        notApplicableWhen: (f) =>
          f.commands.length > 0 && withArgument(f) === undefined
            ? 'the commands of the fixtures create nothing'
            : undefined,
        asks: (f) => [{ json: { ...plain(f), commands: [withArgument(f)] } }],
      },
      {
        name: 'missing-arguments-refused',
        level: 'SHOULD',
        clause: PREPARED,
        statement: 'A contract without the arguments of its template is refused.',
        cause: 'What is left out is filled in with empty texts and zeros.',
        fix: 'Refuse it with 400, and name what is missing.',
        sends: "the operator's create command without its arguments",
        status: 400,
        codes: ['INVALID_ARGUMENT', 'COMMAND_PREPROCESSING_FAILED'],
        notApplicableWhen: (f) =>
          f.commands.length > 0 &&
          Object.keys(Object(createOf(f)?.['createArguments'])).length === 0
            ? 'the commands of the fixtures create nothing that has arguments'
            : undefined,
        asks: (f) => [
          {
            json: {
              ...plain(f),
              commands: [{ CreateCommand: { ...createOf(f), createArguments: {} } }],
            },
          },
        ],
      },
      {
        name: 'absent-contract-not-found',
        level: 'SHOULD',
        clause: PREPARED,
        statement: 'A choice of a contract that nobody created is refused with 404.',
        cause:
          'The missing contract surfaces as an error of interpretation with 400 or 500, or is looked for only when the submission is executed.',
        fix: 'Look it up, and answer 404.',
        sends: 'the archival of a contract that nobody created',
        status: 404,
        notApplicableWhen: (f) =>
          f.commands.length > 0 && createOf(f) === undefined
            ? 'the commands of the fixtures create nothing'
            : undefined,
        asks: (f) => [{ json: { ...plain(f), commands: [archiving(f)] } }],
      },
    ]),
  ] satisfies Requirement[];
};

function creating(packageName: string, createArguments: object): object {
  return { CreateCommand: { templateId: `#${packageName}:Assay:Nothing`, createArguments } };
}

/** What the operator's first command creates. */
function createOf({ commands: [one] }: Fixtures): Json | undefined {
  return elements(one, 'commands').map((c) => member(c, 'CreateCommand'))[0] as Json | undefined;
}

/** The archival of a contract that would be of the template of the operator's, and that nobody created. */
function archiving(fixtures: Fixtures): object {
  const { contractId } = ABSENT;
  const templateId = createOf(fixtures)?.['templateId'];
  return { ExerciseCommand: { templateId, contractId, choice: 'Archive', choiceArgument: {} } };
}

/** The operator's first create command, with an argument that no template has. */
function withArgument(fixtures: Fixtures): object | undefined {
  const create = createOf(fixtures);
  if (create === undefined) return undefined;
  const createArguments = { ...Object(create['createArguments']), assayUnknownArgument: 'x' };
  return { CreateCommand: { ...create, createArguments } };
}

/**
 * The end, a preparation, and then what happened since. The command id is taken from the end, so that a
 * ledger which submits the first of two is not saved by knowing the second one.
 */
function afterwards(ledger: Ledger, plain: (f: Fixtures) => Json): Probe {
  const prepare = ledger.operation('prepare');
  const updates = ledger.operation('updates');
  return across(prepare, 'afterwards', {
    sends: 'the end, a good request, and then the updates since',
    caseGroups: (f) => {
      const good = plain(f);
      const from = ([end]: readonly Exchange[]) =>
        Number(member(end?.response?.body, 'offset') ?? 0);
      const prepared = (before: readonly Exchange[]) =>
        call(prepare, { json: { ...good, commandId: `assay-prepare-${from(before)}` } });
      const since = (before: readonly Exchange[]) =>
        openList(updates, idleOf(f), {
          limit: limitFor(f),
          json: {
            beginExclusive: from(before),
            updateFormat: updatesOf(
              strings(good, 'actAs'),
              'TRANSACTION_SHAPE_LEDGER_EFFECTS',
              false,
            ),
          },
        });
      return [row('afterwards', call(ledger.operation('ledger-end')), prepared, since)];
    },
  });
}

function noneWithThatCommand([end, prepared, since]: readonly CompleteExchange[]): CheckResult {
  const answers = [end, prepared, since];
  if (answers.some((one) => one?.response.status !== 200) || !prepared) return undefined;
  const command = string(sent(prepared.request), 'commandId');
  const found = elements(since?.response.body).find(
    (one) => string(one, 'update', 'Transaction', 'value', 'commandId') === command,
  );
  return found === undefined ? [] : [finding('/update', `none of command ${command}`, 'one')];
}
