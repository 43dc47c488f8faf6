/** The parts of a submission: the declared command, and what lists show of its result. */
import type { CheckResult, CompleteExchange, Fixtures } from '../../../src/kit.ts';
import { BODY_TEXT, describe, finding, sent, worded } from '../../../src/kit.ts';
import { type Json, stringAt, strings, member as within } from '../../kit/json.ts';
import { unless } from '../../kit/judges.ts';
import { EFFECTS, eventsOf, isFull } from '../requests/formats.ts';
import { submitterOf } from '../requests/request-parts.ts';
import { entriesIn } from '../responses/entries.ts';
import { completionsOf } from '../responses/shown-updates.ts';

/** The acting parties of the first declared command. */
export function actors({ commands: [first] }: Fixtures): readonly string[] {
  return strings(first, 'actAs');
}

/** The first declared command, under this id, in a submission and a workflow with ids of their own. */
export function submission(fixtures: Fixtures, commandId: string): Json {
  const [first = {}] = fixtures.commands;
  const submissionId = `${commandId}-submission`;
  return { userId: submitterOf(fixtures), workflowId: 'assay', ...first, commandId, submissionId };
}

/** A transaction format with all effects that these parties see; verbose, as the deprecated forms are. */
export function effectsOf(parties: readonly string[], blobs = false): Json {
  return { transactionShape: EFFECTS, eventFormat: { ...eventsOf(parties, blobs), verbose: true } };
}

/** True if a list shows the contract as active, on a named synchronizer; `undefined` if it is unreadable. */
export function isActive(
  list: CompleteExchange,
  id: unknown,
  place?: unknown,
): boolean | undefined {
  return entriesIn(list)?.some(
    (one) =>
      one.active && one.contractId === id && (place === undefined || one.synchronizerId === place),
  );
}

/** The completion of a command in a list; `undefined` if there is none. */
export function completionOf(commandId: unknown, list: unknown): Json | undefined {
  return completionsOf(list).find((one) => one['commandId'] === commandId);
}

/** An id of a submission, such as that of its command; some bodies nest it one level deeper. */
export function sentId({ request }: CompleteExchange, name = 'commandId'): string | undefined {
  const body = sent(request);
  const holders = [body, within(body, 'commands'), within(body, 'reassignmentCommands')];
  return holders.map((one) => stringAt(one, name)).find((id) => id !== undefined);
}

/** The list shows the command of the submission with success. */
export function succeeds(submitted: CompleteExchange, completions: CompleteExchange): CheckResult {
  const { body } = completions.response;
  const commandId = sentId(submitted);
  const found = completionOf(commandId, body);
  // A list at its limit may omit the completion.
  if (found === undefined && isFull(completions)) return undefined;
  if (found === undefined)
    return [finding(BODY_TEXT, worded`a completion of ${commandId}`, 'none')];
  const code = within(found, 'status', 'code') ?? 0;
  if (code !== 0) return [finding('/status/code', '0, for success', describe(code))];
  return unless(Boolean(stringAt(found, 'updateId')), '/updateId', 'an update id', 'none');
}
