/** Describes the APIs that a target offers. */
import type { ApiOffer } from './offer.ts';
import { isOffered } from './offer.ts';

/** One line for each offered API, and one for all others. */
export function offerLines(offers: readonly ApiOffer[]): readonly string[] {
  const others = offers.filter((one) => !isOffered(one)).map(({ api }) => api);
  return [
    ...offers.filter(isOffered).map(offerLine),
    ...(others.length === 0 ? [] : [`not offered: ${others.join(', ')}`]),
  ];
}

/** `transfer-v1 1.1.0: served and advertised; lacks transferInstructions` */
function offerLine({ api, version, presence, advertised, lacks }: ApiOffer): string {
  const lacking = lacks.length === 0 ? '' : `; lacks ${lacks.join(', ')}`;
  return `${api} ${version}: ${offered(presence, advertised)}${lacking}`;
}

function offered(presence: ApiOffer['presence'], advertised: boolean | undefined): string {
  const state = STATES[presence];
  if (advertised === undefined) return state;
  if (presence !== 'served')
    return `${advertised ? 'advertised, but' : 'not advertised,'} ${state}`;
  return advertised ? 'served and advertised' : 'served, but not advertised';
}

/** The result of a request to an operation, in words. */
export const STATES = {
  served: 'served',
  absent: 'not here',
  unimplemented: '501',
  redirected: 'redirected',
  unknown: 'not clear',
} as const;
