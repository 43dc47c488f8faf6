import { expect, it } from 'vitest';
import type { Report } from '../../src/kit.ts';
import { planOf } from '../../src/run/run.ts';
import { EVERYTHING, reportOnLedger } from '../../test/reports.ts';
import { ledgerContract } from './contract.ts';
import { ledgerFromDocument } from './foreign-document.ts';
import { ledger } from './index.ts';

type Paths = Record<string, Record<string, object>>;

/** A surface of our own document with the changes that a later version may have. */
function surfaceBy(change: (paths: Paths) => void, version = '3.6.0-SNAPSHOT') {
  const document = structuredClone(ledgerContract().document) as {
    info: { version: string };
    paths: Paths;
  };
  document.info.version = version;
  change(document.paths);
  const bytes = Buffer.from(JSON.stringify(document));
  return ledger(ledgerFromDocument({ bytes, name: 'later.json' }));
}

const PREFERRED = '/v2/interactive-submission/preferred-package-version';

it('a document without some of our operations gives a surface with the others', () => {
  const { operations } = ledgerContract();
  for (let turn = 0; turn < 8; turn++) {
    const gone = operations.filter((_, i) => i % 8 === turn);
    const surface = surfaceBy((paths) => {
      for (const { path, method } of gone) delete paths[path]?.[method.toLowerCase()];
    });
    const plan = planOf({ surface, url: new URL('http://x'), allowed: EVERYTHING });
    expect(plan.probes.length).toBeGreaterThan(100);
    const names = new Set(gone.map(({ name }) => name));
    const sent = plan.probes.filter(({ probe }) => names.has(probe.operation.name));
    expect(sent).toEqual([]);
  }
}, 120_000);

it('a conforming server passes the shared operations, with a note of the others', async () => {
  const surface = surfaceBy((paths) => {
    delete paths[PREFERRED];
    paths['/v2/commands/command-completions2'] = {
      post: { operationId: 'postV2CommandsCommand-completions2', responses: {} },
    };
  });
  const added = surface.operations.find(({ path }) => path.endsWith('completions2'));
  expect(added?.name).toBe('post-v2-commands-command-completions2');
  const given = { surface, fixtures: {}, level: 'MUST', ratePerSecond: 10_000 } as const;
  const report = await reportOnLedger({}, given);
  expect(report.run.notes.join()).toMatch(
    `an operation missing from the document of 3.6.0-SNAPSHOT are left out: GET ${PREFERRED}`,
  );
  expect(failed(report)).toEqual([]);
  expect(report.summary.MUST.passed).toBeGreaterThan(300);
  const about = report.verdicts.filter(({ requirement }) =>
    /preferred-package-version/.test(requirement),
  );
  expect(about).toEqual([]);
}, 120_000);

function failed({ verdicts }: Report): readonly string[] {
  return verdicts.filter((v) => v.outcome === 'failed').map((v) => v.requirement);
}
