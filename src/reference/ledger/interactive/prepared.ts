/** Prepared transactions: bytes that contain the whole submission, their hash, and its signatures. */
import { createHash, type KeyObject } from 'node:crypto';
import { rawCommands } from '../commands/decode.ts';
import { type Decoded, enumeration, list, object, text } from '../decode.ts';
import { DecodeError, invalidArgument } from '../errors.ts';
import { isSignedBy } from '../parties/external-topology.ts';
import type { RawExecute, Scheme } from './decode.ts';

/** The contents of the bytes; the commands are as the request had them. */
const decoder = object({
  format: enumeration('assay-prepared-transaction'),
  commandId: text,
  actAs: list(text),
  readAs: list(text),
  synchronizerId: text,
  commands: rawCommands,
});
export type Prepared = Decoded<typeof decoder>;

/** The bytes in base64; equal submissions get equal bytes. */
export function encodePrepared(prepared: Prepared): string {
  const { commands, ...names } = prepared;
  const raw = commands.map((command) => ({ [command.case]: command.value }));
  return Buffer.from(JSON.stringify({ ...names, commands: raw })).toString('base64');
}

/** The contents of the bytes; 400 INVALID_ARGUMENT if this server did not make them. */
export function decodePrepared(preparedTransaction: string): Prepared {
  try {
    const json: unknown = JSON.parse(Buffer.from(preparedTransaction, 'base64').toString('utf8'));
    return decoder(json, '');
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof DecodeError)) throw error;
    throw invalidArgument('The prepared transaction cannot be read.');
  }
}

/** The hash to sign, for one scheme, in base64. */
export function hashOf(preparedTransaction: string, scheme: Scheme): string {
  return createHash('sha256')
    .update(`${scheme}\n`)
    .update(Buffer.from(preparedTransaction, 'base64'))
    .digest('base64');
}

/** Throws 400 unless exactly these parties signed the hash, each with its own key. */
export function rejectUnsigned(
  keys: ReadonlyMap<string, KeyObject>,
  parties: readonly string[],
  signatures: RawExecute['partySignatures']['signatures'],
  hash: string,
): void {
  const bytes = Buffer.from(hash, 'base64');
  for (const party of parties) {
    const key = keys.get(party);
    if (key === undefined) throw invalidArgument(`No key is known for the party ${party}.`);
    const own = signatures.filter((one) => one.party === party).flatMap((one) => one.signatures);
    if (own.length === 0) throw invalidArgument(`The signature of ${party} is missing.`);
    if (!own.every((one) => isSignedBy(key, bytes, one))) {
      throw invalidArgument(`A signature of ${party} does not match the transaction.`);
    }
  }
}
