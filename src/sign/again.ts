/** The evidence of a signed report, judged again by its recipient. */

import { readHar } from '../evidence/read.ts';
import { VERSION } from '../exchange/version.ts';
import { ownContracts } from '../input/registrations.ts';
import { MissingRules } from '../input/rules.ts';
import type { Report, Surface } from '../model/index.ts';
import type { Registration } from '../model/registration.ts';
import { isSameContract, judgeHar } from '../record/archive.ts';
import { changes, inWords, isSame } from '../record/archive-text.ts';
import type { Files } from '../report/attest/statement.ts';
import { readReport } from '../report/read.ts';
import { count, line } from '../report/text.ts';
import type { ReportWithEvidence } from '../run/run.ts';

/** Judges the evidence of a report again and returns the differences, each in one clause. */
export type Rejudge = (files: Files) => Promise<readonly string[]>;

/** A way to judge again, and its line when it found nothing wrong. */
export interface Rejudging {
  readonly rejudge: Rejudge;
  /** One line for the recipient. */
  summary(): string;
}

const SAME =
  'judged again: every verdict follows from the evidence, and all files show the same verdicts';

/**
 * Judges evidence.har as the run was judged and compares with report.json. What another version of the kit
 * or another contract made is not compared, which the line states.
 */
export function rejudging(registrations: readonly Registration[]): Rejudging {
  let note = SAME;
  return {
    summary: () => `Evidence:  ${note}.\n`,
    rejudge: async (files) => {
      const [report, har] = [textOf(files, 'report.json'), textOf(files, 'evidence.har')];
      const read = readReport(report);
      if (read === undefined) return [];
      const found = await differences(read, har, files, registrations).catch((error: Error) => {
        if (error instanceof MissingRules) throw error;
        return [`evidence.har: it cannot be judged again: ${line(error.message, 300)}`];
      });
      if (typeof found !== 'string') return found;
      note = found;
      return [];
    },
  };
}

/** The differences, one clause each; or, as a text, why they were not compared. */
async function differences(
  report: Report,
  har: string,
  files: Files,
  registrations: readonly Registration[],
): Promise<readonly string[] | string> {
  const { kit } = report;
  if (kit.version !== VERSION) {
    return `not judged again: Assay ${line(kit.version, 50)} made the report, and this is ${VERSION}`;
  }
  const own = new Set((await ownContracts(registrations)).map(({ sha256 }) => sha256));
  if (!report.contract.every(({ sha256 }) => own.has(sha256))) {
    return 'not judged again: this version of Assay has different contract documents';
  }
  const archive = readHar(har, 'evidence.har');
  if (archive.settings === undefined && archive.traffic === undefined) {
    return 'not judged again: it does not state how the run was made';
  }
  const judged = await judgeHar(archive, 'evidence.har', registrations);
  const { ran, surface } = judged;
  if (!isSameContract(report.contract, surface)) {
    return ['evidence.har: it is from a run with a different contract than report.json names'];
  }
  if (judged.cut) return 'not judged again: it does not hold every exchange of the run';
  const verdicts = changes(report, ran.report).map(
    (change) =>
      `${line(change.requirement, 200)}: ${inWords(change, ['in report.json', 'by the evidence'])}`,
  );
  // The version that recorded it sends nothing else: what it does not find was taken out or altered.
  const lacking = judged.complete ? [] : [`it lacks ${count(judged.unrecorded, 'exchange')}`];
  const found = [
    ...lacking,
    ...verdicts,
    ...otherDifferences(report, ran.report, judged.judged === 'run'),
  ].map((what) => `evidence.har: ${what}`);
  return found.length > 0 ? found : renderedOtherwise(files, ran, surface);
}

/** The files that people read, where they do not show what the judgement shows. Its members have the order of the run. */
async function renderedOtherwise(
  files: Files,
  ran: ReportWithEvidence,
  { requirements, clientRequirements = [], ...surface }: Surface,
): Promise<readonly string[]> {
  const { formatsOf } = await import('../output/artefacts.ts');
  const { beforeSigning } = await import('../report/html/signature.ts');
  const both = [...requirements, ...clientRequirements];
  const own = await formatsOf(ran, { ...surface, requirements: both }, '');
  return [...files.keys()].flatMap((name) => {
    const pieces = name === 'report.json' || name === 'evidence.har' ? undefined : own[name];
    if (pieces === undefined) return [];
    const text = name === 'report.html' ? beforeSigning(textOf(files, name)) : textOf(files, name);
    const due = [...pieces()].join('');
    // A baseline adds to the summary.
    const isSame = name === 'summary.md' ? text.startsWith(due) : text === due;
    return isSame ? [] : [`${name}: it does not match report.json`];
  });
}

/** Other differences between the evidence and the run. */
function otherDifferences(report: Report, again: Report, whole: boolean): string[] {
  const of = ({ target, run, result }: Report): object =>
    whole ? { target, ...run, result } : { target, result };
  const [stated, due] = [of(report), of(again)].map((o) => new Map(Object.entries(o)));
  return [...(due ?? [])]
    .filter(([name, value]) => !isSame(stated?.get(name), value))
    .map(([name]) => `${name} differs from report.json`);
}

function textOf(files: Files, name: string): string {
  return new TextDecoder().decode(files.get(name));
}
