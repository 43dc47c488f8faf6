/** The folder of a signed report, as its signer leaves it and as a recipient unpacks it. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { surfaces } from '../../suites/index.ts';
import { folderWith } from '../../test/files.ts';
import { type Printed, printed } from '../../test/printed.ts';
import type { Surface } from '../model/index.ts';
import { writeArtefacts } from '../output/artefacts.ts';
import { startRegistry } from '../reference/registry.ts';
import { unpack } from '../report/attest/bundle.ts';
import { ATTESTATION, README } from '../report/attest/bundle-files.ts';
import { type ReportWithEvidence, run } from '../run/run.ts';

vi.setConfig({ testTimeout: 60_000 });

const surface = surfaces['registry']?.() as Surface;
let first: ReportWithEvidence;
let second: ReportWithEvidence;
beforeAll(async () => {
  const { url, fixtures, close } = await startRegistry();
  const options = { surface, url: new URL(url), fixtures, runs: 2, seed: 1 };
  first = await run({ ...options, only: 'registry/metadata-v1/info/*' });
  second = await run({ ...options, only: 'registry/metadata-v1/instruments/*' }).finally(close);
});

/** A folder with a key pair `k`, the signed report in `report`, and its bundle `b.zip`. */
async function signed(): Promise<string> {
  const cwd = folderWith({});
  await writeArtefacts(join(cwd, 'report'), first, surface);
  const key = join(cwd, 'k');
  await printed('keygen', '--out', key);
  await printed('sign', join(cwd, 'report'), '--key', key, '--bundle', join(cwd, 'b.zip'));
  return cwd;
}

describe('an unpacked bundle', () => {
  it('is trusted only with its own README.txt, and what is not signed is named', async () => {
    const cwd = await signed();
    const { files } = unpack(readFileSync(join(cwd, 'b.zip'))) as { files: Map<string, Buffer> };
    const folder = join(cwd, 'unpacked');
    mkdirSync(folder);
    for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
    const verify = (): Promise<Printed> => printed('verify', folder, '--key', join(cwd, 'k.pub'));
    const clean = await verify();
    expect(clean.stdout).not.toMatch('not signed');
    expect(clean.code).toBe(0);
    writeFileSync(join(folder, 'index.html'), 'All passed.');
    const more = await verify();
    expect(more.stdout).toMatch(
      '\nNote:      not part of the report, and not signed: index.html\n',
    );
    expect(more.code).toBe(0);
    const readme = Buffer.from(files.get(README) ?? '').toString();
    writeFileSync(join(folder, README), readme.replace('Not fully judged.', 'Conforms.'));
    const changed = await verify();
    expect(changed.stderr).toMatch(/cannot be trusted:\n {2}README\.txt: it was changed/);
    expect(changed.code).toBe(1);
  });
});

describe('an attestation', () => {
  it('stays beside its report, and is gone when another report replaces it', async () => {
    const folder = join(await signed(), 'report');
    await writeArtefacts(folder, first, surface);
    expect(readdirSync(folder)).toContain(ATTESTATION);
    await writeArtefacts(folder, second, surface);
    expect(readdirSync(folder)).not.toContain(ATTESTATION);
  });
});
