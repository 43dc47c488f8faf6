/** A foreign contract, from a file or an address. */

import type { Contract } from '../contract/contract.ts';
import { DocumentError, type DocumentSource } from '../contract/foreign/document.ts';
import { MAX_TEXT_BYTES } from '../contract/yaml.ts';
import type { Versions } from '../model/registration.ts';
import { InputError } from './error.ts';
import { bytesOfFile } from './file.ts';
import { sendOnce, type Way } from './send-once.ts';

/** The contract of an OpenAPI document. Throws InputError if it cannot be loaded or used. */
export async function contractFrom(
  versions: Versions,
  place: string,
  clientOptions: Way = {},
): Promise<Contract> {
  const bytes = /^https?:/i.test(place)
    ? await fetched(place, clientOptions)
    : await bytesOfFile(place, MAX_TEXT_BYTES);
  return contractIn(versions, { bytes, name: place });
}

/** The contract in the bytes of a document. Throws InputError. */
export async function contractIn(
  { fromDocument }: Versions,
  source: DocumentSource,
): Promise<Contract> {
  try {
    return await fromDocument(source);
  } catch (error) {
    if (error instanceof DocumentError) throw new InputError(error.message);
    throw error;
  }
}

/** Credentials are for the target, and are not sent there. */
async function fetched(address: string, { timeoutMs, trust, proxy }: Way): Promise<Buffer> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '') {
    throw new InputError('--contract-file: that URL cannot be used. Write it without credentials.');
  }
  url.hash = '';
  const way = { timeoutMs, trust: { ca: trust?.ca }, proxy };
  const { response, noResponse } = await sendOnce({ url, ...way });
  const fail = (problem: string): InputError =>
    new InputError(`--contract-file ${url.href}: ${problem}`);
  if (response === undefined) throw fail(noResponse?.message ?? 'no response was received.');
  if (response.status !== 200) {
    throw fail(`the response was ${response.status}. Name an address with a 200 response.`);
  }
  if (response.truncated)
    throw fail('the document is too long. Save the part that you need as a file.');
  return Buffer.from(response.text);
}
