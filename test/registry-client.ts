/** Requests to the reference registry, for its tests. */
import { request } from 'undici';
import type { RegistryVariant } from '../src/reference/registry/fault.ts';
import type { Instrument } from '../src/reference/registry/instruments.ts';
import { type RunningRegistry, startRegistry } from '../src/reference/registry.ts';
import { REGISTRY_VARIANTS } from '../src/reference/registry-variants.ts';

export interface Answer {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the test looks at.
  readonly value: any;
}

export interface Client {
  readonly registry: RunningRegistry;
  readonly get: (path: string, method?: string) => Promise<Answer>;
  readonly post: (path: string, body: object) => Promise<Answer>;
  readonly instruments: () => Promise<readonly Instrument[]>;
}

const METADATA = '/registry/metadata/v1';

function clientOf(registry: RunningRegistry): Client {
  const send = async (path: string, method: string, body?: object): Promise<Answer> => {
    const reply = await request(registry.url + path, {
      method: method as 'POST',
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await reply.body.text();
    const isJson = reply.headers['content-type'] === 'application/json' && text !== '';
    return { status: reply.statusCode, text, value: isJson ? JSON.parse(text) : undefined };
  };
  const get: Client['get'] = (path, method = 'GET') => send(METADATA + path, method);
  return {
    registry,
    get,
    post: (path, body) => send(path, 'POST', body),
    instruments: async () => (await get('/instruments?pageSize=1000')).value.instruments,
  };
}

/** Checks a running server. */
export type Look = (client: Client) => Promise<void>;

/** Calls `look` with a registry that has this variant, which may be in no list. */
export async function withVariant(variant: RegistryVariant, look: Look): Promise<void> {
  const { id, change } = variant;
  const isListed = REGISTRY_VARIANTS.some((one) => one.id === id);
  const registry = await startRegistry(isListed ? { variants: [id] } : { change });
  try {
    await look(clientOf(registry));
  } finally {
    await registry.close();
  }
}

/** The names of the APIs that at least one instrument lists. */
export const listed = (all: readonly Instrument[]): string[] => [
  ...new Set(all.flatMap(({ supportedApis }) => Object.keys(supportedApis))),
];
