/** Rules for single exchanges also judge passive traffic: a run and the proxy in between fail the same rules. */
import picomatch from 'picomatch';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ledger } from '../../suites/ledger/index.ts';
import { allocationApis, oneOfEachKind } from '../../test/allocation-apis.ts';
import { brokenRules } from '../../test/broken-rules.ts';
import { folderWith } from '../../test/files.ts';
import { ledgerFor, registryFor } from '../../test/reference.ts';
import { readHar } from '../evidence/read.ts';
import { isDecidedByOne } from '../judge/any-traffic.ts';
import { nameOf, type Report, rulesIn, type Surface } from '../model/index.ts';
import { judgeTraffic } from '../record/traffic/report.ts';
import { type RunOptions, run } from '../run/run.ts';
import { startProxy } from './proxy.ts';
import { Watch } from './watch.ts';

vi.setConfig({ testTimeout: 240_000 });

const LEDGER = ledger();

/** The report of a run, and the reports of the proxy on the same traffic. */
async function bothOf(surface: Surface, server: string, options: Partial<RunOptions>) {
  const target = new URL(server);
  const watch = new Watch([surface], target, folderWith({}));
  const proxy = await startProxy({
    ...{ target, host: '127.0.0.1', port: 0 },
    onPassed: (passed) => watch.add(passed),
    onTunnel: () => watch.tunnelled(),
  });
  onTestFinished(() => proxy.close());
  const url = new URL(proxy.origin);
  const active = await run({ surface, url, runs: 1, seed: 1, ...options });
  await proxy.close();
  const passive = watch.report('server');
  if (passive === undefined) throw new Error('nothing passed');
  const archive = readHar(JSON.stringify(passive.evidence), 'evidence.har');
  const again = judgeTraffic(archive, surface, 'evidence.har', target);
  return { active: active.report, passive: passive.report, again: again.report };
}

/** The names of the failed rules that one exchange decides. */
function decidedFailures(surface: Surface, { verdicts }: Report): readonly string[] {
  const decided = new Set(
    rulesIn(surface)
      .filter(isDecidedByOne)
      .map(({ id }) => id),
  );
  return [...new Set(brokenRules(verdicts))].filter((id) => decided.has(id));
}

it.each([
  ['accepts whatever it is sent', ['any-body-accepted', 'malformed-json-taken-as-empty']],
  ['accepts no body', ['missing-body-taken-as-empty']],
  ['converts values', ['flag-as-one', 'meta-list-accepted', 'choice-arguments-optional']],
  ['ignores the flag and shows impossible days', ['flag-ignored', 'created-at-impossible']],
  ['moves its paths', ['unknown-ids-sent-elsewhere']],
  ['discloses too much and too little', ['error-lists-allocations', 'factory-not-disclosed']],
])('a registry that %s fails the same rules in a run and behind the proxy', async (_, faults) => {
  const surface = await allocationApis();
  const { url, fixtures } = await registryFor({ faults });
  const only = 'registry/{allocation-v1/withdraw,allocation-instruction-v1/allocation-factory}/*';
  const { active, passive, again } = await bothOf(surface, url, { fixtures, only });
  const failed = decidedFailures(surface, active);
  expect(failed.length).toBeGreaterThan(0);
  // Other operations get requests too, which detect the served APIs.
  const selected = picomatch(only);
  expect(decidedFailures(surface, passive).filter((id) => selected(id))).toEqual(failed);
  expect(again.verdicts).toEqual(passive.verdicts);
});

it('a conforming registry fails nothing behind the proxy, and its archive gets the same verdicts', async () => {
  const surface = await oneOfEachKind();
  const { url, fixtures } = await registryFor();
  const { passive, again } = await bothOf(surface, url, { fixtures });
  expect(passive.verdicts.filter((v) => v.outcome === 'failed')).toEqual([]);
  expect(again.verdicts).toEqual(passive.verdicts);
});

// `traffic` judges the traffic of a conforming ledger.
it('a ledger with faults fails the same rules in a run and behind the proxy', async () => {
  const faults = ['times-as-seconds', 'malformed-json-read-as-empty', 'wrong-types-are-overlooked'];
  const { url } = await ledgerFor({ faults });
  const only = 'ledger/{package-vetting*,updates*,active-contracts*}/**';
  const { active, passive, again } = await bothOf(LEDGER, url, { only });
  const failed = decidedFailures(LEDGER, active);
  expect(new Set(failed.map(nameOf))).toEqual(
    new Set(['times-are-rfc-3339', 'rejects-malformed-json', 'rejects-type-mismatch']),
  );
  // Discovery sends requests to other operations too.
  const selected = picomatch(only);
  expect(decidedFailures(LEDGER, passive).filter((id) => selected(id))).toEqual(failed);
  expect(again.verdicts).toEqual(passive.verdicts);
});
