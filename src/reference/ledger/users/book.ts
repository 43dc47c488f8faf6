/** The users of the reference ledger, and their rights. */
import { exists, notFound } from '../errors.ts';
import { LedgerError } from '../failures.ts';
import type { Kept } from '../metadata.ts';
import { ascending } from '../paging.ts';
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

export class UserBook {
  readonly #users = new Map<string, User>();

  constructor(seed: readonly NewUser[]) {
    for (const user of seed) this.add(user);
  }

  /** The users of one identity provider, ascending by id. */
  of(identityProviderId: string): readonly User[] {
    return [...this.#users.values()]
      .filter((user) => user.identityProviderId === identityProviderId)
      .sort((a, b) => ascending(a.id, b.id));
  }

  find(id: string): User | undefined {
    return this.#users.get(id);
  }

  /** The user with this id. Throws 404 if it is unknown. */
  get(id: string): User {
    const user = this.#users.get(id);
    if (user === undefined) throw notFound('USER_NOT_FOUND', 'user', id);
    return user;
  }

  /** Adds a user. Throws 409 if the id is taken, 400 with too many rights. */
  add(given: NewUser): User {
    if (this.#users.has(given.id)) throw exists('USER_ALREADY_EXISTS', 'user', given.id);
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
    this.#users.set(user.id, user);
    return user;
  }

  /** Removes the user. Throws 404 if it is unknown. */
  remove(id: string): void {
    this.get(id);
    this.#users.delete(id);
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
      throw new LedgerError('TOO_MANY_USER_RIGHTS', 9, 9, cause);
    }
    for (const [key, right] of fresh) user.rights.set(key, right);
    return [...fresh.values()];
  }

  /** Revokes the rights, and returns those that the user had. */
  revoke(user: User, rights: readonly Right[]): readonly Right[] {
    return rights.filter((right) => user.rights.delete(rightKey(right)));
  }
}
