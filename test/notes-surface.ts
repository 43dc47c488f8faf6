/** A small API with every rule of suites/http, and a conforming server that tests can change. */
import type { IncomingHttpHeaders } from 'node:http';
import {
  type Call,
  call,
  contractOf,
  type JsonSchema,
  type Operation,
  type Probe,
  type Requirement,
  type Surface,
} from '../src/kit.ts';
import type { Report } from '../src/model/index.ts';
import { run } from '../src/run/run.ts';
import { ENCODINGS, encoded, MARKER } from '../suites/http/encodings.ts';
import { ERROR_RULES } from '../suites/http/errors.ts';
import { MALFORMED } from '../suites/http/malformed-json.ts';
import {
  inChunks,
  NEAR_RULES,
  type Near,
  nearRequests,
  withUnknownParameter,
} from '../suites/http/near-requests.ts';
import { REQUEST_RULES } from '../suites/http/requests.ts';
import { RESPONSE_RULES } from '../suites/http/responses.ts';
import { stated, statedOn } from '../suites/http/rules.ts';
import { each, probe, row } from '../suites/kit/probes.ts';
import { lawsOf, type SurfaceKit } from '../suites/kit/surface.ts';
import { http } from './servers.ts';

const text = { type: 'string' };
const jsonOf = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } });
const error = jsonOf({ type: 'object', required: ['error'], properties: { error: text } });
const note = jsonOf({
  type: 'object',
  required: ['text'],
  properties: { text, size: { type: 'integer' } },
});

const contract = contractOf(
  'notes',
  {
    openapi: '3.1.0',
    info: { version: '1.0' },
    paths: {
      '/search': {
        post: {
          operationId: 'search',
          summary: 'The note with a text',
          'x-name': 'search',
          'x-core': true,
          'x-effect': 'read',
          requestBody: jsonOf({ type: 'object', required: ['text'], properties: { text } }),
          responses: { '200': note, '400': error, '404': error },
        },
      },
      '/notes': {
        get: {
          operationId: 'latest',
          summary: 'The latest note',
          'x-name': 'latest',
          'x-core': true,
          'x-effect': 'read',
          responses: { '200': note, '401': error },
        },
      },
    },
  },
  'no file',
);

const [posted, read] = contract.operations as readonly [Operation, Operation];
export const search: Operation = posted;
export const list: Operation = read;

export const searching = (value: string): Call => call(search, { json: { text: value } });
const plain = searching('milk');
const control = (): Call => plain;

export const NOTES_KIT: SurfaceKit = {
  name: 'notes',
  example: {} as SurfaceKit['example'],
  goodOf: () => ({ control }),
  codeFindings: () => [],
  codesClause: 'errors-have-codes',
  errorRule: 'error-body',
};

const sent = (name: string, calls: readonly Call[], more: Partial<Probe> = {}): Probe =>
  probe(search, name, { sends: name, control, ...more, caseGroups: () => each(calls, name) });

const wrong = { wrong: 'framing' } as const;

const good = sent('good', [plain, searching('bread')]);
const unknown = sent('unknown', [searching('gold')], { wrong: 'identifier' });
const odd = sent('odd', [searching('\ud800')], { wrong: 'identifier' });
const mistyped = sent('mistyped', [call(search, { json: { text: 1 } })], { wrong: 'schema' });
const malformed = sent(
  'malformed',
  MALFORMED.map(({ spoil }) => call(search, { text: spoil(plain.body ?? '') })),
  wrong,
);
const otherEncodings = sent(
  'other-encodings',
  ENCODINGS.map(({ bytesOf }) => encoded(searching(MARKER), bytesOf)),
  wrong,
);
const missing = sent('missing-body', [call(search), call(search, { text: '' })], wrong);
const methods = sent('methods', [{ ...plain, method: 'PUT' }], wrong);
const extended = sent('extended', [call(search, { json: { text: 'milk', more: 1 } })]);
const codings = sent('codings', [
  { ...plain, headers: { ...plain.headers, 'accept-encoding': 'gzip, br' } },
]);
const chunked = sent('chunked', [inChunks(plain)]);
const parameter = sent('parameter', [withUnknownParameter(plain)]);
const repeated = probe(search, 'repeated', {
  sends: 'the same unknown text three times',
  wrong: 'identifier',
  control,
  caseGroups: () => [row('repeated', ...[1, 2, 3].map(() => searching('silver')))],
});
const WELL_FORMED = [good, unknown, odd];
const ALL = [
  ...[...WELL_FORMED, mistyped, malformed, missing, methods],
  ...[extended, codings, chunked, parameter, repeated],
];

/** The probes that each rule judges; the test of completeness fails for a rule that is not listed here. */
export const JUDGED: Readonly<Record<string, readonly Probe[]>> = {
  'operation-exists': [good],
  'requests-get-responses': ALL,
  'complete-responses': ALL,
  'documented-status': WELL_FORMED,
  'no-server-error': ALL,
  'not-redirected': [repeated],
  'response-media-type': [good],
  'response-shape': [good],
  'no-null-members': [good],
  'no-internals-in-errors': ALL,
  'unique-names': [good],
  'utf8-charset': [good],
  'error-body': [unknown, odd, mistyped],
  'framework-error-body': [mistyped, malformed, missing],
  'repeated-errors-keep-shape': [repeated],
  'ignores-unknown-member': [extended],
  'ignores-unknown-parameter': [parameter],
  'accepts-chunked-body': [chunked],
  'rejects-malformed-json': [malformed],
  'rejects-other-encodings': [otherEncodings],
  'accepts-offered-codings': [codings],
  'rejects-missing-body': [missing],
  'rejects-wrong-method': [methods],
};

const SEARCH_RULES = [...RESPONSE_RULES, ...ERROR_RULES, ...REQUEST_RULES];

const clause = 'notes-are-served';

export const surface: Surface = {
  name: 'notes',
  operations: contract.operations,
  presenceProbes: () => [
    {
      operation: search,
      control: plain,
      unknownResource: searching('gold'),
      unknownPath: { ...searching('gold'), path: '/nowhere' },
    },
    {
      operation: read,
      control: call(read),
      unknownResource: call(read),
      unknownPath: { ...call(read), path: '/nowhere' },
    },
  ],
  requirements: [
    ...lawsOf(
      NOTES_KIT,
      statedOn<{ operation: Operation }>(
        SEARCH_RULES,
        Object.fromEntries(
          Object.entries(JUDGED).map(([name, on]) => [name, { clause, on: () => on }]),
        ),
      ),
      [{ operation: search }],
    ),
    ...lawsOf<Near>(
      NOTES_KIT,
      stated(NEAR_RULES, Object.fromEntries(NEAR_RULES.map(({ name }) => [name, { clause }]))),
      [nearRequests(NOTES_KIT, call(read), {}, '')],
    ),
  ],
};

/** A request as the server sees it. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  /** The number of requests with this method, path and body so far; 1 for the first one. */
  readonly nth: number;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** Changes the conforming response; undefined closes the connection. */
export type Change = (reply: Reply, request: Received) => Partial<Reply> | undefined;

export const reply = (status: number, body: object, headers: object = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** The text of a body that fits its schema, for a strict parser; undefined for any other body. */
export function textIn({ bytes }: Received): string | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    const { text: found } = Object(value) as { text?: unknown };
    return typeof found === 'string' ? found : undefined;
  } catch {
    return undefined;
  }
}

const KNOWN = ['milk', 'bread'];

/** The response of the document. */
function conforming(request: Received): Reply {
  const { method, headers } = request;
  const [path] = request.path.split('?', 1);
  if (path !== '/search' && path !== '/notes') return reply(404, { error: 'no such path' });
  if (headers.authorization !== TOKEN) return reply(401, { error: 'no token' });
  if (path === '/notes') {
    const known = method === 'GET' || method === 'HEAD';
    return known ? reply(200, { text: 'milk' }) : reply(405, { error: 'GET' }, { allow: 'GET' });
  }
  if (method !== 'POST') return reply(405, { error: 'POST only' }, { allow: 'POST' });
  const wanted = textIn(request);
  if (wanted === undefined) return reply(400, { error: 'no text' });
  return KNOWN.includes(wanted) ? reply(200, { text: wanted }) : reply(404, { error: 'no note' });
}

const TOKEN = 'Bearer token';

/** Starts a server for the running test. */
async function serveNotes(change: Change = (same) => same): Promise<URL> {
  const seen = new Map<string, number>();
  return http(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const { method = '', url: path = '', headers } = request;
    const key = `${method} ${path} ${bytes}`;
    const nth = (seen.get(key) ?? 0) + 1;
    seen.set(key, nth);
    const received = { method, path, headers, bytes, nth };
    const usual = conforming(received);
    const changed = change(usual, received);
    if (changed === undefined) return void request.socket.destroy();
    const { status, headers: own, body } = { ...usual, ...changed };
    response.writeHead(status, own);
    // Without a length Node sends the body in chunks.
    response.end(body);
  });
}

/** The report on a server. */
export async function reportOnNotes(
  change?: Change,
  requirements: readonly Requirement[] = surface.requirements,
): Promise<Report> {
  const url = await serveNotes(change);
  const headers = { authorization: TOKEN };
  const { report } = await run({
    surface: { ...surface, requirements },
    url,
    headers,
    seed: 1,
    runs: 2,
    timeoutMs: 3000,
  });
  return report;
}

/** The rule names by outcome; `broken` has all rules with findings, those of level MAY included. */
export async function judgedNotes(
  change?: Change,
  requirements?: readonly Requirement[],
): Promise<Readonly<Record<string, string[]>>> {
  const report = await reportOnNotes(change, requirements);
  const names: Record<string, string[]> = { broken: [] };
  for (const { outcome, requirement, findings } of report.verdicts)
    for (const list of [outcome, ...(findings.length > 0 ? ['broken'] : [])])
      names[list] = [...(names[list] ?? []), requirement.split('/').at(-1) ?? ''];
  return names;
}
