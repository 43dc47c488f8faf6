/** What one writer does wherever it writes: null for absent, numbers as text, no zeros, a text without its end. */
import {
  decoded,
  type Finding,
  isBodyText,
  isHeader,
  isNothing,
  isNull,
  isObject,
  parsedJson,
  pathOf,
  type Shown,
  textsIn,
  type Verdict,
} from '../../model/index.ts';
import { textOf } from '../words.ts';
import { type Failure, isOtherObject, typeIn } from './failure.ts';

/** The edit that makes the actual value from the expected one; absent for other differences. */
export function editOf(f: Failure): string | undefined {
  const { at, expected, actual, keyword } = f.finding;
  if (isHeader(at, 'content-type')) return `type ${textOf(actual)}`;
  if (isBodyText(at)) return textEditOf(f);
  if (keyword === 'type') {
    // Null breaks no MUST where a member may be absent.
    if (isNull(actual)) return f.verdict.level === 'SHOULD' ? 'null' : undefined;
    const type = SCALARS.has(typeIn(actual)) ? 'scalar' : typeIn(actual);
    return f.member && `type ${textOf(expected)} ${type}`;
  }
  if (isAsText(expected, actual)) return 'as text';
  if (isDefaultLeftOut(f.finding, f.verdict)) return 'without defaults';
  if (isListLeftOut(f)) return 'without empty lists';
  if (isOtherObject(f) && f.steps.length === 1 && !f.isError) return 'another object';
  const [came] = textsIn(actual);
  if (came === undefined || f.member === undefined) return undefined;
  // A comparison does not show which side is right.
  if (came === '' && f.finding.kind === 'body') return `emptied ${f.operation}`;
  for (const due of textsIn(expected)) {
    if (due === came) return undefined;
    // No one knows which side of a comparison is right.
    if (due === '' || came === '') return `emptied ${f.member}`;
    const edit = textEdit(due, came);
    if (edit !== undefined) return edit === 'respelled' ? `respelled ${f.member}` : edit;
  }
  return undefined;
}

/** The edit that makes the second text from the first one; absent for other texts, and for equal ones. */
function textEdit(due: string, came: string): string | undefined {
  if (came === '' || came === due) return undefined;
  if (due.startsWith(came)) return `without ${due.slice(came.length)}`;
  if (decoded(due) === came) return 'decoded';
  if (!isAscii(due) && withoutForeign(due) === withoutForeign(came)) return 'encoding';
  return plain(due) === plain(came) ? 'respelled' : undefined;
}

function isAscii(text: string): boolean {
  return withoutForeign(text).length === text.replaceAll('?', '').length;
}

/** Without the characters beyond ASCII, and those that are written for one that the encoding lacks. */
function withoutForeign(text: string): string {
  return text.replace(/[^ -~]|\?/g, '');
}

/** True for a number or boolean that is written as text, or the other way round. */
function isAsText(one: Shown, other: Shown): boolean {
  if (!('value' in one && 'value' in other)) return false;
  return typeof one.value !== typeof other.value && String(one.value) === String(other.value);
}

const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

/** A byte order mark, another encoding, or the end cut off, in successes and in errors. */
function textEditOf({ verdict }: Failure): string | undefined {
  const body = verdict.counterexample?.response?.body ?? '';
  if (body.startsWith('\uFEFF')) return 'byte order mark';
  if (body.includes('\uFFFD')) return 'encoding';
  return /^[{[]/.test(body) && !/[}\]]\s*$/.test(body) ? 'cut off' : undefined;
}

function plain(text: string): string {
  return text.replace(/[^a-z0-9]+/gi, '').toLowerCase();
}

/** True if the member is missing in one place, and is a number other than 0, or true, in all other places of the response. */
function isDefaultLeftOut(finding: Finding, { counterexample }: Verdict): boolean {
  if (finding.keyword !== 'required' || !isNothing(finding.actual)) return false;
  const name = pathOf(finding.at).split('/').at(-1);
  const values = name ? valuesOf(name, parsedJson(counterexample?.response?.body ?? '')) : [];
  return values.length > 0 && values.every(isNoDefault);
}

/** True if a list is missing, and the response has no empty list. */
function isListLeftOut({ finding, verdict }: Failure): boolean {
  if (finding.keyword !== 'required' || textOf(finding.expected) !== 'an array') return false;
  return !/\[\s*\]/.test(verdict.counterexample?.response?.body ?? '');
}

function isNoDefault(value: unknown): boolean {
  return value === true || (typeof value === 'number' && value !== 0);
}

function valuesOf(name: string, body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body.flatMap((one) => valuesOf(name, one));
  if (!isObject(body)) return [];
  const own = Object.hasOwn(body, name) ? [body[name]] : [];
  return [...own, ...Object.values(body).flatMap((one) => valuesOf(name, one))];
}
