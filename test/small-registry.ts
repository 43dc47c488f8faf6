/** A registry of a few lines: a test defines its responses, and everything else gets 404. */
import { http } from './servers.ts';

/** The status and the body; a string is sent unchanged, an object as JSON. */
export type Reply = readonly [status: number, body: unknown];
/** Responses by method and path, `GET /registry/metadata/v1/info`; `*` matches one segment. */
export type Routes = Readonly<Record<string, Reply | ((body: unknown, query: string) => Reply)>>;

export interface SmallRegistry {
  readonly url: string;
  /** The received requests: method and path, and the body as JSON. */
  readonly received: { readonly at: string; readonly body: unknown }[];
}

export const METADATA = '/registry/metadata/v1';

/** Responses of the metadata API with these instruments and API names. */
export function metadataOf(instruments: readonly object[], apis: readonly string[]): Routes {
  const supportedApis = Object.fromEntries(apis.map((name) => [`splice-api-token-${name}`, 1]));
  return {
    [`GET ${METADATA}/info`]: [200, { adminId: 'admin::1220aa', supportedApis }],
    [`GET ${METADATA}/instruments`]: [200, { instruments }],
  };
}

/** The response to an unknown id. */
const NOWHERE: Reply = [404, { error: 'There is none.' }];

/** A choice context without contracts. */
export const CONTEXT: object = { choiceContextData: { values: {} }, disclosedContracts: [] };

export async function smallRegistry(routes: Routes): Promise<SmallRegistry> {
  const received: SmallRegistry['received'] = [];
  const table = Object.entries(routes).map(([key, reply]) => {
    const pattern = key.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
    return { pattern: new RegExp(`^${pattern.join('[^/]+')}$`), reply };
  });
  const { href } = await http(async (request, response) => {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const at = `${request.method} ${decodeURI(path)}`;
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = parsed(text);
    received.push({ at, body });
    const found: Routes[string] = table.find(({ pattern }) => pattern.test(at))?.reply ?? NOWHERE;
    const [status, sent] = typeof found === 'function' ? found(body, query) : found;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof sent === 'string' ? sent : JSON.stringify(sent));
  });
  return { url: href.replace(/\/$/, ''), received };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
