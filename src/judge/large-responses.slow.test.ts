/** Responses with more bytes than a run reads. By night, also of a whole ledger. */
import { request } from 'node:http';
import { expect, it } from 'vitest';
import { surfaces } from '../../suites/index.ts';
import { ledgerContract } from '../../suites/ledger/contract.ts';
import { ALLOCATION_APIS } from '../../test/allocation-apis.ts';
import { NIGHTLY } from '../../test/nightly.ts';
import { http } from '../../test/servers.ts';
import { surfaceOfApis } from '../input/apis.ts';
import type { Report } from '../model/index.ts';
import { startLedger } from '../reference/ledger.ts';
import { startRegistry } from '../reference/registry.ts';
import { run } from '../run/run.ts';
import { registrationOf } from '../surfaces/index.ts';

/** White space of more bytes than the kit keeps of one response. */
const WHITE_SPACE = Buffer.alloc(1_100_000, ' ');

/** The same server with longer JSON in its good responses to these paths; by default it adds white space. */
async function padding(
  origin: string,
  paths: RegExp,
  more: (nth: number) => Buffer = () => WHITE_SPACE,
): Promise<URL> {
  let count = 0;
  return http((incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    const forwarded = request(new URL(url, origin), { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        const large = response.statusCode === 200 && paths.test(url);
        const sent = large
          ? Buffer.concat([body.subarray(0, 1), more(count++), body.subarray(1)])
          : body;
        const { 'content-length': _, ...rest } = response.headers;
        outgoing.writeHead(response.statusCode ?? 0, { ...rest, 'content-length': sent.length });
        outgoing.end(sent);
      });
    });
    incoming.pipe(forwarded);
  });
}

function failedIn({ verdicts }: Report): string[] {
  return verdicts.flatMap((v) => (v.outcome === 'failed' ? [v.requirement] : []));
}

it('no target is blamed for the part of a large response that was not read', async () => {
  const { url, fixtures, close } = await startRegistry({});
  const surface = surfaces['registry']?.();
  if (surface === undefined) throw new Error('there is no registry');
  const large = await padding(new URL(url).origin, /withdraw/);
  const options = { surface, url: large, fixtures, only: 'registry/allocation-v1/**' };
  const { report } = await run({ ...options, seed: 1, runs: 1 });
  await close();
  expect(failedIn(report)).toEqual([]);
  expect(report.run.notes.join()).toContain('1 MiB, which is the limit for a body');
}, 60_000);

/** The operations whose responses are large, and some whose rules read them. */
const SOME =
  'ledger/{version,participant-id,package-status,active-contracts,updates,users-list,user,ledger-end,connected-synchronizers}/**';

it('no ledger is blamed for a rule that needs the unread part of a large response', async () => {
  const contract = ledgerContract();
  const ledger = await startLedger();
  const surface = surfaces['ledger']?.(contract);
  if (surface === undefined) throw new Error('there is no ledger');
  const large = await padding(
    new URL(ledger.url).origin,
    /version|status|participant-id|active-contracts$|updates$|users\?/,
  );
  const { fixtures } = ledger;
  const only = NIGHTLY ? {} : { only: SOME };
  const { report } = await run({ surface, url: large, fixtures, seed: 1, runs: 1, ...only });
  await ledger.close();
  expect(failedIn(report)).toEqual([]);
}, 60_000);

/** The results of a run of the registry if all good responses have these additional members. */
async function registryWith(
  members: string,
  faults: readonly string[] = [],
  only: string = ALLOCATION_APIS,
): Promise<Report> {
  const { url, fixtures, close } = await startRegistry({ faults });
  const surface = surfaces['registry']?.();
  if (surface === undefined) throw new Error('there is no registry');
  const large = await padding(new URL(url).origin, /./, (nth) =>
    Buffer.from(`"nth":${nth},${members},`),
  );
  const { report } = await run({ surface, url: large, fixtures, only, seed: 1 });
  await close();
  return report;
}

it('a body with very many names is not judged', async () => {
  const members = Array.from({ length: 1_001 }, (_, i) => `"x${i}":0`).join();
  const report = await registryWith(members, [], 'registry/allocation-v1/withdraw/*');
  expect(failedIn(report)).toEqual([]);
  expect(report.result).toBe('partial');
  expect(report.run.notes.join()).toContain('its JSON has more than 1000 different names');
}, 60_000);

it('a run stops reading at its limit of bytes, and still confirms earlier failures', async () => {
  const members = `"x":"${'x'.repeat(1_000_000)}"`;
  const report = await registryWith(members, ['error-named-message']);
  expect(report.run.notes.join()).toMatch(/more than 500 MB, .* use --api to check one API/);
  expect(failedIn(report)).toContain('registry/allocation-v1/withdraw/error-body');
  const untested = report.verdicts.filter(({ reason }) => reason === 'budget');
  expect(untested.map(({ note }) => note)).toContain(
    'the earlier responses had more bytes than a run reads: use --api to check one API, or --shard with merge to check all in parts',
  );
}, 120_000);

it('a conforming API with a large body of its own in each good response conforms', async () => {
  const { url, fixtures, close } = await startRegistry({});
  const surface = await surfaceOfApis(registrationOf('registry'), ['allocation-instruction-v1']);
  const padded = Buffer.from('x'.repeat(900_000));
  const large = await padding(new URL(url).origin, /./, (nth) =>
    Buffer.concat([Buffer.from(`"x":"${nth}`), padded, Buffer.from('",')]),
  );
  const { report } = await run({ surface, url: large, fixtures, seed: 1 });
  await close();
  expect(report.result).toBe('conforming');
}, 120_000);
