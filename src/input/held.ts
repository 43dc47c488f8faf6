/** A surface at the contract by which a target is judged. */

import type { Fixtures, Surface } from '../model/index.ts';
import type { Registration } from '../model/registration.ts';
import { type ChosenContract, contractFor, newest, type TargetAccess } from './contract-version.ts';
import type { SettingsFile } from './settings.ts';

/** A surface at the contract that a target is held to. */
export interface Held extends Omit<ChosenContract, 'contract'> {
  readonly surface: Surface;
}

/**
 * The surface at the contract that the settings name. Without a name, the contract follows from the version that the
 * target reports; without access to the target, `auto` is the newest. Throws InputError.
 */
export async function surfaceFor(
  registration: Registration,
  {
    contract: version = 'auto',
    contractFile,
    timeoutMs,
    trust,
    api,
    fixtures,
  }: Partial<SettingsFile>,
  access?: TargetAccess,
): Promise<Held> {
  if (api !== undefined) return heldTo(api, registration, fixtures);
  const { suite, versions } = registration;
  if (versions === undefined) return { surface: (await suite())() };
  if (contractFile !== undefined) {
    const { contractFrom } = await import('./contract-file.ts');
    return {
      surface: (await suite())(
        await contractFrom(versions, contractFile, { timeoutMs, ca: trust?.ca }),
      ),
    };
  }
  if (version === 'auto' && access === undefined) {
    const note = `Planned for ${newest(versions)}; a run looks up the version of the target, and so does --contract auto.`;
    return { surface: (await suite())(), note };
  }
  const { contract, ...chosen } = access
    ? await contractFor(versions, version, access)
    : { contract: await versions.contract(version) };
  return { surface: (await suite())(contract), ...chosen };
}

/** The surface with only these APIs. */
async function heldTo(
  names: readonly string[],
  registration: Registration,
  fixtures: Partial<Fixtures> | undefined,
): Promise<Held> {
  const { needlessFixtures, surfaceOfApis } = await import('./apis.ts');
  const surface = await surfaceOfApis(registration, names);
  const left = needlessFixtures(surface, fixtures);
  if (left.length === 0) return { surface };
  return { surface, note: `No selected API needs these fixtures: ${left.join(', ')}.` };
}
