/** Bodies: whether they are JSON, whether they have their shape, and what they show of a server. */
import {
  BODY_TEXT,
  type Call,
  type CompleteExchange,
  describe,
  dropAbsentNulls,
  type Exchange,
  type Finding,
  finding,
  firstOf,
  type HttpResponse,
  headerPlace,
  type JsonSchema,
  jsonOf,
  type LikelyCause,
  type Operation,
  parsedJson,
  repeatedName,
  type Shown,
  schemaPlace,
  validator,
  worded,
} from '../../src/kit.ts';
import { isBase64 } from '../kit/base64.ts';

/** True for each media type whose bodies are JSON, such as application/problem+json. */
export function isJsonType(mediaType: string): boolean {
  return /^(?:application|text)\/json$|\+json$/.test(mediaType);
}

/** The reasons why a body is not JSON for exchange between systems; RFC 8259 §8.1 requires UTF-8. */
export function jsonFindings(response: HttpResponse): Finding[] {
  const { miscoded, text, headers } = response;
  if (miscoded !== undefined) {
    const isPlain = parsedJson(text) !== undefined;
    const own = isPlain ? worded`none, because the body is plain JSON` : worded`that of the body`;
    return [finding(CODING, own, miscoded)];
  }
  if (text.startsWith(GZIP) && headers['content-encoding'] === undefined)
    return [finding(CODING, 'gzip', undefined)];
  if (isMisencoded(response))
    return [
      finding(
        BODY_TEXT,
        'JSON in UTF-8',
        kindOfBytes(text) ?? worded`another encoding: ${describe(text)}`,
      ),
    ];
  if (response.truncated || jsonOf(response) !== undefined) return [];
  return [finding(BODY_TEXT, 'JSON', notJson(response.text))];
}

/** False also for a text whose last character is cut. */
function isMisencoded({ misencoded, text }: HttpResponse): boolean {
  return misencoded === true && !(text.indexOf(REPLACEMENT) === text.length - 1 && endsEarly(text));
}

const REPLACEMENT = '\uFFFD';

/** Why a text is not JSON, as far as the text shows: it is incomplete, or other text surrounds the JSON. */
export function notJson(text: string): Shown {
  // A target may send the same large text each time.
  if (lastNotJson?.text !== text) lastNotJson = { text, why: whyNotJson(text) };
  return lastNotJson.why;
}

let lastNotJson: { readonly text: string; readonly why: Shown } | undefined;

function whyNotJson(text: string): Shown {
  const end = describe(text.length > SHOWN ? `…${text.slice(-SHOWN)}` : text);
  if (endsEarly(text)) return worded`truncated JSON that ends with ${end}`;
  if (text.startsWith(BYTE_ORDER_MARK)) return worded`a byte order mark before the JSON`;
  const start = text.search(/[{[]/);
  const [, more] = valueAtStart(text) ?? [];
  if (more !== undefined) return worded`JSON and ${describe(more)} after it`;
  const stop = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1;
  if (start < 0 || stop <= start || parsedJson(text.slice(start, stop)) === undefined) {
    const { name, value } = FOREIGN_VALUE.exec(text)?.groups ?? {};
    if (value === undefined) {
      const kind = kindOfBytes(text);
      return kind === undefined ? describe(text) : worded([kind]);
    }
    return worded`${name === undefined ? value : `${value} as ${name}`}, which JSON does not have`;
  }
  const before = text.slice(0, start).trim();
  if (before !== '') return worded`${describe(before)} before the JSON`;
  return worded`JSON and ${describe(text.slice(stop).trim())} after it`;
}

/** The JSON value with which a text starts, and the text after it; `undefined` without such a value or text. */
function valueAtStart(text: string): readonly [value: string, more: string] | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if ('{['.includes(token)) depth++;
    if (!'}]'.includes(token) || --depth > 0) continue;
    const value = text.slice(0, index + 1);
    const more = text.slice(index + 1).trim();
    return more !== '' && parsedJson(value) !== undefined ? [value, more] : undefined;
  }
  return undefined;
}

/** What the bytes of a body are, if they are another form of it; `undefined` if they are not known. */
export function kindOfBytes(text: string): string | undefined {
  if (text.startsWith(GZIP)) return 'bytes of gzip without Content-Encoding';
  if (/^[^\0]{0,2}\0?[{[]\0/.test(text)) return 'JSON in UTF-16';
  return text.length > 3 * SHOWN && isBase64(text) ? 'a text in base64' : undefined;
}

const SHOWN = 30;
const CODING = headerPlace('content-encoding');
const BYTE_ORDER_MARK = '\uFEFF';

/** How gzip begins, as text. */
const GZIP = '\u001F\uFFFD\b';

/** Likely causes of a body that is not JSON, by its beginning and end. */
export const BROKEN_JSON: readonly LikelyCause[] = [
  {
    when: ({ exchange }) => exchange?.response?.miscoded !== undefined,
    cause: 'Content-Encoding does not match the coding of the body, or two layers compress it.',
    fix: 'Let one layer compress responses and set the header.',
  },
  {
    when: ({ exchange }) =>
      exchange?.response?.text.startsWith(GZIP) === true &&
      exchange.response.headers['content-encoding'] !== undefined,
    cause: 'Two layers compress the body, and Content-Encoding names only one coding.',
    fix: 'Let one layer compress responses.',
  },
  {
    when: ({ exchange }) => exchange?.response?.text.startsWith(GZIP) === true,
    cause: 'The body is compressed, but there is no Content-Encoding header.',
    fix: 'Let one layer compress responses and set the header.',
  },
  {
    when: ({ exchange }) => exchange?.response !== undefined && isMisencoded(exchange.response),
    cause:
      'The text is written in a character set other than UTF-8, such as ISO 8859-1: the default of the platform or of the database, or the one in a charset parameter.',
    fix: 'Encode each response as UTF-8, explicitly in the code.',
  },
  {
    when: ({ exchange }) => exchange?.response?.text.startsWith(BYTE_ORDER_MARK) === true,
    cause: 'The encoder writes a byte order mark before UTF-8, as some do by default.',
    fix: 'Use a UTF-8 encoder that writes no byte order mark.',
  },
  {
    when: ({ exchange }) => isNoJson(exchange) && exchange.response.text.trim() === '',
    cause: 'No body is written, or it is lost on the way.',
    fix: 'Write the documented body in every branch of the code. If a proxy is in front, compare the responses before and after it.',
  },
  {
    when: ({ exchange }) => isNoJson(exchange) && endsEarly(exchange.response.text),
    cause:
      'The response is cut off: a buffer or a limit is too small, its length is counted in characters instead of bytes, or an error ends it.',
    fix: 'Write the whole body before its length is taken, and let the framework compute the length. If a proxy is in front, compare the responses before and after it.',
  },
  {
    when: ({ exchange }) => isNoJson(exchange) && FOREIGN_VALUE.test(exchange.response.text),
    cause:
      'NaN, None, undefined or another value that does not exist in JSON is written, or the serialiser does not write JSON.',
    fix: 'Leave the member out, or write the documented value; let the serialiser reject values that do not exist in JSON.',
  },
  {
    when: ({ exchange }) =>
      isNoJson(exchange) && valueAtStart(exchange.response.text) !== undefined,
    cause:
      'More text follows the JSON: the rest of a longer response in a reused buffer, or a second body such as an error.',
    fix: 'Write one body, and only as many bytes as it has.',
  },
  {
    when: ({ exchange }) => isNoJson(exchange) && /^(?!\uFEFF).*[{[]/s.test(exchange.response.text),
    cause:
      'The JSON is assembled as text, with an unescaped value or a wrong comma or bracket; or other text is written before or after it.',
    fix: 'Build the value first, and serialise it as a whole.',
  },
];

/** A value as a language other than JSON writes it, after a name or in a list. */
const FOREIGN_VALUE =
  /(?:"(?<name>[^"\\]{1,40})"\s*:|[:[,])\s*(?<value>[-+]?(?:NaN|Infinity)|undefined|None|True|False)\s*[,}\]]/;

function isNoJson(exchange: Exchange | undefined): exchange is CompleteExchange {
  const { response } = exchange ?? {};
  if (response === undefined || isMisencoded(response) || response.truncated) return false;
  return jsonOf(response) === undefined;
}

let last = { text: '', ending: false };

/** True for the start of an object or array without an error before its end. A long text takes a while, once. */
function endsEarly(text: string): boolean {
  if (last.text !== text) last = { text, ending: isBeginning(text) };
  return last.ending;
}

function isBeginning(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  const closing: string[] = [];
  let inText = false;
  /** The end of the part that is complete once all open brackets are closed. */
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
  return BEGUN.test(text.slice(whole)) && parsedJson(closed) !== undefined;
}

/** The start of a member or an item; an unescaped quotation mark would end its string. */
const BEGUN = begun();

function begun(): RegExp {
  const text = String.raw`"[^"\\]*(?:\\.[^"\\]*)*`;
  const value = String.raw`(?:${text}(?:"|\\)?|[\w.+-]*)\s*`;
  return new RegExp(String.raw`^,?\s*(?:${text}(?:"\s*(?::\s*${value})?|\\)?|${value})$`, 's');
}

type FindingsOf = (operation: Operation, schema: JsonSchema, body: unknown) => Finding[];

/** The violations of a schema; null counts as absent. */
export const shapeFindings: FindingsOf = remembered((operation, schema, body) => {
  const { contract } = operation;
  if (validator(contract, schema).fits(body)) return [];
  return violations(operation, schema, dropAbsentNulls(contract, schema, body));
});

/** The violations of a schema; null is a value. */
export const strictFindings: FindingsOf = remembered(violations);

/** Equal texts share one body, and several rules ask for its findings. */
function remembered(find: FindingsOf): FindingsOf {
  const all = new WeakMap<object, { schema: JsonSchema; findings: Finding[] }>();
  return (operation, schema, body) => {
    if (typeof body !== 'object' || body === null) return find(operation, schema, body);
    const known = all.get(body);
    if (known?.schema === schema) return known.findings;
    const findings = find(operation, schema, body);
    all.set(body, { schema, findings });
    return findings;
  };
}

function violations({ contract }: Operation, schema: JsonSchema, body: unknown): Finding[] {
  const errors = validator(contract, schema)(body);
  const missing = new Map<string, number>();
  for (const { at, required } of errors) {
    if (required !== undefined) missing.set(parentOf(at), (missing.get(parentOf(at)) ?? 0) + 1);
  }
  return firstOf(errors, ({ at, keyword, required, expected, actual }) => {
    const place = schemaPlace(contract, schema, at);
    // True for an object without any of its required members: it is another object, or has other names.
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

/** The same for a text without FROM: the search for a SELECT would read on from each of them. */
const INSERTION = /\bINSERT\s+INTO\s+["'`\w.]+/;

/** The most searched characters of an error, so that a server does not control the duration. */
const LOOKED_AT = 16 * 1024;

/** Stack traces, file paths and SQL in an error text, except parts that the request had. */
export function internals(request: Call, text: string): Finding[] {
  const shown = text
    .slice(0, LOOKED_AT)
    .replaceAll(request.path, '')
    .replaceAll('\\n', '\n')
    .replaceAll('\\t', '\t');
  const trace = STACK_TRACE.exec(shown);
  if (trace) return [finding(BODY_TEXT, 'no stack trace', describe(trace[0].trim()))];
  const path = FILE_PATH.exec(shown);
  if (path) return [finding(BODY_TEXT, 'no file path', describe(path[0].trim()))];
  const statement = (shown.includes('FROM') ? STATEMENT : INSERTION).exec(shown);
  return statement ? [finding(BODY_TEXT, 'no SQL', describe(statement[0].trim()))] : [];
}
