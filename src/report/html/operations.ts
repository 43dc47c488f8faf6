import type { OperationLine, Report, Verdict } from '../../model/index.ts';
import { groupBy, operationNameOf } from '../digest.ts';
import { cut } from '../text.ts';

const LONGEST = 80;

/** One operation: a short name, and the area that it belongs to. */
export interface OperationRow {
  readonly index: number;
  readonly key: string;
  readonly label: string;
  readonly area: string;
  /** Its name within its area, if there are several areas. */
  readonly name: string;
  /** Its method and the template of its path; absent in reports before version 4.1. */
  readonly line?: OperationLine;
  readonly verdicts: readonly Verdict[];
}

/** The operations of a report by area, in the order of the contract; without one, in the order of the verdicts. */
export function operationsOf(report: Report): readonly OperationRow[] {
  const lines = new Map(
    (report.operations ?? []).map((line, nth) => [line.operation, { line, nth }]),
  );
  const rank = ([key]: readonly [string, unknown]): number => lines.get(key)?.nth ?? lines.size;
  const all = groupBy(report.verdicts, (v) => v.operation).sort((a, b) => rank(a) - rank(b));
  const labels = all.map(([, verdicts]) =>
    mostFrequent(verdicts.map((v) => operationNameOf(v.requirement))),
  );
  const rows = all.map(([key, verdicts], i) => {
    const label = labels[i] ?? key;
    const unique = labels.indexOf(label) === labels.lastIndexOf(label);
    const name = unique ? label : `${label} (${idOf(key)})`;
    const known = lines.get(key);
    return {
      key,
      verdicts,
      ...(known && { line: known.line }),
      area: cut(areaOf(key), LONGEST),
      label: cut(name, LONGEST),
    };
  });
  const areas = groupBy(rows, (row) => row.area);
  const own = ({ label, area }: (typeof rows)[number]): string =>
    areas.length > 1 ? label.replace(`${area}/`, '') : label;
  return areas
    .flatMap(([, ofArea]) => ofArea)
    .map((row, index) => ({ index, name: own(row), ...row }));
}

/** `pets#postV2Pet-shopList` → `Pet shop`; for another form of operation id, the name of the contract. */
export function areaOf(key: string): string {
  const [, word] = /^[a-z]+V\d+([A-Z][a-z]*(?:-[a-z]+)*)/.exec(idOf(key)) ?? [];
  return word === undefined ? (key.split('#')[0] ?? key) : word.replaceAll('-', ' ');
}

function idOf(key: string): string {
  return key.slice(key.indexOf('#') + 1);
}

function mostFrequent(words: readonly string[]): string {
  const groups = groupBy(words, (word) => word);
  const [best] = groups.toSorted(([, a], [, b]) => b.length - a.length);
  return best?.[0] || 'unnamed';
}
