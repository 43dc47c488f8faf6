/** Submissions that are prepared for signing elsewhere. */
import {
  type CheckResult,
  type CompleteExchange,
  call,
  describe,
  type Exchange,
  type Finding,
  type Fixtures,
  finding,
  type Operation,
  type Probe,
  sent,
} from '../../../src/index.ts';
import type { Law } from '../../kit/law.ts';
import type { Area, Ledger } from '../area.ts';
import { isBase64 } from '../laws/base64.ts';
import { lawsOf } from '../laws/laws.ts';
import { type Rejection, rejections } from '../laws/rejections.ts';
import { across, ownProbe, row } from '../requests/asking.ts';
import { ABSENT, limitFor, updatesOf } from '../requests/formats.ts';
import { elements, type Json, member, string, strings } from '../requests/members.ts';
import { idleOf, openList } from '../requests/open-lists.ts';
import { sharedProbes } from '../requests/probes.ts';
import { acceptableCalls } from '../requests/requests.ts';

export const interactive: Area = (ledger) => {
  const operation = ledger.operation('prepare');
  return [
    ...lawsOf(operation, [...HASHES, submitsNothing(ledger)]),
    ...rejections(COMMANDS, [{ operation }]),
  ];
};

const PREPARED = { level: 'MUST', clause: 'submissions-are-prepared' } as const;

/** Judges every accepted request of the shared probe. */
const good =
  (
    check: (body: unknown, request: unknown) => readonly Finding[] | undefined,
  ): Law<Operation>['test'] =>
  (prepare) => ({
    probes: [sharedProbes(prepare)?.good as Probe],
    check: ({ request, response: { status, body } }): CheckResult =>
      status === 200 ? check(body, sent(request)) : undefined,
  });

const HASHES: readonly Law<Operation>[] = [
  {
    ...PREPARED,
    name: 'response-has-transaction-and-hash',
    statement: 'The response has the transaction and the hash to sign, in base64.',
    cause: 'Bytes are hex or in the alphabet for URLs, or the hash needs verboseHashing.',
    fix: 'Always send preparedTransaction and preparedTransactionHash, in padded standard base64.',
    test: good((body) =>
      ['preparedTransaction', 'preparedTransactionHash'].flatMap((name) =>
        string(body, name) !== '' && isBase64(string(body, name))
          ? []
          : [finding(`/${name}`, 'bytes in base64', describe(member(body, name)))],
      ),
    ),
  },
  {
    ...PREPARED,
    name: 'default-hashing-scheme-is-v2',
    statement: 'The hash has scheme V2 unless the request names another one.',
    cause: 'The node has another default, or leaves hashingSchemeVersion out.',
    fix: 'Use V2 if the request names no scheme; respond with its name.',
    test: good((body) => {
      const scheme = string(body, 'hashingSchemeVersion');
      const expected = 'HASHING_SCHEME_VERSION_V2';
      return scheme === expected
        ? []
        : [finding('/hashingSchemeVersion', expected, describe(scheme))];
    }),
  },
  {
    ...PREPARED,
    name: 'hashing-details-on-request',
    level: 'SHOULD',
    statement: 'A request with verboseHashing gets hashing details.',
    cause: 'verboseHashing is lost on its way to the node, or hashingDetails on the way back.',
    fix: 'Pass both on.',
    test: (prepare) => ({
      probes: [
        ownProbe(prepare, 'verbose', {
          sends: 'a good request with verboseHashing',
          caseGroups: (f) => [
            row('verbose', call(prepare, { json: { ...plain(prepare, f), verboseHashing: true } })),
          ],
        }),
      ],
      check: ({ response: { status, body } }) => {
        if (status !== 200) return undefined;
        return string(body, 'hashingDetails') === ''
          ? [finding('/hashingDetails', 'a string', describe(member(body, 'hashingDetails')))]
          : [];
      },
    }),
  },
  {
    ...PREPARED,
    name: 'hashing-details-only-on-request',
    level: 'SHOULD',
    statement: 'A request without verboseHashing gets no hashing details.',
    cause: 'verboseHashing counts as true by default.',
    fix: 'Leave hashingDetails out if verboseHashing is false or absent.',
    test: good((body, request) => {
      if (member(request, 'verboseHashing') === true) return undefined;
      const shown = string(body, 'hashingDetails');
      return shown === '' ? [] : [finding('/hashingDetails', 'nothing', describe(shown, 40))];
    }),
  },
];

const submitsNothing = (ledger: Ledger): Law<Operation> => ({
  ...PREPARED,
  name: 'preparation-submits-nothing',
  statement: 'After a preparation there is no update with its command id.',
  cause: 'The code of submissions is used, and stopped too late.',
  fix: 'Interpret the commands; send nothing to the synchronizer.',
  test: (prepare) => ({ probes: [afterwards(ledger, prepare)], relation: noneWithThatCommand }),
});

const CODES = 'refusals-name-their-reason';
const NOT_CREATED = 'the commands of the fixtures create nothing';

const COMMANDS: readonly Rejection<{ readonly operation: Operation }>[] = [
  {
    name: 'unknown-command-template',
    level: 'MUST',
    clause: PREPARED.clause,
    statement: 'A command with an unknown template is rejected.',
    cause: 'The missing package becomes an error of interpretation, or an internal error.',
    fix: 'Resolve templates before interpretation; respond with 404.',
    sends: 'a create command for a template of an unknown package',
    status: 404,
    requests: withCommand(() => creating(ABSENT.packageName, {})),
  },
  {
    name: 'unknown-argument',
    level: 'MUST',
    clause: PREPARED.clause,
    statement: 'A create command with an unknown argument is rejected.',
    cause: 'Unknown arguments are dropped when JSON becomes a value.',
    fix: 'Respond with 400 and the name of the argument.',
    sends: "the operator's create command with one more argument",
    status: 400,
    codes: ['INVALID_ARGUMENT', 'COMMAND_PREPROCESSING_FAILED'],
    notApplicableWhen: unless((f) => withArgument(f) !== undefined, NOT_CREATED),
    requests: withCommand(withArgument),
  },
  {
    name: 'missing-arguments',
    level: 'SHOULD',
    clause: CODES,
    statement: 'A create command without its arguments is rejected.',
    cause: 'Missing arguments become empty strings and zeros.',
    fix: 'Respond with 400 and the names of the missing arguments.',
    sends: "the operator's create command without its arguments",
    status: 400,
    codes: ['INVALID_ARGUMENT', 'COMMAND_PREPROCESSING_FAILED'],
    notApplicableWhen: unless(
      (f) => Object.keys(Object(createOf(f)?.['createArguments'])).length > 0,
      'the commands of the fixtures create nothing that has arguments',
    ),
    requests: withCommand((f) => ({ CreateCommand: { ...createOf(f), createArguments: {} } })),
  },
  {
    name: 'unknown-exercised-contract',
    level: 'SHOULD',
    clause: CODES,
    statement: 'A choice of an unknown contract is rejected.',
    cause: 'The contract is only looked up on execution, or its absence becomes an internal error.',
    fix: 'Look the contract up; respond with 404.',
    sends: 'the archival of an unknown contract',
    status: 404,
    notApplicableWhen: unless((f) => createOf(f) !== undefined, NOT_CREATED),
    requests: withCommand(archiving),
  },
];

/** The plainest good request, with this command. */
function withCommand(
  command: (f: Fixtures) => object | undefined,
): (subject: { readonly operation: Operation }, f: Fixtures) => { readonly json: object }[] {
  return ({ operation }, f) => [{ json: { ...plain(operation, f), commands: [command(f)] } }];
}

/** Why the fixtures have no such command. */
function unless(has: (f: Fixtures) => boolean, why: string): (f: Fixtures) => string | undefined {
  return (f) => (f.commands.length > 0 && !has(f) ? why : undefined);
}

function plain(prepare: Operation, f: Fixtures): Json {
  return Object(sent(acceptableCalls(prepare, f)[0] ?? call(prepare))) as Json;
}

function creating(packageName: string, createArguments: object): object {
  return { CreateCommand: { templateId: `#${packageName}:Assay:Nothing`, createArguments } };
}

/** What the operator's first command creates. */
function createOf({ commands: [one] }: Fixtures): Json | undefined {
  return elements(one, 'commands').map((c) => member(c, 'CreateCommand'))[0] as Json | undefined;
}

/** The archival of an unknown contract of the operator's template. */
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
 * The ledger end, a preparation, and the updates since. The command id contains the end, so that a ledger
 * that submits the first of two does not reject the second one as known.
 */
function afterwards(ledger: Ledger, prepare: Operation): Probe {
  const updates = ledger.operation('updates');
  return across(prepare, 'afterwards', {
    sends: 'the ledger end, a good request, and then the updates since',
    caseGroups: (f) => {
      const good = plain(prepare, f);
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
  const responses = [end, prepared, since];
  if (responses.some((one) => one?.response.status !== 200) || !prepared) return undefined;
  const command = string(sent(prepared.request), 'commandId');
  const found = elements(since?.response.body).find(
    (one) => string(one, 'update', 'Transaction', 'value', 'commandId') === command,
  );
  return found === undefined ? [] : [finding('/update', `none of command ${command}`, 'one')];
}
