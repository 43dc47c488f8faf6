/** Counterexamples do not depend on the concurrency, are small, and can be found by their name. */
import picomatch from 'picomatch';
import { describe, expect, it, onTestFinished } from 'vitest';
import { registry } from '../../../suites/registry/index.ts';
import { ALLOCATION_APIS } from '../../../test/allocation-apis.ts';
import { connect } from '../../exchange/client.ts';
import {
  ASIDE,
  type Call,
  type CompleteExchange,
  type Purpose,
  purposeText,
  type Requirement,
  type Send,
} from '../../model/index.ts';
import {
  caseAt,
  derivedSeed,
  type Plan,
  type PlannedCaseGroup,
  type PlannedProbe,
  plan,
} from '../../plan/plan.ts';
import { startRegistry } from '../../reference/registry.ts';
import { REGISTRY_FAULTS } from '../../reference/registry-faults.ts';
import { sendCase } from '../case.ts';
import { judge, type RequirementJudgement } from '../judge.ts';

/** Faults whose cause is in the request, so that shrinking has an effect. */
const FAULTS = [
  'flag-ignored',
  'flag-ignored-with-meta',
  'flag-as-one',
  'meta-of-two-rejected',
  'meta-keys-with-slash-rejected',
  'empty-meta-value-rejected',
  'meta-and-flag-exclusive',
  'malformed-json-taken-as-empty',
  'ids-match-by-prefix',
  'ids-trimmed',
  'long-id-crash',
  'choice-arguments-optional',
];

const MAX_REQUESTS = 200;
const surface = registry();
const isOfAllocations = picomatch(ALLOCATION_APIS);
const taken: number[] = [];

/** Judges a registry with the fault by the requirement that must catch it; the server runs until the test ends. */
async function judged(
  id: string,
  concurrency: number,
): Promise<{ planned: Plan; send: Send; failed: RequirementJudgement[] }> {
  const fault = REGISTRY_FAULTS.find((one) => one.id === id);
  const meant = picomatch(fault?.killedBy ?? id);
  const server = await startRegistry({ faults: [id] });
  const client = connect({ baseUrl: new URL(server.url), timeoutMs: 2000 });
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  // One operation of a defect is enough; the first defect has two.
  const operations = id === FAULTS[0] ? 2 : 1;
  const requirements = surface.requirements
    .filter((r) => isOfAllocations(r.id) && meant(r.id))
    .slice(0, operations);
  const planned = plan(surface, requirements, { fixtures: server.fixtures, seed: 5, runs: 30 });
  const send: Send = (call) => client.send(call);
  const { verdicts } = await judge(planned, send, { concurrency });
  return { planned, send, failed: verdicts.filter((v) => v.outcome === 'failed') };
}

const shown = ({ method, path, headers, body }: Call): object => ({ method, path, headers, body });
const counterexample = ({
  requirement,
  counterexample: found,
  findings,
}: RequirementJudgement): object => ({
  requirement: requirement.id,
  purpose: found?.purpose,
  request: found && shown(found.exchange.request),
  findings,
});

/** The case group and fast-check's path in `<probe>#<group>@<path>`. */
function located(
  planned: Plan,
  purpose: Purpose = ASIDE,
): { probe: PlannedProbe; caseGroup: PlannedCaseGroup; path: string } {
  const { probe: probeId, group: label, index: path = '' } = purpose;
  const probe = planned.probes.find((p) => p.probe.id === probeId);
  const caseGroup = probe?.caseGroups.find((s) => s.group.label === label);
  if (probe === undefined || caseGroup === undefined)
    throw new Error(`no case is ${purposeText(purpose)}`);
  return { probe, caseGroup, path };
}

function failsAgain(requirement: Requirement, exchanges: readonly CompleteExchange[]): boolean {
  if ('check' in requirement) {
    return exchanges.some((e) => {
      const result = requirement.check(e, true);
      return typeof result === 'object' && result.length > 0;
    });
  }
  const result = 'relation' in requirement ? requirement.relation(exchanges, new Set()) : undefined;
  return typeof result === 'object' && result.length > 0;
}

describe.each(FAULTS)('the counterexample of %s', { timeout: 30_000 }, (id) => {
  it('is the same with one and with sixteen requests at a time, and is found again by its name', async () => {
    const alone = await judged(id, 1);
    const crowd = await judged(id, 16);
    expect(alone.failed).not.toEqual([]);
    expect(crowd.failed.map(counterexample)).toEqual(alone.failed.map(counterexample));

    for (const { requirement, counterexample: found, shrinkRequests } of alone.failed) {
      expect(shrinkRequests, `${requirement.id} ${found?.purpose.index}`).toBeDefined();
      expect(shrinkRequests).toBeLessThanOrEqual(MAX_REQUESTS);
      taken.push(shrinkRequests ?? 0);

      const { probe, caseGroup, path } = located(alone.planned, found?.purpose);
      const name = `${probe.probe.id}#${caseGroup.group.label}`;
      const seed = derivedSeed(found?.seed ?? alone.planned.seed, name);
      const steps = caseAt(caseGroup.group, seed, path);
      const exchanges = await sendCase(probe.probe, steps, alone.send, ASIDE);
      expect(exchanges.map((e) => shown(e.request))).toContainEqual(
        found && shown(found.exchange.request),
      );
      expect(failsAgain(requirement, exchanges as CompleteExchange[]), requirement.id).toBe(true);
    }
  });
});

describe('the smallest request', () => {
  const bodyOf = (all: readonly RequirementJudgement[], name: string): unknown => {
    const found = all.find((v) => v.requirement.id.endsWith(name));
    return JSON.parse(found?.counterexample?.exchange.request.body ?? 'null');
  };

  it('has only the members that the fault needs', async () => {
    const slash = await judged('meta-keys-with-slash-rejected', 16);
    const { meta } = bodyOf(slash.failed, 'accepts-any-meta') as { meta: Record<string, string> };
    expect(Object.keys(meta)).toHaveLength(1);
    expect(Object.keys(meta)[0]).toContain('/');
    const two = await judged('meta-of-two-rejected', 16);
    const body = bodyOf(two.failed, 'accepts-any-meta') as { meta: Record<string, string> };
    expect(body.meta).toEqual({ first: 'plain', second: 'plain' });
    const long = await judged('null-word-rejected', 16);
    const words = bodyOf(long.failed, 'accepts-any-meta') as { meta: Record<string, string> };
    expect(Object.values(words.meta)).toEqual(['null']);
  });
});

it('a shrink takes at most 100 requests in the median', () => {
  expect(taken.toSorted((a, b) => a - b)[taken.length >> 1]).toBeLessThanOrEqual(100);
});
