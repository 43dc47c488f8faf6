/** The number of requests for a small counterexample, and whether the counterexample can be reproduced. */
import { connect } from '../src/exchange/client.ts';
import { type Send, sendCase } from '../src/judge/case.ts';
import { judge, type RequirementJudgement } from '../src/judge/judge.ts';
import { judgeCase } from '../src/judge/judge-case.ts';
import type { Surface } from '../src/model/index.ts';
import { caseAt, derivedSeed, type Plan } from '../src/plan/plan.ts';
import { REGISTRY_FAULTS } from '../src/reference/registry-faults.ts';
import { planOf } from '../src/run/run.ts';
import { surfaces } from '../suites/index.ts';
import { type Apart, startApart } from './apart.ts';
import { atMost, type Figure } from './figure.ts';
import { knownOf } from './known.ts';
import { median } from './rounds.ts';
import { CONCURRENCY } from './ways.ts';

const SEED = 1;

/** Faults with one cause in the request, whatever else the request contains. */
const SINGLE_CAUSE: readonly string[] = [
  'meta-rejected',
  'meta-of-two-rejected',
  'meta-keys-with-slash-rejected',
  'empty-meta-value-rejected',
  'meta-list-accepted',
  'meta-numbers-accepted',
  'proto-key-crash',
  'empty-key-crash',
  'many-keys-crash',
  'long-value-crash',
  'non-ascii-crash',
  'control-character-crash',
  'empty-arguments-crash',
  'deep-arguments-crash',
  'holdings-missed',
  'null-arguments-rejected',
  'choice-arguments-string-accepted',
  'flag-as-json-string',
  'unknown-members-rejected',
  'white-space-rejected',
  'ids-match-by-prefix',
  'ids-match-without-case',
  'unknown-id-returns-empty',
  'not-hex-crash',
  'flag-ignored-with-meta',
];

interface Seen {
  readonly shrinks: number;
  readonly sameAsSequential: boolean;
  readonly replayed: boolean;
  readonly name: string;
}

export async function shrinking(): Promise<Figure[]> {
  const surface = surfaces['registry']?.();
  if (!surface) throw new Error('the catalogue has no registry');
  const seen: Seen[] = [];
  const without: string[] = [];
  for (const id of SINGLE_CAUSE) {
    const server = await startApart({ faults: [id] });
    const found = await look(id, surface, server);
    if (found.length === 0) without.push(id);
    seen.push(...found);
    await server.close();
  }
  const counts = seen.map((s) => s.shrinks);
  const most = seen.filter((s) => s.shrinks === Math.max(...counts)).map((s) => s.name);
  const other = seen.filter((s) => !s.sameAsSequential).map((s) => s.name);
  const lost = seen.filter((s) => !s.replayed).map((s) => s.name);
  const of = `${seen.length} shrinks, ${SINGLE_CAUSE.length} faults`;
  return [
    atMost('requests of a shrink, median', median(counts), 100, '', of),
    atMost('requests of a shrink, maximum', Math.max(...counts), 200, '', most.slice(0, 2).join()),
    atMost('counterexamples unlike those of a sequential run', other.length, 0, '', other.join()),
    atMost(
      'counterexamples that do not come back by seed and path',
      lost.length,
      0,
      '',
      lost.join(),
    ),
    atMost('faults without a shrunk counterexample', without.length, 0, '', without.join()),
  ];
}

async function look(id: string, surface: Surface, { url, fixtures }: Apart): Promise<Seen[]> {
  const only = REGISTRY_FAULTS.find((fault) => fault.id === id)?.killedBy;
  const plan = planOf({ surface, url, fixtures, seed: SEED, only });
  const client = connect({ baseUrl: url, timeoutMs: 2000 });
  const send: Send = (call) => client.send(call);
  const crowd = await judge(plan, send, { concurrency: CONCURRENCY });
  const alone = await judge(plan, send, { concurrency: 1 });
  const seen: Seen[] = [];
  for (const [i, judged] of crowd.verdicts.entries()) {
    if (judged.shrinkRequests === undefined) continue;
    seen.push({
      name: `${id} by ${judged.requirement.id}`,
      shrinks: judged.shrinkRequests,
      sameAsSequential: smallest(judged) === smallest(alone.verdicts[i]),
      replayed: await comesBack(plan, judged, send),
    });
  }
  await client.close();
  return seen;
}

/** The path and the request of a counterexample, for comparisons. */
function smallest(judged: RequirementJudgement | undefined): string | undefined {
  const { method, path, headers, body } = judged?.counterexample?.exchange.request ?? {};
  return JSON.stringify([judged?.counterexample?.path, method, path, headers, body]);
}

/** True if the case that the path names fails the requirement again. */
async function comesBack(
  plan: Plan,
  { requirement, counterexample }: RequirementJudgement,
  send: Send,
): Promise<boolean> {
  const [, probeId, label, at = ''] = /^([^#]+)#(.*)@(.+)$/.exec(counterexample?.path ?? '') ?? [];
  const planned = plan.probes.find((p) => p.probe.id === probeId);
  const caseGroup = planned?.caseGroups.find((s) => s.group.label === label);
  if (!planned || !caseGroup) return false;
  // A smaller failure may be from another seed, which the counterexample names.
  const seed = derivedSeed(counterexample?.seed ?? SEED, `${probeId}#${label}`);
  const steps = caseAt(caseGroup.group, seed, at);
  const known = await knownOf(plan, send);
  const exchanges = await sendCase(planned.probe, steps, send, 'again');
  const [observation] = judgeCase(planned.probe, [requirement], steps.length, exchanges, known);
  const { path, body } = counterexample?.exchange.request ?? {};
  const same = exchanges.some((e) => e.request.path === path && e.request.body === body);
  return same && (observation?.findings.length ?? 0) > 0;
}
