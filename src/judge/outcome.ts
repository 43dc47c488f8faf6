/** The outcome rules: from the observations of a requirement to its outcome. */
import {
  expects,
  isNothing,
  placeText,
  type Reason,
  type Shown,
  statuses,
  statusesIn,
  worded,
} from '../model/index.ts';
import { finding } from '../plan/requirement.ts';
import {
  type Conclusion,
  cantTell,
  credential,
  type Ending,
  isSampled,
  NOT_SAMPLED,
  notAllowed,
  stopped,
  switchedOff,
} from './conclusion.ts';
import { firstLacking, inconclusive, missing } from './inconclusive.ts';
import { MOST_TRIALS } from './numbers.ts';
import type { Observations, OtherCause } from './observations.ts';
import type { Presence } from './presence.ts';

/** The outcome of one requirement. MAY requirements never fail: their findings are information. */
export function settle(observed: Observations, ending: Ending): Conclusion {
  const { requirement } = observed;
  if (ending.notOwed) return NOT_SERVED;
  if (ending.switchedOff) return switchedOff('the operation is');
  const notApplicableWhen = requirement.probes.map((p) => ending.notApplicableWhen.get(p));
  if (notApplicableWhen[0] !== undefined && !notApplicableWhen.includes(undefined)) {
    return { outcome: 'inapplicable', reason: 'not-observed', note: notApplicableWhen[0] };
  }
  if (requirement.probes.every((p) => ending.forbidden.has(p)))
    return notAllowed(requirement.probes);
  if (ending.nothingHere !== undefined) return cantTell('not-offered', ending.nothingHere);
  if (expects(requirement, 'presence')) return presence(observed, ending);
  if (ending.presence === 'absent') return NOT_SERVED;
  const isFailed = observed.failing > 0 && requirement.level !== 'MAY';
  if (isFailed && ending.confirmed) return { outcome: 'failed' };
  if (observed.kitFault !== undefined) return cantTell('kit-fault', observed.kitFault);
  if (isFailed) {
    const { otherCause } = observed;
    if (otherCause !== undefined) return cantTell(OPEN[otherCause.follows], otherCause.note);
    if (observed.baselineFailsToo) {
      return cantTell('flaky', 'not even the baseline request always gets the same response');
    }
    // Another requirement covers random losses, unless many requests are lost or none was repeated.
    const few = areFew(observed) && !ending.unaffordable;
    if (observed.lostAtRandom !== undefined && few) return passedBut(observed.lostAtRandom);
    return unexplained(observed, ending);
  }
  if (observed.failing > 0) {
    return { outcome: 'inapplicable', reason: 'not-observed', note: insteadOf(observed) };
  }
  if (observed.conclusive > 0) {
    const whole = passed(observed, ending);
    return whole.outcome === 'passed' && isSampled(observed, ending.sampled) ? NOT_SAMPLED : whole;
  }
  return inconclusive(observed, ending);
}

/** Why a requirement is open whose failures do not follow its requests. */
const OPEN: Readonly<Record<OtherCause['follows'], Reason>> = {
  time: 'unreachable',
  state: 'nothing-conclusive',
  nothing: 'flaky',
};

/** What the target does in place of something optional: `optional; the status is 405 instead of 200`. */
function insteadOf({ failures: [first] }: Observations): string {
  const [finding] = first?.findings ?? [];
  if (finding === undefined) return 'optional; the target does not do this';
  const { at, kind, expected, actual } = finding;
  const [came, due] = [actual, expected].map((shown) => statusesIn(shown).join(' or '));
  const place = placeText(at);
  const what = kind === 'header' ? `the header ${place}` : place;
  if (came && due) return `optional; the ${place} is ${came} instead of ${due}`;
  if (isNothing(actual)) return `optional; ${what} is missing`;
  return isNothing(expected)
    ? `optional; ${what} is present, but not expected`
    : `optional; ${what} has another value`;
}

/** True if few requests were lost: a tenth of them at most, or half where the share is chance. */
function areFew({ failing, exchanges }: Observations): boolean {
  return failing * (failing < MOST_TRIALS ? 2 : 10) <= exchanges;
}

const NOT_SERVED: Conclusion = {
  outcome: 'inapplicable',
  reason: 'not-offered',
  note: 'the operation is not served',
};

/** A failure of the scan that did not occur again. */
function unexplained(
  { failing }: Observations,
  { stopped: why, unaffordable }: Ending,
): Conclusion {
  const failed = `${failing} of the cases failed`;
  const settled = why
    ? {
        ...stopped(why),
        note: `unconfirmed: ${failed}, and the run stopped before they could be repeated`,
      }
    : unaffordable
      ? cantTell('budget', `${failed}; ${HUNT}`)
      : cantTell('flaky', `${failed}, but none failed when repeated`);
  return { ...settled, unexplained: true };
}

const HUNT =
  'the requests reserved for repeating them are used up: --hunt 5000 allows 5000 more than the plan';

/** Complete exchanges pass it; the note counts the others, and there is no verdict if they are the majority. */
function passed(observed: Observations, { stopped: why }: Ending): Conclusion {
  const silent = [...observed.inconclusive.values()].reduce((sum, n) => sum + n, 0);
  const { ended } = observed;
  if (silent === 0) return { outcome: 'passed', ...(ended === undefined ? {} : { note: ended }) };
  const kinds = [...observed.inconclusive].map(([kind, n]) => `${n} ${SILENCES[kind] ?? kind}`);
  const note = `${silent} of ${observed.exchanges} requests showed no result: ${kinds.join(', ')}`;
  const mostly = silent > observed.conclusive && !('expects' in observed.requirement);
  if (!mostly) return { outcome: 'passed', note };
  return why ? { ...stopped(why), note } : cantTell('nothing-conclusive', note);
}

function passedBut(share: string): Conclusion {
  const note = `${share} got no complete response, at random; when repeated, each got one`;
  return { outcome: 'passed', note };
}

/** The reason for missing responses; it follows a number of requests. */
const SILENCES: Readonly<Record<string, string>> = {
  timeout: 'timed out',
  reset: 'cut off',
  refused: 'refused a connection',
  throttled: 'throttled',
  unsafe: 'not sent',
  spared: 'not sent, because similar requests bring the target down or close their connection',
  unrecorded: 'not in the recording',
};

/** The response of an operation that is not served. */
const NOT_THERE: Readonly<Partial<Record<Presence, Shown>>> = {
  absent: worded`the response of an unknown path`,
  unimplemented: worded`${statuses(501)}, which means not implemented`,
  disabled: worded`the response of a disabled operation, although it is not deprecated`,
};

function presence(observed: Observations, ending: Ending): Conclusion {
  if (ending.presence === 'served') return { outcome: 'passed' };
  const shows = NOT_THERE[ending.presence];
  if (shows !== undefined) {
    const { advertised } = ending;
    const expected = advertised
      ? worded`a response that differs from that of an unknown path, because ${advertised.member} lists ${advertised.api}`
      : worded`a response that differs from that of an unknown path`;
    return { outcome: 'failed', findings: [finding({ part: 'operation' }, expected, shows)] };
  }
  if (ending.presence === 'redirected') {
    return cantTell(
      'nothing-conclusive',
      'a valid request is redirected: give the URL that serves it without a redirect',
    );
  }
  if (observed.credentialWanted > 0) return credential(ending);
  // Without a live id, a 404 may be about the id or about the path.
  const lacking = firstLacking(observed.requirement, ending);
  if (lacking !== undefined && !ending.stopped) return missing(ending, lacking);
  return ending.stopped
    ? stopped(ending.stopped)
    : cantTell(
        'nothing-conclusive',
        'the response is neither that of the operation nor that of an unknown path',
      );
}
