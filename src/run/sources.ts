/** Where discovery read the values that a request sends: one that the target shows wrong explains what comes of it. */
import {
  type Call,
  type Counterexample,
  decoded,
  type Exchange,
  jsonOf,
  type Kept,
  leavesOf,
  namesIn,
  parsedJson,
  patternOf,
} from '../model/index.ts';

/** For each value of a request, the operations that showed it, with the places; values that are everywhere are left out. */
export type Sources = (
  exchange: Pick<Exchange, 'request' | 'response'>,
) => Pick<Counterexample, 'readFrom' | 'rejects'>;

/** A value at more places is the same everywhere. */
const MOST_PLACES = 8;
/** Shorter ones are in a request by chance. */
const LEAST_LENGTH = 2;
/** Shorter ones are in the words of a rejection by chance. */
const LEAST_NAMED = 4;

/** Reads the responses of discovery when a request is first looked up: a run without failures needs none. */
export function sourcesIn(evidence: readonly Kept[]): Sources {
  let shown: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  return ({ request, response }) => {
    shown ??= shownIn(evidence);
    const known = shown;
    const words = isRejection(response) ? response.text : '';
    const values = new Set(
      valuesOf(request).flatMap((one) => (known.has(one) ? one : partsOf(one))),
    );
    const places = [...values]
      .map((value) => ({ value, at: [...(known.get(value) ?? [])] }))
      .filter(({ at }) => at.length > 0 && at.length <= MOST_PLACES);
    const long = places.filter(({ value }) => value.length >= LEAST_NAMED);
    const named = long
      .filter(({ value }) => [value, encodeURIComponent(value)].some((one) => words.includes(one)))
      .sort((a, b) => a.at.length - b.at.length);
    // A response that repeats the whole request names no value.
    const isEcho = named.length > 1 && named.length === long.length;
    return {
      ...(places.length > 0 ? { readFrom: places.map(({ at }) => byOperation(at)) } : {}),
      ...(named.length > 0 && !isEcho ? { rejects: named.map(({ at }) => byOperation(at)) } : {}),
    };
  };
}

/** Who may send a request does not depend on its values. */
const OF_CALLERS: readonly number[] = [401, 403];

function isRejection(response: Exchange['response']): response is NonNullable<typeof response> {
  const { status } = response ?? { status: 0 };
  return status >= 400 && status < 500 && !OF_CALLERS.includes(status);
}

/** The places in responses of discovery that show a value, each with its operation before it. */
function shownIn(evidence: readonly Kept[]): ReadonlyMap<string, ReadonlySet<string>> {
  const shown = new Map<string, Set<string>>();
  for (const { exchange, purpose } of evidence) {
    const { request, response } = exchange;
    if (purpose.kind !== 'discovery' || response?.status !== 200) continue;
    for (const [value, at] of textsIn(jsonOf(response)))
      for (const one of [value, endOf(value)])
        shown.set(one, (shown.get(one) ?? new Set()).add(`${request.operation.name} ${at}`));
  }
  return shown;
}

function byOperation(places: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const found: Record<string, string[]> = {};
  for (const place of places) {
    const [operation = '', at = ''] = place.split(/ (.*)/s);
    found[operation] = [...(found[operation] ?? []), at];
  }
  return found;
}

/** The texts and numbers of a request: the steps of its path, its parameters, and the values of its body. */
function valuesOf({ path, body = '', encoding }: Call): readonly string[] {
  const inPath = path.split(/[/?&=]/).map(decoded);
  const inBody = encoding === undefined ? textsIn(parsedJson(body)) : [];
  return [...inPath, ...inBody.flatMap(([value, at]) => [value, ...namesIn(at)])].filter(
    ({ length }) => length >= LEAST_LENGTH,
  );
}

/** The parts of a value that is made from others: `#name:Module:Entity` has the name of a package and the end of a template. */
function partsOf(value: string): readonly string[] {
  return [value.replace(/^#|:.*$/g, ''), endOf(value)];
}

/** What follows the first colon, with it; otherwise the whole value. */
function endOf(value: string): string {
  const at = value.indexOf(':');
  return at < 0 ? value : value.slice(at);
}

/** Each text and number with its place, in which elements of arrays are alike. */
function textsIn(body: unknown): readonly (readonly [string, string])[] {
  return leavesOf(body).flatMap(({ value, path }) =>
    typeof value === 'string' || typeof value === 'number' ? [[`${value}`, patternOf(path)]] : [],
  );
}
