/** The identity providers of the reference ledger. */
import { exists, notFound } from '../errors.ts';
import { LedgerError } from '../failures.ts';
import { ascending } from '../paging.ts';

/** An identity provider, as JSON carries it. */
export interface Idp {
  readonly identityProviderId: string;
  readonly isDeactivated: boolean;
  readonly issuer: string;
  readonly jwksUrl: string;
  readonly audience: string;
}

const MOST = 16;

export class IdpBook {
  readonly #idps = new Map<string, Idp>();

  constructor(seed: readonly Idp[]) {
    for (const idp of seed) this.#idps.set(idp.identityProviderId, idp);
  }

  /** All identity providers, by id. */
  all(): readonly Idp[] {
    return [...this.#idps.values()].sort((a, b) =>
      ascending(a.identityProviderId, b.identityProviderId),
    );
  }

  /** The identity provider with this id. Throws 404 if it is unknown. */
  get(id: string): Idp {
    const idp = this.#idps.get(id);
    if (idp === undefined) throw notFound('IDP_CONFIG_NOT_FOUND', 'identity provider', id);
    return idp;
  }

  /** True for a known id, and for the empty one, which means the default provider. */
  knows(id: string): boolean {
    return id === '' || this.#idps.has(id);
  }

  /** Throws 404 for an unknown id. */
  mustKnow(id: string): void {
    if (!this.knows(id)) this.get(id);
  }

  /** Adds a provider. Throws 409 if its id or issuer is taken, 400 beyond the sixteenth. */
  add(idp: Idp): Idp {
    if (this.#idps.has(idp.identityProviderId)) {
      throw exists('IDP_CONFIG_ALREADY_EXISTS', 'identity provider', idp.identityProviderId);
    }
    this.#checkIssuer(idp);
    if (this.#idps.size >= MOST) {
      const cause = `There are ${MOST} identity providers already.`;
      throw new LedgerError('TOO_MANY_IDENTITY_PROVIDER_CONFIGS', 9, 9, cause);
    }
    this.#idps.set(idp.identityProviderId, idp);
    return idp;
  }

  /** Replaces the provider with the same id. Throws 404 if it is unknown, 409 if the issuer is taken. */
  replace(idp: Idp): Idp {
    this.get(idp.identityProviderId);
    this.#checkIssuer(idp);
    this.#idps.set(idp.identityProviderId, idp);
    return idp;
  }

  /** Removes the provider. Throws 404 if it is unknown. */
  remove(id: string): void {
    this.get(id);
    this.#idps.delete(id);
  }

  #checkIssuer({ identityProviderId, issuer }: Idp): void {
    for (const other of this.#idps.values()) {
      if (other.issuer === issuer && other.identityProviderId !== identityProviderId) {
        throw exists('IDP_CONFIG_ISSUER_ALREADY_EXISTS', 'issuer', issuer);
      }
    }
  }
}
