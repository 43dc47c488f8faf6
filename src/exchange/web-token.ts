/** Reads JSON Web Tokens without verifying them, and alters them so that they are invalid. */
import { type Alteration, isObject, parsedJson } from '../model/index.ts';

type Claims = Readonly<Record<string, unknown>>;

const PARTS = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** The claims of a token that is a signed JSON Web Token; `undefined` for every other text. */
export function claimsIn(token: string): Claims | undefined {
  if (!PARTS.test(token)) return undefined;
  const [header, claims] = token.split('.').map(objectIn);
  return header === undefined ? undefined : claims;
}

/** The bearer token among these headers. */
export function bearerIn(headers: Readonly<Record<string, string>>): string | undefined {
  const found = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization');
  return /^bearer\s+(\S+)\s*$/i.exec(found?.[1] ?? '')?.[1];
}

/** The token with one changed part. A text that is not a signed token stays the same. */
export function alter(token: string, alteration: Alteration): string {
  const claims = claimsIn(token);
  const [header = '', payload = '', signature = ''] = token.split('.');
  if (claims === undefined) return token;
  if (alteration === 'signature') return `${header}.${payload}.${flipped(signature)}`;
  if (alteration === 'unsigned') return `${encoded({ alg: 'none', typ: 'JWT' })}.${payload}.`;
  return `${header}.${encoded({ ...claims, sub: alteration.subject })}.${signature}`;
}

/** Changes a character in the middle, where every bit matters. */
function flipped(signature: string): string {
  const at = Math.floor(signature.length / 2);
  const other = signature[at] === 'A' ? 'B' : 'A';
  return signature.slice(0, at) + other + signature.slice(at + 1);
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function objectIn(part: string): Claims | undefined {
  const value = parsedJson(Buffer.from(part, 'base64url').toString());
  return isObject(value) ? value : undefined;
}
