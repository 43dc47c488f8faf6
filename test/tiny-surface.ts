import type { IncomingMessage, ServerResponse } from 'node:http';
import fc from 'fast-check';
import { type Dispatcher, request as send } from 'undici';
import type { Operation } from '../src/contract/contract.ts';
import type {
  Call,
  Level,
  Probe,
  Report,
  Requirement,
  Surface,
  Verdict,
} from '../src/model/index.ts';
import { worded } from '../src/model/index.ts';
import { call } from '../src/plan/call.ts';
import { requirement, wrongStatus } from '../src/plan/requirement.ts';
import { type RunOptions, run } from '../src/run/run.ts';
import { http } from './servers.ts';

/** One operation: `POST /things` takes `{n}`, an integer, and responds with it. */
export const thing: Operation = {
  key: 'tiny#thing',
  operationId: 'thing',
  name: 'thing',
  core: true,
  summary: 'Responds with the number of the request',
  method: 'POST',
  path: '/things',
  pathParameters: [],
  request: {
    type: 'object',
    required: ['n'],
    properties: { n: { type: 'integer' } },
  },
  responses: { '200': { 'application/json': true }, '400': { 'application/json': true } },
  contract: { id: 'tiny', version: '1', sha256: '', document: {}, operations: [] },
};

const control: Call = call(thing, { json: { n: 1 } });

/** Requests that must be accepted. */
export const good: Probe = {
  id: 'thing/good',
  operation: thing,
  sends: 'any whole number',
  weight: 1,
  caseGroups: () => [
    { label: 'numbers', cases: fc.nat(1000).map((n) => [call(thing, { json: { n } })]) },
  ],
};

/** Requests with a string instead of the number. */
export const broken: Probe = brokenBy(fc.string().map((n) => ({ n })));

/** A probe of bodies that break the schema on purpose. */
export function brokenBy(bodies: fc.Arbitrary<unknown>): Probe {
  return {
    id: 'thing/broken',
    operation: thing,
    sends: 'something else than a number',
    wrong: 'schema',
    weight: 1,
    control: () => control,
    caseGroups: () => [
      { label: 'not-a-number', cases: bodies.map((json) => [call(thing, { json })]) },
    ],
  };
}

const about = (name: string, level: Level = 'MUST') => ({
  id: `tiny/thing/${name}`,
  level,
  clause: 'requests-get-responses',
  statement: `The thing is ${name}.`,
});

export const offered: Requirement = requirement({
  ...about('offered'),
  probes: [good],
  expects: 'presence',
});

export const responds: Requirement = requirement({
  ...about('responds'),
  probes: [good],
  expects: 'response',
});

/** A valid request gets 200; `level` and `probe` can be replaced. */
export function accepts(level: Level = 'MUST', probe: Probe = good): Requirement {
  return requirement({
    ...about(`accepts-${level.toLowerCase()}`, level),
    probes: [probe],
    check: ({ response: { status } }) => (status === 200 ? [] : [wrongStatus(200, status)]),
  });
}

/** A broken request is rejected. It is judged only if the control is accepted. */
export function rejects(probe: Probe = broken): Requirement {
  return requirement({
    ...about('rejects'),
    probes: [probe],
    withControl: true,
    check: ({ response: { status } }) =>
      status >= 400 ? [] : [wrongStatus(worded`a rejection`, status)],
  });
}

/** The tiny surface with these requirements. */
export function tiny(...requirements: readonly Requirement[]): Surface {
  const unknownResource = call(thing, { json: {} });
  const absent = { ...unknownResource, path: '/nowhere' };
  return {
    name: 'tiny',
    operations: [thing],
    presenceProbes: () => [
      { operation: thing, control, unknownResource: unknownResource, unknownPath: absent },
    ],
    requirements,
  };
}

/** One request as the server saw it. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly text: string;
  readonly bytes: Buffer;
  /** The member `n` of the body, if the body is a JSON object. */
  readonly n: unknown;
  /** 1 for the first request of the server. */
  readonly nth: number;
}

interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly delayMs?: number;
}

/** The reaction of a server to a request: a response, a closed connection, or no response. */
export type Behaviour = (request: ReceivedRequest) => Reply | 'hang-up' | 'silence';

/** Responds as the contract requires. */
export const conforming: Behaviour = ({ method, path, n }) => {
  if (path !== '/things' || method !== 'POST') return { status: 404, body: { error: 'no path' } };
  if (!Number.isInteger(n)) return { status: 400, body: { error: 'n is not a whole number' } };
  return { status: 200, body: { n } };
};

export interface Served {
  readonly url: URL;
  /** The received requests, in the order of arrival. */
  readonly received: ReceivedRequest[];
}

/** Starts a server on 127.0.0.1 for the running test. */
export async function serve(behave: Behaviour): Promise<Served> {
  const received: ReceivedRequest[] = [];
  const url = await http(async (request, response) => {
    write(behave(await read(request, received)), request, response);
  });
  return { url, received };
}

/** A server that passes requests to another one, except those that `instead` answers. */
export async function relay(
  to: string,
  instead: (request: ReceivedRequest) => ReturnType<Behaviour> | undefined,
): Promise<Served> {
  const received: ReceivedRequest[] = [];
  const url = await http(async (request, response) => {
    const one = await read(request, received);
    const own = instead(one);
    if (own !== undefined) return write(own, request, response);
    const { 'content-type': type, authorization } = request.headers;
    const ofPages = Object.entries(request.headers).filter(([name]) =>
      /^(?:origin$|access-control-)/.test(name),
    );
    // Not with fetch: it sends a body in its own packet, which waits 40 ms for the previous one.
    const passedOn = await send(to + one.path, {
      method: one.method as Dispatcher.HttpMethod,
      headers: {
        ...(type ? { 'content-type': type } : {}),
        ...(authorization ? { authorization } : {}),
        ...Object.fromEntries(ofPages),
      },
      ...(one.bytes.length === 0 ? {} : { body: one.bytes }),
    });
    const { 'content-type': typeOfBody = '' } = passedOn.headers;
    const kept = Object.entries(passedOn.headers).filter(([name]) =>
      /^(?:allow$|vary$|access-control-)/.test(name),
    );
    response.writeHead(passedOn.statusCode, {
      'content-type': String(typeOfBody),
      ...Object.fromEntries(kept),
    });
    response.end(await passedOn.body.text());
  });
  return { url, received };
}

async function read(
  request: IncomingMessage,
  received: ReceivedRequest[],
): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const text = bytes.toString();
  const { method = '', url: path = '' } = request;
  const one = { method, path, text, bytes, n: numberIn(text), nth: received.length + 1 };
  received.push(one);
  return one;
}

function numberIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { n?: unknown } | null)?.n;
  } catch {
    return undefined;
  }
}

function write(
  reply: ReturnType<Behaviour>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (reply === 'hang-up') {
    request.socket.destroy();
    return;
  }
  if (reply === 'silence') return;
  const { delayMs, ...rest } = reply;
  if (delayMs) return void setTimeout(() => write(rest, request, response), delayMs);
  const { status, body = '', headers = {} } = reply;
  const isText = typeof body === 'string';
  response.writeHead(status, {
    'content-type': isText ? 'text/html' : 'application/json',
    ...headers,
  });
  response.end(isText ? body : JSON.stringify(body));
}

/** The report of a run against a server that behaves like this. */
export async function reportOf(
  behave: Behaviour,
  options: Partial<RunOptions> & Pick<RunOptions, 'surface'>,
): Promise<Report> {
  const { url } = await serve(behave);
  return (await run({ seed: 1, runs: 10, timeoutMs: 2000, ...options, url })).report;
}

/** The verdict on the requirement whose id ends with this name. */
export function verdictOn({ verdicts }: Report, name: string): Verdict {
  const found = verdicts.find((v) => v.requirement.endsWith(`/${name}`));
  if (found === undefined) throw new Error(`no verdict on ${name}`);
  return found;
}

/** The verdicts with this outcome, by id. */
export function idsWith({ verdicts }: Report, outcome: Verdict['outcome']): string[] {
  return verdicts.filter((v) => v.outcome === outcome).map((v) => v.requirement);
}
