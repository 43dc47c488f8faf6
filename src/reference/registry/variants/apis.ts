/** Registries that serve a part of the APIs: a registry chooses its APIs, and lists those that it serves. */

import type { RegistryFixtures } from '../examples.ts';
import { listingApis, type RegistryVariant, together } from '../fault.ts';
import { jsonReply, type Reply, textReply } from '../reply.ts';
import type { Change, Incoming } from '../steps.ts';

/** The fixtures of each API; an operator without the API has none of them. */
const FIXTURES: Readonly<Record<string, readonly (keyof RegistryFixtures)[]>> = {
  'allocation-v1': ['allocations', 'reassigning'],
  'allocation-instruction-v1': ['choiceArguments'],
  'transfer-v1': ['transferInstructions', 'transferArguments', 'reassigningTransferInstructions'],
  'allocation-v2': ['allocationsV2', 'settlementArguments', 'reassigningAllocationsV2'],
  'allocation-instruction-v2': [
    'allocationInstructionsV2',
    'allocationArgumentsV2',
    'reassigningAllocationInstructionsV2',
  ],
  'transfer-v2': [
    'transferInstructionsV2',
    'transferArgumentsV2',
    'reassigningTransferInstructionsV2',
  ],
};

/** The name of an API in the list of an instrument. */
const listedName = (api: string): string =>
  `splice-api-token-${api.replace(/^transfer-/, 'transfer-instruction-')}`;

/** The API of a path, even if the path is not an operation. */
function apiAt(target: string): string {
  const [, name = '', version = ''] = /^\/registry\/([a-z-]+?)s?\/(v\d)\//.exec(target) ?? [];
  return `${name.replace(/^transfer-instruction$/, 'transfer')}-${version}`;
}

type Missing = (incoming: Incoming) => Reply;

/** Removes these APIs. `missing` replies at their paths; the default is that of an unknown path. */
const withoutApis = (apis: readonly string[], missing?: Missing): Change => {
  const hidden = new Set(apis.map(listedName));
  return together(
    listingApis((api) => !hidden.has(api)),
    ({ route, serve, finish }) => {
      const isHidden = (target: string): boolean => apis.includes(apiAt(target));
      if (missing === undefined)
        return { route: (target) => (isHidden(target) ? undefined : route(target)) };
      return {
        serve: async (incoming) =>
          isHidden(incoming.target) ? finish(missing(incoming), incoming) : serve(incoming),
      };
    },
  );
};

const serving = (
  id: string,
  description: string,
  keeps: (api: string) => boolean,
  missing?: Missing,
): RegistryVariant => {
  const gone = Object.keys(FIXTURES).filter((api) => !keeps(api));
  return {
    id,
    description,
    change: withoutApis(gone, missing),
    lacks: gone.flatMap((api) => FIXTURES[api] ?? []),
  };
};

const isOfVersion1 = (api: string): boolean => api.endsWith('-v1');

const notImplemented: Missing = () => jsonReply(501, { error: 'This is not implemented.' });

/** The error page of a router; it shows the path. */
const page: Missing = ({ method, target }) =>
  textReply(404, `<html><body><pre>Cannot ${method} ${target}</pre></body></html>`, 'text/html');

/** A body with the documented error member, by chance. */
const problem: Missing = ({ target }) =>
  jsonReply(404, {
    timestamp: '2026-01-05T09:00:00.000+00:00',
    status: 404,
    error: 'Not Found',
    path: target.split('?')[0],
  });

/** Registries with version 1 and without parts of version 2: a suite for version 1 sees no difference. */
export const versionVariants: readonly RegistryVariant[] = [
  serving('version-1-only', 'Version 2 is neither served nor listed.', isOfVersion1),
  serving(
    'version-2-not-implemented',
    'The paths of version 2 get 501, and are not listed.',
    isOfVersion1,
    notImplemented,
  ),
  serving(
    'version-2-unknown-to-router',
    'The paths of version 2 get the 404 page of the router, and are not listed.',
    isOfVersion1,
    page,
  ),
  serving(
    'version-2-not-found-as-json',
    'The paths of version 2 get the 404 of the framework, which has a member error.',
    isOfVersion1,
    problem,
  ),
  serving(
    'allocations-only',
    'Transfers are neither served nor listed.',
    (api) => !api.startsWith('transfer-'),
  ),
  serving(
    'transfers-in-version-2-only',
    'Transfers are served only in version 2.',
    (api) => api !== 'transfer-v1',
  ),
];

/** Registries without an allocation API of version 1. */
export const partVariants: readonly RegistryVariant[] = [
  serving('metadata-only', 'Only metadata is served and listed.', () => false),
  serving('transfers-only', 'Allocations are neither served nor listed.', (api) =>
    api.startsWith('transfer-'),
  ),
  serving('version-2-only', 'Of version 1, only metadata is served.', (api) => !isOfVersion1(api)),
  serving(
    'metadata-only-not-implemented',
    'Everything but metadata gets 501.',
    () => false,
    notImplemented,
  ),
];
