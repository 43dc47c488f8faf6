/** What a registry shows of itself before anything is planned: its instruments, and the APIs that it lists. */
import { type Call, call, type Exchange, jsonOf, type Operation } from '../../src/index.ts';
import { elements, isObject, member, string } from '../kit/json.ts';
import { REGISTRY_APIS } from './apis.ts';
import type { RegistryFixtures } from './fixtures.ts';

/** The most requests of `readMetadata`. */
export const METADATA_REQUESTS = 3;

/** Reads the metadata as far as it is served. Of many instruments those of two pages are enough. */
export async function readMetadata(
  [info, list]: readonly [info: Operation, list: Operation],
  send: (call: Call) => Promise<Exchange>,
): Promise<Pick<RegistryFixtures, 'instruments' | 'advertised'>> {
  const about = await bodyOf(send(call(info)));
  const first = await bodyOf(send(call(list)));
  const pageToken = string(first, 'nextPageToken');
  const second = pageToken === '' ? [] : await bodyOf(send(call(list, { query: { pageToken } })));
  const all = [first, second].flatMap((page) => elements(page, 'instruments'));
  const listed = new Set([about, ...all].flatMap(supportedIn));
  return {
    instruments: [...new Set(all.map((one) => string(one, 'id')))].filter((id) => id !== ''),
    advertised: REGISTRY_APIS.filter((one) => listed.has(one.advertisedAs)).map(({ api }) => api),
  };
}

/** The body of a 200 response; `undefined` where there is none that is JSON. */
export async function bodyOf(sent: Promise<Exchange>): Promise<unknown> {
  const { response } = await sent;
  return response?.status === 200 ? jsonOf(response) : undefined;
}

function supportedIn(body: unknown): readonly string[] {
  const apis = member(body, 'supportedApis');
  return isObject(apis) ? Object.keys(apis) : [];
}
