/** The settings of a run as its evidence holds them. */

import type { Later } from '../availability/throttle.ts';
import type { Client } from '../exchange/client.ts';
import { placeholders, redactHeaders } from '../exchange/redact.ts';
import { defined } from '../model/defined.ts';
import {
  type Allowance,
  type Fixtures,
  fixturesOf,
  type Level,
  type Profile,
  READ_ONLY,
  type RulesSource,
} from '../model/index.ts';
import type { Plan } from '../plan/plan.ts';
import { shardName } from '../shards/divide.ts';
import { MIN_JUDGED, type RunOptions } from './options.ts';

/** Everything but the values that a run follows from: with them, recorded traffic can be judged again. */
export interface RunSettings {
  readonly surface: string;
  readonly contract: string;
  readonly url: string;
  /** What the operator calls the target. */
  readonly name?: string;
  readonly seed: number;
  readonly runs: number;
  readonly hunt?: number;
  readonly maxRequests?: number;
  /** In percent. */
  readonly minJudged?: number;
  readonly profile?: Profile;
  readonly api?: readonly string[];
  /** The files of own rules; absent if there are none. */
  readonly rules?: readonly RulesSource[];
  /** The options of the command line that made the run; absent if there was none. */
  readonly commandOptions?: readonly string[];
  readonly only?: string;
  readonly level?: Level;
  readonly without?: readonly string[];
  readonly shard?: string;
  readonly allowed: Allowance;
  /** As the operator gave them; what was discovered is in the exchanges. */
  readonly fixtures: Fixtures;
  /** The operator's headers, secret values left out. */
  readonly headers: Readonly<Record<string, string>>;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly requests: number;
  /** Requests that got 429 or 503 and were sent again; absent if there were none. */
  readonly later?: Later;
  /** Requests under way at most; 16 if absent. */
  readonly concurrency?: number;
  /** Certificates were not verified. */
  readonly insecure?: true;
  /** The target had not responded to a request before the run. */
  readonly silentBefore?: true;
  /** Requests that were sent to prepare the run. */
  readonly sentBefore?: number;
  /** What the client did about a target that refused connections, in sentences. */
  readonly connection?: readonly string[];
}

/** Facts about the target that the client learned from its requests, and further notes about them. */
export function learnedBy(
  client: Client,
  notes: readonly string[],
): Pick<RunSettings, 'later' | 'connection'> {
  const later = client.later();
  const connection = [...client.notes(), ...notes];
  return {
    ...(later.tooMany + later.unavailable > 0 ? { later } : {}),
    ...(connection.length > 0 ? { connection } : {}),
  };
}

/** The operator's options, without secrets. */
export function given(
  options: RunOptions,
  { seed, runs, profile }: Pick<Plan, 'seed' | 'runs' | 'profile'>,
  redact: (text: string) => string,
): Omit<RunSettings, 'startedAt' | 'durationMs' | 'requests' | 'later' | 'connection'> {
  const { surface, url, only, level, without, allowed = READ_ONLY, headers = {} } = options;
  return {
    surface: surface.name,
    contract: [...new Set(surface.operations.map((o) => o.contract.version))].join(', '),
    url: redact(bare(url)),
    seed,
    runs,
    ...defined({
      name: options.name,
      hunt: options.hunt,
      maxRequests: options.maxRequests,
      minJudged: options.minJudged ?? MIN_JUDGED,
      sentBefore: options.sentBefore || undefined,
      concurrency: options.concurrency,
      insecure: options.trust?.insecure || undefined,
      silentBefore: options.silentBefore || undefined,
      profile: profile === 'full' ? undefined : profile,
      api: options.api,
      rules: surface.rules,
      commandOptions: options.commandOptions?.map(redact),
      only,
      level,
      without,
      shard: options.shard && shardName(options.shard),
    }),
    allowed,
    fixtures: redacted(fixturesOf(surface, options.fixtures), redact),
    headers: withoutValues(headers, redact),
  };
}

/** The same data without secrets, in whichever member they are. */
export function redacted<T>(data: T, redact: (text: string) => string): T;
export function redacted(data: unknown, redact: (text: string) => string): unknown {
  if (typeof data === 'string') return redact(data);
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return data.map((item) => redacted(item, redact));
  const members = Object.entries(data);
  return Object.fromEntries(members.map(([name, member]) => [name, redacted(member, redact)]));
}

/** Secret values left out; the scheme of a credential stays, because the lines for curl show it. */
function withoutValues(
  headers: Readonly<Record<string, string>>,
  redact: (text: string) => string,
): Record<string, string> {
  const shown = redactHeaders(headers, redact, headers);
  const typed = placeholders(headers, redact, headers)['authorization'] ?? '';
  const scheme = /^\S+ (?=\$TOKEN$)/.exec(typed)?.[0];
  return scheme === undefined
    ? shown
    : { ...shown, authorization: `${scheme}${shown['authorization']}` };
}

function bare(url: URL): string {
  const clean = new URL(url);
  clean.username = '';
  clean.password = '';
  return clean.href.replace(/\/$/, '');
}
