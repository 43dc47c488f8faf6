/** Judges whether requests get a response at all. */
import { type Exchange, expects, type Finding, type Requirement } from '../model/index.ts';
import { finding } from '../plan/requirement.ts';
import type { Observation } from './observation.ts';

const NOTHING_FOUND: readonly Finding[] = [];
const NOT_LOOKED_AT: readonly Exchange[] = [];

/**
 * Judges only hang-ups and timeouts, and only of an operation that the target serves: presence is decided before the
 * scan.
 */
export function judgeSilence(
  requirement: Requirement,
  exchanges: readonly Exchange[],
  served: boolean,
): Observation {
  let conclusive = 0;
  let culprit: Exchange | undefined;
  let findings = NOTHING_FOUND;
  const isPresence = expects(requirement, 'presence');
  const wantsResponse = expects(requirement, 'response');
  const looked = isPresence || !served ? NOT_LOOKED_AT : exchanges;
  for (const exchange of looked) {
    if (exchange.response !== undefined) {
      conclusive++;
      const found = wantsResponse && culprit === undefined ? brokenFraming(exchange) : undefined;
      if (found === undefined) continue;
      culprit = exchange;
      findings = [found];
    } else if (!wantsResponse) {
      // Only the end of the scan shows whether losses are random.
    } else if (culprit === undefined && isHangUp(exchange)) {
      conclusive++;
      culprit = exchange;
      const actual = exchange.noResponse?.message ?? '';
      findings = [ofConnection('a response', actual)];
    }
  }
  return {
    requirement,
    exchanges: isPresence ? 0 : exchanges.length,
    conclusive,
    notApplicable: 0,
    findings,
    culprit,
    fault: undefined,
  };
}

/** A response whose end clients understand in different ways. */
function brokenFraming({ surplus, response }: Exchange): Finding | undefined {
  if (surplus) return ofConnection('one response', SURPLUS);
  const { 'content-length': length, 'transfer-encoding': coding } = response?.headers ?? {};
  return length !== undefined && coding !== undefined
    ? ofConnection('one length of the body', TWO_LENGTHS)
    : undefined;
}

const TWO_LENGTHS =
  'Content-Length together with Transfer-Encoding (RFC 9112 section 6.3), which clients such as Node.js reject';
const SURPLUS = 'more bytes right after it, which do not belong to any request';

/** A finding about a connection. */
export function ofConnection(expected: string, actual: string): Finding {
  return finding({ part: 'connection' }, expected, actual);
}

/** True if the connection closed or no response came in time, although the target was reachable. */
export function isHangUp({ noResponse }: Exchange): boolean {
  return noResponse?.kind === 'reset' || noResponse?.kind === 'timeout';
}
