import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { folderWith } from '../../../test/files.ts';
import { printed } from '../../../test/printed.ts';
import { surfaceOfApis } from '../../input/apis.ts';
import { startRegistry } from '../../reference/registry.ts';
import { toJson } from '../../report/formats/json.ts';
import { type ReportWithEvidence, type RunOptions, run } from '../../run/run.ts';
import { registrationOf } from '../../surfaces/index.ts';

vi.setConfig({ testTimeout: 60_000 });

const API = ['allocation-v1'];
/** Other APIs show nothing more here, and take longer. */
const oneApi = async (): Promise<Pick<RunOptions, 'surface' | 'api'>> => ({
  surface: await surfaceOfApis(registrationOf('registry'), API),
  api: API,
});

async function ran(
  faults: readonly string[] = [],
  more: Partial<RunOptions> = {},
): Promise<ReportWithEvidence> {
  const { url, fixtures, close } = await startRegistry({ faults });
  const options = { ...(await oneApi()), url: new URL(url), fixtures, runs: 2, seed: 1 };
  return run({ ...options, ...more }).finally(close);
}

/** A folder with the report and the evidence of a run. */
function folderOf({ report, evidence }: ReportWithEvidence): string {
  return folderWith({
    'report.json': toJson(report),
    'evidence.har': JSON.stringify(evidence),
  });
}

interface Archive {
  log: {
    entries: { _ref?: string; response: { status: number } }[];
    _assay?: { complete: boolean };
  };
}

/** Changes the archive in a folder. */
function edit(folder: string, change: (archive: Archive) => void): string {
  const file = join(folder, 'evidence.har');
  const archive = JSON.parse(readFileSync(file, 'utf8')) as Archive;
  change(archive);
  writeFileSync(file, JSON.stringify(archive));
  return file;
}

let conforming: ReportWithEvidence;
let broken: ReportWithEvidence;
beforeAll(async () => {
  conforming = await ran();
  broken = await ran(['debug-in-second-contract']);
}, 60_000);

describe('judge, of a run of Assay', () => {
  it('gives the same report, prints that it is the same, and ends with 0, or 1 if a MUST failed', async () => {
    const folder = folderOf(conforming);
    const { code, stdout } = await printed('judge', join(folder, 'evidence.har'), '--no-color');
    expect(stdout).toMatch(/Conforms: All \d+ mandatory/);
    expect(stdout).toMatch('/report.json: every verdict is the same.\n');
    expect(code).toBe(0);
    const out = join(folder, 'again');
    const again = await printed('judge', folderOf(broken), '--out', out, '-q');
    expect(again.stdout).toMatch(
      /^Does not conform: .*\nCompared with .*: every verdict is the same/,
    );
    expect(readFileSync(join(out, 'report.json'), 'utf8')).toBe(toJson(broken.report));
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toMatch('debug-fields-omitted');
    expect(again.code).toBe(1);
  });

  it('names each verdict that differs', async () => {
    const folder = folderOf(broken);
    const other = join(folderOf(conforming), 'report.json');
    const { code, stdout } = await printed('judge', folder, '--report', other);
    expect(stdout).toMatch(
      / changed\.\n(.*\n)*? {2}registry\/allocation-v1\/withdraw\/debug-fields-omitted: passed before, failed now\n/,
    );
    expect(code).toBe(1);
    const json = await printed('judge', folder, '--report', other, '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      ...{ judged: 'run', complete: true, unrecorded: 0, unused: 0 },
      compared: {
        file: other,
        changes: expect.arrayContaining([
          {
            requirement: 'registry/allocation-v1/withdraw/debug-fields-omitted',
            what: 'passed before, failed now',
          },
        ]),
      },
      report: JSON.parse(toJson(broken.report)),
    });
  });

  it('ends with 2 if the recording lacks exchanges that the judgement needs', async () => {
    const folder = folderOf(conforming);
    edit(folder, ({ log }) => {
      log.entries = log.entries.filter(
        ({ _ref }) => !_ref?.startsWith('allocation-v1/withdraw/unknown-ids'),
      );
    });
    const lacking = await printed('judge', folder, '-q');
    expect(lacking.stdout).toMatch(/Incomplete: 3 requests not in the recording\.\n/);
    expect(lacking.stdout).toMatch(
      'registry/allocation-v1/withdraw/unknown-id-is-404: passed before, cantTell',
    );
    expect(lacking.code).toBe(2);
    const cut = folderOf(conforming);
    edit(cut, ({ log }) => {
      if (log._assay) log._assay.complete = false;
    });
    const { code, stdout } = await printed('judge', cut, '-q');
    expect(stdout).toMatch('Incomplete: the recording does not hold every exchange of its run.');
    expect(code).toBe(2);
  });

  it('judges the shards of a merged report one by one, and merges them again', async () => {
    const { url, fixtures, close } = await startRegistry({ faults: ['flag-ignored'] });
    const whole = { ...(await oneApi()), url: new URL(url), fixtures, runs: 2, seed: 1 };
    const one = await run({ ...whole, shard: { index: 1, of: 2 } });
    const two = await run({ ...whole, shard: { index: 2, of: 2 } }).finally(close);
    const out = folderWith({});
    await printed('merge', folderOf(one), folderOf(two), '--out', out);
    const { code, stdout } = await printed('judge', out, '-q');
    expect(stdout).toMatch('every verdict is the same.\n');
    expect(code).toBe(1);
  });
});

describe('judge, of other traffic', () => {
  const foreign = (folder: string): string =>
    edit(folder, ({ log }) => {
      delete log._assay;
      for (const entry of log.entries) delete entry._ref;
    });

  it('ends with 0 without a failure, with a report that can be judged again', async () => {
    const out = folderWith({});
    const file = foreign(folderOf(conforming));
    const { code, stdout } = await printed('judge', file, '--surface', 'registry', '--out', out);
    expect(stdout).toMatch(/Not fully judged: /);
    expect(stdout).toMatch(/Note: judged from recorded traffic: [\d,]+ requests/);
    expect(code).toBe(0);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).not.toMatch('assay run registry');
    const again = await printed('judge', out, '-q');
    expect(again.stdout).toMatch('every verdict is the same.\n');
    expect(again.code).toBe(0);
  });

  it('ends with 1 when a MUST failed, and names the entry', async () => {
    const file = foreign(folderOf(await ran(['text-json'])));
    const { code, stdout } = await printed('judge', file, '--surface', 'registry', '--json');
    const { report, judged } = JSON.parse(stdout) as {
      report: ReportWithEvidence['report'];
      judged: string;
    };
    expect(judged).toBe('traffic');
    const failed = report.verdicts.filter((v) => v.outcome === 'failed');
    expect(failed.map((v) => v.requirement)).toContain(
      'registry/allocation-v1/cancel/response-media-type',
    );
    for (const { note } of failed) expect(note).toMatch(/^seen in entry \d+/);
    expect(code).toBe(1);
  });
});

describe('judge rejects', () => {
  it.each<[string, string[], RegExp]>([
    ['traffic of an unknown surface', ['foreign.har'], /--surface registry or --surface ledger/],
    [
      'traffic with another server',
      ['foreign.har', '--surface', 'ledger'],
      /foreign\.har: none of its 1 request is to an operation of the ledger\./,
    ],
    ['a base that is none', ['foreign.har', '--surface', 'registry', '--base', 'x'], /target: /],
    ['a report that is not there', ['foreign.har', '--report', 'no.json'], /no\.json: there is no/],
    [
      'a report that is none',
      ['foreign.har', '--report', 'text.har'],
      /text\.har: it is not a rep/,
    ],
  ])('%s, and ends with 3', async (_, args, message) => {
    const request = { method: 'GET', url: 'http://a.example/', headers: [] };
    const folder = folderWith({
      'text.har': 'secret-words',
      'empty.har': '{}',
      'foreign.har': JSON.stringify({ log: { entries: [{ request }] } }),
    });
    const named = args.map((arg) => (/\.(har|json)$/.test(arg) ? join(folder, arg) : arg));
    const { code, stderr } = await printed('judge', ...named);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch('secret-words');
    expect(code).toBe(3);
  });

  it('options for values that an archive of Assay states itself', async () => {
    const { code, stderr } = await printed('judge', folderOf(conforming), '--surface', 'ledger');
    expect(stderr).toMatch(
      /--surface: .*evidence\.har was recorded by Assay and already names its surface/,
    );
    expect(code).toBe(3);
  });
});
