/** Reports on reference servers, each of which ends with its run. */

import type { Report, Surface } from '../src/model/index.ts';
import { type LedgerOptions, type RunningLedger, startLedger } from '../src/reference/ledger.ts';
import { type RegistryOptions, startRegistry } from '../src/reference/registry.ts';
import { type RunOptions, run } from '../src/run/run.ts';
import { ledger } from '../suites/ledger/index.ts';

type Given = Partial<Omit<RunOptions, 'url'>>;

/** Permits every request to a ledger. */
export const EVERYTHING = { undecodable: true, reversible: true, irreversible: true };

interface LedgerWithCaller extends LedgerOptions {
  /** Whose token a ledger with tokens gets; the auditor's by default. */
  readonly caller?: keyof RunningLedger['tokens'];
}

/** The report on a ledger, by default by the newest contract and with the fixtures of the ledger. */
export async function reportOnLedger(
  { caller = 'auditor', ...options }: LedgerWithCaller,
  given: Given = {},
): Promise<Report> {
  const { url, tokens, fixtures, close } = await startLedger(options);
  const headers = options.auth ? { authorization: `Bearer ${tokens[caller]}` } : {};
  const what = { surface: ledger(), url: new URL(url), fixtures, headers, ...given };
  return (await run(what).finally(close)).report;
}

/** The report on a registry, by default with its fixtures, which `change` may change. */
export async function reportOnRegistry(
  options: RegistryOptions,
  { change = (fixtures) => fixtures, ...given }: GivenToRegistry,
): Promise<Report> {
  const { url, fixtures, close } = await startRegistry(options);
  const what = { url: new URL(url), fixtures: change(fixtures), ...given };
  return (await run(what).finally(close)).report;
}

interface GivenToRegistry extends Given {
  readonly surface: Surface;
  readonly change?: (fixtures: RegistryFixtures) => RegistryFixtures;
}
export type RegistryFixtures = Awaited<ReturnType<typeof startRegistry>>['fixtures'];
