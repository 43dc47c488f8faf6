/** A small signed report, for tests of signing, packing and verifying. */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { Report } from '../src/model/index.ts';
import { ATTESTATION, README } from '../src/report/attest/bundle-files.ts';
import { readme } from '../src/report/attest/bundle-readme.ts';
import { keyIdOf, seal } from '../src/report/attest/dsse.ts';
import {
  type Files,
  PAYLOAD_TYPE,
  type Statement,
  statementOf,
} from '../src/report/attest/statement.ts';
import { toJson } from '../src/report/formats/json.ts';
import { clean, reportOf } from './sample-report.ts';

/** RFC 8032 §7.1, test 1: a published key pair. */
const SEED = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const PKCS8 = '302e020100300506032b657004220420';
export const privateKey: KeyObject = createPrivateKey({
  key: Buffer.from(PKCS8 + SEED, 'hex'),
  format: 'der',
  type: 'pkcs8',
});
export const publicKey: KeyObject = createPublicKey(privateKey);

/** A report with one passed requirement. */
export const small: Report = reportOf(clean.verdicts.slice(0, 1), { result: 'conforming' });

/** The main files of a report, without the other formats. */
export function filesOf(report: Report, json: string = toJson(report)): Map<string, Uint8Array> {
  return new Map([
    ['report.json', Buffer.from(json)],
    ['evidence.har', Buffer.from('{"log":{"version":"1.2","entries":[]}}\n')],
    ['report.html', Buffer.from('<!doctype html><title>Report</title>\n')],
  ]);
}

/** The files with README.txt, and their envelope; `change` alters the statement before it is signed. */
export function signed(
  report: Report,
  json?: string,
  change: (statement: Statement) => unknown = (statement) => statement,
): { files: Map<string, Uint8Array>; envelope: string; all: Files } {
  const files = filesOf(report, json);
  const text = readme(report, [...files.keys()], keyIdOf(privateKey));
  files.set(README, Buffer.from(text));
  const image = { name: 'my-image', digest: { sha256: 'ef'.repeat(32) } };
  const statement = change(statementOf(report, files, [image]));
  const envelope = seal(PAYLOAD_TYPE, Buffer.from(JSON.stringify(statement)), privateKey);
  return { files, envelope, all: new Map([...files, [ATTESTATION, Buffer.from(envelope)]]) };
}
