/** The first file for the recipient of a bundle. */
import type { Report } from '../../model/index.ts';
import { apiLines } from '../apis.ts';
import { headline, sentence } from '../digest.ts';
import { count, line } from '../text.ts';
import { ATTESTATION, reportFilesAmong } from './bundle-files.ts';

const LONG = 1000;

/** README.txt: what the bundle is, its result, its files and how to verify it. Without a key id it states that there is no signature. */
export function readme(report: Report, names: readonly string[], keyId?: string): string {
  const { kit, target, contract, run } = report;
  const contracts = contract.map(({ id, version }) => `${line(id, 100)} ${line(version, 100)}`);
  const files = reportFilesAmong(names).map(([name, use]) => `  ${name.padEnd(22)} ${use}`);
  if (keyId !== undefined)
    files.push(`  ${ATTESTATION.padEnd(22)} the signature over all of these`);
  return `Conformance report

Target:    ${line(target.url, LONG)}
Result:    ${headline(report)}. ${sentence(report)}
${apiLines(report)
  .map((api) => `API:       ${line(api, LONG)}\n`)
  .join('')}Contract:  ${contracts.join(', ')}
Made:      ${line(run.startedAt, 100)} by ${line(kit.name, 100)} ${line(kit.version, 100)}, with ${count(run.requests, 'request')}
${run.notes.map((note) => `Note:      ${line(note, LONG)}\n`).join('')}
Files
${files.join('\n')}

${keyId === undefined ? UNSIGNED : signed(keyId)}`;
}

const UNSIGNED = `This bundle is not signed
  Nothing in it proves who made it, or that it was not changed.
`;

function signed(keyId: string): string {
  return `How to verify
  Get the public key from the person who vouches for this report, not from this
  bundle. Then, with Assay installed:
    assay verify BUNDLE.zip --key assay-key.pub
  The command names what was changed, or confirms that nothing was. The id of the signing key is
    ${keyId}
`;
}
