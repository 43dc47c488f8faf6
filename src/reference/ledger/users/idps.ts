/** The operations on identity providers. */
import { fieldMask, maybeText, sameAsPath } from '../admin-bodies.ts';
import { adminOnly } from '../auth.ts';
import { bool, type Decoded, type Decoder, object, optional, or } from '../decode.ts';
import { invalidArgument, missingField } from '../errors.ts';
import type { Ledger } from '../ledger.ts';
import { maskPaths } from '../metadata.ts';
import { ok, type Reply } from '../reply.ts';
import { type Call, get, patch, post, type Route, remove } from '../route.ts';
import type { Idp } from './book.ts';

const idp: Decoder<Idp | undefined> = optional<Idp>(
  object({
    identityProviderId: maybeText,
    isDeactivated: or(bool, false),
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

const ONE = '/v2/idps/{idp-id}';

export const IDPS: readonly Route[] = [
  get('/v2/idps', {
    authorise: adminOnly,
    handle: (_call, { idps }) => ok({ identityProviderConfigs: idps.all() }),
  }),
  post('/v2/idps', { body: CREATE, authorise: adminOnly, handle: create }),
  get(ONE, {
    authorise: adminOnly,
    handle: (call, { idps }) => ok({ identityProviderConfig: idps.get(idOf(call)) }),
  }),
  remove(ONE, {
    authorise: adminOnly,
    handle: (call, { idps }) => {
      idps.remove(idOf(call));
      return ok({});
    },
  }),
  patch(ONE, {
    body: UPDATE,
    authorise: (call) => {
      const { identityProviderConfig: given } = call.body;
      if (given !== undefined) sameAsPath(idOf(call), given.identityProviderId, 'provider id');
      adminOnly(call);
    },
    handle: update,
  }),
];

function idOf({ path }: Call): string {
  return path['idp-id'] ?? '';
}

function create(call: Call<Decoded<typeof CREATE>>, { idps }: Ledger): Reply {
  return ok({ identityProviderConfig: idps.add(checked(call.body.identityProviderConfig)) });
}

function update(call: Call<Decoded<typeof UPDATE>>, { idps }: Ledger): Reply {
  const { identityProviderConfig: given, updateMask } = call.body;
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
