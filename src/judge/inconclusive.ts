/** Why no response of a run decided a requirement. */
import { type FixtureName, needsOf, type Probe, type Requirement } from '../model/index.ts';
import {
  type Conclusion,
  cantTell,
  credential,
  type Ending,
  isSampled,
  NOT_SAMPLED,
  notAllowed,
  SLOW_DOWN,
  stopped,
  switchedOff,
} from './conclusion.ts';
import type { Observations } from './observations.ts';

/** Why no response was conclusive, the most useful reason first. */
export function inconclusive(observed: Observations, ending: Ending): Conclusion {
  const { requirement } = observed;
  if (requirement.probes.every((p) => ending.blocked.has(p))) {
    return missing(ending, ...new Set(requirement.probes.flatMap((p) => lackingOf(p, ending))));
  }
  const forbidden = requirement.probes.filter((p) => ending.forbidden.has(p));
  // Blocked requests might have been conclusive.
  if (observed.notApplicable > 0 && forbidden.length > 0) return notAllowed(forbidden);
  if (observed.switchedOff > 0 && observed.switchedOff >= observed.exchanges)
    return forbidden.length > 0
      ? notAllowed(forbidden)
      : switchedOff('a prerequisite of its requests is');
  if (observed.ended !== undefined) return cantTell('nothing-conclusive', observed.ended);
  const { inconclusiveBecause } = requirement;
  const all = observed.notApplicable >= observed.exchanges;
  if (observed.notApplicable > 0 && (all || inconclusiveBecause === undefined)) {
    return notObserved('no response had the content that this rule judges');
  }
  // A caller without a token that gets successes here needs none.
  const needsNone = !ending.hasToken && [...observed.statuses.keys()].some((s) => s < 300);
  if (observed.credentialWanted > 0 && !needsNone) return credential(ending);
  if (ending.stopped) return stopped(ending.stopped);
  const lacking = firstLacking(requirement, ending);
  const isPart = isSampled(observed, ending.sampled);
  // If the operation is served, the omitted requests may be conclusive.
  const mayBeDecided = isPart && ending.presence === 'served';
  if (inconclusiveBecause !== undefined && lacking === undefined && observed.exchanges > 0)
    return mayBeDecided ? NOT_SAMPLED : cantTell('nothing-conclusive', inconclusiveBecause);
  const better = requirement.probes
    .map((p) => p.betterWith)
    .find((f) => f && !ending.hasFixture(f));
  const unlocks = lacking ?? better;
  const { controlStatus: got } = ending;
  // An operation that refuses its plain request in a way of its own would refuse another fixture too. A 404 may be about
  // the fixture, also where the document has one response for all errors.
  const isOwnWay = got !== undefined && got !== 404 && !isNamedBy(requirement, got);
  const isRefused = observed.exchanges > 0 && isOwnWay;
  if (unlocks !== undefined && !isRefused) return missing(ending, unlocks);
  if (forbidden.length > 0) return notAllowed(forbidden);
  if (observed.exchanges === 0 && isPart) return NOT_SAMPLED;
  if (observed.exchanges === 0) return unmade(requirement);
  const silences = [...observed.inconclusive].sort((a, b) => b[1] - a[1])[0]?.[0];
  if (silences === 'throttled') {
    return cantTell('throttled', SLOW_DOWN);
  }
  if (silences === 'spared')
    return cantTell('unreachable', observed.silences.get(silences) ?? silences);
  if (silences === 'unrecorded') {
    return cantTell('nothing-conclusive', 'the recording has no response to these requests');
  }
  if (silences !== undefined) {
    return cantTell('unreachable', `no response: ${observed.silences.get(silences) ?? silences}`);
  }
  if (requirement.withControl && observed.controlRejected > 0) {
    const shown = got === undefined || got < 300 ? '' : `: it got ${got}`;
    return cantTell(
      'control-rejected',
      `the corresponding valid request was not accepted either${observed.controlEnded === undefined ? shown : `: ${observed.controlEnded}`}`,
    );
  }
  if (observed.gatewayErrors.size > 0) return cantTell('nothing-conclusive', gatewayNote(observed));
  if (mayBeDecided) return NOT_SAMPLED;
  // The target lacks what the other requests are about.
  const lackedHere = requirement.probes
    .map((p) => ending.notApplicableWhen.get(p))
    .find((why) => why !== undefined);
  if (lackedHere !== undefined && !isRefused) return notObserved(lackedHere);
  return cantTell(
    'nothing-conclusive',
    observed.unread === undefined
      ? statusNote(observed)
      : `the body was not judged: ${observed.unread}`,
  );
}

const notObserved = (note: string): Conclusion => ({
  outcome: 'inapplicable',
  reason: 'not-observed',
  note,
});

function isNamedBy({ probes }: Requirement, status: number): boolean {
  return probes.some(({ operation }) => operation.responses[status]);
}

/** The status of most responses, or one that the contract does not name. */
function statusNote({ statuses, requirement }: Observations): string {
  const all = [...statuses.values()].reduce((sum, n) => sum + n, 0);
  const isNamed = (status: number): boolean => isNamedBy(requirement, status);
  const byCount = [...statuses].sort((a, b) => b[1] - a[1]);
  const shown = byCount.find(([status]) => status >= 300 && !isNamed(status)) ?? byCount[0];
  if (shown === undefined) return NOTHING_CONCLUSIVE;
  const [status, count] = shown;
  if (status < 300) return `${NOTHING_CONCLUSIVE}, though ${count} of ${all} were ${status}`;
  const unnamed = isNamed(status) ? '' : ', which the contract does not list';
  const most = byCount[0];
  if (most !== undefined && most !== shown)
    return `${NOTHING_CONCLUSIVE}: ${most[1]} of ${all} were ${most[0]}, and ${count} ${status}${unnamed}`;
  if (count < all) return `${NOTHING_CONCLUSIVE}: ${count} of ${all} were ${status}${unnamed}`;
  const whole = all === 1 ? 'the only response was' : `all ${all} responses were`;
  return `${whole} ${status}${unnamed}`;
}

const NOTHING_CONCLUSIVE = 'no response showed whether this rule holds';

/** Only the logs show whether a server crashed, was overloaded, or was not reached by the gateway before it. */
function gatewayNote({ gatewayErrors, exchanges }: Observations): string {
  const kinds = [...gatewayErrors].map(([status, n]) => `${status} in ${n} of ${exchanges} cases`);
  return `${kinds.join(', ')}, from an overloaded server, or from a gateway that gets no response from the server: check their logs`;
}

/** The fixtures are there, and lack the part that the requests change. */
function unmade({ probes }: Requirement): Conclusion {
  const names = new Set(probes.flatMap((p) => [...needsOf(p), p.betterWith ?? []].flat()));
  const note =
    names.size === 0
      ? `not sent, because part of it is in no fixture and was not found at the target: ${probes[0]?.sends}`
      : `no request can be made from these ${[...names].join(', ')}: give others, with all documented members`;
  return { outcome: 'untested', reason: 'missing-fixture', note };
}

/** The first fixture without which the requests of a requirement cannot be sent. */
export function firstLacking({ probes }: Requirement, ending: Ending): FixtureName | undefined {
  return probes.flatMap((p) => lackingOf(p, ending))[0];
}

/** The fixtures that a probe lacks. */
function lackingOf(probe: Probe, { blocked, hasFixture }: Ending): readonly FixtureName[] {
  return blocked.has(probe) ? needsOf(probe).filter((name) => !hasFixture(name)) : [];
}

export function missing(
  { undiscovered, surface, unknownHere }: Ending,
  ...fixtures: readonly FixtureName[]
): Conclusion {
  const { operatorFixtures = [], volatileFixtures = [] } = surface;
  const names = fixtures.join(', ');
  const dead = fixtures.filter((name) => unknownHere?.has(name));
  const note =
    dead.length > 0
      ? `none of the ${dead.join(', ')} in the fixtures is live here: replace them`
      : fixtures.some((name) => operatorFixtures.includes(name))
        ? `give ${names} in the fixtures`
        : undiscovered === undefined && fixtures.some((name) => volatileFixtures.includes(name))
          ? `the target showed no ${names} that could be used`
          : `the target showed no ${names}; ${undiscovered ?? 'give some in the fixtures'}`;
  return { outcome: 'untested', reason: 'missing-fixture', note };
}
