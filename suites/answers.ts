/** Facts about responses that several areas need, and the rules that are information only. */
import {
  type Call,
  type CheckResult,
  describe,
  type Finding,
  finding,
  type HttpResponse,
  type Probe,
  type Requirement,
  repeatedName,
  requirement,
} from '../src/index.ts';

/**
 * Statuses of what stands in front of a server, or of HTTP itself: the contract is silent about them,
 * so they are never a failure and never a proof.
 */
export const INFRASTRUCTURE: ReadonlySet<number> = new Set([
  401, 402, 403, 405, 406, 407, 408, 411, 413, 414, 415, 417, 421, 425, 426, 428, 429, 431, 451,
  502, 503, 504, 505, 507, 508, 511,
]);

/** Server errors that say nothing about the server behind a gateway; each other 5xx is a crash. */
export function isGatewayError(status: number): boolean {
  return status >= 500 && INFRASTRUCTURE.has(status);
}

/** Those that neither load nor size causes: a server that accepts the plain request sends none of them for a similar one. */
const NEEDLESS: ReadonlySet<number> = new Set([401, 402, 403, 405, 406, 411, 415, 451]);

/**
 * What a request that must be accepted got: 200 conforms; infrastructure and 409 say nothing; an internal
 * error is no acceptance. `plainAccepted`: the plainest request of the kind was accepted.
 */
export function expects200(status: number, plainAccepted = false): CheckResult {
  if (status === 200) return [];
  if (plainAccepted && NEEDLESS.has(status)) return [finding('status', '200', `${status}`)];
  if (INFRASTRUCTURE.has(status) || status === 409 || (status >= 300 && status < 400))
    return undefined;
  return [finding('status', '200', `${status}`)];
}

/** What a request that must be rejected got: each 4xx rejects it. An internal error does not: it is a crash. */
export function expectsRejection(status: number, expected: string): CheckResult {
  if (status >= 400 && status < 500) return [];
  if (INFRASTRUCTURE.has(status) || (status >= 300 && status < 400)) return undefined;
  return [finding('status', expected, `${status}`)];
}

/** What keeps a body from being JSON as systems exchange it; RFC 8259 §8.1 asks for UTF-8. */
export function jsonFindings(answer: HttpResponse): Finding[] {
  if (answer.misencoded) return [finding('body', 'JSON in UTF-8', describe(answer.text))];
  if (answer.truncated || answer.body !== undefined) return [];
  return [finding('body', 'JSON', describe(answer.text))];
}

/** RFC 8259 §4: of a name that an object has twice, each reader takes the value that it likes. */
export function uniqueNames(id: (name: string) => string, probes: readonly Probe[]): Requirement {
  return requirement({
    id: id('unique-names'),
    level: 'SHOULD',
    clause: 'json-names-are-unique',
    statement: 'No object in a response has the same member twice.',
    cause:
      'Responses are concatenated as text, or a serialiser adds its own member beside one of the same name in a map.',
    fix: 'Build the value first, each name once, and serialise it as a whole.',
    probes,
    anyTraffic: true,
    check: ({ response: { body, mediaType, text } }) => {
      if (mediaType !== 'application/json') return 'inapplicable';
      if (typeof body !== 'object' || body === null) return undefined;
      const name = repeatedIn(body, text);
      return name === undefined ? [] : [finding('body', 'each name once', `"${name}" twice`)];
    },
  });
}

/** Equal texts share one body: what was found in one of them holds for all. */
const found = new WeakMap<object, { readonly name: string | undefined }>();

function repeatedIn(body: object, text: string): string | undefined {
  let known = found.get(body);
  if (known === undefined) {
    known = { name: repeatedName(text) };
    found.set(body, known);
  }
  return known.name;
}

const STACK_TRACE =
  /^[ \t]+at (?:(?:async |new )?[\w$.<>]+(?: \[as [\w$]+\])? \([^()\n]*:\d+\)|[\w$<>]+(?:\.[\w$<>]+)+\(|(?:file:|node:|\/|[A-Za-z]:\\)\S*:\d+).*|Traceback \(most recent call last\)|\bat [\w$.]+\([\w$]+\.(?:java|scala|kt):\d+\)|goroutine \d+ \[|panicked at |\bException in thread\b|node_modules\//m;
const FILE_PATH =
  /(?:file:\/\/\/|\b[A-Za-z]:\\(?:\w+\\)+|(?:^|[\s"'(=:[<,`])\/(?:home|usr|var|opt|etc|root|app|srv|tmp|Users|workspace|build)\/[\w.@-]+\/[\w./@-]*)[\w.-]*/;

const STATEMENT = /\b(?:SELECT\s.{1,500}?\sFROM|INSERT\s+INTO|DELETE\s+FROM)\s+["'`\w.]+/;

/** Characters of an error that are searched, so that a server cannot choose how long that takes. */
const LOOKED_AT = 16 * 1024;

/** Stack traces, file paths and SQL in an error text. What the text echoes of the request does not count. */
export function internals(request: Call, text: string): Finding[] {
  const shown = text
    .slice(0, LOOKED_AT)
    .replaceAll(request.path, '')
    .replaceAll('\\n', '\n')
    .replaceAll('\\t', '\t');
  const trace = STACK_TRACE.exec(shown);
  if (trace) return [finding('body', 'no stack trace', describe(trace[0].trim()))];
  const path = FILE_PATH.exec(shown);
  if (path) return [finding('body', 'no file path', describe(path[0].trim()))];
  const statement = STATEMENT.exec(shown);
  return statement ? [finding('body', 'no SQL', describe(statement[0].trim()))] : [];
}

/** More than this is noted: some clients refuse larger responses. */
const LARGE_ANSWER = 1_000_000;

/** Information about responses, never a failure. */
export function responseRules(
  id: (name: string) => string,
  probes: readonly Probe[],
): Requirement[] {
  return [
    requirement({
      id: id('utf8-charset'),
      level: 'MAY',
      clause: 'json-is-unicode-text',
      statement: 'JSON is UTF-8, and a charset parameter names UTF-8.',
      cause: 'The container or the web server adds a default, often ISO-8859-1.',
      fix: 'Set the response encoding to UTF-8, or send application/json without a charset.',
      probes,
      anyTraffic: true,
      check: ({ response }) => {
        const charset = /charset="?([^";\s]+)/i.exec(response.headers['content-type'] ?? '')?.[1];
        if (response.mediaType !== 'application/json' || charset === undefined)
          return 'inapplicable';
        return /^utf-?8$/i.test(charset) ? [] : [finding('content-type', 'utf-8', charset)];
      },
    }),
    requirement({
      id: id('response-size'),
      level: 'MAY',
      clause: 'answer-size-is-open',
      statement: 'A response is smaller than 1 MB, the limit of some clients.',
      cause: 'Blobs and payloads that were not requested make responses large.',
      fix: 'Send only what the request needs, debug fields only on request, and use pages where the contract has them.',
      probes,
      anyTraffic: true,
      check: ({ response }) => {
        if (response.status !== 200) return undefined;
        const { bytes } = response;
        return bytes > LARGE_ANSWER
          ? [finding('body', `at most ${LARGE_ANSWER} bytes`, `${bytes} bytes`)]
          : [];
      },
    }),
  ];
}
