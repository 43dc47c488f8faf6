/** The surfaces that the kit offers, by their names. */
import type { Contract } from '../contract/contract.ts';
import type { Offer } from '../model/offer.ts';
import { suggestion } from '../plan/suggestion.ts';
import { InputError } from './error.ts';

/** The one with this name. Throws InputError for an unknown name. */
export function offerAmong(offers: readonly Offer[], name: string): Offer {
  const found = offers.find((offer) => offer.name === name);
  if (found !== undefined) return found;
  if (/^https?:/i.test(name)) {
    const names = offers.map((offer) => offer.name).join(' or ');
    throw new InputError(
      `${name} is a URL. The surface comes first: ${names}. npx --no-install assay doctor ${name} finds out which one it is.`,
    );
  }
  const known = suggestion(
    name,
    offers.map((offer) => offer.name),
  );
  throw new InputError(`there is no surface ${JSON.stringify(name)}.${known}`);
}

/** Every contract that the kit has. */
export async function ownContracts(offers: readonly Offer[]): Promise<readonly Contract[]> {
  return (await Promise.all(offers.map(({ contracts }) => contracts()))).flat();
}
