/** A server before another one: it passes requests on, and changes values in the JSON of the responses. */
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { listening, withBodies } from '../src/reference/serving.ts';

/** The places that `/users/*\/id` names: `*` stands for each index of an array. */
export interface Change {
  /** The responses to change: `GET /v2/users`, without a query. */
  readonly of: string;
  readonly place: string;
  readonly how: string;
}

const LONG = 3000;

/** What a member is replaced by; `undefined` takes it away. */
const VALUES: Readonly<Record<string, (value: unknown) => unknown>> = {
  empty: (value) => (Array.isArray(value) ? [] : isObject(value) ? {} : ''),
  'one letter': () => 'x',
  'a percent sign and a half of a pair': () => '%\ud800',
  'very long': () => 'x'.repeat(LONG),
  'another type': (value) => (typeof value === 'string' ? 7 : Array.isArray(value) ? {} : [value]),
  negative: () => -1,
  null: () => null,
  missing: () => undefined,
};
const DUPLICATE = 'duplicate';

/** All changes of a response: one of each kind for each place, and duplicates of elements. */
export function changesOf(of: string, body: unknown): readonly Change[] {
  const all = new Map<string, unknown>();
  collect(body, '', all);
  return [...all].flatMap(([place, value]) => [
    ...(place === '' ? ['empty', 'another type', 'null'] : Object.keys(VALUES)).map((how) => ({
      ...{ of, place, how },
    })),
    ...(Array.isArray(value) && value.length > 0 ? [{ of, place, how: DUPLICATE }] : []),
  ]);
}

/** Each place once, with its first value. */
function collect(value: unknown, at: string, all: Map<string, unknown>): void {
  if (!all.has(at)) all.set(at, value);
  if (Array.isArray(value)) for (const one of value) collect(one, `${at}/*`, all);
  else if (isObject(value))
    for (const [name, one] of Object.entries(value)) collect(one, `${at}/${name}`, all);
}

function changed(value: unknown, names: readonly string[], how: string): unknown {
  const [name, ...rest] = names;
  if (name === undefined)
    return how === DUPLICATE
      ? Array.isArray(value)
        ? value.flatMap((one) => [one, one])
        : value
      : VALUES[how]?.(value);
  if (Array.isArray(value))
    return name === '*' ? value.map((one) => changed(one, rest, how)) : value;
  if (!isObject(value) || !(name in value)) return value;
  return { ...value, [name]: changed(value[name], rest, how) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export interface Rewriting {
  readonly url: URL;
  /** The change from now on. */
  change: Change | undefined;
  close(): Promise<void>;
}

/** Starts such a server before the one at `target`. The caller closes it. */
export async function rewriting(target: URL): Promise<Rewriting> {
  const rewritten = (at: string, text: string): string => {
    const { change } = self;
    if (change === undefined || at !== change.of) return text;
    try {
      const names = change.place.split('/').slice(1);
      return JSON.stringify(changed(JSON.parse(text), names, change.how)) ?? '';
    } catch {
      return text;
    }
  };
  const server = createServer(
    { keepAliveTimeout: 60_000 },
    withBodies(2 ** 24, ({ method = '', url = '', headers }, response, body) => {
      const forward = request(new URL(url, target), { method, headers: ownHost(headers, target) });
      forward.on('response', (from) => {
        const chunks: Buffer[] = [];
        from.on('data', (chunk: Buffer) => chunks.push(chunk));
        from.on('end', () => {
          const at = `${method} ${url.split('?', 1)[0]}`;
          const whole = Buffer.concat(chunks);
          const isJson = from.statusCode === 200 && from.headers['content-type']?.includes('json');
          const sent = isJson ? Buffer.from(rewritten(at, whole.toString())) : whole;
          const { 'content-length': _, 'transfer-encoding': __, ...kept } = from.headers;
          response.writeHead(from.statusCode ?? 0, { ...kept, 'content-length': sent.length });
          response.end(sent);
        });
      });
      forward.on('error', () => response.destroy());
      forward.end(body);
    }),
  );
  const { origin, close } = await listening(server, 0);
  const self: Rewriting = { url: new URL(origin), change: undefined, close };
  return self;
}

function ownHost(headers: IncomingHttpHeaders, { host }: URL): IncomingHttpHeaders {
  return { ...headers, host };
}
