/** What submissions are made of: command bodies of the operator, fresh ids, and how a result is looked up. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  type Finding,
  type Fixtures,
  finding,
  sent,
} from '../../src/index.ts';
import { difference, isObject } from './alike.ts';
import type { Ledger } from './chapter.ts';
import { eventsOf, isFull, limitFor } from './formats.ts';
import type { Json } from './members.ts';
import { idleOf, openList } from './open-lists.ts';
import { userOf } from './question.ts';
import { accepted, listIn, textIn, within } from './sequences.ts';

/** Who acts in the first command body that the operator declared. */
export function actors({ commands: [first] }: Fixtures): readonly string[] {
  return listIn(first, 'actAs').filter((party) => typeof party === 'string');
}

/**
 * A command id that no case and no run has used: the tag is drawn for the case, and the end of the ledger
 * moves on with every command, so that a repetition of the case has another one.
 */
export function freshId(tag: string, end: unknown): string {
  return `assay-${tag}-${within(end, 'offset') ?? 0}`;
}

/** The first command body that the operator declared, under this id. */
export function submission(fixtures: Fixtures, commandId: string): Json {
  const [first = {}] = fixtures.commands;
  return { userId: userOf(fixtures), ...first, commandId };
}

/** The ledger's end, before something is submitted. */
export function endOf(ledger: Ledger): Call {
  return call(ledger.operation('ledger-end'));
}

/** Everything that these parties see, as effects. Values are as the deprecated forms show them. */
export function effectsOf(parties: readonly string[]): Json {
  return {
    transactionShape: 'TRANSACTION_SHAPE_LEDGER_EFFECTS',
    eventFormat: { ...eventsOf(parties), verbose: true },
  };
}

/** The look-up of an update by the id that an answer told. */
export function updateById(
  ledger: Ledger,
  updateId: string | undefined,
  parties: readonly string[],
): Call | undefined {
  if (updateId === undefined) return undefined;
  const updateFormat = {
    includeTransactions: effectsOf(parties),
    includeReassignments: { ...eventsOf(parties), verbose: true },
  };
  return call(ledger.operation('update-by-id'), { json: { updateId, updateFormat } });
}

/** The completions after an offset. */
export function completionsAfter(
  ledger: Ledger,
  fixtures: Fixtures,
  beginExclusive: unknown,
  parties: readonly string[],
): Call | undefined {
  if (typeof beginExclusive !== 'number') return undefined;
  return openList(ledger.operation('completions'), idleOf(fixtures), {
    limit: limitFor(fixtures),
    json: { userId: userOf(fixtures), parties, beginExclusive },
  });
}

/** Half a minute in all: no node lets a request wait for longer unless it is told to. */
const LOOKS = [1000, 2000, 4000, 8000, 15_000];

/** A submission that is not waited for: what it was answered with, and what to look for. */
interface Submitted {
  readonly answer: unknown;
  readonly after: unknown;
  readonly parties: readonly string[];
  readonly commandId: string;
}

/** The completions after a submission that was taken in, until its own shows: the contract sets no time for it. */
export function completionsUntil(
  ledger: Ledger,
  fixtures: Fixtures,
  { answer, after, parties, commandId }: Submitted,
): Call | undefined {
  const look = completionsAfter(ledger, fixtures, after, parties);
  if (look === undefined || !isObject(answer) || answer['code'] !== undefined) return undefined;
  return {
    ...look,
    retryUntil: { delaysMs: LOOKS, holds: (exchange) => tellsOf(commandId, exchange) },
  };
}

/** True where another look would tell no more of a command. */
function tellsOf(commandId: string, list: CompleteExchange): boolean {
  const { status, body } = list.response;
  return status !== 200 || isFull(list) || completionOf(commandId, body) !== undefined;
}

/**
 * A command that is waited for, where one that was not has not shown for half a minute: a node that can
 * answer it was not too slow for the other.
 */
export function control(
  ledger: Ledger,
  fixtures: Fixtures,
  commandId: string,
  completions: unknown,
): Call | undefined {
  if (!Array.isArray(completions) || completions.length >= limitFor(fixtures)) return undefined;
  if (completionOf(commandId, completions) !== undefined) return undefined;
  const json = submission(fixtures, `${commandId}-control`);
  return call(ledger.operation('submit-and-wait'), { json });
}

/** A command was completed with success, or it is lost: another that was sent after it was completed. */
export function completesLater(
  submitted: CompleteExchange,
  at: Readonly<Record<'completions' | 'control', CompleteExchange>>,
): CheckResult {
  const found = completionOf(sentId(submitted), at.completions.response.body);
  if (found === undefined && !accepted(at.control)) return undefined;
  return succeeds(submitted, at.completions);
}

/** The completion of a command in a list; `undefined` where there is none. */
export function completionOf(commandId: unknown, list: unknown): Json | undefined {
  for (const row of Array.isArray(list) ? list : []) {
    const value = within(row, 'completionResponse', 'Completion', 'value');
    if (isObject(value) && value['commandId'] === commandId) return value;
  }
  return undefined;
}

/** The id that a submission was sent under; it stands one level deeper in some bodies. */
export function sentId({ request }: CompleteExchange): string | undefined {
  const body = sent(request);
  return (
    textIn(body, 'commandId') ??
    textIn(body, 'commands', 'commandId') ??
    textIn(body, 'reassignmentCommands', 'commandId')
  );
}

/** A command is completed with success in this list, as the submission said. */
export function succeeds(submitted: CompleteExchange, completions: CompleteExchange): CheckResult {
  const { body } = completions.response;
  const commandId = sentId(submitted);
  const found = completionOf(commandId, body);
  // A list that is cut short may leave out what it has.
  if (found === undefined && isFull(completions)) return undefined;
  if (found === undefined) return [finding('body', `a completion of ${commandId}`, 'none')];
  return succeeded(found);
}

/** A submission that was not repeated has one success, and no other command is named after it. */
export function succeedsOnce(
  submitted: CompleteExchange,
  { response: { body } }: CompleteExchange,
): CheckResult {
  const commandId = sentId(submitted);
  if (commandId === undefined || completionOf(commandId, body) === undefined) return undefined;
  const values = (Array.isArray(body) ? body : []).map((row: unknown) =>
    within(row, 'completionResponse', 'Completion', 'value'),
  );
  const ids = values
    .filter((one) => (within(one, 'status', 'code') ?? 0) === 0 && textIn(one, 'updateId'))
    .map((one) => textIn(one, 'commandId'))
    .filter((id) => id === commandId || id?.startsWith(`${commandId}-`));
  return ids.length > 1 ? [finding('body', `${commandId} once`, ids.join(', '))] : [];
}

function succeeded(completion: Json): Finding[] {
  const code = within(completion, 'status', 'code') ?? 0;
  if (code !== 0) return [finding('status/code', '0, for success', `${code}`)];
  return textIn(completion, 'updateId') ? [] : [finding('updateId', 'an update id', 'none')];
}

/** The update of that kind in a look-up is the one that was answered. */
export function sameUpdate(kind: string, owed: unknown, lookUp: CompleteExchange): CheckResult {
  if (lookUp.response.status !== 200) {
    return [finding('status of the look-up', '200', `${lookUp.response.status}`)];
  }
  return difference(within(lookUp.response.body, 'update', kind, 'value'), owed);
}
