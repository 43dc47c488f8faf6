import { expect, it, onTestFinished, vi } from 'vitest';
import type { Fixtures, Report } from '../../../src/kit.ts';
import { run } from '../../../src/run/run.ts';
import { inFrontOf } from '../../../test/in-front.ts';
import { ledgerFor } from '../../../test/reference.ts';
import { ledger } from '../index.ts';

vi.setConfig({ testTimeout: 180_000 });

const surface = ledger();
const HASH = 'ab'.repeat(32);
const DEAD: Partial<Fixtures> = {
  parties: [`gone::1220${HASH}`],
  users: ['unknown-here'],
  packages: [HASH],
  packageNames: ['no-such-package'],
  interfaces: ['#no-such-package:Main:Thing'],
};

async function conforming(): Promise<string> {
  const { url } = await ledgerFor();
  return url;
}

async function reportOn(
  url: string | URL,
  fixtures: Partial<Fixtures>,
  only?: string,
): Promise<Report> {
  const { report } = await run({ surface, url: new URL(url), fixtures, only, seed: 1 });
  return report;
}

const noted = ({ run: { notes } }: Report): readonly string[] =>
  notes.filter((note) => note.includes('is not live here'));

it('fixtures that the ledger does not know are named and left out, so that they change no verdict', async () => {
  const url = await conforming();
  const [with_, without] = [await reportOn(url, DEAD), await reportOn(url, {})];
  expect(noted(with_)).toEqual([
    'parties[0] is not live here (party has no data about it)',
    'users[0] is not live here (404 from user)',
    'packages[0] is not live here (package-status has no data about it)',
    'packageNames[0] is not live here (package-vetting-list has no data about it)',
    'interfaces[0] is not live here (package-vetting-list has no data about it)',
  ]);
  expect(with_.summary).toEqual(without.summary);
});

it('fixtures that the ledger knows are not named', async () => {
  const url = await conforming();
  const get = async (path: string): Promise<string[]> =>
    JSON.stringify(await (await fetch(`${url}${path}`)).json()).match(/[^"]+/g) ?? [];
  const party = (await get('/v2/parties')).find((text) => text.includes('::1220'));
  const id = (await get('/v2/packages')).find((text) => /^[0-9a-f]{64}$/.test(text));
  const fixtures = {
    parties: [party ?? ''],
    users: ['participant_admin'],
    packages: [id ?? ''],
    packageNames: ['assay-demo'],
    interfaces: ['#assay-demo:Main:Thing'],
  };
  const report = await reportOn(url, fixtures, 'ledger/user/*');
  expect(noted(report)).toEqual([]);
});

it('a server whose lookup finds no user is not excused', async () => {
  const url = await conforming();
  const error = { code: 'USER_NOT_FOUND', cause: 'unknown', errorCategory: 11, context: {} };
  const broken = await inFrontOf(url, (_, { method, url: path = '' }) =>
    method === 'GET' && /^\/v2\/users\/[^/?]+$/.test(path)
      ? {
          status: 404,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(error),
        }
      : undefined,
  );
  onTestFinished(broken.close);
  const report = await reportOn(
    broken.url,
    { users: ['participant_admin'] },
    'ledger/{user,users-list}/*',
  );
  expect(noted(report)).toEqual(['users[0] is not live here (404 from user)']);
  const failed = report.verdicts.filter((v) => v.outcome === 'failed').map((v) => v.requirement);
  expect(failed.join()).toContain('ledger/user/');
});
