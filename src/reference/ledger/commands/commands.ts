/** Submissions of commands: waiting for the outcome in one of three forms, or not waiting. */
import { anyCaller, requireActAs, requireReadAs, requireUser } from '../auth.ts';
import { COMMAND_COMPLETIONS, COMPLETIONS } from '../completions.ts';
import { type Decoded, type Decoder, object, optional } from '../decode.ts';
import { type TransactionFormat, transactionFormat, wildcards } from '../filters/decode.ts';
import { requireFormats } from '../filters/filters.ts';
import { commandTarget } from '../filters/identifiers.ts';
import type { Ledger } from '../ledger.ts';
import { transactionJson, transactionView } from '../projections.ts';
import { ok } from '../reply.ts';
import { type Call, post, type Route } from '../route.ts';
import { deltasFor, effectsOf } from '../updates/formats.ts';
import type { TransactionUpdate } from '../updates/model.ts';
import { transactionTree } from '../updates/trees.ts';
import { commit } from './commit.ts';
import { type RawCommand, type RawCommands, rawSubmission } from './decode.ts';
import { REASSIGNMENTS } from './reassign.ts';
import { submissionOf } from './resolve.ts';

/** Admits any caller with a valid token. The template names must be known: they are checked before rights. */
export function requireNames(call: Call, ledger: Ledger, commands: readonly RawCommand[]): void {
  anyCaller(call);
  for (const { value } of commands) commandTarget(ledger, value.templateId);
}

/** ActAs and ReadAs for the parties of a submission, and the user of the token. */
function mayCommand(call: Call, { actAs, readAs, userId }: RawCommands): void {
  requireActAs(call, actAs);
  requireReadAs(call, readAs);
  requireUser(call, userId);
}

/** Makes the response to a submission. It checks the format before the commands execute. */
type Render = (
  ledger: Ledger,
  raw: RawCommands,
  format: TransactionFormat | undefined,
) => (update: TransactionUpdate) => unknown;

const FOR_TRANSACTION = object({
  commands: rawSubmission,
  transactionFormat: optional(transactionFormat),
});

function submitRoute<Body>(
  name: string,
  body: Decoder<Body>,
  read: (body: Body) => Decoded<typeof FOR_TRANSACTION>,
  render: Render,
): Route {
  return post(`/v2/commands/${name}`, {
    body,
    authorise: (call, ledger) => {
      const { commands, transactionFormat: format } = read(call.body);
      requireNames(call, ledger, commands.commands);
      mayCommand(call, commands);
      requireFormats(call, format?.eventFormat);
    },
    handle: (call, ledger) => {
      const { commands, transactionFormat: format } = read(call.body);
      const submission = submissionOf(ledger, call, commands);
      const shown = render(ledger, commands, format);
      return ok(shown(commit(ledger.history, submission)));
    },
  });
}

/** The body of the request is the submission itself. */
function plainRoute(name: string, render: Render): Route {
  const read = (commands: RawCommands) => ({ commands, transactionFormat: undefined });
  return submitRoute(name, rawSubmission, read, render);
}

/** The update id and the offset, as responses show them. */
export function placeOf({ updateId, offset }: { updateId: string; offset: number }): unknown {
  return { updateId, completionOffset: offset };
}

const asTransaction: Render = (ledger, { actAs, readAs }, format) => {
  const view = transactionView(ledger, format ?? deltasFor([...actAs, ...readAs]));
  return (update) => ({ transaction: transactionJson(update, view, ledger.version) });
};

const asTree: Render = (ledger, { actAs, readAs }) => {
  const view = transactionView(ledger, effectsOf(wildcards([...actAs, ...readAs])));
  return (update) => ({
    transactionTree: transactionTree(transactionJson(update, view, ledger.version)),
  });
};

export const COMMANDS: readonly Route[] = [
  plainRoute('submit-and-wait', () => placeOf),
  submitRoute('submit-and-wait-for-transaction', FOR_TRANSACTION, (body) => body, asTransaction),
  plainRoute('submit-and-wait-for-transaction-tree', asTree),
  plainRoute('async/submit', () => () => ({})),
  ...REASSIGNMENTS,
  COMPLETIONS,
  COMMAND_COMPLETIONS,
];
