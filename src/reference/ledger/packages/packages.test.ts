import { createHash } from 'node:crypto';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { senderAt, verdictOf } from '../../../../test/ledger-requests.ts';
import { VERSIONS } from '../versions.ts';
import { darOf, packageOf, readDar } from './store.ts';

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const UPLOADS = ['POST /v2/dars', 'POST /v2/packages', 'POST /v2/dars/validate'];
const zip = (files: Record<string, Buffer>): Buffer => Buffer.from(zipSync(files));
const manifest = (lines: string): Buffer => zip({ 'META-INF/MANIFEST.MF': Buffer.from(lines) });

describe.each(VERSIONS)('packages at %s', (version) => {
  const send = senderAt(version);

  async function ids(): Promise<string[]> {
    return ((await send('GET /v2/packages')).body as { packageIds: string[] }).packageIds;
  }

  it('serves each listed package under the hash of its bytes', async () => {
    const listed = await ids();
    expect(listed).toHaveLength(3);
    for (const id of listed) {
      const { headers, bytes } = await send(`GET /v2/packages/${id}`);
      expect(headers['content-type']).toBe('application/octet-stream');
      expect([headers['canton-package-hash'], sha256(bytes)]).toEqual([id, id]);
      const { body } = await send(`GET /v2/packages/${id}/status`);
      expect(body).toEqual({ packageStatus: 'PACKAGE_STATUS_REGISTERED' });
    }
  });

  it('has no bytes and no status of unknown packages, and rejects malformed ids', async () => {
    const unknown = `/v2/packages/${'0'.repeat(64)}`;
    expect(verdictOf(await send(`GET ${unknown}`))).toBe('404 PACKAGE_NOT_FOUND');
    const { body } = await send(`GET ${unknown}/status`);
    expect(body).toEqual({ packageStatus: 'PACKAGE_STATUS_UNSPECIFIED' });
    for (const path of ['/v2/packages/%24%24', '/v2/packages/%24%24/status']) {
      expect(verdictOf(await send(`GET ${path}`))).toBe('400 INVALID_ARGUMENT');
    }
  });

  it('accepts an archive, repeatedly and at both uploads, and vets its package', async () => {
    const archive = darOf(packageOf(`extra-${version}`, '0.1.0'));
    const before = await ids();
    const tried = await send('POST /v2/dars/validate', archive);
    expect([tried.status, tried.bytes.length, tried.headers['content-type']]).toEqual([
      200,
      0,
      undefined,
    ]);
    expect(await ids()).toEqual(before);
    for (const call of ['POST /v2/dars', 'POST /v2/dars', 'POST /v2/packages']) {
      expect(await send(call, archive)).toMatchObject({ status: 200, body: {} });
    }
    expect(await ids()).toHaveLength(before.length + 1);
    const filter = { packageMetadataFilter: { packageNamePrefixes: ['extra-'] } };
    const { body } = await send('POST /v2/package-vetting/list', filter);
    expect(body).toMatchObject({
      vettedPackages: [{ topologySerial: 2, packages: [{ packageName: `extra-${version}` }] }],
    });
    const unvetted = darOf(packageOf('quiet', '1.0.0'));
    await send('POST /v2/dars?vetAllPackages=false', unvetted);
    const quiet = { packageMetadataFilter: { packageNamePrefixes: ['quiet'] } };
    expect((await send('POST /v2/package-vetting/list', quiet)).body).toMatchObject({
      vettedPackages: [],
    });
  });

  it.each([
    ['nothing', Buffer.alloc(0), 'INVALID_DAR'],
    ['text', Buffer.from('junk'), 'INVALID_DAR'],
    ['the head of an archive', Buffer.from('PK\x03\x04'), 'INVALID_ZIP_ENTRY'],
    ['a broken archive', darOf(packageOf('x', '1')).subarray(0, 90), 'INVALID_ZIP_ENTRY'],
    ['an archive of something else', zip({ a: Buffer.from('b') }), 'INVALID_DAR'],
    [
      'an archive without its package',
      manifest('Format: assay-reference-package\nMain: gone\n'),
      'DAR_PARSE_ERROR',
    ],
  ])('rejects %s at every upload', async (_name, bytes, code) => {
    for (const call of UPLOADS) {
      expect(verdictOf(await send(call, bytes))).toBe(`400 ${code}`);
    }
  });

  it('rejects a synchronizer that is not connected', async () => {
    const archive = darOf(packageOf('x', '1'));
    for (const call of UPLOADS) {
      expect(verdictOf(await send(`${call}?synchronizerId=none`, archive))).toBe(
        '400 INVALID_ARGUMENT',
      );
    }
  });
});

it('reads the package of an archive', () => {
  const one = packageOf('name', '1.2.3');
  expect(readDar(darOf(one))).toEqual(one);
});
