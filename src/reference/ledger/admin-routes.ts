/** Every operation of the administrative half. */
import { externalPartyRoutes } from './external-parties.ts';
import { healthRoutes } from './health.ts';
import { idpRoutes } from './idps.ts';
import type { Version } from './ledger.ts';
import { packageRoutes } from './packages.ts';
import { partyRoutes } from './parties.ts';
import type { Route } from './route.ts';
import { rightsRoutes } from './user-rights.ts';
import { userRoutes } from './users.ts';
import { versionRoutes } from './version.ts';
import { vettingRoutes } from './vetting.ts';

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
