/** The differences between two contracts in each format. */
import type { Contract, ContractDifference } from '../contract/contract.ts';
import { some } from '../model/some.ts';
import { code } from './formats/markdown-safe.ts';
import { count, visible } from './text.ts';

type Named = Pick<Contract, 'id' | 'version' | 'sha256'>;

/** Two contracts, and the differences from the first to the second. */
export interface ContractDiff {
  readonly from: Named;
  readonly to: Named;
  readonly differences: readonly ContractDifference[];
}

const SIGNS = { added: '+', removed: '-', changed: '~', required: '!', deprecated: '†' } as const;
const PLACES_SHOWN = 3;

/** One line for each difference, operations before schemas, and a line for the bodies that show it. */
function asText(diff: ContractDiff): string {
  const lines = groups(diff).flatMap(([title, differences]) => [
    '',
    `${title} (${differences.length})`,
    ...differences.flatMap(textLines),
  ]);
  return `${[headline(diff), ...lines].join('\n')}\n`;
}

function textLines(difference: ContractDifference): readonly string[] {
  const { kind, at, seenIn } = difference;
  const change = words(difference);
  return [
    `  ${SIGNS[kind]} ${visible(at)}${change && `: ${visible(change)}`}`,
    ...(seenIn.length === 0 ? [] : [`      in ${visible(some(seenIn, PLACES_SHOWN))}`]),
  ];
}

/** The same as a JSON document: the two contracts by id, version and sha256, and every difference. */
function asJson({ from, to, differences }: ContractDiff): string {
  const named = ({ id, version, sha256 }: Named): Named => ({ id, version, sha256 });
  const ordered = differences.map(({ kind, subject, at, from: before, to: after, seenIn }) => ({
    kind,
    subject,
    at,
    from: before,
    to: after,
    seenIn,
  }));
  const document = { schemaVersion: '1.0.0', from: named(from), to: named(to) };
  return `${JSON.stringify({ ...document, differences: ordered }, null, 2)}\n`;
}

/** The same as tables for a pull request or a changelog. */
function asMarkdown(diff: ContractDiff): string {
  const tables = groups(diff).map(([title, differences]) =>
    [
      `### ${title}`,
      '',
      '| | Where | What | Seen in |',
      '| --- | --- | --- | --- |',
      ...differences.map(row),
    ].join('\n'),
  );
  return `${[`**${headline(diff)}**`, ...tables].join('\n\n')}\n`;
}

function row(difference: ContractDifference): string {
  const { kind, at, seenIn } = difference;
  const cells = [code(at), cell(words(difference)), cell(some(seenIn, PLACES_SHOWN))];
  return `| ${kind} | ${cells.join(' | ')} |`;
}

function cell(text: string): string {
  return text === '' ? '' : code(text);
}

function headline({ from, to, differences }: ContractDiff): string {
  const name = ({ id, version }: Named): string => visible(`${id} ${version}`);
  return `${name(from)} to ${name(to)}: ${count(differences.length, 'difference')}`;
}

function words({ from, to }: ContractDifference): string {
  if (from === undefined) return to ?? '';
  return to === undefined ? from : `${from} → ${to}`;
}

function groups({
  differences,
}: ContractDiff): readonly (readonly [string, readonly ContractDifference[]])[] {
  const named = ({ subject }: ContractDifference): boolean =>
    subject === 'schema' || subject === 'field';
  const all = [
    ['Operations', differences.filter((each) => !named(each) && each.subject !== 'code')],
    ['Schemas', differences.filter(named)],
    ['Error codes', differences.filter(({ subject }) => subject === 'code')],
  ] as const;
  return all.filter(([, part]) => part.length > 0);
}

/** The differences in each format. */
export const contractDiffIn: Readonly<
  Record<'text' | 'json' | 'markdown', (diff: ContractDiff) => string>
> = { text: asText, json: asJson, markdown: asMarkdown };
