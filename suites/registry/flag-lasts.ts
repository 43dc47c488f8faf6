/** That excludeDebugFields ends with its own response: what was shown before it was true is shown again. */

import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  finding,
  type Probe,
  sent,
} from '../../src/index.ts';
import { type Law, must } from '../kit/law.ts';
import { type Steps, stepsOf } from '../kit/steps.ts';
import { contextOf, hasId } from './disclosed-contracts.ts';

/** By request, the contracts that were disclosed with debug fields at any time of this run. */
type Shown = Map<string, Set<unknown>>;

/** What was shown early cannot be requested again once it is lost, so each run remembers it. */
const shownTo = new WeakMap<Call, Shown>();

/** Lets the calls of one plan share what was shown to them. */
export function remembering(): <T extends readonly Call[]>(calls: T) => T {
  const shown: Shown = new Map();
  return (calls) => {
    for (const call of calls) shownTo.set(call, shown);
    return calls;
  };
}

/** One request several times in a row: with the flag false, true, false, absent, true, false. */
export const FLAGS: Steps<'off' | 'on' | 'offAgain' | 'absent' | 'onAgain' | 'offAtLast'> = stepsOf(
  'off',
  'on',
  'offAgain',
  'absent',
  'onAgain',
  'offAtLast',
);

/** An operation with the sequence of its flags. */
interface InARow {
  readonly shared: { readonly flagSequence: Probe };
}

/** To be listed first: its probe has to be the first of a run that sends the flag. */
export const FLAG_LASTS: Law<InARow> = must('flag-ends-with-request', 'requests-stand-alone', {
  statement:
    'Debug fields that were sent before a request with the flag true are sent again after it.',
  cause:
    'The debug fields are deleted from a cached object, or the flag is kept in a member that is never reset.',
  fix: 'Copy a contract before you strip it, and read the flag from the request only.',
  test: ({ shared }) => ({
    probes: [shared.flagSequence],
    relation: FLAGS.judged(({ off: first, offAtLast: last }) => {
      if (first?.response.status !== 200 || last?.response.status !== 200) return undefined;
      const shown = shownTo.get(first.request) ?? new Map();
      note(first, shown);
      return lost(last, shown.get(keyOf(last)));
    }),
  }),
});

function note(exchange: CompleteExchange, shown: Shown): void {
  const key = keyOf(exchange);
  const ids = shown.get(key) ?? new Set();
  for (const entry of entriesOf(exchange)) if (hasDebug(entry)) ids.add(entry['contractId']);
  shown.set(key, ids);
}

function lost(exchange: CompleteExchange, shown: ReadonlySet<unknown> | undefined): CheckResult {
  const again = entriesOf(exchange).filter((entry) => shown?.has(entry['contractId']));
  if (again.length === 0) return 'inapplicable';
  return again
    .filter((entry) => !hasDebug(entry))
    .map((entry) =>
      finding(
        `disclosedContracts: ${String(entry['contractId'])}`,
        'its debug fields, as before the flag was true',
        'none',
      ),
    );
}

type Entry = Readonly<Record<string, unknown>>;

function entriesOf({ response }: CompleteExchange): readonly Entry[] {
  // Without an id a contract cannot be found again in another response.
  return (contextOf(response.body)?.entries ?? []).filter(hasId);
}

function hasDebug(entry: Entry): boolean {
  return Object.entries(entry).some(([name, value]) => name.startsWith('debug') && value !== null);
}

/** Another allocation or other arguments are another request; whatever else a request has, it is the same one. */
function keyOf({ request }: CompleteExchange): string {
  const body = sent(request) as { choiceArguments?: unknown } | null | undefined;
  return `${request.path} ${JSON.stringify(body?.choiceArguments)}`;
}
