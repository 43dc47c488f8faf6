/** A contract from elsewhere: in a file, or at an address. */
import { readFile } from 'node:fs/promises';
import type { Contract } from '../../contract/contract.ts';
import { DocumentError } from '../../contract/foreign/document.ts';
import { ask } from '../../input/ask.ts';
import { InputError } from '../../input/error.ts';
import type { Versions } from '../offer.ts';

/** The contract that an OpenAPI document makes. Throws InputError when it cannot be had or cannot serve. */
export async function contractFrom(
  { fromDocument }: Versions,
  place: string,
  timeoutMs?: number,
): Promise<Contract> {
  const bytes = /^https?:/i.test(place) ? await fetched(place, timeoutMs) : await read(place);
  try {
    return await fromDocument({ bytes, name: place });
  } catch (error) {
    if (error instanceof DocumentError) throw new InputError(error.message);
    throw error;
  }
}

async function read(file: string): Promise<Buffer> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new InputError(`${file}: cannot be read (${error.code}). Check the path and its rights.`);
  });
}

/** Credentials are for the target and do not go there. */
async function fetched(address: string, timeoutMs?: number): Promise<Buffer> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '') {
    throw new InputError('--contract-file: that URL cannot be used. Write it without credentials.');
  }
  url.hash = '';
  const wait = timeoutMs === undefined ? {} : { timeoutMs };
  const { response, noResponse } = await ask({ url, ...wait });
  const fail = (problem: string): InputError =>
    new InputError(`--contract-file ${url.href}: ${problem}`);
  if (response === undefined) throw fail(noResponse?.message ?? 'no response came.');
  if (response.status !== 200) {
    throw fail(`the response was ${response.status}. Name an address with a 200 response.`);
  }
  if (response.truncated) throw fail('the document is too long. Save what is needed as a file.');
  return Buffer.from(response.text);
}
