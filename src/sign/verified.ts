/** The facts that the recipient of a verified report may rely on. */

import type { KeyObject } from 'node:crypto';
import { VERSION } from '../exchange/version.ts';
import { ownContracts } from '../input/registrations.ts';
import type { Report } from '../model/index.ts';
import type { Registration } from '../model/registration.ts';
import { apiLines } from '../report/apis.ts';
import { keyIdOf } from '../report/attest/dsse.ts';
import { filesOf } from '../report/attest/statement-check.ts';
import { headline, sentence } from '../report/digest.ts';
import { line, some } from '../report/text.ts';
import type { SignedContents } from './received.ts';

/** Signer, result, subjects, and in which contracts this kit differs from the one that made the report. */
export async function verified(
  path: string,
  { statement, report, unsigned }: SignedContents,
  key: KeyObject,
  registrations: readonly Registration[],
): Promise<string> {
  const files = filesOf(statement);
  const named = statement.subject.filter(({ name }) => !files.includes(name));
  const subjects = named.flatMap(({ name, digest }) =>
    Object.entries(digest).map(([kind, hex]) => `${line(name, 200)}@${kind}:${line(hex, 200)}`),
  );
  return [
    `Verified: ${path} is as it was signed.`,
    `Signed by: ${keyIdOf(key)}`,
    `Target:    ${line(report.target.url, 1000)}`,
    ...subjects.map((subject) => `Subject:   ${subject}`),
    `Result:    ${statement.predicate.result}. ${headline(report)}: ${sentence(report)}`,
    ...apiLines(report).map((api) => `API:       ${api}`),
    ...(await otherContracts(report, registrations)).map((note) => `Note:      ${note}`),
    ...(unsigned.length === 0
      ? []
      : [`Note:      not a part of the report, and not signed: ${line(some(unsigned, 10), 1000)}`]),
    '',
  ].join('\n');
}

/** Contracts of the report that are not, byte for byte, among those of this kit. */
async function otherContracts(
  { contract, kit }: Report,
  registrations: readonly Registration[],
): Promise<string[]> {
  const own = await ownContracts(registrations);
  const known = new Set(own.map(({ id, version, sha256 }) => `${id} ${version} ${sha256}`));
  return contract
    .filter(({ id, version, sha256 }) => !known.has(`${id} ${version} ${sha256}`))
    .map(
      ({ id, version }) =>
        `judged against another ${line(id, 100)} ${line(version, 100)} than this kit has (${line(kit.name, 50)} ${line(kit.version, 50)} made the report; this is ${VERSION})`,
    );
}
