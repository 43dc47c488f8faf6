/** Identifiers and times of the reference ledger. They derive from labels, so that each start has the same ones. */
import { createHash } from 'node:crypto';

/** SHA-256 of the text or the bytes, as hex. */
export function digest(of: string | Buffer): string {
  return createHash('sha256').update(of).digest('hex');
}

/** A fingerprint in the form of ledgers: multihash prefix and hash. */
export function fingerprint(of: string | Buffer): string {
  return `1220${digest(of)}`;
}

/** `alice::1220…`: the name below the namespace that the label stands for. */
export function uniqueId(name: string, namespace: string): string {
  return `${name}::${fingerprint(`namespace ${namespace}`)}`;
}

const EPOCH = Date.UTC(2025, 0, 6, 9, 0, 0);

/** The ledger time of an offset, one second apart, in ISO form with microseconds. */
export function timeAt(offset: number): string {
  return new Date(EPOCH + offset * 1000).toISOString().replace('Z', '000Z');
}

/** The same time, or the lower bound if that is later. */
export function timeFrom(offset: number, least: string | undefined): string {
  const time = timeAt(offset);
  return least !== undefined && Date.parse(least) > Date.parse(time) ? least : time;
}
