/** The operations on packages and archives. */

import { checkSynchronizer } from '../admin-bodies.ts';
import { adminOnly, anyCaller } from '../auth.ts';
import { invalidArgument } from '../errors.ts';
import type { Ledger } from '../ledger.ts';
import { ok, type Reply } from '../reply.ts';
import { type Call, get, post, type Route } from '../route.ts';
import { readDar } from './store.ts';
import { vetted } from './vetting-state.ts';

const UPLOAD = { vetAllPackages: 'bool', synchronizerId: 'string' } as const;

const UPLOADED = { body: 'bytes', query: UPLOAD, authorise: adminOnly, handle: upload } as const;

export const PACKAGES: readonly Route[] = [
  post('/v2/dars/validate', {
    body: 'bytes',
    query: { synchronizerId: 'string' },
    produces: 'none',
    authorise: adminOnly,
    handle: validate,
  }),
  post('/v2/dars', UPLOADED),
  post('/v2/packages', UPLOADED),
  get('/v2/packages', {
    authorise: anyCaller,
    handle: (_call, { packages }) => ok({ packageIds: packages.all().map(({ id }) => id) }),
  }),
  get('/v2/packages/{package-id}', {
    produces: 'application/octet-stream',
    authorise: anyCaller,
    handle: (call, { packages }) => {
      const { id, bytes } = packages.get(idOf(call));
      return { status: 200, bytes, headers: { 'Canton-Package-Hash': id } };
    },
  }),
  get('/v2/packages/{package-id}/status', {
    authorise: anyCaller,
    handle: (call, { packages }) => {
      const status = packages.has(idOf(call)) ? 'REGISTERED' : 'UNSPECIFIED';
      return ok({ packageStatus: `PACKAGE_STATUS_${status}` });
    },
  }),
];

function idOf({ path }: Call): string {
  const id = path['package-id'] ?? '';
  if (!/^[A-Za-z0-9_ -]{1,64}$/.test(id)) {
    throw invalidArgument('The package id is not well formed.');
  }
  return id;
}

function validate({ bytes, query }: Call, ledger: Ledger): Reply {
  checkSynchronizer(ledger, query.get('synchronizerId') ?? '');
  readDar(bytes);
  return { status: 200 };
}

function upload({ bytes, query }: Call, ledger: Ledger): Reply {
  const synchronizerId = checkSynchronizer(ledger, query.get('synchronizerId') ?? '');
  const uploaded = readDar(bytes);
  ledger.packages.put(uploaded);
  if (query.get('vetAllPackages') !== 'false') {
    const row = ledger.vetting.find(ledger.participant, synchronizerId);
    const known = row?.packages ?? [];
    if (!known.some(({ packageId }) => packageId === uploaded.id)) {
      ledger.vetting.put({
        participantId: ledger.participant,
        synchronizerId,
        packages: [...known, vetted(uploaded)],
        topologySerial: (row?.topologySerial ?? 0) + 1,
      });
    }
  }
  return ok({});
}
