/** CONFORMANCE.md: what an implementer puts into the repository of the product. */
import { code, prose } from '../report/formats/markdown-safe.ts';
import { line } from '../report/text.ts';
import { dayOf, type Entry, lastDayOf, levelOf, listedNames } from './entry.ts';
import { SUMS } from './files.ts';
import { restWords, verifyCommand } from './text.ts';

export function toConformance(entry: Entry): string {
  const { product, report, listed, keyId } = entry;
  const { kit, contract, requirementSet } = report;
  const digests = new Map(contract.map(({ id, sha256 }) => [id, sha256]));
  const day = dayOf(report);
  const rows = listed.map(
    ({ api, version, passed }) =>
      `| ${prose(api)} | ${prose(version)} | ${passed} | ${code(line(digests.get(api) ?? '', 64))} |\n`,
  );
  const rest = restWords(entry);
  return `# Conformance

${badge(`${listedNames(entry)}, ${day}`)}

${prose(product.name)} ${prose(product.version)} of ${prose(product.vendor)} conforms to these APIs. This is valid until ${lastDayOf(report)}, and only for this version.

| API | version | passed | SHA-256 of the contract |
| --- | --- | --- | --- |
${rows.join('')}
- Checked: ${day}, with ${prose(kit.name)} ${prose(kit.version)}
- Level: ${levelOf(entry)}
${requirementSet === undefined ? '' : `- Requirements: ${requirementSet.count}, SHA-256 ${code(line(requirementSet.sha256, 64))}\n`}- Signature: ${keyId === undefined ? 'none' : `key ${code(keyId)}`}
${rest === undefined ? '' : `- ${prose(rest, 2000)}\n`}
## How to verify

In the folder of the entry, with the version of Assay that is named above:

\`\`\`console
$ ${verifyCommand(entry)}
$ sha256sum --check ${SUMS}
\`\`\`
${keyId === undefined ? '' : '\nThe key comes from the vendor, and not from the entry.\n'}`;
}

/** A badge of shields.io with fixed words: it needs no file at a public address. */
function badge(words: string): string {
  const part = (text: string): string =>
    encodeURIComponent(text.replaceAll('-', '--').replaceAll('_', '__')).replace(
      /[!'()*]/g,
      (mark) => `%${mark.charCodeAt(0).toString(16)}`,
    );
  return `![Conforms: ${prose(words)}](https://img.shields.io/badge/conforms-${part(line(words, 200))}-brightgreen)`;
}
