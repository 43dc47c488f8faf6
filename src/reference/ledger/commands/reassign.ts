/** Submissions that unassign contracts from one synchronizer or assign them to another. */
import { requireActAs, requireUser } from '../auth.ts';
import { rejectBadContractId } from '../contracts/contracts.ts';
import { placeAt, stakeholders } from '../contracts/model.ts';
import { type Decoded, list, object, oneOf, optional, or, text } from '../decode.ts';
import { invalidArgument, LedgerError, missingField, notFound } from '../errors.ts';
import { eventFormat } from '../filters/decode.ts';
import { requireFormats, viewOf } from '../filters/filters.ts';
import type { Ledger } from '../ledger.ts';
import { reassignmentJson } from '../projections.ts';
import { ok } from '../reply.ts';
import { post, type Route } from '../route.ts';
import { type MoveIntent, reassign } from './commit.ts';
import { activeFor } from './interpret.ts';
import { namesOf, synchronizerOf } from './resolve.ts';

interface Halves {
  readonly source: string;
  readonly target: string;
}
const halves = { source: or(text, ''), target: or(text, '') };
const move = oneOf({
  UnassignCommand: object({ value: object({ contractId: or(text, ''), ...halves }) }),
  AssignCommand: object({ value: object({ reassignmentId: or(text, ''), ...halves }) }),
  Empty: object({}),
});
const body = object({
  reassignmentCommands: optional(
    object({
      workflowId: or(text, ''),
      userId: or(text, ''),
      commandId: or(text, ''),
      submitter: or(text, ''),
      submissionId: or(text, ''),
      commands: or(list(object({ command: optional(move) })), []),
    }),
  ),
  eventFormat: optional(eventFormat),
});
type Raw = NonNullable<Decoded<typeof body>['reassignmentCommands']>;

function submitRoute(name: string, waits: boolean): Route {
  return post(`/v2/commands/${name}`, {
    body,
    authorise: (call) => {
      const { reassignmentCommands: raw, eventFormat: format } = call.body;
      requireActAs(call, raw === undefined ? [] : [raw.submitter]);
      requireUser(call, raw?.userId ?? '');
      requireFormats(call, waits ? format : undefined);
    },
    handle: (call, ledger) => {
      const { reassignmentCommands: raw, eventFormat: format } = call.body;
      if (raw === undefined) throw missingField('reassignmentCommands');
      if (raw.submitter === '') throw missingField('submitter');
      const names = namesOf(call, raw, [raw.submitter]);
      const moves = movesOf(ledger, raw);
      const view = waits && format !== undefined ? viewOf(ledger, format) : undefined;
      const update = reassign(ledger.history, names, moves);
      return ok(waits ? { reassignment: reassignmentJson(update, view, ledger.version) } : {});
    },
  });
}

/** The moves of a submission; all must be halves of one kind between the same two synchronizers. */
function movesOf(ledger: Ledger, { commands, submitter }: Raw): readonly MoveIntent[] {
  const moves = commands.map(({ command }) => {
    if (command === undefined || command.case === 'Empty') throw missingField('command');
    const { source, target } = command.value.value;
    if (source === '') throw missingField('source');
    if (target === '') throw missingField('target');
    synchronizerOf(ledger, source);
    synchronizerOf(ledger, target);
    if (source === target) throw invalidArgument('The source and the target are the same.');
    return 'contractId' in command.value.value
      ? unassign(ledger, command.value.value, submitter)
      : assign(ledger, command.value.value, submitter);
  });
  const kinds = new Set(moves.map(({ kind, source, target }) => `${kind} ${source} ${target}`));
  if (kinds.size === 0) throw missingField('commands');
  if (new Set(moves.map(({ contract }) => contract.id)).size < moves.length) {
    throw invalidArgument('A contract is named twice.');
  }
  if (kinds.size > 1) throw invalidArgument('The commands differ in kind or in direction.');
  return moves;
}

function unassign(
  { history }: Ledger,
  { contractId, source, target }: Halves & { readonly contractId: string },
  submitter: string,
): MoveIntent {
  rejectBadContractId(contractId);
  const tracked = activeFor(history, contractId, [submitter]);
  if (placeAt(tracked, history.end)?.synchronizerId !== source) {
    const cause = 'The contract is not on the source synchronizer.';
    throw new LedgerError('INVALID_PRESCRIBED_SYNCHRONIZER_ID', 9, cause);
  }
  return { kind: 'unassign', contract: tracked.contract, source, target, submitter };
}

function assign(
  { history }: Ledger,
  { reassignmentId, source, target }: Halves & { readonly reassignmentId: string },
  submitter: string,
): MoveIntent {
  if (reassignmentId === '') throw missingField('reassignmentId');
  const open = [...history.contracts.values()]
    .map((tracked) => ({ tracked, last: tracked.moves.at(-1) }))
    .find(({ last }) => last?.kind === 'unassign' && last.reassignmentId === reassignmentId);
  const contract = open?.tracked.contract;
  if (contract === undefined || !stakeholders(contract).includes(submitter)) {
    throw notFound('REASSIGNMENT_DATA_NOT_FOUND', 'REASSIGNMENT_ID', reassignmentId);
  }
  if (open?.last?.source !== source || open.last.target !== target) {
    throw invalidArgument('The contract moves between other synchronizers.');
  }
  return { kind: 'assign', contract, source, target, submitter, reassignmentId };
}

export const REASSIGNMENTS: readonly Route[] = [
  submitRoute('submit-and-wait-for-reassignment', true),
  submitRoute('async/submit-reassignment', false),
];
