/** The operations on identity providers. */
import { fieldMask, maybeText, sameAsPath } from '../admin-bodies.ts';
import { adminOnly } from '../auth.ts';
import { bool, type Decoded, type Decoder, object, optional, or } from '../decode.ts';
import { invalidArgument, missingField } from '../errors.ts';
import type { Ledger } from '../ledger.ts';
import { maskPaths } from '../metadata.ts';
import { ok, type Reply } from '../reply.ts';
import type { Call, Route } from '../route.ts';
import type { Idp } from './idp-book.ts';

const idp: Decoder<Idp | undefined> = optional<Idp>(
  object({
    identityProviderId: maybeText,
    isDeactivated: or<boolean, boolean>(bool, false),
    issuer: maybeText,
    jwksUrl: maybeText,
    audience: maybeText,
  }),
);
const CREATE = object({ identityProviderConfig: idp });
const UPDATE = object({ identityProviderConfig: idp, updateMask: fieldMask });

/** The member that each path of an update mask changes. */
const MEMBERS: Readonly<Record<string, keyof Idp>> = {
  is_deactivated: 'isDeactivated',
  issuer: 'issuer',
  jwks_url: 'jwksUrl',
  audience: 'audience',
};

/** The routes of this area. */
export function idpRoutes(): readonly Route[] {
  const one = '/v2/idps/{idp-id}';
  return [
    {
      operationId: 'getV2Idps',
      method: 'GET',
      path: '/v2/idps',
      since: '3.4',
      authorise: adminOnly,
      handle: (_call, { idps }) => ok({ identityProviderConfigs: idps.all() }),
    },
    {
      operationId: 'postV2Idps',
      method: 'POST',
      path: '/v2/idps',
      since: '3.4',
      body: CREATE,
      authorise: adminOnly,
      handle: create,
    },
    {
      operationId: 'getV2IdpsIdp-id',
      method: 'GET',
      path: one,
      since: '3.4',
      authorise: adminOnly,
      handle: (call, { idps }) => ok({ identityProviderConfig: idps.get(idOf(call)) }),
    },
    {
      operationId: 'deleteV2IdpsIdp-id',
      method: 'DELETE',
      path: one,
      since: '3.4',
      authorise: adminOnly,
      handle: (call, { idps }) => {
        idps.remove(idOf(call));
        return ok({});
      },
    },
    {
      operationId: 'patchV2IdpsIdp-id',
      method: 'PATCH',
      path: one,
      since: '3.4',
      body: UPDATE,
      authorise: (call) => {
        const { identityProviderConfig: given } = call.body as Decoded<typeof UPDATE>;
        if (given !== undefined) sameAsPath(idOf(call), given.identityProviderId, 'provider id');
        adminOnly(call);
      },
      handle: update,
    },
  ];
}

function idOf({ path }: Call): string {
  return path['idp-id'] ?? '';
}

function create(call: Call, { idps }: Ledger): Reply {
  const { identityProviderConfig: given } = call.body as Decoded<typeof CREATE>;
  return ok({ identityProviderConfig: idps.add(checked(given)) });
}

function update(call: Call, { idps }: Ledger): Reply {
  const { identityProviderConfig: given, updateMask } = call.body as Decoded<typeof UPDATE>;
  if (given === undefined) throw missingField('identity_provider_config');
  if (updateMask === undefined) throw missingField('update_mask');
  const code = 'INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST';
  const paths = maskPaths(updateMask.paths, Object.keys(MEMBERS), code);
  const changes = [...paths].map((path) => {
    const member = MEMBERS[path] ?? 'audience';
    return [member, given[member]];
  });
  const before = idps.get(idOf(call));
  const after = checked({ ...before, ...Object.fromEntries(changes) });
  return ok({ identityProviderConfig: idps.replace(after) });
}

function checked(given: Idp | undefined): Idp {
  if (given === undefined) throw missingField('identity_provider_config');
  if (given.identityProviderId === '') throw missingField('identity_provider_id');
  if (given.issuer === '') throw missingField('issuer');
  if (given.jwksUrl === '') throw missingField('jwks_url');
  if (!/^[A-Za-z0-9:_ .-]{1,255}$/.test(given.identityProviderId)) {
    throw invalidArgument('The identity provider id is not well formed.');
  }
  if (!URL.canParse(given.jwksUrl)) throw invalidArgument('The jwks_url is not a URL.');
  return given;
}
