/** Reference servers for programs: the mock servers of `assay serve`. */
import { registrationOf } from '../surfaces/index.ts';
import type { FixturesFor, SurfaceName } from '../surfaces/names.ts';
import { type OptionNames, startReference } from '../surfaces/start-reference.ts';

export interface ServeOptions<S extends SurfaceName> {
  readonly surface: S;
  /** The version of the contract, if the surface has several; the newest by default. */
  readonly version?: string;
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** Deliberate faults by name: `assay prove --list` shows all. */
  readonly faults?: readonly string[];
  /** Other conforming ways to serve, by name. */
  readonly variants?: readonly string[];
  /** True: the server requires the bearer tokens that are returned; only some surfaces have it. */
  readonly auth?: boolean;
  /** Milliseconds before each response; 0 by default. */
  readonly latencyMs?: number;
  /** The most requests, such as `2/s`, `120/m` or `1000/h`; others get 429 with Retry-After. By default no limit. */
  readonly limit?: string;
}

export interface Served<S extends SurfaceName> {
  /** The base URL, on 127.0.0.1. */
  readonly url: string;
  /** What exists there, in the form of a fixtures file: the same at each start. */
  readonly fixtures: Partial<FixturesFor<S>>;
  /** Bearer tokens by caller, the one with most rights first; empty unless `auth` is given. New at each start. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Requests that arrived so far, those above the limit included. */
  readonly received: () => number;
  /** Ends open connections and frees the port. Until then the server keeps the program running. */
  readonly close: () => Promise<void>;
}

const NAMES: OptionNames = {
  port: 'port',
  faults: 'faults:',
  variants: 'variants:',
  version: 'version',
  auth: 'auth',
  latencyMs: 'latencyMs',
  limit: 'limit',
};

/**
 * Starts a reference server on 127.0.0.1. Each start has the same ids and data. Rejects with InputError for an unknown
 * name, naming the nearest one, for an option that the surface does not have, and for a port that is taken.
 */
export async function serve<const S extends SurfaceName>(
  options: ServeOptions<S>,
): Promise<Served<S>> {
  const { surface, ...given } = options;
  const { url, fixtures, tokens, received, close } = await startReference(
    registrationOf(surface),
    given,
    NAMES,
  );
  return { url, fixtures: fixtures as Partial<FixturesFor<S>>, tokens, received, close };
}
