/**
 * Any value that discovery reads may be odd: the run ends with a report, and without an internal error in Assay. By day
 * some values, by night all.
 */
import { expect, it } from 'vitest';
import { NIGHTLY } from '../../test/nightly.ts';
import { type Change, changesOf, rewriting } from '../../test/rewritten.ts';
import { pathOf } from '../contract/match.ts';
import { readHar } from '../evidence/read.ts';
import { connect } from '../exchange/client.ts';
import { EVERYTHING, type Fixtures, messageOf, type Surface } from '../model/index.ts';
import { drawn } from '../plan/drawn.ts';
import { plan } from '../plan/plan.ts';
import { rejudge } from '../record/rejudge.ts';
import { recordedRuns } from '../record/settings.ts';
import { discovered } from '../run/discovered.ts';
import { run } from '../run/run.ts';
import { registrationOf } from '../surfaces/index.ts';
import { startTarget } from './target.ts';

/** The number of changes for each surface that a run at day tries; each night tries all. */
const TRIED = { ledger: 24, registry: 8 };

/** Of a registry, discovery reads the metadata only. */
const READ = { ledger: /./, registry: /\/metadata\// };

const SETTINGS = { seed: 1, runs: 1, profile: 'quick', ratePerSecond: 10_000 } as const;

it.each(['ledger', 'registry'] as const)(
  'a %s with an odd value anywhere gets a report',
  { timeout: NIGHTLY ? 3_600_000 : 400_000 },
  async (name) => {
    const surface = (await registrationOf(name).suite())();
    const target = await startTarget(name, surface);
    const proxy = await rewriting(target.url);
    const { headers, secrets, fixtures: given } = target;
    const client = connect({ baseUrl: proxy.url, timeoutMs: 10_000, headers, secrets });
    const changes = new Map<string, Change>();
    await discovered(surface, given, async (call) => {
      const exchange = await client.send(call);
      const of = `${call.method} ${pathOf(call.path)}`;
      if (exchange.response?.status === 200 && READ[name].test(of))
        for (const one of changesOf(of, exchange.response.body))
          changes.set(JSON.stringify({ ...one, of: call.operation.name }), one);
      return exchange;
    });
    const all = [...changes.values()];
    const every = NIGHTLY ? 1 : Math.floor(all.length / TRIED[name]);
    const tried = all.filter((_, i) => i % every === 0);
    expect(tried.length).toBeGreaterThanOrEqual(TRIED[name]);
    const errors: unknown[] = [];
    for (const [i, change] of tried.entries()) {
      proxy.change = change;
      const found = await discovered(
        surface,
        given,
        (call) => client.send(call),
        () => undefined,
        (error) => errors.push([change, 'discovery', error]),
      );
      for (const error of errorsIn(surface, found)) errors.push([change, ...error]);
      // Each run takes another rule, because a run with all of them takes many seconds.
      const { id } = surface.requirements[(i * 97) % surface.requirements.length] ?? { id: '' };
      const to = { surface, url: proxy.url, headers, secrets, fixtures: given };
      const { report } = await run({ ...to, ...SETTINGS, only: id, hunt: 20 });
      expect(report.verdicts.length).toBeGreaterThan(0);
      for (const { requirement, reason, note } of report.verdicts)
        if (reason === 'kit-fault') errors.push([change, requirement, note]);
    }
    expect(errors).toEqual([]);
    await client.close();
    await proxy.close();
    await target.close();
  },
);

it('a ledger with parties of one letter is judged, and so is its recording', async () => {
  const surface = (await registrationOf('ledger').suite())();
  const target = await startTarget('ledger', surface);
  const proxy = await rewriting(target.url);
  proxy.change = { of: 'GET /v2/parties', place: '/partyDetails/*/party', how: 'one letter' };
  const { headers, secrets } = target;
  const to = { surface, url: proxy.url, headers, secrets, only: 'ledger/{parties-list,party}/**' };
  const { report, evidence } = await run({ ...to, ...SETTINGS });
  const har = readHar(JSON.stringify(evidence), 'evidence.har');
  const [recorded] = recordedRuns(har, 'evidence.har');
  if (recorded === undefined) throw new Error('nothing was recorded');
  const again = await rejudge(recorded, surface);
  for (const { verdicts } of [report, again.report]) {
    expect(verdicts.length).toBeGreaterThan(50);
    expect(verdicts.filter(({ reason }) => reason === 'kit-fault')).toEqual([]);
  }
  await proxy.close();
  await target.close();
});

/** The errors in the controls and in the first case of each part of a plan: what waits for a response is not built. */
function* errorsIn(surface: Surface, fixtures: Fixtures): Generator<[at: string, error: string]> {
  const { seed, runs } = SETTINGS;
  const planned = plan(surface, surface.requirements, {
    ...{ fixtures, seed, runs, allowed: EVERYTHING },
  });
  if (planned.presenceFault !== undefined) yield ['presence', planned.presenceFault];
  for (const { probe, caseGroups } of planned.probes)
    try {
      probe.control?.(fixtures);
      for (const one of caseGroups) {
        const [first] = drawn(one.group.cases, one.seed).next().value;
        if (typeof first === 'function') first([]);
      }
    } catch (error) {
      yield [probe.id, messageOf(error)];
    }
}
