/** What the ledger tells of itself: its version and its limits. */
import { everybody } from './auth.ts';
import { ok, type Route } from './route.ts';

/** The route of this chapter; nobody needs a token for it. */
export function versionRoutes(): readonly Route[] {
  return [
    {
      operationId: 'getV2Version',
      method: 'GET',
      path: '/v2/version',
      since: '3.4',
      authorise: everybody,
      handle: (_ask, { build }) =>
        ok({
          version: build,
          features: {
            experimental: {
              staticTime: { supported: false },
              commandInspectionService: { supported: true },
            },
            userManagement: { supported: true, maxRightsPerUser: 1000, maxUsersPageSize: 1000 },
            partyManagement: { maxPartiesPageSize: 10_000 },
            offsetCheckpoint: {
              maxOffsetCheckpointEmissionDelay: {
                seconds: 75,
                nanos: 0,
                unknownFields: { fields: {} },
              },
            },
            packageFeature: { maxVettedPackagesPageSize: 100 },
          },
        }),
    },
  ];
}
