/** Judges that excludeDebugFields affects only its own response: later responses have the debug fields again. */

import {
  between,
  bodyPlace,
  type CheckResult,
  type CompleteExchange,
  finding,
  type Memory,
  sent,
} from '../../src/kit.ts';
import type { Json } from '../kit/json.ts';
import { type Steps, stepsOf } from '../kit/steps.ts';
import type { Checks } from './check-types.ts';
import { contextOf, hasId } from './disclosed-contracts.ts';

/**
 * One request several times in a row: with the flag false, true, absent, false, true, false. The absent flag follows a
 * true one, which a server must not keep.
 */
export const FLAGS: Steps<'off' | 'on' | 'absent' | 'offAgain' | 'onAgain' | 'offAtLast'> = stepsOf(
  'off',
  'on',
  'absent',
  'offAgain',
  'onAgain',
  'offAtLast',
);

export const FLAG_CHECKS = {
  flagEnds: () => ({
    relation: FLAGS.judged(({ off: first, offAtLast: last }, shown: Set<string>) => {
      if (first?.response.status !== 200 || last?.response.status !== 200) return undefined;
      // Lost fields cannot be requested again, so the run remembers the early ones.
      const request = keyOf(first);
      for (const entry of entriesOf(first))
        if (hasDebug(entry)) shown.add(request + String(entry['contractId']));
      return between([first, last], lost(last, shown));
    }),
  }),
} satisfies Checks;

/** Debug fields of earlier responses of this run that are missing now. */
function lost(exchange: CompleteExchange, shown: Memory): CheckResult {
  const request = keyOf(exchange);
  const again = entriesOf(exchange).filter((entry) =>
    shown.has(request + String(entry['contractId'])),
  );
  if (again.length === 0) return 'inapplicable';
  return again
    .filter((entry) => !hasDebug(entry))
    .map((entry) =>
      finding(
        bodyPlace('/disclosedContracts', { of: `contract ${String(entry['contractId'])}` }),
        'its debug fields, as before the flag was true',
        'none',
      ),
    );
}

function entriesOf({ response }: CompleteExchange): readonly Json[] {
  // Without an id a contract cannot be found again in another response.
  return (contextOf(response.body)?.entries ?? []).filter(hasId);
}

export function hasDebug(entry: Json): boolean {
  for (const name in entry) if (name.startsWith('debug') && entry[name] !== null) return true;
  return false;
}

/** The key of a request: another allocation or other arguments make another request. */
function keyOf({ request }: CompleteExchange): string {
  const body = sent(request) as { choiceArguments?: unknown } | null | undefined;
  return JSON.stringify([request.path, body?.choiceArguments]);
}
