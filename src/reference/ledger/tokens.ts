/** Bearer tokens: HS256 JWTs signed with a key of this server, made and checked by hand. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { DecodeError } from './failures.ts';

const HEADER = encode({ alg: 'HS256', typ: 'JWT' });

export class TokenIssuer {
  /** The only thing here that differs between two starts: no one else can make a token. */
  readonly #key = randomBytes(32);

  /** A token for that user, good until that second since the epoch. */
  issue(userId: string, expires: number): string {
    const claims = { sub: userId, scope: 'daml_ledger_api', exp: expires };
    const signed = `${HEADER}.${encode(claims)}`;
    return `${signed}.${this.#sign(signed)}`;
  }

  /** The user that a good token names; undefined for a token that is expired, altered or issued by another server. */
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

  #sign(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url');
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/**
 * The token that the headers carry: Authorization with Bearer, or else a `jwt.token.` element of
 * Sec-WebSocket-Protocol beside `daml.ws.auth`. Throws DecodeError for Bearer with nothing after it.
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
