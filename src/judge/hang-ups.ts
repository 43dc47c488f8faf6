/** Judges whether requests get a response at all. */
import { type Exchange, expects, type Finding } from '../model/index.ts';
import { finding } from '../plan/requirement.ts';
import { type Judging, type Observation, uneventful } from './judging.ts';

/**
 * Judges only hang-ups and timeouts, and only of an operation that the target serves: presence is decided before the
 * scan. Only the end of the scan shows whether losses are random.
 */
export function judgeSilence(
  judging: Judging,
  exchanges: readonly Exchange[],
  served: boolean,
): Observation {
  const { requirement } = judging;
  if (expects(requirement, 'presence')) return uneventful(judging, 0, 0, 0);
  if (!served) return uneventful(judging, exchanges.length, 0, 0);
  const looksForTrouble = expects(requirement, 'response');
  let conclusive = 0;
  let found: Finding | undefined;
  let culprit: Exchange | undefined;
  for (const exchange of exchanges) {
    const trouble = looksForTrouble && found === undefined ? troubleOf(exchange) : undefined;
    if (trouble !== undefined) {
      found = trouble;
      culprit = exchange;
    }
    if (exchange.response !== undefined || trouble !== undefined) conclusive++;
  }
  const observation = uneventful(judging, exchanges.length, conclusive, 0);
  return found === undefined ? observation : { ...observation, findings: [found], culprit };
}

function troubleOf(exchange: Exchange): Finding | undefined {
  if (exchange.response !== undefined) return brokenFraming(exchange);
  return isHangUp(exchange)
    ? ofConnection('a response', exchange.noResponse?.message ?? '')
    : undefined;
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
