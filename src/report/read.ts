/** Reads report.json. */
import { fits, isDeeperThan, isObject, parsedJson, type Report } from '../model/index.ts';
import { differenceFromSchema } from './schema.ts';
import { useStated } from './stated.ts';
import { line } from './text.ts';
import { fromVersion3 } from './version-3.ts';
import { type WholeReport, withoutProblems } from './with-problems.ts';

/** The deepest nesting that is read; a report has six levels. */
const DEEPEST = 50;

/** The report in the text of a report.json, of this format or of format 3; `undefined` if there is none. */
export function readReport(text: string): Report | undefined {
  const read = read4(text);
  return typeof read === 'string' ? undefined : read;
}

/** Why a text is not read as a report, with a remedy: to be written after the name of the file. */
export function whyNoReport(text: string): string {
  const read = read4(text);
  return typeof read === 'string' ? read : 'it is a report.';
}

const NO_REPORT = 'it is not a report. Name a report.json.';

function read4(text: string): Report | string {
  const value = parsedJson(text);
  if (isDeeperThan(DEEPEST, value) || !isObject(value)) return NO_REPORT;
  const { schemaVersion, kit } = value;
  const [, format] = /^(\d{1,9})\./.exec(String(schemaVersion)) ?? [];
  if (format === undefined) return NO_REPORT;
  // Members of a later major version may have another meaning.
  if (Number(format) > 4)
    return `it is a report of format ${format}. Install a later version of Assay to read it.`;
  if (Number(format) < 3) {
    const { version } = isObject(kit) ? kit : {};
    const maker = fits.text(version) ? `Assay ${line(version, 40)}` : 'the version that made it';
    return `it is a report of format ${format}, which is no longer read. Run again with this version, or read it with ${maker}.`;
  }
  const whole = format === '3' ? fromVersion3(value) : value;
  const difference = differenceFromSchema(whole);
  if (difference !== undefined) return wrongly(difference);
  const { problems = [], ...report } = whole as unknown as Partial<WholeReport> & Report;
  const { startedAt, durationMs } = report.run;
  if (!(Math.abs(Date.parse(startedAt) + durationMs) <= LATEST_MS))
    return wrongly('/run/startedAt must be a time');
  useStated(report.verdicts, problems);
  return withoutProblems(report);
}

/** The latest time that a Date can hold: formats write the end time of the run. */
const LATEST_MS = 8.64e15;

function wrongly(difference: string): string {
  return `it is not a report: ${line(difference, 200)}. Name a report.json as Assay wrote it.`;
}
