/** The public keys of parties, as JSON Web Keys. */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { anyCaller } from './auth.ts';
import { digest } from './ids.ts';
import type { Ledger } from './ledger.ts';
import { rejectMalformed } from './parties/book.ts';
import { ok } from './reply.ts';
import { get, type Route } from './route.ts';

/** The DER bytes before the seed of an Ed25519 key. */
const PREFIX = '302e020100300506032b657004220420';

/** The key of a party that this ledger made, the same at each start. */
function ownKey(party: string): KeyObject {
  const der = Buffer.from(PREFIX + digest(`key of ${party}`), 'hex');
  return createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
}

/** The keys of a party on a connected synchronizer; none for other parties and elsewhere. */
function keysOf({ parties, externalKeys, synchronizers }: Ledger, party: string, place: string) {
  if (!synchronizers.includes(place) || parties.find(party)?.isLocal !== true) return [];
  const jwk = (externalKeys.get(party) ?? ownKey(party)).export({ format: 'jwk' });
  return [{ ...jwk, kid: digest(`${jwk.x}`).slice(0, 16), alg: 'EdDSA', use: 'sig' }];
}

export const PARTY_KEYS: Route = get('/v2/jose/jwks/synchronizer/{synchronizer}/party/{party}', {
  since: '3.6',
  operationId: 'getV2JoseJwks',
  authorise: anyCaller,
  handle: ({ path: { synchronizer = '', party = '' } }, ledger) => {
    rejectMalformed([party]);
    return ok({ keys: keysOf(ledger, party, synchronizer) });
  },
});
