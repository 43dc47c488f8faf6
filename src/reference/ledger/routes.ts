/** Every operation of the reference ledger. */
import { COMMANDS } from './commands/commands.ts';
import { COMPLETION_BY_HASH } from './completions.ts';
import { CONTRACT_BY_ID, EVENTS_BY_CONTRACT_ID } from './contracts/contracts.ts';
import { healthRoutes } from './health.ts';
import { INTERACTIVE } from './interactive/interactive.ts';
import { PARTY_KEYS } from './keys.ts';
import { PACKAGES } from './packages/packages.ts';
import { VETTING } from './packages/vetting.ts';
import { EXTERNAL_PARTIES } from './parties/external.ts';
import { PARTIES } from './parties/parties.ts';
import type { Route } from './route.ts';
import { ACTIVE } from './state/active.ts';
import { STATE } from './state/state.ts';
import { TRAFFIC } from './traffic.ts';
import { LOOK_UPS } from './updates/lookup.ts';
import { UPDATES_PAGE } from './updates/page.ts';
import { UPDATES } from './updates/updates.ts';
import { IDPS } from './users/idps.ts';
import { RIGHTS } from './users/rights.ts';
import { userRoutes } from './users/users.ts';
import { VERSION } from './version.ts';
import { isSince, type Release } from './versions.ts';

export function routesOf(version: Release): readonly Route[] {
  const all = [
    ...healthRoutes(version),
    VERSION,
    ...PACKAGES,
    ...VETTING,
    ...PARTIES,
    ...EXTERNAL_PARTIES,
    ...userRoutes(version),
    ...RIGHTS,
    ...IDPS,
    ...COMMANDS,
    ...INTERACTIVE,
    ...UPDATES,
    ...LOOK_UPS,
    UPDATES_PAGE,
    ...STATE,
    ...ACTIVE,
    EVENTS_BY_CONTRACT_ID,
    CONTRACT_BY_ID,
    COMPLETION_BY_HASH,
    PARTY_KEYS,
    ...TRAFFIC,
  ];
  return all.filter(({ since }) => isSince(version, since));
}
