/** The identity providers of the reference ledger. */
import { Book } from '../book.ts';
import { exists, LedgerError } from '../errors.ts';

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
      const cause = `There are ${MOST} identity providers already.`;
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
