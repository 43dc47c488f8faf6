/** The parties of the reference ledger. */
import { invalidArgument, notFound } from '../errors.ts';
import { uniqueId } from '../ids.ts';
import type { Kept } from '../metadata.ts';
import { ascending } from '../paging.ts';

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

export class PartyBook {
  readonly #parties = new Map<string, Party>();
  #allocated = 0;

  constructor(local: readonly string[], remote: readonly string[]) {
    for (const party of local) this.add(party, true);
    for (const party of remote) this.add(party, false);
  }

  /** All parties, ascending by id. */
  all(): readonly Party[] {
    return [...this.#parties.values()].sort((a, b) => ascending(a.party, b.party));
  }

  find(party: string): Party | undefined {
    return this.#parties.get(party);
  }

  /** The party with this id. Throws 404 if it is unknown. */
  get(party: string): Party {
    const found = this.#parties.get(party);
    if (found === undefined) throw notFound('PARTY_NOT_FOUND', 'party', party);
    return found;
  }

  /** Adds a party with this id. */
  add(party: string, isLocal: boolean): Party {
    const added = {
      party,
      isLocal,
      identityProviderId: '',
      annotations: {},
      resourceVersion: 0,
    };
    this.#parties.set(party, added);
    return added;
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
    if (this.#parties.has(party)) throw invalidArgument(`The party hint '${name}' is taken.`);
    return party;
  }
}
