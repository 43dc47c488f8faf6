/** The parts of a submission: the declared command, a fresh id, and the lookups of its result. */
import type {
  Call,
  CheckResult,
  CompleteExchange,
  Fixtures,
  Probe,
  Requirement,
} from '../../../src/kit.ts';
import { call, describe, finding, sent, worded } from '../../../src/kit.ts';
import { isObject, type Json, stringAt, strings, member as within } from '../../kit/json.ts';
import { isAccepted, unless } from '../../kit/judges.ts';
import { type Law, must } from '../../kit/law.ts';
import type { Ledger } from '../area.ts';
import {
  EFFECTS,
  eventsOf,
  eventsOfTemplates,
  isFull,
  limitFor,
  listed,
  movesIn,
} from '../requests/formats.ts';
import { openList } from '../requests/open-lists.ts';
import { submitterOf } from '../requests/request-parts.ts';
import { entriesIn } from '../responses/entries.ts';
import { completionsOf } from '../responses/shown-updates.ts';
import { sharedWords } from '../rules.ts';
import { lawsOf, type Subject } from './forms.ts';
import { eventsMatch } from './list-contents.ts';

/** The rule about events, for the update in the response of the operation of a probe. */
export function eventsMatchIn(probe: Probe, clause: string): readonly Requirement[] {
  return lawsOf([SUBMITTED], { operation: probe.operation, clause, probes: [probe] });
}

interface Submitted extends Subject {
  readonly probes: readonly Probe[];
}

const SUBMITTED: Law<Submitted> = must('events-match-their-transaction', {
  ...sharedWords('events-match-their-transaction'),
  on: ({ probes }) => probes,
  anyTraffic: true,
  check: (exchange, { operation }) =>
    exchange.request.operation === operation ? eventsMatch(exchange) : undefined,
});

/** The acting parties of the first declared command. */
export function actors({ commands: [first] }: Fixtures): readonly string[] {
  return strings(first, 'actAs');
}

/**
 * An unused command id: the tag is random for each case, and the ledger end moves with every command, so that repeating
 * the case gives another id.
 */
export function freshId(tag: string, end: unknown): string {
  return `assay-${tag}-${within(end, 'offset') ?? 0}`;
}

/** The first declared command, under this id, in a submission and a workflow with ids of their own. */
export function submission(fixtures: Fixtures, commandId: string): Json {
  const [first = {}] = fixtures.commands;
  const submissionId = `${commandId}-submission`;
  return { userId: submitterOf(fixtures), workflowId: 'assay', ...first, commandId, submissionId };
}

export function endOf(ledger: Ledger): Call {
  return call(ledger.operation('ledger-end'));
}

/** The call in its own trace. */
export function traced(submit: Call, tag: string): Call {
  const traceparent = `00-${`${tag}a55a5aa5`.repeat(2)}-a55a5aa5${tag}-01`;
  return { ...submit, headers: { ...submit.headers, traceparent } };
}

/** A transaction format with all effects that these parties see; verbose, as the deprecated forms are. */
export function effectsOf(parties: readonly string[], blobs = false): Json {
  return { transactionShape: EFFECTS, eventFormat: { ...eventsOf(parties, blobs), verbose: true } };
}

/** The lookup of an update by the id in a response. */
export function updateById(
  ledger: Ledger,
  updateId: string | undefined,
  parties: readonly string[],
): Call | undefined {
  if (updateId === undefined) return undefined;
  const updateFormat = movesIn({ ...eventsOf(parties), verbose: true }, EFFECTS);
  return call(ledger.operation('update-by-id'), { json: { updateId, updateFormat } });
}

export function completionsAfter(
  ledger: Ledger,
  fixtures: Fixtures,
  beginExclusive: unknown,
  parties: readonly string[],
): Call | undefined {
  if (typeof beginExclusive !== 'number') return undefined;
  const json = { userId: submitterOf(fixtures), parties, beginExclusive };
  return openList(ledger.operation('completions'), fixtures, json);
}

/** The active contracts of the acting parties of the declared command, of one template or of all. */
export function activeAt(ledger: Ledger, f: Fixtures, offset: unknown, template?: string) {
  if (typeof offset !== 'number') return undefined;
  const parties = actors(f);
  const eventFormat =
    template === undefined ? eventsOf(parties) : eventsOfTemplates(parties, [template]);
  const json = { activeAtOffset: offset, eventFormat };
  return listed(ledger.operation('active-contracts'), f, json);
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

/** Delays between lookups in milliseconds: half a minute in total, which is a node's default patience. */
const LOOKS = [1000, 2000, 4000, 8000, 15_000];

type FromBodies<T> = (bodies: Readonly<Record<string, unknown>>) => T;

/**
 * The steps after the submission of a command without waiting. `completions` is retried until the list has its
 * completion, because the contract sets no time for it. `control` is a command that waits for its result. It is sent if
 * the completion is missing after half a minute: a node that completes the control was not too slow for the other.
 */
export function awaiting(
  ledger: Ledger,
  fixtures: Fixtures,
  commandId: FromBodies<string>,
  parties: FromBodies<readonly string[]> = () => actors(fixtures),
): Readonly<Record<'completions' | 'control', FromBodies<Call | undefined>>> {
  return {
    completions: (bodies) => {
      const { submit, end } = bodies;
      const look = completionsAfter(ledger, fixtures, within(end, 'offset'), parties(bodies));
      if (look === undefined || !isObject(submit) || submit['code'] !== undefined) return undefined;
      const id = commandId(bodies);
      // Another lookup would show nothing new about the command.
      const isFinal = (list: CompleteExchange): boolean =>
        !isAccepted(list) || isFull(list) || completionOf(id, list.response.body) !== undefined;
      return { ...look, retryUntil: { delaysMs: LOOKS, holds: isFinal } };
    },
    control: (bodies) => {
      const { completions } = bodies;
      if (!Array.isArray(completions) || completions.length >= limitFor(fixtures)) return undefined;
      const id = commandId(bodies);
      if (completionOf(id, completions) !== undefined) return undefined;
      const json = submission(fixtures, `${id}-control`);
      return call(ledger.operation('submit-and-wait'), { json });
    },
  };
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
  if (found === undefined) return [finding('body', worded`a completion of ${commandId}`, 'none')];
  const code = within(found, 'status', 'code') ?? 0;
  if (code !== 0) return [finding('/status/code', '0, for success', describe(code))];
  return unless(Boolean(stringAt(found, 'updateId')), '/updateId', 'an update id', 'none');
}
