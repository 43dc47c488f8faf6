/** The APIs of a surface that a target offers, and the missing fixtures of each. */
import type { Operation } from '../contract/contract.ts';
import { fixturesFor } from '../input/apis.ts';
import type { Presence } from '../judge/presence.ts';
import { texts } from '../model/defined.ts';
import { apiOf, type FixtureName, isEmpty, type Probe } from '../model/index.ts';
import type { Examination } from './examine.ts';

export interface ApiOffer {
  /** The id of its contract. */
  readonly api: string;
  readonly version: string;
  /** `unknown` also without any request. */
  readonly presence: Presence;
  /** Absent if the target advertises no APIs. */
  readonly advertised?: boolean;
  /** The missing fixtures that its requests need, or are better with. */
  readonly lacks: readonly FixtureName[];
}

type Examined = Pick<Examination, 'surface' | 'presence' | 'accepting' | 'fixtures'>;

/** One offer for each API; none if the surface has only one API. */
export function offersOf(found: Examined): readonly ApiOffer[] {
  const { surface, fixtures } = found;
  const named = surface.advertised?.apis(fixtures) ?? [];
  const own = surface.operations.filter((operation) => apiOf(operation) !== undefined);
  const contracts = [...new Set(own.map(({ contract }) => contract))];
  const probes = [...new Set(surface.requirements.flatMap((one) => one.probes))];
  return contracts.map(({ id, version }) => ({
    api: id,
    version,
    presence: presenceOf(id, found),
    ...(named.length > 0 && { advertised: named.includes(id) }),
    lacks: lackedBy(
      probes.filter(({ operation }) => apiOf(operation) === id),
      found,
    ),
  }));
}

/** Whether an operation is not here: of an API that is not served, one operation was tried for all. */
export function absentIn(found: Examined): (operation: Operation) => boolean {
  const apis = [...new Set(found.surface.operations.flatMap((one) => apiOf(one) ?? []))];
  const gone = new Set(apis.filter((api) => !isHere({ presence: presenceOf(api, found) })));
  return (one) => found.presence.get(one) === 'absent' || gone.has(apiOf(one) ?? '');
}

/** False only if nothing indicates the API. */
export function isOffered(offer: ApiOffer): boolean {
  return offer.advertised === true || isHere(offer);
}

/** False if the operation that was tried is not served. */
function isHere({ presence }: Pick<ApiOffer, 'presence'>): boolean {
  return presence !== 'absent' && presence !== 'unimplemented' && presence !== 'disabled';
}

/** The clearest result among the operations of the API. */
function presenceOf(api: string, { presence, accepting }: Examined): Presence {
  if ([...accepting].some((operation) => apiOf(operation) === api)) return 'served';
  const seen = [...presence].flatMap(([operation, one]) => (apiOf(operation) === api ? [one] : []));
  const known = (['served', 'redirected', 'unknown', 'unimplemented'] as const).find((one) =>
    seen.includes(one),
  );
  return known ?? (seen.length > 0 ? 'absent' : 'unknown');
}

function lackedBy(
  probes: readonly Probe[],
  { surface, fixtures }: Examined,
): readonly FixtureName[] {
  const { operatorFixtures = [] } = surface;
  const used = fixturesFor(probes);
  return operatorFixtures.filter((name) => used.has(name) && isEmpty(fixtures, name));
}

/** One line for each offered API, and one for all others. */
export function offerLines(offers: readonly ApiOffer[]): readonly string[] {
  const others = offers.filter((one) => !isOffered(one)).map(({ api }) => api);
  // `transfer-v1 1.1.0: served and advertised; lacks transferInstructions`
  const own = offers.filter(isOffered).map(({ api, version, presence, advertised, lacks }) => {
    const lacking = lacks.length === 0 ? '' : `; lacks ${lacks.join(', ')}`;
    return `${api} ${version}: ${offered(presence, advertised)}${lacking}`;
  });
  return texts(...own, others.length > 0 && `not offered: ${others.join(', ')}`);
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
  absent: 'not found here',
  unimplemented: '501',
  redirected: 'redirected',
  unknown: 'unclear',
  'switched-off': 'switched off',
  disabled: 'switched off',
} as const;
