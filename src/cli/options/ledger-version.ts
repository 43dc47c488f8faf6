/** Which contract a ledger is held to. */
import type { Contract } from '../../contract/contract.ts';
import type { LedgerVersion } from '../../contract/ledger.ts';
import { InputError } from '../../input/error.ts';
import { suggestion } from '../problem.ts';

/** The ledger contract at a version. Throws InputError for a version that is not there. */
export async function ledgerOf(version: string): Promise<Contract> {
  const { ledgerContract } = await import('../../contract/ledger.ts');
  return ledgerContract(await versionNamed(version));
}

/** The version of that name. Throws InputError when there is no ledger contract of it. */
export async function versionNamed(version: string): Promise<LedgerVersion> {
  const { LEDGER_VERSIONS } = await import('../../contract/ledger.ts');
  const found = LEDGER_VERSIONS.find((v) => v === version);
  if (found !== undefined) return found;
  const known = suggestion(version, LEDGER_VERSIONS);
  throw new InputError(`there is no ledger contract ${JSON.stringify(version)}.${known}`);
}

/** How to reach the ledger that is asked for its version. */
export interface Way {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly timeoutMs?: number;
}

export interface Chosen {
  readonly contract: Contract;
  /** What the operator should know of the choice. */
  readonly note?: string;
  /** What the ledger called its version, if it was asked. */
  readonly announced?: string;
}

/**
 * The contract of this version; with `auto`, that of the version which the ledger tells, the nearest where
 * there is none for it, and 3.5 where it tells none. Throws InputError for an unknown version.
 */
export async function ledgerContractFor(version: string, way: Way): Promise<Chosen> {
  if (version !== 'auto') return { contract: await ledgerOf(version) };
  const { ask } = await import('../../input/ask.ts');
  const { response, noResponse } = await ask({ ...way, path: '/v2/version' });
  const told = (response?.body as { readonly version?: unknown } | null | undefined)?.version;
  if (response?.status === 200 && typeof told === 'string') return nearest(told);
  const why = response === undefined ? noResponse?.message : `It answered ${response.status}.`;
  return {
    contract: await ledgerOf('3.5'),
    note: `GET /v2/version did not tell the version; the ledger is held to 3.5. ${why} --contract names another.`,
  };
}

async function nearest(told: string): Promise<Chosen> {
  const [known, note] = choice(told);
  return { contract: await ledgerOf(known), announced: told, ...(note === '' ? {} : { note }) };
}

/** The contract of 3.4 is what this release and later ones promise. */
const FIRST_OF_3_4 = 12;

/** Which contract goes with a version that a ledger tells, and a note where it is not its own. */
export function choice(told: string): readonly [version: LedgerVersion, note: string] {
  const [, major = '', minor = '', patch = '0'] =
    /^v?(\d+)\.(\d+)(?!\d)(?:\.(\d+))?/.exec(told) ?? [];
  const called = JSON.stringify(told.slice(0, 60));
  if (major === '') {
    return ['3.5', `The ledger calls its version ${called}, which is none; it is held to 3.5.`];
  }
  const order = Number(major) * 1000 + Number(minor);
  if (order === 3004 && Number(patch) < FIRST_OF_3_4) {
    const lacks = `operations and defaults that came with 3.4.${FIRST_OF_3_4} may be missing`;
    return ['3.4', `The ledger is of version ${called}; ${lacks}, and count as broken.`];
  }
  if (order === 3004 || order === 3005) return [order === 3004 ? '3.4' : '3.5', ''];
  const [version, age] = order < 3004 ? (['3.4', 'older'] as const) : (['3.5', 'newer'] as const);
  return [
    version,
    `The ledger is of version ${called}, ${age} than the contracts that are known here; it is held to ${version}.`,
  ];
}
