import { createPrivateKey } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { surfaces } from '../../suites/index.ts';
import { ledgerContract } from '../../suites/ledger/contract.ts';
import { folderWith } from '../../test/files.ts';
import { type Printed, printed } from '../../test/printed.ts';
import type { Report, Surface, Verdict } from '../model/index.ts';
import { writeArtefacts } from '../output/artefacts.ts';
import { readFolder, reportAmong } from '../output/report-folder.ts';
import { startRegistry } from '../reference/registry.ts';
import { ATTESTATION } from '../report/attest/bundle-files.ts';
import { seal } from '../report/attest/dsse.ts';
import { PAYLOAD_TYPE, statementOf } from '../report/attest/statement.ts';
import { toJson } from '../report/formats/json.ts';
import { totalsOf } from '../report/totals.ts';
import { type ReportWithEvidence, run } from '../run/run.ts';

vi.setConfig({ testTimeout: 60_000 });

interface Archive {
  readonly log: {
    readonly entries: { _ref: string; response: { status: number } }[];
    _assay?: { complete: boolean; durationMs: number };
  };
}

let ran: ReportWithEvidence;
beforeAll(async () => {
  const { url, fixtures, close } = await startRegistry({ faults: ['text-json'] });
  const surface = surfaces['registry']?.() as Surface;
  const only = 'registry/allocation-v1/withdraw/{response-*,accepts-live-id,unknown-id-is-404}';
  const options = { surface, url: new URL(url), fixtures, only, runs: 2, seed: 1 };
  ran = await run(options).finally(close);
});

/** Signs what `assay sign` refuses to sign, and verifies it. */
async function verifiedAnyway(folder: string): Promise<Printed> {
  const key = join(folder, 'own');
  await printed('keygen', '--out', key);
  const files = await readFolder(folder);
  const statement = statementOf(reportAmong(folder, files), files, []);
  const payload = Buffer.from(JSON.stringify(statement));
  writeFileSync(
    join(folder, ATTESTATION),
    seal(PAYLOAD_TYPE, payload, createPrivateKey(readFileSync(key, 'utf8'))),
  );
  return printed('verify', folder, '--key', `${key}.pub`);
}

/** Signs a changed copy of the report and its evidence, and verifies it. */
async function verified(
  report: Report = ran.report,
  change: (archive: Archive) => void = () => undefined,
): Promise<Printed> {
  const archive = JSON.parse(JSON.stringify(ran.evidence)) as Archive;
  change(archive);
  const folder = folderWith({
    'report.json': toJson(report),
    'evidence.har': JSON.stringify(archive),
  });
  return verifiedAnyway(folder);
}

/** A report that is right in itself, with another verdict on what failed. */
function whitewashed(report: Report): Report {
  const verdicts = report.verdicts.map((verdict): Verdict => {
    if (verdict.outcome !== 'failed') return verdict;
    const { counterexample: _, ...rest } = verdict;
    return { ...rest, outcome: 'passed', findings: [] };
  });
  const incomplete = report.run.notes.length > 0;
  return {
    ...report,
    ...{ verdicts, ...totalsOf(report.apis ?? [], verdicts, incomplete) },
  };
}

describe('a signed report', () => {
  it('that follows from its evidence is trusted, and the command prints this', async () => {
    const { code, stdout } = await verified();
    expect(stdout).toMatch(
      '\nEvidence:  judged again: every verdict follows from the evidence, and all files show the same verdicts.\n',
    );
    expect(code).toBe(0);
  });

  it('with a page or a badge that shows another result than its verdicts is rejected', async () => {
    const folder = folderWith({});
    await writeArtefacts(folder, ran, surfaces['registry']?.());
    const key = join(folder, 'k');
    await printed('keygen', '--out', key);
    await printed('sign', folder, '--key', key);
    const whole = await printed('verify', folder, '--key', `${key}.pub`);
    expect(whole.code, whole.stderr).toBe(0);
    const changed = ['report.html', 'badge.json', 'summary.md', 'junit.xml'];
    for (const name of changed) {
      const file = join(folder, name);
      writeFileSync(file, readFileSync(file, 'utf8').replace(/[1-9]/, '0'));
    }
    const refused = await printed('sign', folder, '--key', key);
    expect(refused.stderr).toMatch(
      /is not signed: .*\n {2}report\.html: it does not match report\.json/,
    );
    expect(refused.code).toBe(3);
    const { code, stderr } = await verifiedAnyway(folder);
    const named = stderr.match(/^ {2}\S+(?=: it does not match report\.json$)/gm) ?? [];
    expect(named.map((name) => name.trim()).toSorted()).toEqual(changed.toSorted());
    expect(code).toBe(1);
  });

  it('with verdicts that its evidence does not show is rejected', async () => {
    const { code, stderr } = await verified(whitewashed(ran.report));
    expect(stderr).toMatch(
      '  evidence.har: registry/allocation-v1/withdraw/response-media-type: passed in report.json, failed by the evidence\n',
    );
    expect(stderr).toMatch('  evidence.har: result differs from report.json\n');
    expect(code).toBe(1);
  });

  it('with one changed response is rejected', async () => {
    const { code, stderr } = await verified(ran.report, ({ log }) => {
      const live = log.entries.filter((e) => e._ref.startsWith('allocation-v1/withdraw/live-id#'));
      for (const { response } of live) response.status = 404;
    });
    expect(stderr).toMatch(/evidence\.har: it lacks \d+ exchanges?\n/);
    expect(stderr).toMatch(
      /evidence\.har: registry\/allocation-v1\/withdraw\/\S+: passed in report\.json, /,
    );
    expect(code).toBe(1);
  });

  it('with another time than its evidence is rejected', async () => {
    const { code, stderr } = await verified(ran.report, ({ log }) => {
      if (log._assay) log._assay.durationMs += 1;
    });
    expect(stderr).toMatch('evidence.har: durationMs differs from report.json');
    expect(code).toBe(1);
  });

  it('whose evidence is of another contract than it names is rejected', async () => {
    const { id, version, sha256 } = ledgerContract('3.4');
    const { code, stderr } = await verified({ ...ran.report, contract: [{ id, version, sha256 }] });
    expect(stderr).toMatch('it is from a run with a different contract than report.json names');
    expect(code).toBe(1);
  });

  it('whose evidence is no archive is rejected', async () => {
    const { code, stderr } = await verified(ran.report, (archive) => {
      Object.assign(archive, { log: { ...archive.log, entries: 7 } });
    });
    expect(stderr).toMatch(
      /evidence\.har: it cannot be judged again: .*list log\.entries is missing/,
    );
    expect(code).toBe(1);
  });

  it.each<[string, Partial<Report>, (archive: Archive) => void, RegExp]>([
    [
      'another version of the kit',
      { kit: { name: 'assay', version: '9.9.9' } },
      () => undefined,
      /not judged again: Assay 9\.9\.9 made the report/,
    ],
    [
      'another contract document',
      { contract: [{ id: 'ledger', version: '3.4.11', sha256: '00'.repeat(32) }] },
      () => undefined,
      /not judged again: this version of Assay has different contract documents/,
    ],
    [
      'evidence that does not hold every exchange',
      {},
      ({ log }) => {
        if (log._assay) log._assay.complete = false;
      },
      /not judged again: it does not hold every exchange of the run/,
    ],
    [
      'evidence that does not name its run',
      {},
      ({ log }) => {
        delete log._assay;
      },
      /not judged again: it does not state how the run was made/,
    ],
  ])(
    'of %s is trusted for its signature alone, and the output says so',
    async (_, part, change, words) => {
      const { code, stdout } = await verified({ ...ran.report, ...part }, change);
      expect(stdout).toMatch(words);
      expect(code).toBe(0);
    },
  );
});
