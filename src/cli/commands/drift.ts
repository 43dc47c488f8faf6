import { type Command, Option } from 'commander';
import type { Contract } from '../../contract/contract.ts';
import { parseTarget, type Target } from '../../input/options.ts';
import { EXIT, type Finish } from '../exit.ts';
import { addSending, contractOption } from '../options/options.ts';
import { type SettingFlags, type Settings, settingsOf } from '../options/settings.ts';

type DriftFlags = SettingFlags & { readonly format: 'text' | 'json' | 'markdown' };

export function addDrift(program: Command, finish: Finish): void {
  const command = program
    .command('drift <url>')
    .description(
      'how the document that a ledger serves about itself differs from the contract; optional additions of its release line do not count',
    )
    .addOption(contractOption('3.4, 3.5, or auto: ask the ledger (default: auto)'))
    .addOption(
      new Option('--format <format>', 'how to show it')
        .choices(['text', 'json', 'markdown'])
        .default('text'),
    )
    .option('--config <file>', 'settings of a run (default: assay.yaml of this folder, if there)')
    .action(async (address: string, flags: DriftFlags) => {
      const target = parseTarget(address);
      const settings = await settingsOf(flags, target, { surface: 'ledger' });
      finish(await drifted(target, settings, flags.format));
    });
  addSending(command);
}

/** Prints the differences. Answers with the exit code: 2 where the ledger serves no document. */
async function drifted(
  { url }: Target,
  settings: Settings,
  format: DriftFlags['format'],
): Promise<number> {
  const { ask } = await import('../../input/ask.ts');
  const { contractFromDocument, DocumentError } = await import(
    '../../contract/foreign/document.ts'
  );
  const { response, noResponse } = await ask({ ...settings, url, path: '/docs/openapi' });
  if (response?.status !== 200) {
    const why = response === undefined ? noResponse?.message : `it answered ${response.status}`;
    return nothing(`GET /docs/openapi: no document came: ${why}`);
  }
  if (response.truncated) return nothing('GET /docs/openapi: the document is too long to be read.');
  let theirs: Contract;
  try {
    const bytes = Buffer.from(response.text);
    theirs = contractFromDocument({ bytes, name: 'The document of GET /docs/openapi' });
  } catch (error) {
    if (error instanceof DocumentError) return nothing(error.message);
    throw error;
  }
  const ours = await heldTo(url, settings);
  const { drift } = await import('../../contract/drift.ts');
  const report = await import('../../report/contract-diff.ts');
  const show = {
    text: report.contractDiffText,
    json: report.contractDiffJson,
    markdown: report.contractDiffMarkdown,
  };
  const { differences, compatible } = drift(ours, theirs);
  if (compatible.length > 0) {
    const { count, visible } = await import('../../report/text.ts');
    const what = count(compatible.length, 'addition');
    const places = compatible.map(({ at }) => visible(at)).join(', ');
    process.stderr.write(`${what} of a later document, compatible and not counted: ${places}\n`);
  }
  process.stdout.write(show[format]({ from: ours, to: theirs, differences }));
  return differences.length === 0 ? EXIT.good : EXIT.failed;
}

async function heldTo(url: URL, settings: Settings): Promise<Contract> {
  if (settings.contractFile !== undefined) {
    const { contractFrom } = await import('../options/contract-file.ts');
    return contractFrom(settings.contractFile, settings.timeoutMs);
  }
  const { ledgerContractFor } = await import('../options/ledger-version.ts');
  const { contract, note } = await ledgerContractFor(settings.contract ?? 'auto', {
    ...settings,
    url,
  });
  if (note !== undefined) process.stderr.write(`${note}\n`);
  return contract;
}

function nothing(why: string): number {
  process.stderr.write(`${why}\n`);
  return EXIT.undecided;
}
