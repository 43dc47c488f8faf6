/** The version and the limits of the ledger, as it reports them. */
import { everyone } from './auth.ts';
import { ok } from './reply.ts';
import { get, type Route } from './route.ts';

/** It needs no token. */
export const VERSION: Route = get('/v2/version', {
  authorise: everyone,
  handle: (_call, { build }) =>
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
});
