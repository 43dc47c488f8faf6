/** A recorded run, judged again, gives the same report. By night, also a run of a whole ledger. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { surfaces } from '../../suites/index.ts';
import { ALLOCATION_APIS } from '../../test/allocation-apis.ts';
import { folderWith } from '../../test/files.ts';
import { NIGHTLY } from '../../test/nightly.ts';
import { ledgerFor, registryFor } from '../../test/reference.ts';
import { callTo } from '../../test/servers.ts';
import { EXCHANGES, readJournal } from '../evidence/journal.ts';
import { readHar } from '../evidence/read.ts';
import type { Exchange, Report, Surface } from '../model/index.ts';
import type { RegistryOptions } from '../reference/registry.ts';
import { toJson } from '../report/formats/json.ts';
import { type ReportWithEvidence, type RunOptions, run } from '../run/run.ts';
import { changes, inWords } from './archive-text.ts';
import { type Rejudged, rejudge } from './rejudge.ts';
import { recordedRuns } from './settings.ts';

function surfaceNamed(name: string): Surface {
  const surface = surfaces[name]?.();
  if (surface === undefined) throw new Error(`there is no surface ${name}`);
  return surface;
}
const registry = (): Surface => surfaceNamed('registry');

/** A run against the reference registry. */
async function ran(
  server: RegistryOptions = {},
  options: Partial<RunOptions> = {},
): Promise<ReportWithEvidence> {
  const { url, fixtures } = await registryFor(server);
  const given = { surface: registry(), url: new URL(url), fixtures, seed: 3, timeoutMs: 2000 };
  return run({ ...given, only: ALLOCATION_APIS, ...options });
}

/** A request that prepares a run. */
const BEFORE: Exchange = {
  request: { ...callTo('/version'), headers: {} },
  ...{ noResponse: { kind: 'timeout', message: 'late' }, startedAt: 0, durationMs: 1, tries: 2 },
};

it('a record includes and counts the requests before a run', async () => {
  const folder = folderWith({});
  const options = { folder, before: [BEFORE], runs: 2, only: '*/withdraw/*', maxRequests: 40 };
  const { report } = await ran({}, options);
  const { entries } = readJournal(join(folder, EXCHANGES));
  expect(entries[0]).toMatchObject({ ref: 'before/0', tries: 2 });
  expect(report.run.requests).toBeLessThanOrEqual(40);
  const sentFor = ({ silence, tries }: (typeof entries)[number]): number =>
    tries ?? (silence?.kind === 'budget' ? 0 : 1);
  expect(report.run.requests).toBe(entries.reduce((sum, entry) => sum + sentFor(entry), 0));
});

/** A part of a ledger that is enough to see its changes. */
const SOME = 'ledger/user-*/**';

/** Users, rights, parties, commands, and what shows them. */
const WRITING = 'ledger/{users-*,user-*,parties-*,submit-*,updates,active-contracts}/**';

/** An operation that shows each defect as all do, and two that show what comes by chance or from other operations. */
const ONE = { only: 'registry/allocation-v1/withdraw/*' } as const;
const TWO = {
  only: 'registry/{allocation-v1/withdraw,allocation-instruction-v1/allocation-factory}/*',
} as const;

/** The result for a foreign HAR text. */
async function again(har: string, surface: Surface = registry()): Promise<Rejudged> {
  const [recorded] = recordedRuns(readHar(har, 'evidence.har'), 'evidence.har');
  if (recorded === undefined) throw new Error('the HAR has no settings of its run');
  return rejudge(recorded, surface);
}

describe('a recorded run, judged again', { timeout: 60_000 }, () => {
  it.each<[string, RegistryOptions, Partial<RunOptions>]>([
    ['of a conforming registry', {}, {}],
    ['of one shard of three', {}, { shard: { index: 2, of: 3 } }],
    ['of a defect in every response', { faults: ['debug-in-second-contract'] }, ONE],
    ['of a defect now and then', { faults: ['debug-leaks-now-and-then'] }, TWO],
    ['of a leak between concurrent requests', { faults: ['flag-shared-between-requests'] }, TWO],
    ['of a request before it, which counts', {}, { ...ONE, before: [BEFORE], runs: 5 }],
    ['of hang-ups', { faults: ['hangs-up-on-some-requests'] }, ONE],
    ['of hang-ups now and then', { faults: ['hangs-up-now-and-then'] }, TWO],
    ['of responses cut short', { faults: ['responses-cut-short'] }, ONE],
    ['of crashes now and then', { faults: ['crash-now-and-then'] }, TWO],
    ['of an operation that is not there', { faults: ['withdraw-not-served'] }, TWO],
    ['of throttling', { variants: ['throttling'] }, { ...TWO, runs: 5 }],
    ['of a budget that ran out', { faults: ['flag-ignored'] }, { maxRequests: 300 }],
    ['of a registry that wants a token', { variants: ['needs-token'] }, ONE],
    [
      'with a token',
      { variants: ['needs-token'], faults: ['flag-ignored'] },
      { headers: { authorization: 'Bearer test-token' }, secrets: ['test-token'], runs: 5, ...ONE },
    ],
    ['below a prefix', { variants: ['under-prefix'] }, { runs: 5, ...ONE }],
  ])('%s gives the same report, byte for byte', async (_, server, options) => {
    const first = await ran(server, options);
    const text = JSON.stringify(first.evidence);
    const second = await again(text);
    expect(second).toMatchObject({ unrecorded: 0, outOfOrder: 0, unused: 0 });
    expect(second.report.verdicts).toEqual(first.report.verdicts);
    expect(toJson(second.report)).toBe(toJson(first.report));
    expect(JSON.stringify(second.evidence)).toBe(text);
  });
});

/** The members of an archive that these tests change. */
interface Archive {
  readonly log: {
    readonly entries: {
      _ref: string;
      request: { postData?: { text: string } };
      response: { status: number; content: { text?: string } };
    }[];
    readonly _assay: Record<string, unknown>;
  };
}

/** The same archive, read from its text and changed. */
function changed({ evidence }: ReportWithEvidence, change: (log: Archive['log']) => void): string {
  const archive = JSON.parse(JSON.stringify(evidence)) as Archive;
  change(archive.log);
  return JSON.stringify(archive);
}

function differences(before: Report, after: Report): readonly string[] {
  return changes(before, after).map((one) => `${one.requirement}: ${inWords(one)}`);
}

describe('a recorded run', { timeout: 60_000 }, () => {
  let made: Promise<ReportWithEvidence> | undefined;
  /** A run with a few requests, made once. */
  const small = (): Promise<ReportWithEvidence> => {
    made ??= ran({}, { runs: 1, only: 'registry/allocation-v1/withdraw/operation-exists' });
    return made;
  };

  it.each([
    ['that writes to a ledger', {}, { runs: 1, ...(NIGHTLY ? {} : { only: WRITING }) }],
    ['that writes to one that shows it later', { variants: ['slow-to-show'] }, { only: SOME }],
  ])('%s, has the same verdicts', async (_, server, options) => {
    const { url, tokens, fixtures } = await ledgerFor({ auth: true, ...server });
    const first = await run({
      surface: surfaceNamed('ledger'),
      ...{ url: new URL(url), fixtures, seed: 3, ...options },
      allowed: { undecodable: true, reversible: true, irreversible: false },
      headers: { authorization: `Bearer ${tokens.auditor}` },
      secrets: [tokens.auditor],
    });
    const text = JSON.stringify(first.evidence);
    expect(text).not.toContain(tokens.auditor);
    const second = await again(text, surfaceNamed('ledger'));
    expect(second).toMatchObject({ unrecorded: 0, outOfOrder: 0, unused: 0 });
    expect(toJson(second.report)).toBe(toJson(first.report));
  });

  it('that was stopped is judged by its exchanges', async () => {
    const first = await ran({ variants: ['slow'] }, { signal: AbortSignal.timeout(300) });
    expect(first.report.run.interrupted).toBe(true);
    const second = await again(JSON.stringify(first.evidence));
    expect(toJson(second.report)).toBe(toJson(first.report));
  });

  it('has other verdicts if one status is changed', async () => {
    const first = await ran({}, { runs: 2, ...ONE });
    const har = changed(first, ({ entries }) => {
      for (const { _ref, response } of entries) {
        if (_ref === 'allocation-v1/withdraw/unknown-ids#in-a-row@0/1') response.status = 500;
      }
    });
    const { report } = await again(har);
    expect(first.report.summary.MUST.failed).toBe(0);
    expect(differences(first.report, report)).toContain(
      // The recording does not have a repetition of it.
      'registry/allocation-v1/withdraw/no-server-error: passed before, cantTell (flaky) now',
    );
  });

  it('judges nothing about requests that are not the recorded ones', async () => {
    const first = await ran({}, { runs: 2, ...ONE });
    const har = changed(first, ({ entries }) => {
      for (const { request } of entries) if (request.postData) request.postData.text += ' ';
    });
    const { report, unrecorded, evidence } = await again(har);
    expect(unrecorded).toBeGreaterThan(0);
    expect(report.summary.MUST).toMatchObject({ passed: 0, failed: 0 });
    expect((evidence.toJSON() as Archive).log._assay['complete']).toBe(false);
  });

  it('judges nothing about a response whose body was left out', async () => {
    const first = await ran({}, { runs: 2, ...ONE });
    const har = changed(first, ({ entries }) => {
      for (const { _ref, response } of entries) {
        if (_ref.startsWith('allocation-v1/withdraw/unknown-ids#')) response.content.text = '';
      }
    });
    const { report, unrecorded } = await again(har);
    expect(unrecorded).toBeGreaterThan(0);
    expect(report.summary.MUST).toMatchObject({ failed: 0 });
    expect(differences(first.report, report)).toContainEqual(
      'registry/allocation-v1/withdraw/unknown-id-is-404: passed before, cantTell (nothing-conclusive) now',
    );
  });

  it('is judged by another catalogue in part, in any order of requests', async () => {
    const only = 'registry/allocation-v1/{cancel,withdraw}/*';
    const first = await ran({ faults: ['flag-ignored'] }, { runs: 5, only });
    const whole = registry();
    const requirements = whole.requirements.filter((r) => r.id.includes('/cancel/')).toReversed();
    const second = await again(JSON.stringify(first.evidence), { ...whole, requirements });
    expect(second.unused).toBeGreaterThan(0);
    const failed = ({ verdicts }: Report): string[] =>
      verdicts.filter((v) => v.outcome === 'failed').map((v) => v.requirement);
    const due = failed(first.report).filter((id) => id.includes('/cancel/'));
    expect(due).not.toEqual([]);
    expect(failed(second.report)).toEqual(expect.arrayContaining(due));
  });

  it.each([
    ['url', 'nowhere'],
    ['seed', 'x'],
    ['runs', -1],
    ['level', 'SOME'],
    ['headers', { a: 1 }],
    ['fixtures', { allocations: 'a' }],
  ])('whose %s is nothing that Assay writes is rejected', async (name, value) => {
    const har = changed(await small(), ({ _assay }) => {
      _assay[name] = value;
    });
    await expect(again(har)).rejects.toThrow(
      `evidence.har: log._assay.${name} does not have the form`,
    );
  });

  it('of an impossible plan is rejected before it is played', async () => {
    const first = await ran({}, { runs: 1, ...ONE });
    const har = changed(first, ({ _assay }) => {
      _assay['runs'] = 900_000;
    });
    await expect(again(har)).rejects.toThrow(/holds \d+ exchanges, but its run would have \d{6}/);
  });
});
