/** The facts that the recipient of a verified report may rely on. */

import type { KeyObject } from 'node:crypto';
import { VERSION } from '../exchange/version.ts';
import { ownContracts } from '../input/registrations.ts';
import { texts } from '../model/defined.ts';
import type { Report } from '../model/index.ts';
import type { Registration } from '../model/registration.ts';
import { some } from '../model/some.ts';
import { apiLines } from '../report/apis.ts';
import { keyIdOf } from '../report/attest/dsse.ts';
import { filesOf } from '../report/attest/statement-check.ts';
import { headline, sentence } from '../report/digest.ts';
import { count, line } from '../report/text.ts';
import { ageProblem } from './age.ts';
import type { SignedContents } from './received.ts';

/** Signer, run, result, subjects, and in which contracts this kit differs from the one that made the report. */
export async function verified(
  path: string,
  { statement, report, unsigned }: SignedContents,
  key: KeyObject,
  registrations: readonly Registration[],
): Promise<string> {
  const { run, kit } = report;
  const future = ageProblem(report);
  const files = filesOf(statement);
  const named = statement.subject.filter(({ name }) => !files.includes(name));
  const subjects = named.flatMap(({ name, digest }) =>
    Object.entries(digest).map(([kind, hex]) => `${line(name, 200)}@${kind}:${line(hex, 200)}`),
  );
  return [
    `Verified: ${path} matches its signature.`,
    `Signed by: ${keyIdOf(key)}`,
    `Target:    ${line(report.target.url, 1000)}`,
    `Run:       ${line(run.startedAt, 50)}, by ${line(kit.name, 50)} ${line(kit.version, 50)}`,
    `Selected:  ${selected(report)}`,
    ...subjects.map((subject) => `Subject:   ${subject}`),
    `Result:    ${statement.predicate.result}. ${headline(report)}: ${sentence(report)}`,
    ...apisOf(report).map((api) => `API:       ${api}`),
    ...texts(
      future,
      ...(await otherContracts(report, registrations)),
      unsigned.length > 0 &&
        `not part of the report, and not signed: ${line(some(unsigned, 10), 1000)}`,
    ).map((note) => `Note:      ${note}`),
    '',
  ].join('\n');
}

/** Each API with its version, also if there is only one. */
function apisOf(report: Report): readonly string[] {
  const lines = apiLines(report);
  if (lines.length > 0) return lines;
  return report.contract.map(({ id, version }) => `${line(id, 100)} ${line(version, 100)}`);
}

/** The profile with the options that select, and what they left out. */
function selected({ run: { profile, leftOut = {} } }: Report): string {
  const { requirements: left = 0, requests } = leftOut;
  return texts(
    line(profile, 1000),
    left > 0 && `without ${count(left, 'MUST requirement')}`,
    requests && 'with only some of the requests to each operation',
  ).join(', ');
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
        `judged against a different ${line(id, 100)} ${line(version, 100)} than this version of Assay has (${line(kit.name, 50)} ${line(kit.version, 50)} made the report; this is ${VERSION})`,
    );
}
