/** The parties of the reference ledger. */
import { Book } from '../book.ts';
import { invalidArgument } from '../errors.ts';
import { uniqueId } from '../ids.ts';
import type { Kept } from '../metadata.ts';

export interface Party extends Kept {
  readonly party: string;
  readonly isLocal: boolean;
  identityProviderId: string;
}

const HINT = /^[A-Za-z0-9 :_-]{1,185}$/;
const PARTY = /^[A-Za-z0-9 :_-]{1,255}$/;

/** True for a text in the form of a party: a name, two colons, a namespace. */
export function isParty(text: string): boolean {
  return PARTY.test(text) && /^[^:]+(:[^:]+)*::[^:]+$/.test(text);
}

/** Rejects malformed parties, with 400. */
export function rejectMalformed(parties: readonly string[] = []): void {
  const malformed = parties.find((party) => !isParty(party));
  if (malformed !== undefined) throw invalidArgument(`'${malformed}' is not a party.`);
}

export class PartyBook extends Book<Party> {
  #allocated = 0;

  constructor(local: readonly string[], remote: readonly string[]) {
    super({ name: 'party', unknown: 'PARTY_NOT_FOUND', idOf: ({ party }) => party });
    for (const party of local) this.add(party, true);
    for (const party of remote) this.add(party, false);
  }

  add(party: string, isLocal: boolean): Party {
    const kept = { annotations: {}, resourceVersion: 0 };
    return this.put({ party, isLocal, identityProviderId: '', ...kept });
  }

  /**
   * The id of a new local party with this hint, or with a generated name if the hint is empty. It adds nothing. 400 for
   * a malformed or taken hint.
   */
  idFor(hint: string): string {
    if (hint === '') this.#allocated += 1;
    const name = hint === '' ? `party-${this.#allocated}` : hint;
    if (!HINT.test(name) || name.includes('::')) {
      throw invalidArgument('The party hint is not well formed.');
    }
    const party = uniqueId(name, 'participant1');
    if (this.has(party)) throw invalidArgument(`The party hint '${name}' is taken.`);
    return party;
  }
}
