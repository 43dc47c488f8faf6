/** A request or a response as text, with the places of findings marked. */

import { type Finding, isHeader, isStatusPlace, pointerOf } from '../../model/index.ts';
import { count, cut, line } from '../text.ts';
import { elementText, textOf } from '../words.ts';
import { type Laid, layout, type Span } from './body.ts';
import { bounded, type Html, html, lines, trusted } from './text.ts';

/** A remark at the end of a marked line. */
interface Remark {
  readonly place: Span;
  readonly text: string;
}

interface Message {
  readonly first: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The entry of the page that already shows a body. */
export interface Same {
  readonly id: string;
  readonly label: string;
}

/** A body with at most this many lines is shown whole. */
const WHOLE = 40;
/** The first lines of a longer body: without a mark, and with one, which is then near the top. */
const BEGINNING = { unmarked: 24, marked: 2 };
/** The lines before and after a mark. */
const AROUND = 4;
const HEADERS = 40;
const LINE = { laid: 240, raw: 2000 };
/** A member with more lines is marked only at its first line. */
const MARKED_WHOLE = 6;

/**
 * The start line, the headers and the body. Findings name a place by JSON Pointer, by header, or as the status. A body
 * that the page already shows is replaced by a link.
 */
export function messageOf(
  { first, headers, body }: Message,
  findings: readonly Finding[],
  same?: Same,
): Html {
  const about = (name: string): Finding | undefined =>
    findings.find(({ at }) => isHeader(at, name.toLowerCase()));
  const status = findings.find(({ at }) => isStatusPlace(at));
  const fields = Object.entries(headers);
  const top = [
    topLine(first, status),
    ...fields.slice(0, HEADERS).map(([name, value]) => topLine(`${name}: ${value}`, about(name))),
    ...(fields.length > HEADERS ? [skipped(fields.length - HEADERS, 'more header')] : []),
  ];
  return html`<pre class="message"><code><span class="head">${top.map((line) => html`${line}\n`)}</span>\n${same ? html`<i>same body as <a href="#${same.id}">${same.label}</a></i>` : content(body, findings)}</code></pre>`;
}

/** True if the body has exactly the member that a finding names. */
export function holds(laid: Laid, { at }: Finding): boolean {
  const pointer = pointerOf(at);
  return at.part === 'body' && pointer !== undefined && laid.places.has(pointer);
}

/** A line above the body, which breaks at the slashes of a path. */
function topLine(text: string, finding: Finding | undefined): Html {
  const shown = trusted(
    `${lines(text.replaceAll('\n', ' '), LINE.laid)}`.replaceAll('/', '/<wbr>'),
  );
  return finding ? marked(shown, [expectedText(finding)]) : shown;
}

function content(body: string, findings: readonly Finding[]): Html {
  if (body === '') return html`<i>no body</i>`;
  const laid = layout(body);
  const remarks = findings.flatMap((finding) => remark(laid, finding) ?? []);
  const most = laid.places.size > 0 ? LINE.laid : LINE.raw;
  const all = laid.text.split('\n');
  const notes = byLine(all, remarks);
  const shown = shownLines(all, [...notes.keys()]);
  const rows = all.map((line, i) => {
    if (!shown[i]) return shown[i - 1] !== false && gap(shown, i);
    const shownRow = row(line, notes.get(i), most);
    return i === all.length - 1 ? shownRow : html`${shownRow}\n`;
  });
  return html`${rows}${laid.cut && html`\n<i>… of ${count(body.length, 'character')}</i>`}`;
}

/** The lines around each mark, and those that open the objects and lists around it. */
function shownLines(all: readonly string[], marked: readonly number[]): readonly boolean[] {
  const beginning = marked.length > 0 ? BEGINNING.marked : BEGINNING.unmarked;
  const shown = all.map((_, i) => all.length <= WHOLE || i < beginning);
  for (const mark of marked) {
    let depth = indentOf(all[mark] ?? '');
    for (let i = Math.min(mark + AROUND, all.length - 1); i >= 0; i--) {
      const indent = indentOf(all[i] ?? '');
      const opens = i < mark && indent < depth;
      if (opens) depth = indent;
      if (opens || i >= mark - AROUND) shown[i] = true;
    }
  }
  return shown;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function gap(shown: readonly boolean[], from: number): Html {
  const next = shown.indexOf(true, from);
  return html`${skipped((next < 0 ? shown.length : next) - from, 'line')}\n`;
}

function skipped(number: number, what: string): Html {
  return html`<i>⋯ ${count(number, what)}</i>`;
}

function row(line: string, notes: readonly string[] | undefined, most: number): Html {
  if (!notes) return lines(line, most);
  const indent = indentOf(line);
  return html`${line.slice(0, indent)}${marked(lines(line.slice(indent), most), notes)}`;
}

function marked(text: Html, notes: readonly string[]): Html {
  const shown = notes.filter((note) => note !== '');
  return html`<mark>${text}</mark>${shown.map((note) => html` <i class="note">← ${note}</i>`)}`;
}

/** The place of a finding, or the nearest existing place around it. */
function remark(laid: Laid, finding: Finding): Remark | undefined {
  const whole = pointerOf(finding.at) ?? '';
  let pointer: string = whole;
  while (pointer !== '') {
    const place = laid.places.get(pointer);
    const missing = whole.slice(pointer.length);
    if (place && missing === '' && finding.at.part === 'list')
      return { place, text: elementText(finding, (one) => line(one, 120)) };
    if (place) return { place, text: missingText(missing, finding) };
    pointer = pointer.slice(0, pointer.lastIndexOf('/'));
  }
  const isInBody = whole !== '' && laid.places.size > 0;
  return isInBody ? { place: [0, 1], text: missingText(whole, finding) } : undefined;
}

/** What is expected at a place below the marked one; without a path, at the marked one. */
function missingText(path: string, finding: Finding): string {
  return `${cut(path, 80)} ${expectedText(finding)}`.trim();
}

function expectedText({ expected }: Finding): string {
  return `expected ${bounded(textOf(expected).replaceAll('\n', ' '), 120)}`;
}

/** The remarks by line number; further lines of a short member have an empty one. */
function byLine(all: readonly string[], remarks: readonly Remark[]): ReadonlyMap<number, string[]> {
  const notes = new Map<number, string[]>();
  const starts: number[] = [];
  let at = 0;
  for (const line of all) {
    starts.push(at);
    at += line.length + 1;
  }
  for (const { place, text } of remarks) {
    const first = starts.findLastIndex((start) => start <= place[0]);
    const last = starts.findLastIndex((start) => start < place[1]);
    notes.set(first, [...(notes.get(first) ?? []), text]);
    for (let i = first + 1; i <= last && last - first < MARKED_WHOLE; i++) {
      if (!notes.has(i)) notes.set(i, []);
    }
  }
  return notes;
}
