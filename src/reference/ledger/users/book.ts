/** The users of the reference ledger with their rights, and its identity providers. */
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

/** An identity provider, as JSON carries it. */
export interface Idp {
  readonly identityProviderId: string;
  readonly isDeactivated: boolean;
  readonly issuer: string;
  readonly jwksUrl: string;
  readonly audience: string;
}

const MOST = 16;

export class IdpBook extends Book<Idp> {
  constructor(seed: readonly Idp[]) {
    const idOf = (idp: Idp): string => idp.identityProviderId;
    super({ name: 'identity provider', unknown: 'IDP_CONFIG_NOT_FOUND', idOf });
    for (const idp of seed) this.put(idp);
  }

  /** True for a known id, and for the empty one, which means the default provider. */
  knows(id: string): boolean {
    return id === '' || this.has(id);
  }

  /** Throws 404 for an unknown id. */
  mustKnow(id: string): void {
    if (!this.knows(id)) this.get(id);
  }

  /** Adds a provider. Throws 409 if its id or issuer is taken, 400 beyond the sixteenth. */
  add(idp: Idp): Idp {
    if (this.has(idp.identityProviderId)) {
      throw exists('IDP_CONFIG_ALREADY_EXISTS', 'identity provider', idp.identityProviderId);
    }
    this.#checkIssuer(idp);
    if (this.all().length >= MOST) {
      const cause = `There are already ${MOST} identity providers.`;
      throw new LedgerError('TOO_MANY_IDENTITY_PROVIDER_CONFIGS', 9, cause);
    }
    return this.put(idp);
  }

  /** Replaces the provider with the same id. Throws 404 if it is unknown, 409 if the issuer is taken. */
  replace(idp: Idp): Idp {
    this.get(idp.identityProviderId);
    this.#checkIssuer(idp);
    return this.put(idp);
  }

  #checkIssuer({ identityProviderId, issuer }: Idp): void {
    for (const other of this.all()) {
      if (other.issuer === issuer && other.identityProviderId !== identityProviderId) {
        throw exists('IDP_CONFIG_ISSUER_ALREADY_EXISTS', 'issuer', issuer);
      }
    }
  }
}
