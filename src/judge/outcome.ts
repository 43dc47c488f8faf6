/** The outcome rules: what a tally amounts to. */
import {
  type Finding,
  type FixtureName,
  needsOf,
  type Outcome,
  type Probe,
  type Reason,
  type Surface,
} from '../model/index.ts';
import { isSampled, NOT_SAMPLED } from './not-sampled.ts';
import type { Observations } from './observations.ts';
import type { Presence } from './presence.ts';
import type { Stopped } from './target.ts';

/** What the run as a whole knows when it ends. */
export interface Ending {
  readonly presence: Presence;
  /** Why no operation of the surface can be judged at this base URL, if that is so. */
  readonly nothingHere?: string | undefined;
  readonly blocked: ReadonlySet<Probe>;
  /** Probes that are not applicable to this target, and why. */
  readonly notApplicableWhen: ReadonlyMap<Probe, string>;
  /** Probes that would do more than the operator allows. */
  readonly forbidden: ReadonlySet<Probe>;
  /** Probes of which the profile sends a part only. */
  readonly sampled?: ReadonlySet<Probe>;
  readonly surface: Pick<Surface, 'operatorFixtures' | 'volatileFixtures'>;
  readonly hasFixture: (name: FixtureName) => boolean;
  /** Fixtures that were given, and none of which the target knows. */
  readonly unknownHere?: ReadonlySet<FixtureName>;
  /** The run stopped before its plan was done. */
  readonly stopped?: Stopped;
  /** Why discovery could not read everything, in words. */
  readonly undiscovered?: string | undefined;
  /** The failure came back when it was repeated. */
  readonly confirmed: boolean;
  /** The search for the failure ended because the run could not afford more requests. */
  readonly unaffordable: boolean;
  /** The requests carry a credential. */
  readonly hasToken: boolean;
}

/** The outcome of one requirement, and its note. */
interface Conclusion {
  readonly outcome: Outcome;
  readonly reason?: Reason;
  readonly note?: string;
  readonly findings?: readonly Finding[];
  /** Something failed and was not confirmed: its findings are shown. */
  readonly unexplained?: true;
}

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

/** The gate keeps these requests back; the strongest effect among them decides what would let them through. */
function notAllowed(probes: readonly Probe[]): Conclusion {
  const effects = new Set(probes.map((p) => p.effect));
  const note = effects.has('irreversible')
    ? 'it may change the target for good: --allow-irreversible'
    : effects.has('reversible')
      ? 'it changes the target, and takes that away again: --allow-writes'
      : 'it is aimed at an operation that changes the target: leave out --strict-read';
  return { outcome: 'untested', reason: 'not-allowed', note };
}

function credential({ hasToken }: Ending): Conclusion {
  const note = hasToken
    ? 'the target rejected the given token with 401 or 403: use one with the rights for this'
    : 'the target responded with 401 or 403: name a variable that holds a token with --token-env';
  return { outcome: 'untested', reason: 'needs-credential', note };
}

const SLOW_DOWN = 'the target throttles requests: use --rate';

function presence(tally: Observations, ending: Ending): Conclusion {
  if (ending.presence === 'served') return { outcome: 'passed' };
  if (ending.presence === 'absent' || ending.presence === 'unimplemented') {
    const expected = 'a response of its own';
    const actual =
      ending.presence === 'absent'
        ? 'what an unknown path gets'
        : '501, that it is not implemented';
    return { outcome: 'failed', findings: [{ at: 'the operation', expected, actual }] };
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

/** Why nothing was conclusive, the most useful reason first. */
function inconclusive(tally: Observations, ending: Ending): Conclusion {
  const { requirement } = tally;
  if (requirement.probes.every((p) => ending.blocked.has(p))) {
    return missing(ending, ...new Set(requirement.probes.flatMap((p) => lackingOf(p, ending))));
  }
  const forbidden = requirement.probes.filter((p) => ending.forbidden.has(p));
  // What was kept back might have shown what the rest did not.
  if (tally.notApplicable > 0 && forbidden.length > 0) return notAllowed(forbidden);
  const { inconclusiveBecause } = requirement;
  const all = tally.notApplicable >= tally.exchanges;
  if (tally.notApplicable > 0 && (all || inconclusiveBecause === undefined)) {
    return {
      outcome: 'inapplicable',
      reason: 'not-observed',
      note: 'no response had what this is about',
    };
  }
  if (tally.credentialWanted > 0) return credential(ending);
  if (ending.stopped) return stopped(ending.stopped);
  const lacking = requirement.probes.flatMap((p) => lackingOf(p, ending))[0];
  if (inconclusiveBecause !== undefined && lacking === undefined && tally.exchanges > 0)
    return cantTell('nothing-conclusive', inconclusiveBecause);
  const better = requirement.probes
    .map((p) => p.betterWith)
    .find((f) => f && !ending.hasFixture(f));
  const unlocks = lacking ?? better;
  if (unlocks !== undefined) return missing(ending, unlocks);
  if (forbidden.length > 0) return notAllowed(forbidden);
  if (tally.exchanges === 0 && isSampled(tally, ending.sampled)) return NOT_SAMPLED;
  if (tally.exchanges === 0) {
    return {
      outcome: 'untested',
      reason: 'budget',
      note: 'no request was planned: use --profile full',
    };
  }
  const silences = [...tally.inconclusive].sort((a, b) => b[1] - a[1])[0]?.[0];
  if (silences === 'throttled') {
    return cantTell('throttled', SLOW_DOWN);
  }
  if (silences === 'unrecorded') {
    return cantTell('nothing-conclusive', 'the recording has no response for what is sent here');
  }
  if (silences !== undefined) {
    return cantTell('unreachable', `no response: ${tally.silences.get(silences) ?? silences}`);
  }
  if (requirement.withControl && tally.controlRejected > 0) {
    const got = tally.controlStatus === undefined ? '' : `: it got ${tally.controlStatus}`;
    return cantTell(
      'control-rejected',
      `the valid request one change away was not accepted either${got}`,
    );
  }
  if (tally.gatewayErrors.size > 0) return cantTell('nothing-conclusive', gatewayNote(tally));
  return cantTell(
    'nothing-conclusive',
    tally.unread === undefined ? statusNote(tally) : `the body was not judged: ${tally.unread}`,
  );
}

/** Which status kept the responses from being conclusive, where it was not 200. */
function statusNote({ statuses, requirement }: Observations): string {
  const all = [...statuses.values()].reduce((sum, n) => sum + n, 0);
  const [most] = [...statuses].filter(([status]) => status >= 300).sort((a, b) => b[1] - a[1]);
  if (most === undefined) return NOTHING_CONCLUSIVE;
  const [status, count] = most;
  const named = requirement.probes.some(({ operation }) => operation.responses[status]);
  const unnamed = named ? '' : ', which the contract does not name';
  if (count < all) return `${NOTHING_CONCLUSIVE}: ${count} of ${all} were ${status}${unnamed}`;
  const whole = all === 1 ? 'the only response was' : `all ${all} responses were`;
  return `${whole} ${status}${unnamed}`;
}

const NOTHING_CONCLUSIVE = 'no response was conclusive about this';

/** Whether the server behind the gateway crashed or was not reached is in the gateway's log only. */
function gatewayNote({ gatewayErrors, exchanges }: Observations): string {
  const kinds = [...gatewayErrors].map(([status, n]) => `${status} in ${n} of ${exchanges} cases`);
  return `${kinds.join(', ')}, from a gateway that gets no response from the server behind it: see its log`;
}

function stopped(why: Stopped): Conclusion {
  if (why === 'interrupted')
    return { outcome: 'untested', reason: 'interrupted', note: 'the run was stopped' };
  if (why === 'budget') {
    return {
      outcome: 'untested',
      reason: 'budget',
      note: 'the requests allowed were used up: raise --max-requests',
    };
  }
  if (why === 'throttled') return cantTell('throttled', SLOW_DOWN);
  return cantTell('unreachable', 'the target stopped responding');
}

/** What keeps a probe from being sent. */
function lackingOf(probe: Probe, { blocked, hasFixture }: Ending): readonly FixtureName[] {
  return blocked.has(probe) ? needsOf(probe).filter((name) => !hasFixture(name)) : [];
}

function missing(
  { undiscovered, surface, unknownHere }: Ending,
  ...fixtures: readonly FixtureName[]
): Conclusion {
  const { operatorFixtures = [], volatileFixtures = [] } = surface;
  const names = fixtures.join(', ');
  const dead = fixtures.filter((name) => unknownHere?.has(name));
  const note =
    dead.length > 0
      ? `none of the ${dead.join(', ')} in the fixtures is live here: give others`
      : fixtures.some((name) => operatorFixtures.includes(name))
        ? `give ${names} in the fixtures`
        : undiscovered === undefined && fixtures.some((name) => volatileFixtures.includes(name))
          ? `the target showed no ${names} that could be used`
          : `the target showed no ${names}; ${undiscovered ?? 'give some in the fixtures'}`;
  return { outcome: 'untested', reason: 'missing-fixture', note };
}

function cantTell(reason: Reason, note: string): Conclusion {
  return { outcome: 'cantTell', reason, note };
}
