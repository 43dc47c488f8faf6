/** The reference servers as targets of the kit: with the credentials and the fixtures that an auditor would have. */

import { type Allowance, type Fixtures, READ_ONLY, type Surface } from '../model/index.ts';
import { type RunningLedger, startLedger } from '../reference/ledger.ts';
import { startRegistry } from '../reference/registry.ts';

/** What a proof may do at its target beside reading. */
export type ProofTier = 'read' | 'writes' | 'irreversible';

/** Whose token a proof uses: the auditor may read everything, the reader only as one party; `none`: no token is needed. */
export type ProofToken = 'auditor' | 'reader' | 'none';

/** A reference server that runs, and what is needed to check it. */
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
 * Starts the reference server of a surface with those faults. A surface with versions is served at the
 * version of its contract. Throws for a surface that has no reference server, and for unknown faults.
 */
export async function startTarget(
  name: string,
  surface: Surface,
  faults: readonly string[] = [],
  token: ProofToken = 'auditor',
): Promise<ProofTarget> {
  if (name === 'ledger') {
    const version = versionOf(surface) === '3.4' ? '3.4' : '3.5';
    return ledgerTarget(await startLedger({ version, auth: token !== 'none', faults }), token);
  }
  if (name !== 'registry') throw new Error(`there is no reference server for ${name}`);
  const { url, fixtures, received, close } = await startRegistry({ faults });
  return { url: new URL(url), fixtures, headers: {}, secrets: [], received, close };
}

function ledgerTarget(
  { url, tokens, fixtures, received, close }: RunningLedger,
  token: ProofToken,
): ProofTarget {
  return {
    url: new URL(url),
    fixtures,
    headers: token === 'none' ? {} : { authorization: `Bearer ${tokens[token]}` },
    secrets: token === 'none' ? [] : [tokens[token]],
    received,
    close,
  };
}

/** The version of the contract that a surface holds its targets to. */
export function versionOf({ operations }: Surface): string {
  return operations[0]?.contract.version ?? '';
}

/** What a tier allows. */
export function allowanceOf(tier: ProofTier): Allowance {
  const irreversible = tier === 'irreversible';
  return { ...READ_ONLY, reversible: irreversible || tier === 'writes', irreversible };
}
