/** The files of a report: written beside their names and then renamed, so that none is ever half there. */
import { access, constants, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { InputError } from '../input/error.ts';
import type { Surface } from '../model/index.ts';
import { harBytes } from '../record/har-bytes.ts';
import type { ReportWithEvidence } from '../run/run.ts';

/** Makes the folder and tries to write in it. Throws InputError. */
export async function prepareFolder(folder: string): Promise<void> {
  const trial = join(folder, temporary('trial'));
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK);
    await writeFile(trial, '');
    await rm(trial);
  } catch (error) {
    throw unwritable(folder, error);
  }
}

/**
 * Writes the report in every form and returns the paths. With the surface that was judged, the forms that can
 * do so refer to the lines of its clauses; the appendix is Markdown for the end of the summary. Throws
 * InputError; earlier files then stay as they were.
 */
export async function writeArtefacts(
  folder: string,
  { report, evidence }: ReportWithEvidence,
  surface: Pick<Surface, 'requirements' | 'clauses'> = { requirements: [] },
  appendix = '',
): Promise<readonly string[]> {
  const [{ toHtml }, { toJson }, { toJunit }, { toMarkdown }] = await Promise.all([
    import('../report/html/page.ts'),
    import('../report/formats/json.ts'),
    import('../report/formats/junit.ts'),
    import('../report/formats/markdown.ts'),
  ]);
  const [{ toCtrf }, { toSarif }, { toEarl }, { toBadge }, { clausePlaces }] = await Promise.all([
    import('../report/formats/ctrf.ts'),
    import('../report/formats/sarif.ts'),
    import('../report/formats/earl.ts'),
    import('../report/formats/badge.ts'),
    import('./clause-places.ts'),
  ]);
  const { chartDataOf, sentOf } = await import('../report/chart-data.ts');
  const placeOf = clausePlaces(surface);
  const files: Readonly<Record<string, string | Buffer>> = {
    'report.html': toHtml(report, chartDataOf(evidence), sentOf(evidence)),
    'report.json': toJson(report),
    'junit.xml': toJunit(report),
    'summary.md': toMarkdown(report) + appendix,
    'evidence.har': harBytes(evidence),
    'ctrf.json': toCtrf(report, placeOf),
    'assay.sarif': toSarif(report, placeOf),
    'earl.jsonld': toEarl(report, placeOf),
    'badge.json': toBadge(report),
  };
  const names = Object.keys(files);
  try {
    await Promise.all(
      names.map((name) => writeFile(join(folder, temporary(name)), files[name] ?? '')),
    );
    for (const name of names) await rename(join(folder, temporary(name)), join(folder, name));
  } catch (error) {
    await Promise.allSettled(
      names.map((name) => rm(join(folder, temporary(name)), { force: true })),
    );
    throw unwritable(folder, error);
  }
  return names.map((name) => join(folder, name));
}

/** One folder after the other: Node's own recursion does not end below folders such as /proc. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder);
  }
}

function temporary(name: string): string {
  return `.${name}.${process.pid}.tmp`;
}

function unwritable(folder: string, error: unknown): InputError {
  const { code, message } = error as NodeJS.ErrnoException;
  return new InputError(
    `the report folder ${folder} cannot be written (${code ?? message}). Name another with --out, or change its rights.`,
  );
}
