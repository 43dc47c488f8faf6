/** Reads reports of version 3, whose findings name their places in words. */
import {
  bodyPlace,
  type Finding,
  fits,
  headerPlace,
  isObject,
  type Place,
  type Pointer,
} from '../model/index.ts';

/** A finding whose place is in words. */
export interface PlacedInWords extends Omit<Finding, 'at'> {
  readonly at: string;
}

type Json = Readonly<Record<string, unknown>>;

/** The same report in version 4, as far as it has the form of one. Only those before version 3.1 may lack their APIs. */
export function fromVersion3(report: Json): Json {
  // What follows from the verdicts had other forms.
  const { problems: _, callers: __, ...rest } = report;
  const isFirst = String(report['schemaVersion']).startsWith('3.0.');
  return {
    ...rest,
    schemaVersion: isFirst ? '4.0.0' : '4.1.0',
    verdicts: each(report['verdicts'], (verdict) => ({
      ...withPlaces(verdict),
      ...('otherCounterexamples' in verdict && {
        otherCounterexamples: each(verdict['otherCounterexamples'], withPlaces),
      }),
    })),
  };
}

const withPlaces = (one: Json): Json => ({
  ...one,
  findings: each(one['findings'], ({ at, ...finding }) => ({
    ...finding,
    at: fits.text(at) ? placeOfWords(at, finding['kind'] as PlacedInWords['kind']) : undefined,
  })),
});

/** A list with each of its objects changed; anything else stays, for the schema to reject. */
function each(list: unknown, changed: (one: Json) => Json): unknown {
  return Array.isArray(list) ? list.map((one) => (isObject(one) ? changed(one) : one)) : list;
}

/** The place that these words of a report before version 4 name. Its text is the same. */
export function placeOfWords(text: string, kind?: Finding['kind']): Place {
  const [, part] = /^the (operation|connection|response)$/.exec(text) ?? [];
  if (part !== undefined) return { part: part as 'operation' | 'connection' | 'response' };
  if (text === 'body') return { part: 'text' };
  if (text === 'the body') return bodyPlace('');
  const [, of, sent] = /^status(?: of (.*)| (.*))?$/s.exec(text) ?? [];
  if (/^status(?: |$)/.test(text))
    return { part: 'status', ...(of ? { of } : {}), ...(sent ? { sent } : {}) };
  if (text.startsWith('query ')) return { part: 'query', name: text.slice('query '.length) };
  if (text.startsWith('/')) return inBody(text);
  const [, name = '', ofWhich] = /^([a-z0-9-]+)(?: of (.*))?$/s.exec(text) ?? [];
  if (kind !== 'header' || name === '') return bodyPlace('', { of: text });
  return { ...headerPlace(name), ...(ofWhich === undefined ? {} : { of: ofWhich }) };
}

function inBody(text: string): Place {
  const [, pointer = '', of, at] = /^(.*?)(?: of (.*?))?(?: at (offset \d+))?$/s.exec(text) ?? [];
  const within = { ...(of === undefined ? {} : { of }), ...(at === undefined ? {} : { at }) };
  const isList = pointer.endsWith('/-');
  if (!isList) return bodyPlace(pointer as Pointer, within);
  return { part: 'list', pointer: pointer.slice(0, -'/-'.length) as Pointer, ...within };
}
