/** Bearer tokens: HS256 JWTs that this server signs and verifies with its own code. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { DecodeError } from './errors.ts';

const MOST_SIGNATURES = 64;

const HEADER = encode({ alg: 'HS256', typ: 'JWT' });

export class TokenIssuer {
  /** A new random key at each start, so that only this server can issue tokens. */
  readonly #key = randomBytes(32);
  readonly #signatures = new Map<string, string>();

  /** A token for this user; it expires at this second since the epoch. */
  issue(userId: string, expires: number): string {
    const claims = { sub: userId, scope: 'daml_ledger_api', exp: expires };
    const signed = `${HEADER}.${encode(claims)}`;
    return `${signed}.${this.#sign(signed)}`;
  }

  /** The user of a valid token; undefined if it is expired, altered or from another server. */
  subject(token: string): string | undefined {
    const [header, claims, signature, more] = token.split('.');
    if (header === undefined || claims === undefined || signature === undefined) return undefined;
    const expected = Buffer.from(this.#sign(`${header}.${claims}`));
    const given = Buffer.from(signature);
    if (
      more !== undefined ||
      expected.length !== given.length ||
      !timingSafeEqual(expected, given)
    ) {
      return undefined;
    }
    const { sub, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
    return typeof sub === 'string' && sub !== '' && exp * 1000 > Date.now() ? sub : undefined;
  }

  /** The signature of a text. The latest are kept: most requests have the same token. */
  #sign(text: string): string {
    const known = this.#signatures.get(text);
    if (known !== undefined) return known;
    const signature = createHmac('sha256', this.#key).update(text).digest('base64url');
    if (this.#signatures.size >= MOST_SIGNATURES) this.#signatures.clear();
    this.#signatures.set(text, signature);
    return signature;
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/**
 * The token of the headers: a Bearer token in Authorization, or the element `jwt.token.…` of Sec-WebSocket-Protocol if
 * `daml.ws.auth` is also there. Throws DecodeError for an empty Bearer token.
 */
export function tokenOf(headers: IncomingHttpHeaders): string | undefined {
  const bearer = /^bearer(?:\s+(.*))?$/i.exec((headers.authorization ?? '').trim());
  if (bearer !== null) {
    if ((bearer[1] ?? '') === '') {
      throw new DecodeError('Invalid value for: header Authorization (there is no token)');
    }
    return bearer[1];
  }
  const protocols = headers['sec-websocket-protocol']?.split(',').map((one) => one.trim()) ?? [];
  if (!protocols.includes('daml.ws.auth')) return undefined;
  const element = protocols.find((one) => one.startsWith('jwt.token.'));
  return element?.slice('jwt.token.'.length);
}
