import type { Contract } from '../../contract/contract.ts';
import { redactor } from '../../exchange/redact.ts';
import { surfaceFor } from '../../input/held.ts';
import { parseTarget } from '../../input/options.ts';
import { type SettingFlags, settingsOf } from '../../input/settings.ts';
import { VERSIONED } from '../../surfaces/index.ts';
import { EXIT } from '../exit.ts';
import { type Format, printAs } from '../options/values.ts';
import type { Program } from '../program.ts';

type DriftFlags = SettingFlags & { readonly format: Format };

export function addDrift(program: Program): void {
  const { name, versions } = VERSIONED;
  program
    .command('drift <url>')
    .description(
      `show how the document that a ${name} serves about itself differs from the contract; optional additions of its release line do not count`,
    )
    .runs(drifted)
    .contractVersion(`${versions.names.join(', ')}, or auto: as the target reports (default: auto)`)
    .format()
    .config()
    .sending();
}

/** Prints the differences. Returns the exit code: 2 if the target serves no document. */
async function drifted(address: string, flags: DriftFlags): Promise<number> {
  const url = parseTarget(address);
  const { format } = flags;
  const settings = await settingsOf(flags, { registration: VERSIONED, fixtures: false });
  const { sendOnce } = await import('../../input/send-once.ts');
  const { checkProxy } = await import('../../doctor/way.ts');
  await checkProxy(url, settings);
  const { DocumentError } = await import('../../contract/foreign/document.ts');
  const { documentAt, fromDocument } = VERSIONED.versions;
  const redact = redactor(settings.secrets);
  const { response, noResponse } = await sendOnce({ ...settings, url, path: documentAt });
  if (response?.status !== 200) {
    const why =
      response === undefined ? noResponse?.message : `the response was ${response.status}`;
    return nothing(`GET ${documentAt}: no document was received: ${why}`);
  }
  if (response.truncated) return nothing(`GET ${documentAt}: the document is too long to be read.`);
  let theirs: Contract;
  try {
    const bytes = Buffer.from(response.text);
    theirs = await fromDocument({ bytes, name: `The document of GET ${documentAt}` });
  } catch (error) {
    if (error instanceof DocumentError) return nothing(redact(error.message));
    throw error;
  }
  const { api: _, ...own } = settings;
  const { surface, note } = await surfaceFor(VERSIONED, own, { url });
  if (note !== undefined) process.stderr.write(`${note}\n`);
  const ours = surface.operations[0]?.contract;
  if (ours === undefined) throw new Error(`the ${VERSIONED.name} has no operations`);
  const { drift } = await import('../../contract/drift.ts');
  const { contractDiffIn } = await import('../../report/contract-diff.ts');
  const { differences, compatible } = drift(ours, theirs);
  if (compatible.length > 0) {
    const { count, visible } = await import('../../report/text.ts');
    const what = count(compatible.length, 'addition');
    const places = compatible.map(({ at }) => visible(redact(at))).join(', ');
    process.stderr.write(`${what} of a later document, compatible, so not counted: ${places}\n`);
  }
  printAs(format, redact(contractDiffIn[format]({ from: ours, to: theirs, differences })));
  return differences.length === 0 ? EXIT.good : EXIT.failed;
}

function nothing(why: string): number {
  process.stderr.write(`${why}\n`);
  return EXIT.inconclusive;
}
