/** The state of a run when it ends, and the reasons for open outcomes that several rules share. */
import type {
  Finding,
  FixtureName,
  Outcome,
  Probe,
  Reason,
  Requirement,
  Surface,
} from '../model/index.ts';
import { some } from '../model/some.ts';
import { wantsCredential } from './credential.ts';
import { NAMED_IN_TEXT } from './numbers.ts';
import { accepted, type Presence, type PresenceResult } from './presence.ts';
import { SMALLER_RUN } from './read-bytes.ts';
import type { Stopped } from './target.ts';

/** What the run as a whole knows when it ends. */
export interface Ending {
  readonly presence: Presence;
  /** The status of the operation's plain valid request. */
  readonly controlStatus?: number | undefined;
  /** The target does not serve the operation, and need not. */
  readonly notOwed?: boolean;
  /** The operations are deprecated, and the target has switched them off. */
  readonly switchedOff?: boolean;
  /** The place where the target states that it serves the API of the operation. */
  readonly advertised?: { readonly member: string; readonly api: string } | undefined;
  /** Why no operation of the surface can be judged at this base URL; otherwise absent. */
  readonly nothingHere?: string | undefined;
  readonly blocked: ReadonlySet<Probe>;
  /** Probes that are not applicable to this target, and why. */
  readonly notApplicableWhen: ReadonlyMap<Probe, string>;
  /** Probes whose effect the operator does not allow. */
  readonly forbidden: ReadonlySet<Probe>;
  /** Probes of which the profile sends only a part. */
  readonly sampled?: ReadonlySet<Probe>;
  readonly surface: Pick<Surface, 'operatorFixtures' | 'volatileFixtures'>;
  readonly hasFixture: (name: FixtureName) => boolean;
  /** Given fixtures of which the target knows no value. */
  readonly unknownHere?: ReadonlySet<FixtureName>;
  /** The run stopped before its plan was done. */
  readonly stopped?: Stopped | undefined;
  /** Why discovery could not read everything, in words. */
  readonly undiscovered?: string | undefined;
  /** The failure occurred again when it was repeated. */
  readonly confirmed: boolean;
  /** The search for the failure ended because the run could not afford more requests. */
  readonly unaffordable: boolean;
  /** The requests carry a credential. */
  readonly hasToken: boolean;
  /** Operations that refuse these credentials, if others accept them, in words; few requirements need it. */
  readonly denied?: () => string | undefined;
  /** The status that these credentials get wherever some are needed; absent if something accepts them. */
  readonly refusedToken?: number | undefined;
}

/** The outcome of one requirement, and its note. */
export interface Conclusion {
  readonly outcome: Outcome;
  readonly reason?: Reason;
  readonly note?: string;
  readonly findings?: readonly Finding[];
  /** Something failed and was not confirmed: the report shows its findings. */
  readonly unexplained?: true;
}

/** The quick profile sends part of the requests to each operation: omitted requests may show failures. */
export const NOT_SAMPLED = {
  outcome: 'untested',
  reason: 'not-sampled',
  note: 'nothing failed, but not all of its requests were sent here: --profile full sends all',
} as const;

/** True if the profile omitted some of the requests that decide a requirement. */
export function isSampled(
  { requirement }: { readonly requirement: Requirement },
  sampled: ReadonlySet<Probe> | undefined,
): boolean {
  return requirement.probes.some((probe) => sampled?.has(probe));
}

/** What is deprecated and switched off is not applicable, on every version. */
export function switchedOff(what: string): Conclusion {
  const note = `${what} deprecated, and the target has switched it off`;
  return { outcome: 'inapplicable', reason: 'switched-off', note };
}

/** The gate blocks these requests; their strongest effect decides which permission is named. */
export function notAllowed(probes: readonly Probe[]): Conclusion {
  const effects = new Set(probes.map((p) => p.effect));
  const note = effects.has('irreversible')
    ? 'it may change the target permanently: --allow-irreversible'
    : effects.has('reversible')
      ? 'it changes the target, and then undoes the change: --allow-writes'
      : 'it goes to an operation that changes the target: leave out --strict-read';
  return { outcome: 'untested', reason: 'not-allowed', note };
}

export function credential({ hasToken, denied, refusedToken: status }: Ending): Conclusion {
  if (status !== undefined)
    return { outcome: 'untested', reason: 'caller-refused', note: refusedEverywhere(status) };
  const what = hasToken ? 'the target rejected the given token' : 'the target responded';
  const where = denied?.() ?? `${what} with 401 or 403`;
  const advice = hasToken
    ? 'use one with the rights for this'
    : 'name a variable that holds a token with --token-env';
  return { outcome: 'untested', reason: 'needs-credential', note: `${where}: ${advice}` };
}

/** In words that a token is good for nothing at this target. */
export function refusedEverywhere(status: number): string {
  return `every operation rejects the token (${status}): use one that this target accepts`;
}

/** The operations that refuse the credentials of the run, if others accept them, in words. */
export function deniedAmong(
  results: Iterable<PresenceResult>,
  hasToken: boolean,
): string | undefined {
  const all = [...results].filter(({ control }) => control !== undefined);
  const denied = all.filter(({ control }) => wantsCredential(control?.response));
  const names = denied.map(
    ({ probe, control }) => `${probe.operation.name} (${control?.response?.status})`,
  );
  if (names.length === 0 || !all.some(({ control }) => accepted(control))) return undefined;
  const what = hasToken
    ? 'other operations accept the token, but these do not'
    : 'other operations need no token, but these do';
  return `${what}, ${some(names, NAMED_IN_TEXT)}`;
}

export const SLOW_DOWN = 'the target throttles requests: use --rate';

export function stopped(why: Stopped): Conclusion {
  if (why === 'interrupted')
    return { outcome: 'untested', reason: 'interrupted', note: 'the run was stopped' };
  if (why === 'budget') {
    return {
      outcome: 'untested',
      reason: 'budget',
      note: 'the request limit was reached: raise --max-requests',
    };
  }
  if (why === 'too-large') {
    return {
      outcome: 'untested',
      reason: 'budget',
      note: `the earlier responses had more bytes than a run reads: ${SMALLER_RUN}`,
    };
  }
  if (why === 'caller-refused') {
    return {
      outcome: 'untested',
      reason: 'caller-refused',
      note: 'before this was judged, the target started to refuse all requests of this caller',
    };
  }
  if (why === 'throttled') return cantTell('throttled', SLOW_DOWN);
  return cantTell('unreachable', 'the target stopped responding');
}

export function cantTell(reason: Reason, note: string): Conclusion {
  return { outcome: 'cantTell', reason, note };
}
