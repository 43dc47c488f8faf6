import { texts } from '../../model/defined.ts';
import { ASSAY } from '../../model/package.ts';
import { SURFACES } from '../../surfaces/index.ts';
import { EXIT, exitCodeOf, uncertified } from '../exit.ts';
import type { Program } from '../program.ts';

interface SubmitFlags {
  readonly report: string;
  readonly key?: string;
}

export function addSubmit(program: Program): void {
  program
    .command('submit <folder>')
    .description('make the folder of a product for a public list of conforming products')
    .option('--report <folder>', 'the report of a finished run', 'reports/latest')
    .option('--key <file>', 'the public key of the signer, if the report is signed')
    .rules()
    .runs(submit);
}

/** Makes the folder. Returns the exit code of a run with --certify. Throws InputError. */
async function submit(folder: string, { report: from, key: file }: SubmitFlags): Promise<number> {
  const { productAt, reportToSubmit, writeEntry } = await import('../../entry/submit.ts');
  const { rejudging } = await import('../../sign/again.ts');
  const { keysIn } = await import('../../sign/signing-key.ts');
  const { dayOf, lastDayOf } = await import('../../entry/entry.ts');
  const { restWords } = await import('../../entry/text.ts');
  const [key] = file === undefined ? [] : await keysIn([file]);
  const submitted = await reportToSubmit(from, key, rejudging(SURFACES).rejudge);
  const { report } = submitted;
  const conforms = (report.apis ?? []).filter(({ result }) => result === 'conforming');
  if (conforms.length === 0)
    return refused(from, exitCodeOf(report, true), uncertified(report, true));
  const product = await productAt(folder, report);
  const code = exitCodeOf(report, product.apis);
  if (code !== EXIT.good) return refused(from, code, uncertified(report, product.apis));
  const entry = await writeEntry(folder, product, submitted, SURFACES);
  const rest = restWords(entry);
  const lines = texts(
    `${product.name} ${product.version} conforms to ${product.apis.join(', ')}: ${folder}`,
    `Checked ${dayOf(report)}, valid until ${lastDayOf(report)}.`,
    rest,
    submitted.signed === undefined
      ? `The report is not signed: \`${ASSAY} sign --product\` before this command signs it and the product.`
      : `Signed by ${submitted.signed.key.id}.`,
    `Verify it:   ${ASSAY} verify ${folder}${file === undefined ? '' : ` --key ${file}`}`,
    'Then add the folder to the list, and CONFORMANCE.md to the repository of the product.',
  );
  process.stdout.write(`${lines.join('\n')}\n`);
  return EXIT.good;
}

function refused(from: string, code: number, why: readonly string[]): number {
  const lines = why.map((one) => `  ${one}\n`).join('');
  process.stderr.write(`${from} cannot be submitted as conforming:\n${lines}`);
  return code === EXIT.good ? EXIT.inconclusive : code;
}
