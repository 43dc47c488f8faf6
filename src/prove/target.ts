/** Reference servers as targets: with the credentials and the fixtures of an auditor. */

import {
  type Allowance,
  type Fixtures,
  type Probe,
  READ_ONLY,
  type Surface,
} from '../model/index.ts';
import { registrationOf } from '../surfaces/index.ts';

/** The effects that a proof may have at its target, the weakest first. */
export const TIERS = ['read', 'writes', 'irreversible'] as const;
export type ProofTier = (typeof TIERS)[number];

/** The caller without a token. */
export const NO_CALLER = 'none';

/** A running reference server, and what is needed to check it. */
export interface ProofTarget {
  readonly url: URL;
  readonly fixtures: Partial<Fixtures>;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  /** Requests that arrived so far. */
  readonly received: () => number;
  close(): Promise<void>;
}

/**
 * Starts the reference server of a surface with these faults, for one of its callers or `none`; the first caller by
 * default. A surface with versions is served at the version of its contract. Throws for unknown faults.
 */
export async function startTarget(
  name: string,
  surface: Surface,
  faults: readonly string[] = [],
  caller: string = firstCaller(name),
): Promise<ProofTarget> {
  const { reference, versions } = registrationOf(name);
  const { url, tokens, fixtures, received, close } = await reference.start({
    faults,
    ...(reference.provedWith && { variants: reference.provedWith }),
    auth: caller !== NO_CALLER,
    ...(versions && { version: versionOf(surface) }),
  });
  const token = tokens[caller];
  return {
    url: new URL(url),
    fixtures,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    secrets: token === undefined ? [] : [token],
    received,
    close,
  };
}

/** The caller with most rights, `none` if no token is needed. */
export function firstCaller(surface: string): string {
  return registrationOf(surface).reference.callers[0] ?? NO_CALLER;
}

/** The contract version of a surface. */
export function versionOf({ operations }: Surface): string {
  return operations[0]?.contract.version ?? '';
}

/** The strongest effect of a requirement's probes. */
export function tierOf(probes: readonly Pick<Probe, 'effect'>[]): ProofTier {
  const effects = new Set(probes.map(({ effect }) => effect));
  if (effects.has('irreversible')) return 'irreversible';
  return effects.has('reversible') ? 'writes' : 'read';
}

/** The effects that a tier allows. */
export function allowanceOf(tier: ProofTier): Allowance {
  const irreversible = tier === 'irreversible';
  return { ...READ_ONLY, reversible: irreversible || tier === 'writes', irreversible };
}
