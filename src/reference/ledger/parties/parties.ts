/** The operations on parties that this participant hosts or knows. */
import {
  checkIdp,
  checkSynchronizer,
  fieldMask,
  maybeText,
  requestedPageSize,
  sameAsPath,
} from '../admin-bodies.ts';
import { allow, anyCaller, isSomeAdmin, operatesAs, someAdmin } from '../auth.ts';
import { hosted } from '../commands/commit.ts';
import { type Decoded, object, optional } from '../decode.ts';
import { invalidArgument, invalidField, missingField } from '../errors.ts';
import type { Ledger } from '../ledger.ts';
import {
  checkVersion,
  freshAnnotations,
  maskPaths,
  mergedAnnotations,
  metadata,
  metadataJson,
} from '../metadata.ts';
import { keyOf, pageOf } from '../paging.ts';
import { ok, type Reply } from '../reply.ts';
import { type Call, get, patch, post, type Route } from '../route.ts';
import { isParty, type Party } from './book.ts';

const MOST_PER_PAGE = 10_000;

const ALLOCATE = object({
  partyIdHint: maybeText,
  localMetadata: metadata,
  identityProviderId: maybeText,
  synchronizerId: maybeText,
  userId: maybeText,
});
const UPDATE = object({
  partyDetails: optional(object({ party: maybeText, localMetadata: metadata })),
  updateMask: fieldMask,
});

const ONE = '/v2/parties/{party}';

export const PARTIES: readonly Route[] = [
  get('/v2/parties', {
    query: {
      'identity-provider-id': 'string',
      'filter-party': 'string',
      pageSize: 'int',
      pageToken: 'string',
    },
    authorise: someAdmin,
    handle: listParties,
  }),
  post('/v2/parties', { body: ALLOCATE, authorise: someAdmin, handle: allocate }),
  get('/v2/parties/participant-id', {
    authorise: anyCaller,
    handle: (_call, { participant }) => ok({ participantId: participant }),
  }),
  get(ONE, {
    query: { 'identity-provider-id': 'string', parties: 'strings' },
    authorise: (call) =>
      allow(
        call,
        isSomeAdmin(call) || requestedParties(call).every((party) => operatesAs(call, party)),
      ),
    handle: getParties,
  }),
  patch(ONE, {
    body: UPDATE,
    authorise: (call) => {
      const { partyDetails } = call.body;
      if (partyDetails !== undefined) sameAsPath(call.path['party'], partyDetails.party, 'party');
      someAdmin(call);
    },
    handle: updateParty,
  }),
];

function partyJson(party: Party): Record<string, unknown> {
  return {
    party: party.party,
    isLocal: party.isLocal,
    localMetadata: metadataJson(party),
    identityProviderId: party.identityProviderId,
  };
}

function requestedParties({ path, query }: Call): readonly string[] {
  return [...new Set([path['party'] ?? '', ...query.getAll('parties')])];
}

function listParties(call: Call, ledger: Ledger): Reply {
  const { query } = call;
  const idp = query.get('identity-provider-id') ?? '';
  checkIdp(call, ledger, idp);
  const size = requestedPageSize(call);
  if (size > MOST_PER_PAGE) throw invalidArgument(`A page has at most ${MOST_PER_PAGE} parties.`);
  const prefix = (query.get('filter-party') ?? '').slice(0, 185);
  if (!/^[A-Za-z0-9 :_-]*$/.test(prefix)) {
    throw invalidField('filter_party', 'no party starts with this text.');
  }
  const token = query.get('pageToken') ?? '';
  const after = token === '' ? '' : keyOf('parties', token);
  if (after === undefined) throw invalidArgument('The page token is not one of this list.');
  const all = ledger.parties
    .all()
    .filter(({ party }) => party.startsWith(prefix))
    .filter(({ identityProviderId }) => idp === '' || identityProviderId === idp);
  const page = pageOf('parties', all, ({ party }) => party, after, size || MOST_PER_PAGE);
  return ok({ partyDetails: page.items.map(partyJson), nextPageToken: page.nextPageToken });
}

function allocate(call: Call<Decoded<typeof ALLOCATE>>, ledger: Ledger): Reply {
  const { body } = call;
  checkIdp(call, ledger, body.identityProviderId);
  const synchronizer = checkSynchronizer(ledger, body.synchronizerId);
  const annotations = freshAnnotations(body.localMetadata);
  const user = body.userId === '' ? undefined : ledger.users.get(body.userId);
  const party = ledger.parties.add(ledger.parties.idFor(body.partyIdHint), true);
  party.annotations = annotations;
  party.identityProviderId = body.identityProviderId;
  hosted(ledger.history, synchronizer, party.party, 'SUBMISSION');
  if (user !== undefined) ledger.users.grant(user, [{ kind: 'CanActAs', party: party.party }]);
  return ok({ partyDetails: partyJson(party) });
}

function getParties(call: Call, ledger: Ledger): Reply {
  const idp = call.query.get('identity-provider-id') ?? '';
  checkIdp(call, ledger, idp);
  const given = requestedParties(call);
  if (!given.every(isParty)) throw invalidArgument('A party is not well formed.');
  const found = given.flatMap((party) => ledger.parties.find(party) ?? []);
  const shown = found.filter((party) => idp === '' || party.identityProviderId === idp);
  return ok({ partyDetails: shown.map(partyJson) });
}

function updateParty({ body }: Call<Decoded<typeof UPDATE>>, ledger: Ledger): Reply {
  const { partyDetails, updateMask } = body;
  if (partyDetails === undefined) throw missingField('party_details');
  if (!isParty(partyDetails.party)) throw invalidArgument('The party is not well formed.');
  if (updateMask === undefined) throw missingField('update_mask');
  const known = ['local_metadata', 'local_metadata.annotations'];
  maskPaths(updateMask.paths, known, 'INVALID_PARTY_DETAILS_UPDATE_REQUEST');
  const party = ledger.parties.get(partyDetails.party);
  const { resourceVersion, annotations } = partyDetails.localMetadata;
  checkVersion(resourceVersion, party, 'CONCURRENT_PARTY_DETAILS_UPDATE_DETECTED');
  party.annotations = mergedAnnotations(party.annotations, annotations);
  party.resourceVersion += 1;
  return ok({ partyDetails: partyJson(party) });
}
