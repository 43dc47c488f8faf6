/** The operations on external parties, which sign with their own keys. */

import { checkIdp, checkSynchronizer, maybeText } from '../admin-bodies.ts';
import { anyCaller, someAdmin } from '../auth.ts';
import { hosted } from '../commands/commit.ts';
import { base64, bool, type Decoded, int32, list, object, optional, or, text } from '../decode.ts';
import { invalidArgument, missingField } from '../errors.ts';
import type { Ledger } from '../ledger.ts';
import { ok, type Reply } from '../reply.ts';
import { type Call, post, type Route } from '../route.ts';
import { isSince } from '../versions.ts';
import { isParty } from './book.ts';
import {
  isSignedBy,
  keyFingerprint,
  multiHashOf,
  readPublicKey,
  readTopology,
  topologyOf,
} from './external-topology.ts';

const names = or(list(text), []);
const maybeBytes = or(base64, '');

const GENERATE = object({
  synchronizer: maybeText,
  partyHint: maybeText,
  publicKey: optional(object({ format: maybeText, keyData: maybeBytes, keySpec: maybeText })),
  localParticipantObservationOnly: or(bool, false),
  otherConfirmingParticipantUids: names,
  confirmationThreshold: or(int32, 0),
  observingParticipantUids: names,
});

const signatures = or(
  list(
    object({
      format: maybeText,
      signature: maybeBytes,
      signedBy: maybeText,
      signingAlgorithmSpec: maybeText,
    }),
  ),
  [],
);
const ALLOCATE = object({
  synchronizer: maybeText,
  onboardingTransactions: or(list(object({ transaction: maybeBytes, signatures })), []),
  multiHashSignatures: signatures,
  identityProviderId: maybeText,
  waitForAllocation: optional(bool),
  userId: maybeText,
});

const PATH = '/v2/parties/external';

export const EXTERNAL_PARTIES: readonly Route[] = [
  post(`${PATH}/generate-topology`, { body: GENERATE, authorise: anyCaller, handle: generate }),
  post(`${PATH}/allocate`, { body: ALLOCATE, authorise: someAdmin, handle: allocate }),
];

function generate({ body }: Call<Decoded<typeof GENERATE>>, ledger: Ledger): Reply {
  if (body.synchronizer === '') throw missingField('synchronizer');
  if (body.partyHint === '') throw missingField('party_hint');
  if (body.publicKey === undefined) throw missingField('public_key');
  const synchronizer = checkSynchronizer(ledger, body.synchronizer);
  const { format, keyData, keySpec } = body.publicKey;
  const key = readPublicKey(format, keyData, keySpec);
  const partyId = `${body.partyHint}::${keyFingerprint(key)}`;
  if (!isParty(partyId)) throw invalidArgument('The party hint is not well formed.');
  const hosts = body.otherConfirmingParticipantUids.length + 1;
  if (body.confirmationThreshold < 0 || body.confirmationThreshold > hosts) {
    throw invalidArgument('The confirmation threshold cannot be reached.');
  }
  const topologyTransactions = topologyOf(partyId, key, synchronizer);
  return ok({
    partyId,
    publicKeyFingerprint: keyFingerprint(key),
    topologyTransactions,
    multiHash: multiHashOf(topologyTransactions).toString('base64'),
  });
}

function allocate(call: Call<Decoded<typeof ALLOCATE>>, ledger: Ledger): Reply {
  const { body } = call;
  if (body.synchronizer === '') throw missingField('synchronizer');
  if (body.onboardingTransactions.length === 0) throw missingField('onboarding_transactions');
  checkIdp(call, ledger, body.identityProviderId);
  const synchronizer = checkSynchronizer(ledger, body.synchronizer);
  const transactions = body.onboardingTransactions.map(({ transaction }) => transaction);
  const { party, key } = readTopology(transactions, synchronizer);
  const hash = multiHashOf(transactions);
  if (!body.multiHashSignatures.some((one) => isSignedBy(key, hash, one))) {
    throw invalidArgument('No signature of the multi-hash is valid.');
  }
  if (ledger.parties.find(party) !== undefined) throw invalidArgument('The party already exists.');
  // Since 3.5; 3.4 does not know the member and ignores it.
  const userId = isSince(ledger.version, '3.5') ? body.userId : '';
  const user = userId === '' ? undefined : ledger.users.get(userId);
  ledger.parties.add(party, true).identityProviderId = body.identityProviderId;
  ledger.externalKeys.set(party, key);
  hosted(ledger.history, synchronizer, party, 'CONFIRMATION');
  if (user !== undefined) ledger.users.grant(user, [{ kind: 'CanActAs', party }]);
  return ok({ partyId: party });
}
