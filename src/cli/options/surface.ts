import type { Contract } from '../../contract/contract.ts';
import { InputError } from '../../input/error.ts';
import type { AllowanceFlags, ContractFlags, SelectionFlags } from '../../input/flags.ts';
import { defined } from '../../model/defined.ts';
import type { Surface } from '../../model/index.ts';
import type { Offer } from '../../model/offer.ts';
import { OFFERS, offerNamed } from '../surfaces.ts';

/** The surface with this name, or all. Throws InputError for an unknown name or version. */
export async function surfacesNamed(
  name: string | undefined,
  version?: string,
): Promise<readonly Surface[]> {
  if (name !== undefined) checkSurface(name, defined({ contract: version }));
  const offers = name === undefined ? OFFERS : [offerNamed(name)];
  return Promise.all(offers.map(async (offer) => offer.load(await contractAt(offer, version))));
}

async function contractAt({ versions }: Offer, version?: string): Promise<Contract | undefined> {
  return version === undefined ? undefined : versions?.contract(version);
}

/** The surfaces of those names at the older versions of their APIs. */
export async function olderSurfaces(names: readonly string[]): Promise<readonly Surface[]> {
  const older = OFFERS.filter(({ name }) => names.includes(name)).flatMap(({ versions, load }) =>
    (versions?.names.slice(1) ?? []).map(async (version) =>
      load(await versions?.contract(version)),
    ),
  );
  return Promise.all(older);
}

/** Throws InputError for a surface that is unknown, and for options that it has no use for. */
export function checkSurface(
  name: string,
  flags: ContractFlags & AllowanceFlags & Pick<SelectionFlags, 'runs' | 'profile'>,
): void {
  const { sampled, changing, versions } = offerNamed(name);
  if (!sampled) rejectSampling(name, flags);
  const given = [
    versions === undefined && flags.contract !== undefined && '--contract',
    versions === undefined && flags.contractFile !== undefined && '--contract-file',
    !changing && flags.allowWrites && '--allow-writes',
    !changing && flags.allowIrreversible && '--allow-irreversible',
    !changing && flags.strictRead && '--strict-read',
  ].filter((option) => typeof option === 'string');
  if (given.length === 0) return;
  const others = namesOf((offer) => offer.versions !== undefined || offer.changing);
  throw new InputError(
    `${given.join(', ')}: for the surface ${others} only. The ${name} has one contract, and is only ever read. Leave that out.`,
  );
}

function rejectSampling(
  name: string,
  { runs, profile }: Pick<SelectionFlags, 'runs' | 'profile'>,
): void {
  const option =
    runs !== undefined ? '--runs' : profile === 'quick' ? '--profile quick' : undefined;
  if (option === undefined) return;
  const others = namesOf((offer) => offer.sampled);
  throw new InputError(
    `${option}: for the surface ${others} only. A ${name} gets the same requests in each run, without random values. Leave it out; --level must and --only send fewer requests.`,
  );
}

function namesOf(has: (offer: Offer) => boolean): string {
  return OFFERS.filter(has)
    .map(({ name }) => name)
    .join(' or ');
}
