/** Every operation of the administrative half. */

import { healthRoutes } from './health.ts';
import { packageRoutes } from './packages/packages.ts';
import { vettingRoutes } from './packages/vetting.ts';
import { externalPartyRoutes } from './parties/external.ts';
import { partyRoutes } from './parties/parties.ts';
import type { Route } from './route.ts';
import { idpRoutes } from './users/idps.ts';
import { rightsRoutes } from './users/rights.ts';
import { userRoutes } from './users/users.ts';
import { versionRoutes } from './version.ts';
import type { Version } from './versions.ts';

/** The routes of this half at that version. */
export function adminRoutes(version: Version): readonly Route[] {
  return [
    ...healthRoutes(version),
    ...versionRoutes(),
    ...packageRoutes(),
    ...vettingRoutes(),
    ...partyRoutes(),
    ...externalPartyRoutes(),
    ...userRoutes(version),
    ...rightsRoutes(),
    ...idpRoutes(),
  ];
}
