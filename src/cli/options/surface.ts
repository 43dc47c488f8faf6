import type { Contract } from '../../contract/contract.ts';
import { InputError } from '../../input/error.ts';
import type { Surface } from '../../model/index.ts';
import { suggestion } from '../problem.ts';
import type { Way } from './ledger-version.ts';
import {
  type AllowanceFlags,
  type ContractFlags,
  defined,
  type SelectionFlags,
} from './options.ts';
import type { Settings } from './settings.ts';

/** The surface with this name, at its newest contract or at this one. Throws InputError for an unknown name. */
export async function surfaceNamed(name: string, contract?: Contract): Promise<Surface> {
  // A registry need not wait until the many chapters of the ledger are read.
  if (name === 'registry') return (await import('../../../suites/registry/index.ts')).registry();
  const { surfaces } = await import('../../../suites/index.ts');
  const make = Object.hasOwn(surfaces, name) ? surfaces[name] : undefined;
  if (make !== undefined) return make(contract);
  const known = suggestion(name, Object.keys(surfaces));
  throw new InputError(`there is no surface ${JSON.stringify(name)}.${known}`);
}

/** The surface with this name, or all. Throws InputError for an unknown name or version. */
export async function surfacesNamed(
  name: string | undefined,
  version?: string,
): Promise<readonly Surface[]> {
  const { surfaces } = await import('../../../suites/index.ts');
  if (name !== undefined) await checkSurface(name, defined({ contract: version }));
  const { ledgerOf } = await import('./ledger-version.ts');
  const contract = version === undefined ? undefined : await ledgerOf(version);
  const names = name === undefined ? Object.keys(surfaces) : [name];
  return Promise.all(
    names.map((each) => surfaceNamed(each, each === 'ledger' ? contract : undefined)),
  );
}

/** A surface at the contract that a target is held to. */
export interface Held {
  readonly surface: Surface;
  /** What the operator should know of the choice of the contract. */
  readonly note?: string;
  /** What the ledger called its version, if it was asked. */
  readonly announced?: string;
}

/**
 * The surface at the contract that the settings name. Where they name none, the ledger is asked for its
 * version; without a way to it, `auto` is 3.5. Throws InputError.
 */
export async function surfaceFor(
  name: string,
  { contract: version = 'auto', contractFile, timeoutMs }: Partial<Settings>,
  way?: Way,
): Promise<Held> {
  if (name !== 'ledger') return { surface: await surfaceNamed(name) };
  if (contractFile !== undefined) {
    const { contractFrom } = await import('./contract-file.ts');
    return { surface: await surfaceNamed(name, await contractFrom(contractFile, timeoutMs)) };
  }
  const { ledgerContractFor, ledgerOf } = await import('./ledger-version.ts');
  if (version === 'auto' && way === undefined) {
    const note =
      'Planned for 3.5; a run asks the ledger for its version, and so does --contract auto.';
    return { surface: await surfaceNamed(name, await ledgerOf('3.5')), note };
  }
  const { contract, ...told } = way
    ? await ledgerContractFor(version, way)
    : { contract: await ledgerOf(version) };
  return { surface: await surfaceNamed(name, contract), ...told };
}

/** Throws InputError for a surface that is unknown, and for options that it has no use for. */
export async function checkSurface(
  name: string,
  flags: ContractFlags & AllowanceFlags & Pick<SelectionFlags, 'runs' | 'profile'>,
): Promise<void> {
  if (name === 'ledger') {
    refuseSampling(flags);
    return;
  }
  if (name !== 'registry') await surfaceNamed(name);
  const given = [
    flags.contract !== undefined && '--contract',
    flags.contractFile !== undefined && '--contract-file',
    flags.allowWrites && '--allow-writes',
    flags.allowIrreversible && '--allow-irreversible',
    flags.strictRead && '--strict-read',
  ].filter((option) => typeof option === 'string');
  if (given.length === 0) return;
  throw new InputError(
    `${given.join(', ')}: for the surface ledger only. The ${name} has one contract, and is only ever read. Leave that out.`,
  );
}

function refuseSampling({ runs, profile }: Pick<SelectionFlags, 'runs' | 'profile'>): void {
  const option =
    runs !== undefined ? '--runs' : profile === 'quick' ? '--profile quick' : undefined;
  if (option === undefined) return;
  throw new InputError(
    `${option}: for registries only. A ledger gets the same requests in each run, without random values. Leave it out; --level MUST and --only send fewer requests.`,
  );
}
