import { describe, expect, it } from 'vitest';
import { senderAt, verdictOf } from '../../../../test/ledger-requests.ts';
import { OTHER_PARTICIPANT, PARTICIPANT, SEED_PACKAGES, SYNCHRONIZERS } from '../seed.ts';
import { VERSIONS } from '../versions.ts';

interface Row {
  readonly participantId: string;
  readonly synchronizerId: string;
  readonly topologySerial: number;
  readonly packages: readonly { readonly packageId: string; readonly packageName: string }[];
}
interface Page {
  readonly vettedPackages: readonly Row[];
  readonly nextPageToken: string;
}
const LIST = 'POST /v2/package-vetting/list';
const UPDATE = 'POST /v2/package-vetting/update';
const [FIRST = '', SECOND = ''] = [...SYNCHRONIZERS].sort();

describe.each(VERSIONS)('vetted packages at %s', (version) => {
  const send = senderAt(version);

  const list = async (body: object = {}): Promise<Page> => (await send(LIST, body)).body as Page;

  it('lists rows by synchronizer and participant, up to an empty page', async () => {
    const whole = await list();
    expect(whole.vettedPackages.map((row) => [row.synchronizerId, row.participantId])).toEqual([
      [FIRST, PARTICIPANT],
      [FIRST, OTHER_PARTICIPANT],
      [SECOND, PARTICIPANT],
      [SECOND, OTHER_PARTICIPANT],
    ]);
    const rows: Row[] = [];
    let pageToken = '';
    for (let pages = 1; ; pages += 1) {
      const page = await list({ pageSize: 2, pageToken });
      if (page.vettedPackages.length === 0) {
        expect([pages, page.nextPageToken]).toEqual([3, '']);
        break;
      }
      rows.push(...page.vettedPackages);
      pageToken = page.nextPageToken;
    }
    expect(rows).toEqual(whole.vettedPackages);
  });

  it('filters by participant, synchronizer, package and name', async () => {
    const topologyStateFilter = { participantIds: [PARTICIPANT], synchronizerIds: [SECOND] };
    const packageMetadataFilter = { packageNamePrefixes: ['assay-d'] };
    const { vettedPackages } = await list({ topologyStateFilter, packageMetadataFilter });
    expect(vettedPackages.map((row) => [row.participantId, row.synchronizerId])).toEqual([
      [PARTICIPANT, SECOND],
    ]);
    const names = vettedPackages[0]?.packages.map(({ packageName }) => packageName);
    expect(names).toEqual(['assay-demo', 'assay-demo']);
    const packageIds = [SEED_PACKAGES[0]?.id];
    const byId = await list({ packageMetadataFilter: { packageIds } });
    expect(byId.vettedPackages.map(({ packages }) => packages.length)).toEqual([1, 1, 1, 1]);
    const none = await list({ packageMetadataFilter: { packageIds: ['0'] } });
    expect(none).toEqual({ vettedPackages: [], nextPageToken: '' });
  });

  it('rejects page sizes beyond the limit and tokens that it did not make', async () => {
    expect(await send(LIST, { pageSize: 100 })).toMatchObject({ status: 200 });
    for (const pageSize of [101, -1]) {
      expect(verdictOf(await send(LIST, { pageSize }))).toBe('400 PROTO_DESERIALIZATION_FAILURE');
    }
    const bad = await send(LIST, { pageToken: 'junk' });
    expect(verdictOf(bad)).toBe('400 PROTO_DESERIALIZATION_FAILURE');
  });

  it('serves the deprecated pair like the newer one', async () => {
    const pageSize = { pageSize: 3 };
    expect((await send('GET /v2/package-vetting', pageSize)).body).toEqual(await list(pageSize));
    const changes = [change('Unvet', { packageName: 'assay-base' })];
    const body = { dryRun: true, synchronizerId: FIRST, changes };
    const before = await list();
    const old = await send('POST /v2/package-vetting', body);
    expect(old.body).toEqual((await send(UPDATE, body)).body);
    expect(old.body).toMatchObject({
      pastVettedPackages: { topologySerial: 1 },
      newVettedPackages: { topologySerial: 2 },
    });
    expect(await list()).toEqual(before);
  });

  it('removes packages and adds them again', async () => {
    const synchronizerId = SECOND;
    const ref = { packageName: 'assay-base', packageVersion: '1.0.0' };
    const row = async (): Promise<Row | undefined> =>
      (await list()).vettedPackages.find(
        (one) => one.participantId === PARTICIPANT && one.synchronizerId === SECOND,
      );
    const off = { synchronizerId, changes: [change('Unvet', ref)] };
    const expectedTopologySerial = { serial: { Prior: { value: 1 } } };
    const done = await send(UPDATE, { ...off, expectedTopologySerial });
    expect(await row()).toEqual((done.body as { newVettedPackages: Row }).newVettedPackages);
    expect((await row())?.packages).toHaveLength(2);
    const stale = await send(UPDATE, { ...off, expectedTopologySerial });
    expect(verdictOf(stale)).toBe('400 TOPOLOGY_SERIAL_MISMATCH');
    const vet = change('Vet', ref, { newValidFromInclusive: '2025-01-01T00:00:00Z' });
    await send(UPDATE, { synchronizerId, changes: [vet] });
    expect(await row()).toMatchObject({ topologySerial: 3 });
    expect((await row())?.packages).toHaveLength(3);
    const same = await send(UPDATE, { synchronizerId, changes: [vet] });
    expect(same.body).toMatchObject({ newVettedPackages: { topologySerial: 3 } });
  });

  it.each([
    [{ changes: [{}] }, '400 INVALID_ARGUMENT'],
    [{ changes: [{ operation: { Empty: {} } }] }, '400 INVALID_ARGUMENT'],
    [{ changes: [change('Vet', {})] }, '400 INVALID_ARGUMENT'],
    [{ changes: [change('Vet', { packageName: 'none' })] }, '400 INVALID_ARGUMENT'],
    [{ changes: [change('Vet', { packageName: 'assay-demo' })] }, '400 INVALID_ARGUMENT'],
    [{ synchronizerId: 'none' }, '400 INVALID_ARGUMENT'],
    [{ synchronizerId: '' }, '400 PACKAGE_SERVICE_CANNOT_AUTODETECT_SYNCHRONIZER'],
    [{ changes: [{ operation: { Odd: {} } }] }, '400'],
    [{ updateVettedPackagesForceFlags: ['ODD'] }, '400'],
    [{ expectedTopologySerial: { serial: { NoPrior: {} } } }, '400 TOPOLOGY_SERIAL_MISMATCH'],
  ])('rejects the update %j', async (body, verdict) => {
    const sent = { dryRun: true, synchronizerId: FIRST, ...body };
    expect(verdictOf(await send(UPDATE, sent))).toBe(verdict);
  });
});

function change(kind: 'Vet' | 'Unvet', ref: object, more: object = {}): object {
  return { operation: { [kind]: { value: { packages: [ref], ...more } } } };
}
