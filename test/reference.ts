/** Reference servers that end with the running test. */
import { onTestFinished } from 'vitest';
import { type LedgerOptions, type RunningLedger, startLedger } from '../src/reference/ledger.ts';
import {
  type RegistryOptions,
  type RunningRegistry,
  startRegistry,
} from '../src/reference/registry.ts';

/** Starts a registry; it is closed after the running test. */
export async function registryFor(options: RegistryOptions = {}): Promise<RunningRegistry> {
  const server = await startRegistry(options);
  onTestFinished(() => server.close());
  return server;
}

/** Starts a ledger; it is closed after the running test. */
export async function ledgerFor(options: LedgerOptions = {}): Promise<RunningLedger> {
  const server = await startLedger(options);
  onTestFinished(() => server.close());
  return server;
}
