/** An explanation for people: sections from why to how, the same for all operations that share them. */

import { optionFor } from '../input/allowance.ts';
import { registrationAmong } from '../input/registrations.ts';
import { needsOf, nameOf as ruleOf, surfaceOf } from '../model/index.ts';
import type { Registration } from '../model/registration.ts';
import { operationNameOf } from '../report/digest.ts';
import { byApi } from '../report/names.ts';
import { widthOf } from '../report/terminal/look.ts';
import { count, hanging } from '../report/text.ts';
import { DEFAULT_RUNS } from '../run/run.ts';
import type { Explained, ExplainedProbe } from './explained.ts';

/** Lines that are longer are hard to read, on paper too. */
const WIDEST = 96;
const OPERATIONS_SHOWN = 6;

/** The text for requirements that are one and the same on several operations. */
export function explanation(
  group: readonly [Explained, ...Explained[]],
  registrations: readonly Registration[],
): string {
  const [first] = group;
  const id = idOf(group);
  const { clause, expects, cause, fix } = first;
  return [
    [`${id}  ${first.level}`],
    [
      'Clause:',
      ...wrapped(
        [clause.statement, `(${clause.id}${clause.section ? `, ${clause.section}` : ''})`].join(
          ' ',
        ),
      ),
    ],
    ['Expected:', ...wrapped(expects)],
    sent(group),
    ...(cause ? [['Likely cause:', ...wrapped(cause)]] : []),
    ...(fix ? [['Fix:', ...wrapped(fix)]] : []),
    ...proof(id, group, registrations),
  ]
    .map((section) => `${section.join('\n')}\n`)
    .join('\n');
}

/** One id; or a pattern that names the whole group. */
function idOf([first, ...others]: readonly [Explained, ...Explained[]]): string {
  if (others.length === 0) return first.requirement;
  const operations = [first, ...others].map((r) => operationNameOf(r.requirement));
  const each = byApi(operations).flatMap(([api, names]) =>
    api === '' ? names : `${api}/${oneOf(names)}`,
  );
  const some = operations.length > OPERATIONS_SHOWN ? '*' : oneOf(each);
  return `${surfaceOf(first.requirement)}/${some}/${ruleOf(first.requirement)}`;
}

const oneOf = (names: readonly string[]): string =>
  names.length === 1 ? `${names}` : `{${names}}`;

interface TextRow {
  readonly sent: ExplainedProbe;
  readonly wishes: Set<string>;
  least: number;
  most: number;
}

/** What is sent, once for all operations that share it. */
function sent(group: readonly Explained[]): readonly string[] {
  const rows = new Map<string, TextRow>();
  for (const one of group.flatMap((r) => r.sent)) {
    const key = [nameOf(one), one.sends, one.effect].join('\n');
    const row = rows.get(key) ?? {
      sent: one,
      wishes: new Set(),
      least: one.requests,
      most: one.requests,
    };
    row.least = Math.min(row.least, one.requests);
    row.most = Math.max(row.most, one.requests);
    for (const wish of wishesOf(one)) row.wishes.add(wish);
    rows.set(key, row);
  }
  const cells = [...rows.values()].map((row): readonly string[] => [
    nameOf(row.sent),
    requests(row),
    row.sent.effect === 'undecodable' ? 'no effect' : row.sent.effect,
  ]);
  const widths = [0, 1, 2].map((column) => widest(cells.map((cell) => cell[column] ?? '')));
  const lines = [...rows.values()].flatMap(({ sent: { sends }, wishes }, i) => {
    const columns = cells[i]?.map((cell, column) => cell.padEnd(widths[column] ?? 0)) ?? [];
    const waits = wishes.size === 0 ? '' : ` (${[...wishes].join(', ')})`;
    return [
      ['', ...columns].join('  ').trimEnd(),
      ...hanging('      ', `${sends}${waits}`, width()),
    ];
  });
  const each = group.length > 1 ? 'Sent to each operation where it applies' : 'Sent';
  const control =
    'Counts only where the valid request, one change away, is accepted in the same run.';
  return [
    `${each} (--runs ${DEFAULT_RUNS}, one example of each fixture):`,
    ...lines,
    ...(group[0]?.withControl ? wrapped(control) : []),
  ];
}

const nameOf = ({ probe }: ExplainedProbe): string => probe.split('/').at(-1) ?? probe;

function requests({ least, most }: TextRow): string {
  return least === most ? count(most, 'request') : `${least} to ${count(most, 'request')}`;
}

/** What the requests wait for. */
function wishesOf(one: ExplainedProbe): readonly string[] {
  const { effect, betterWith } = one;
  const needs = needsOf(one);
  return [
    ...(effect === 'read' ? [] : [`needs ${optionFor(one)}`]),
    ...(needs.length > 0 ? [`needs ${needs.join(', ')}`] : []),
    ...(betterWith ? [`better with ${betterWith}`] : []),
  ];
}

function proof(
  id: string,
  group: readonly Explained[],
  registrations: readonly Registration[],
): readonly (readonly string[])[] {
  const faults = [...new Map(group.flatMap((r) => r.faults).map((f) => [f.id, f])).values()];
  const [fault] = faults;
  const own = ownFault(id, group);
  if (fault === undefined) {
    return own.length > 0 ? [own] : [['No deliberate fault shows this requirement fail.']];
  }
  const longest = widest(faults.map((f) => f.id));
  const { reference, versions } = registrationAmong(registrations, fault.surface);
  const authenticates = reference.callers.length > 0;
  const isOlder = fault.versions?.includes(versions?.names[0] ?? '') === false;
  const old = isOlder ? ` --contract ${fault.versions?.[0]}` : '';
  const allow = {
    read: '',
    writes: ' --allow-writes',
    irreversible: ' --allow-writes --allow-irreversible',
  };
  const rest = authenticates ? ` --token-env ASSAY_TOKEN${old}${allow[fault.allow ?? 'read']}` : '';
  return [
    ...(own.length > 0 ? [own] : []),
    [
      'Hand-written faults:',
      ...faults.flatMap((f) => hanging(`  ${f.id.padEnd(longest)}  `, f.description, width())),
    ],
    [
      `See it fail${authenticates ? ', with the token that the first command prints' : ''}:`,
      `  npx --no-install assay serve ${fault.surface} --fault ${fault.id} --port 4010${authenticates ? ` --auth${old}` : ''} --fixtures-out fixtures.yaml`,
      `  npx --no-install assay run ${fault.surface} http://127.0.0.1:4010 --fixtures fixtures.yaml${rest} --only '${id}'`,
    ],
  ];
}

/** How to see that the requirement can fail. */
function ownFault(id: string, group: readonly Explained[]): readonly string[] {
  if (group.every(({ ownFault: one }) => one === undefined)) return [];
  return [
    'See it fail at a reference server with one mistake:',
    `  npx --no-install assay prove --requirement '${id}'`,
  ];
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => text.length));
}

/** The columns that prose takes. */
function width(): number {
  return Math.min(WIDEST, widthOf(process.stdout));
}

/** Whole words on indented lines. */
function wrapped(text: string): readonly string[] {
  return hanging('  ', text, width());
}
