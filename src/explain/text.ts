/** An explanation as text: sections from reason to fix, the same for all operations that share them. */

import { nameOf } from '../model/index.ts';
import { ASSAY } from '../model/package.ts';
import type { Registration } from '../model/registration.ts';
import { widthOf } from '../report/terminal/look.ts';
import { hanging, widest } from '../report/text.ts';
import { DEFAULT_RUNS } from '../run/run.ts';
import type { InChapter } from './chapters.ts';
import type { Explained, ExplainedRow } from './explained.ts';
import {
  type Alike,
  clausesOf,
  patternOf,
  placeText,
  proofOf,
  sentRows,
  UNPUBLISHED,
} from './group.ts';

/** In front of the causes that a rule names: see `adviceOf`. */
export const USUAL_CAUSES = 'Usual causes';
/** The most columns, also for paper. */
const WIDEST = 96;

export const CONTROL =
  'Counts only where the valid request, which differs in one place, is accepted in the same run.';

const OF_CLIENTS = 'Judged from client requests in recorded traffic. Nothing is sent.';

/** The explanation of equal requirements of several operations. */
export function explanation(group: Alike, registrations: readonly Registration[]): string {
  const [{ level, expects, cause, fix, chapter, group: its, rows = [] }] = group;
  return [
    [`${patternOf(group)}  ${level}`],
    ['Clause:', ...clausesOf(group).flatMap(clause)],
    ['Expected:', ...wrapped(expects)],
    ...rows.map(row),
    ...(rows.length === 0 && chapter ? inChapter(chapter) : []),
    sent(group),
    ...(cause ? [[`${USUAL_CAUSES}:`, ...wrapped(cause)]] : []),
    ...(fix ? [['Fix:', ...wrapped(fix)]] : []),
    ...(its ? [['Group:', ...wrapped(`${its} (--without ${its} leaves it out)`)]] : []),
    ...proof(group, registrations),
  ]
    .map((section) => `${section.join('\n')}\n`)
    .join('\n');
}

/** A clause, and where it stands: in the package and in the published documents. */
function clause({ id, section, statement, place, published }: Explained['clause']) {
  // An own rule has the sentence itself in place of an id.
  const text =
    statement === undefined ? id : `${statement} (${id}${section ? `, ${section}` : ''})`;
  return [
    ...wrapped(text),
    ...(place ? wrapped(place) : []),
    ...(published?.map((one) => `  ${placeText(one)}`) ?? []),
    ...(published?.length === 0 ? wrapped(UNPUBLISHED) : []),
  ];
}

/** The text of the rule in its chapter, and of the requests that are data. */
function inChapter({ title, excerpts, code }: InChapter): readonly (readonly string[])[] {
  if (title === '' || excerpts.length === 0) return [];
  const functions = code ? [`The requests and the check are functions in ${code}.`] : [];
  const heading = [`Chapter "${title}":`, ...functions.flatMap(wrapped)];
  // The words of such a rule stand above.
  if (code) return [[...heading, ...excerpts.map(({ place }) => `  ${place}`)]];
  return [heading.concat(excerpts.flatMap(({ place, text }) => [`  ${place}`, ...indented(text)]))];
}

const indented = (text: string): readonly string[] =>
  text.split('\n').map((line) => `    ${line}`.trimEnd());

/** One of several rules that judge the requirement. */
function row({ requirement, expects, cause, fix, chapter }: ExplainedRow): readonly string[] {
  const places = chapter?.excerpts.map(({ place }) => `  ${place}`) ?? [];
  return [
    `${nameOf(requirement)}:`,
    ...places,
    ...wrapped(expects),
    ...(cause ? wrapped(`${USUAL_CAUSES}: ${cause}`) : []),
    ...(fix ? wrapped(`Fix: ${fix}`) : []),
  ];
}

function sent(group: Alike): readonly string[] {
  if (group[0].ofClients) return ['Judged:', ...wrapped(OF_CLIENTS)];
  const rows = sentRows(group);
  const [names, numbers] = [rows.map((row) => row.name), rows.map((row) => row.requests)];
  const lines = rows.flatMap(({ name, requests, effect, sends, waitsFor }) => {
    const columns = [name.padEnd(widest(names)), requests.padEnd(widest(numbers)), effect];
    const waits = waitsFor.length === 0 ? '' : ` (${waitsFor.join(', ')})`;
    return [
      ['', ...columns].join('  ').trimEnd(),
      ...hanging('      ', `${sends}${waits}`, width()),
    ];
  });
  const each = group.length > 1 ? 'Sent to each operation where it applies' : 'Sent';
  return [
    `${each} (--runs ${DEFAULT_RUNS}, one example of each fixture):`,
    ...lines,
    ...(group[0].withControl ? wrapped(CONTROL) : []),
  ];
}

function proof(
  group: Alike,
  registrations: readonly Registration[],
): readonly (readonly string[])[] {
  if (group[0].ofClients)
    return [['See it judge your client:', `  ${ASSAY} proxy URL --listen 8081`]];
  const { faults, prove, see, authenticates } = proofOf(group, registrations);
  if (faults.length === 0 && prove === undefined)
    return [['No deliberate fault makes this requirement fail.']];
  const longest = widest(faults.map((f) => f.id));
  const own = ['See it fail against a reference server with one mistake:', `  ${prove}`];
  const written = faults.flatMap(({ id, description }) =>
    hanging(`  ${id.padEnd(longest)}  `, description, width()),
  );
  const token = authenticates ? ', with the token that the first command prints' : '';
  const commands = [`See it fail${token}:`, ...see.map((command) => `  ${command}`)];
  return [
    ...(prove === undefined ? [] : [own]),
    ...(faults.length > 0 ? [['Hand-written faults:', ...written], commands] : []),
  ];
}

/** The columns of prose. */
function width(): number {
  return Math.min(WIDEST, widthOf(process.stdout));
}

/** The words on indented lines. */
function wrapped(text: string): readonly string[] {
  return hanging('  ', text, width());
}
