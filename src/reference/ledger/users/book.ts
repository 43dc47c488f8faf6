/** The users of the reference ledger, and their rights. */
import { Book } from '../book.ts';
import { exists, LedgerError } from '../errors.ts';
import type { Kept } from '../metadata.ts';
import { type Right, rightKey } from '../rights.ts';

export interface User extends Kept {
  readonly id: string;
  primaryParty: string;
  isDeactivated: boolean;
  identityProviderId: string;
  primaryPartyAuthentication: boolean;
  readonly rights: Map<string, Right>;
}

/** The required members of a new user; the others have defaults. */
export interface NewUser {
  readonly id: string;
  readonly primaryParty?: string;
  readonly isDeactivated?: boolean;
  readonly identityProviderId?: string;
  readonly primaryPartyAuthentication?: boolean;
  readonly annotations?: Record<string, string>;
  readonly rights?: readonly Right[];
}

const MOST_RIGHTS = 1000;

export class UserBook extends Book<User> {
  constructor(seed: readonly NewUser[]) {
    super({ name: 'user', unknown: 'USER_NOT_FOUND', idOf: ({ id }) => id });
    for (const user of seed) this.add(user);
  }

  /** The users of one identity provider, ascending by id. */
  of(identityProviderId: string): readonly User[] {
    return this.all().filter((user) => user.identityProviderId === identityProviderId);
  }

  /** Adds a user. Throws 409 if the id is taken, 400 with too many rights. */
  add(given: NewUser): User {
    if (this.has(given.id)) throw exists('USER_ALREADY_EXISTS', 'user', given.id);
    const user: User = {
      id: given.id,
      primaryParty: given.primaryParty ?? '',
      isDeactivated: given.isDeactivated ?? false,
      identityProviderId: given.identityProviderId ?? '',
      primaryPartyAuthentication: given.primaryPartyAuthentication ?? false,
      annotations: given.annotations ?? {},
      resourceVersion: 0,
      rights: new Map(),
    };
    this.grant(user, given.rights ?? []);
    return this.put(user);
  }

  /** Grants the rights, and returns the new ones. Throws 400 if the user would have too many. */
  grant(user: User, rights: readonly Right[]): readonly Right[] {
    const fresh = new Map<string, Right>();
    for (const right of rights) {
      const key = rightKey(right);
      if (!user.rights.has(key)) fresh.set(key, right);
    }
    if (user.rights.size + fresh.size > MOST_RIGHTS) {
      const cause = `A user has at most ${MOST_RIGHTS} rights.`;
      throw new LedgerError('TOO_MANY_USER_RIGHTS', 9, cause);
    }
    for (const [key, right] of fresh) user.rights.set(key, right);
    return [...fresh.values()];
  }

  /** Revokes the rights, and returns those that the user had. */
  revoke(user: User, rights: readonly Right[]): readonly Right[] {
    return rights.filter((right) => user.rights.delete(rightKey(right)));
  }
}
