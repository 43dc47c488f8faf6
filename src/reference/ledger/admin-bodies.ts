/** Parts of requests that several administrative operations share. */
import { type Decoder, list, object, optional, or, text } from './decode.ts';
import { denied, invalidArgument, invalidField } from './errors.ts';
import type { Ledger } from './ledger.ts';
import { isAdmin } from './rights.ts';
import type { Call } from './route.ts';

const mask = object({ paths: or(list(text), []) });

/** The names of the members to change. A string or an array counts as an empty mask; `unknownFields` is ignored. */
export const fieldMask: Decoder<{ paths: string[] } | undefined> = optional((value, at) =>
  typeof value === 'string' || Array.isArray(value) ? { paths: [] } : mask(value, at),
);

/** A text; an absent one is empty. */
export const maybeText: Decoder<string> = or(text, '');

/** Throws 400 unless the body names the same thing as the path. */
export function sameAsPath(inPath: string | undefined, inBody: string, name: string): void {
  if (inPath !== inBody) {
    throw invalidArgument(`The ${name} in the path and the one in the body differ.`, {
      inFront: true,
    });
  }
}

/** Throws unless the caller may use that identity provider (empty: the default one) and it is known. */
export function checkIdp({ caller }: Call, ledger: Ledger, identityProviderId: string): void {
  if (identityProviderId === '') return;
  if (!/^[A-Za-z0-9:_ .-]{1,255}$/.test(identityProviderId)) {
    throw invalidField('identity_provider_id', 'it is not well formed.');
  }
  if (!caller.open && !isAdmin(caller.rights)) throw denied();
  ledger.idps.mustKnow(identityProviderId);
}

/** The page size in the query, 0 for none; 400 when it is negative. */
export function requestedPageSize({ query }: Call): number {
  const size = Number(query.get('pageSize') ?? 0);
  if (size < 0) throw invalidArgument('The page size is negative.');
  return size;
}

/** The id of the synchronizer; an empty text means the first one. 400 when it is not connected. */
export function checkSynchronizer({ synchronizers }: Ledger, given: string): string {
  const found = synchronizers.find(
    (id) => given === '' || id === given || id.slice(0, id.indexOf('::')) === given,
  );
  if (found === undefined) throw invalidArgument(`The synchronizer '${given}' is not connected.`);
  return found;
}
