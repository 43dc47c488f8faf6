/** The outcome rules: what a tally amounts to. */
import { statuses, worded } from '../model/index.ts';
import { wrongStatus } from '../plan/requirement.ts';
import {
  type Conclusion,
  cantTell,
  credential,
  type Ending,
  notAllowed,
  stopped,
} from './conclusion.ts';
import { inconclusive } from './inconclusive.ts';
import { isSampled, NOT_SAMPLED } from './not-sampled.ts';
import type { Observations } from './observations.ts';

/** The outcome of one requirement. MAY requirements never fail: their findings are information. */
export function settle(tally: Observations, ending: Ending): Conclusion {
  const { requirement } = tally;
  const notApplicableWhen = requirement.probes.map((p) => ending.notApplicableWhen.get(p));
  if (notApplicableWhen[0] !== undefined && !notApplicableWhen.includes(undefined)) {
    return { outcome: 'inapplicable', reason: 'not-observed', note: notApplicableWhen[0] };
  }
  if (requirement.probes.every((p) => ending.forbidden.has(p)))
    return notAllowed(requirement.probes);
  if (ending.nothingHere !== undefined) return cantTell('not-offered', ending.nothingHere);
  if ('expects' in requirement && requirement.expects === 'presence')
    return presence(tally, ending);
  if (ending.presence === 'absent') {
    return { outcome: 'inapplicable', reason: 'not-offered', note: 'the operation is not served' };
  }
  if (tally.kitFault !== undefined) return cantTell('kit-fault', tally.kitFault);
  if (tally.failing > 0 && requirement.level !== 'MAY') {
    if (ending.confirmed) return { outcome: 'failed' };
    if (tally.baselineFailsToo) {
      return cantTell('flaky', 'the baseline does not get the same response each time either');
    }
    if (tally.outage !== undefined) return cantTell('unreachable', tally.outage);
    if (tally.slow !== undefined) return cantTell('unreachable', tally.slow);
    // Random losses are the business of another requirement, unless most requests are lost or none was repeated.
    const few = tally.failing * 2 <= tally.exchanges && !ending.unaffordable;
    if (tally.lostAtRandom !== undefined && few) return passedBut(tally.lostAtRandom);
    if (tally.atRandom !== undefined) return failsAtRandom(tally.atRandom);
    return unexplained(tally, ending);
  }
  if (tally.failing > 0) {
    const note = 'the target differs, as it may: see the finding';
    return { outcome: 'inapplicable', reason: 'not-observed', note };
  }
  if (tally.conclusive > 0) {
    const whole = passed(tally, ending);
    return whole.outcome === 'passed' && isSampled(tally, ending.sampled) ? NOT_SAMPLED : whole;
  }
  return inconclusive(tally, ending);
}

/** A failure of the scan that did not come back. */
function unexplained(
  { failing }: Observations,
  { stopped: why, unaffordable }: Ending,
): Conclusion {
  const failed = `${failing} of the cases failed`;
  const settled = why
    ? {
        ...stopped(why),
        note: `unconfirmed: ${failed}, and the run stopped before that could be repeated`,
      }
    : unaffordable
      ? cantTell('budget', `${failed}; ${HUNT}`)
      : cantTell('flaky', `${failed}, and none failed when repeated`);
  return { ...settled, unexplained: true };
}

const HUNT =
  'the requests announced for repeating them are used up: --hunt 5000 allows 5000 more than the plan';

/** Passed by the complete exchanges; the others are counted, and where they are most there is no verdict. */
function passed(tally: Observations, { stopped: why }: Ending): Conclusion {
  const silent = [...tally.inconclusive.values()].reduce((sum, n) => sum + n, 0);
  if (silent === 0) return { outcome: 'passed' };
  const kinds = [...tally.inconclusive].map(([kind, n]) => `${n} ${SILENCES[kind] ?? kind}`);
  const note = `${silent} of ${tally.exchanges} requests showed nothing: ${kinds.join(', ')}`;
  const mostly = silent > tally.conclusive && !('expects' in tally.requirement);
  if (!mostly) return { outcome: 'passed', note };
  return why ? { ...stopped(why), note } : cantTell('nothing-conclusive', note);
}

function passedBut(share: string): Conclusion {
  const note = `${share} got no complete response, at random; repeated, each got one`;
  return { outcome: 'passed', note };
}

/** Its cases conform but for errors that are the failure of another requirement. */
function failsAtRandom(errors: string): Conclusion {
  const note = `${errors} that come at random, also to its requests: fix them first`;
  return cantTell('flaky', note);
}

/** Why a request showed nothing, after its number. */
const SILENCES: Readonly<Record<string, string>> = {
  timeout: 'timed out',
  reset: 'cut off',
  refused: 'refused a connection',
  throttled: 'throttled',
  unsafe: 'not sent',
  unrecorded: 'not in the recording',
};

function presence(tally: Observations, ending: Ending): Conclusion {
  if (ending.presence === 'served') return { outcome: 'passed' };
  if (ending.presence === 'absent' || ending.presence === 'unimplemented') {
    const expected = worded`a response of its own`;
    const actual =
      ending.presence === 'absent'
        ? worded`what an unknown path gets`
        : worded`${statuses(501)}, that it is not implemented`;
    return { outcome: 'failed', findings: [wrongStatus(expected, actual, 'the operation')] };
  }
  if (ending.presence === 'redirected') {
    return cantTell(
      'nothing-conclusive',
      'a good request is redirected: give the URL that serves it without a redirect',
    );
  }
  if (tally.credentialWanted > 0) return credential(ending);
  return ending.stopped
    ? stopped(ending.stopped)
    : cantTell(
        'nothing-conclusive',
        'the response is neither that of the operation nor that of an unknown path',
      );
}
