/** Bodies: whether they are JSON, whether they have their shape, and what they show of a server. */
import {
  type Call,
  type CompleteExchange,
  describe,
  dropAbsentNulls,
  type Exchange,
  type Finding,
  finding,
  type HttpResponse,
  type JsonSchema,
  jsonOf,
  type LikelyCause,
  type Operation,
  repeatedName,
  type Shown,
  schemaPlace,
  validator,
  worded,
} from '../../src/kit.ts';

/** True for each media type whose bodies are JSON, such as application/problem+json. */
export function isJsonType(mediaType: string): boolean {
  return /^(?:application|text)\/json$|\+json$/.test(mediaType);
}

/** The reasons why a body is not JSON for exchange between systems; RFC 8259 §8.1 requires UTF-8. */
export function jsonFindings(response: HttpResponse): Finding[] {
  if (response.misencoded)
    return [finding('body', 'JSON in UTF-8', worded`another encoding: ${describe(response.text)}`)];
  if (response.truncated || jsonOf(response) !== undefined) return [];
  return [finding('body', 'JSON', notJson(response.text))];
}

/** Why a text is not JSON, as far as the text shows it: it ends too early, or other text surrounds the JSON. */
export function notJson(text: string): Shown {
  // A target may send the same large text each time.
  if (lastNotJson?.text !== text) lastNotJson = { text, why: whyNotJson(text) };
  return lastNotJson.why;
}

let lastNotJson: { readonly text: string; readonly why: Shown } | undefined;

function whyNotJson(text: string): Shown {
  const end = describe(text.length > SHOWN ? `…${text.slice(-SHOWN)}` : text);
  if (endsEarly(text))
    return worded`JSON that is cut off: ${end} is the end of ${text.length} characters`;
  if (text.startsWith(BYTE_ORDER_MARK)) return worded`a byte order mark in front of the JSON`;
  const start = text.search(/[{[]/);
  const stop = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1;
  if (start < 0 || stop <= start || !isJson(text.slice(start, stop))) return describe(text);
  const before = text.slice(0, start).trim();
  if (before !== '') return worded`${describe(before)} in front of the JSON`;
  return worded`JSON and ${describe(text.slice(stop).trim())} behind it`;
}

const SHOWN = 30;
const BYTE_ORDER_MARK = '\uFEFF';

/** Likely causes of a body that is not JSON, by its beginning and end. */
export const BROKEN_JSON: readonly LikelyCause[] = [
  {
    when: ({ exchange }) => isNoJson(exchange) && endsEarly(exchange.response.text),
    cause:
      'The response ends before its body does: a length that is counted in characters instead of bytes, a limit of a proxy, or an exception while it is written.',
    fix: 'Let the framework count the length, and compare the response behind the proxy with that in front of it.',
  },
  {
    when: ({ exchange }) => isNoJson(exchange) && /^(?!\uFEFF).*[{[]/s.test(exchange.response.text),
    cause:
      'The JSON is put together as text: a quotation mark, a backslash or a line break in a value is not escaped, or something is written around it.',
    fix: 'Build the value first, and let a serialiser write the whole of it.',
  },
];

function isNoJson(exchange: Exchange | undefined): exchange is CompleteExchange {
  const { response } = exchange ?? {};
  if (response === undefined || response.misencoded || response.truncated) return false;
  return jsonOf(response) === undefined;
}

/** True for the beginning of an object or an array, and for nothing that is wrong before its end. */
function endsEarly(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  const closing: string[] = [];
  let inText = false;
  /** What stands before it is whole once all that is open is closed. */
  let whole = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (inText && character === '\\') i++;
    else if (character === '"') inText = !inText;
    else if (inText) continue;
    else if (character === '{' || character === '[') {
      closing.push(character === '{' ? '}' : ']');
      whole = i + 1;
    } else if (character === '}' || character === ']') {
      if (closing.pop() !== character || closing.length === 0) return false;
      whole = i + 1;
    } else if (character === ',') whole = i;
  }
  const closed = text.slice(0, whole) + closing.reverse().join('');
  return BEGUN.test(text.slice(whole)) && isJson(closed);
}

/** The beginning of a member or an item; a quotation mark that is not escaped would end its text before. */
const BEGUN = begun();

function begun(): RegExp {
  const text = String.raw`"[^"\\]*(?:\\.[^"\\]*)*`;
  const value = String.raw`(?:${text}(?:"|\\)?|[\w.+-]*)\s*`;
  return new RegExp(String.raw`^,?\s*(?:${text}(?:"\s*(?::\s*${value})?|\\)?|${value})$`, 's');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The violations of a schema; null counts as absent. */
export function shapeFindings(operation: Operation, schema: JsonSchema, body: unknown): Finding[] {
  if (typeof body !== 'object' || body === null) return brokenShape(operation, schema, body);
  const known = shapes.get(body);
  if (known?.schema === schema) return known.findings;
  const findings = brokenShape(operation, schema, body);
  shapes.set(body, { schema, findings });
  return findings;
}

/** Equal texts share one body, and several rules ask for its shape. */
const shapes = new WeakMap<object, { schema: JsonSchema; findings: Finding[] }>();

function brokenShape(operation: Operation, schema: JsonSchema, body: unknown): Finding[] {
  const { contract } = operation;
  if (validator(contract, schema).fits(body)) return [];
  return strictFindings(operation, schema, dropAbsentNulls(contract, schema, body));
}

/** The violations of a schema; null is a value of its own. */
export function strictFindings(
  { contract }: Operation,
  schema: JsonSchema,
  body: unknown,
): Finding[] {
  const errors = validator(contract, schema)(body);
  const missing = new Map<string, number>();
  for (const { at, required } of errors) {
    if (required !== undefined) missing.set(parentOf(at), (missing.get(parentOf(at)) ?? 0) + 1);
  }
  return errors.map(({ at, keyword, required, expected, actual }) => {
    const place = schemaPlace(contract, schema, at);
    // An object with none of the members that it must have is another object, or has other names.
    const lacksAll = required !== undefined && missing.get(parentOf(at)) === required;
    const broken = place && lacksAll ? place.slice(0, place.lastIndexOf('/')) : place;
    return { ...finding(at, expected, actual), keyword, ...(broken && { schema: broken }) };
  });
}

const parentOf = (at: string): string => at.slice(0, at.lastIndexOf('/'));

/** Equal texts share one body, and so its findings. */
const found = new WeakMap<object, { readonly name: string | undefined }>();

/** The first name that an object of the body has twice. */
export function repeatedIn(body: object, text: string): string | undefined {
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
