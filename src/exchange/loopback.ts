/** The names of this machine. Every name below `localhost` is one, and needs no resolver (RFC 6761 §6.3). */
import { type LookupAddress, lookup as resolve } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** IPv4 first: most servers listen there. */
const ADDRESSES: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** True for `localhost` and all names below it. */
function isName(host: string): boolean {
  return /^(?:.+\.)?localhost\.?$/i.test(host);
}

/** True for a name or an address of this machine; an IPv6 address may have its brackets. */
export function isLoopback(host: string): boolean {
  return isName(host) || /^(?:127(?:\.\d+){3}|\[?::1\]?)$/.test(host);
}

/** The host of a URL; an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** The address to listen at; Node.js would ask a resolver for the name. */
export function listeningAddress(host: string): string {
  return isName(host) ? '127.0.0.1' : host;
}

/** Finds the addresses of a host for a connection; every connection uses it. */
export const lookup: LookupFunction = (host, options, done) => {
  if (!isName(host)) return resolve(host, options, done);
  const { family = 0, all } = options;
  const wanted = family === 'IPv4' ? 4 : family === 'IPv6' ? 6 : family;
  const addresses = ADDRESSES.filter((one) => wanted === 0 || one.family === wanted);
  const [first] = addresses;
  if (all) done(null, [...addresses]);
  else done(null, first?.address ?? '', first?.family ?? 0);
};
