/** Conforming reference servers for proofs: a shared one for requirements that only read, new ones for the others. */

import { gateOf } from '../exchange/gate.ts';
import { bearerIn, claimsIn } from '../exchange/web-token.ts';
import { clientFor } from '../input/client.ts';
import { judge } from '../judge/judge.ts';
import type { JudgeOptions, RequirementJudgement } from '../judge/judgement.ts';
import {
  type Allowance,
  ASIDE,
  type Call,
  type Fixtures,
  type Requirement,
  type Send,
  type Surface,
} from '../model/index.ts';
import type { Plan } from '../plan/plan.ts';
import { discovered } from '../run/discovered.ts';
import { inOrder, type Line, onceEach } from './once.ts';
import type { Samples } from './operators/faulty.ts';
import { allowanceOf, type ProofTarget, type ProofTier, startTarget } from './target.ts';

export interface Bench {
  readonly surface: Surface;
  /** The discovered fixtures; each new server has the same. */
  readonly fixtures: Fixtures;
  readonly samples: Samples;
  readonly begin: (tier: ProofTier) => Line;
  readonly close: () => Promise<void>;
}

/** Starts the shared server of a surface and discovers its fixtures. The caller that opens a bench closes it. */
export async function openBench(surface: Surface, caller?: string): Promise<Bench> {
  const shared = await startTarget(surface.name, surface, [], caller);
  const { send, end } = lineTo(shared, surface, 'read');
  // The token names its caller, as in a run.
  const claims = claimsIn(bearerIn(shared.headers) ?? '');
  const shown = claims === undefined ? {} : surface.fixturesOfToken?.(claims);
  const fixtures = await discovered(surface, { ...shared.fixtures, ...shown }, send);
  const reading: Line = { send: onceEach(send), end: () => Promise.resolve() };
  const samples = await samplesOf(surface, fixtures, reading.send);
  // Each requirement has its own plan, with the same presence probes.
  const probes = surface.presenceProbes(fixtures);
  const started = async (tier: ProofTier): Promise<Line> => {
    const target = await startTarget(surface.name, surface, [], caller);
    const line = lineTo(target, surface, tier);
    const end = async (): Promise<void> => {
      await line.end();
      await target.close();
    };
    return { send: line.send, end };
  };
  const changing = {
    writes: inOrder(() => started('writes')),
    irreversible: inOrder(() => started('irreversible')),
  };
  return {
    surface: { ...surface, presenceProbes: () => probes },
    fixtures,
    samples,
    begin: (tier) => (tier === 'read' ? reading : changing[tier]()),
    close: async () => {
      await end();
      await shared.close();
    },
  };
}

/** A server in this process responds no faster to several requests at once. */
const CONCURRENCY = 1;

/**
 * The judgement of a plan. The first failure of a requirement for which `isEnough` holds ends it: already its first
 * finding ends the scan, which is repeated as a whole if that finding does not come back.
 */
export async function judgedAt(
  begin: () => Line,
  planned: Plan,
  between: (wire: Send) => Send,
  isEnough: (requirement: Requirement) => boolean,
): Promise<readonly RequirementJudgement[]> {
  let suspected = false;
  const endsScan = (requirement: Requirement): boolean => {
    suspected ||= isEnough(requirement);
    return suspected;
  };
  const judged = async (ending: Pick<JudgeOptions, 'endsScan'>) => {
    const { send, end } = begin();
    const over = new AbortController();
    // What follows a confirmed failure, such as shrinking, does not change the outcome.
    const onFailure = ({ requirement }: RequirementJudgement): void => {
      if (isEnough(requirement)) over.abort();
    };
    const options = { concurrency: CONCURRENCY, signal: over.signal, onFailure, ...ending };
    try {
      return (await judge(planned, between(send), options)).verdicts;
    } finally {
      await end();
    }
  };
  const verdicts = await judged({ endsScan });
  const isOver = verdicts.some((v) => v.outcome === 'failed' && isEnough(v.requirement));
  return isOver || !suspected ? verdicts : judged({});
}

async function samplesOf(surface: Surface, fixtures: Fixtures, send: Send): Promise<Samples> {
  const probes = surface.presenceProbes(fixtures);
  const controls = new Map<string, Call>();
  for (const { operation, control } of probes) {
    if (control && (operation.effect ?? 'read') === 'read') controls.set(operation.name, control);
  }
  for (const { operation, unknownResource } of probes) {
    if ((operation.effect ?? 'read') !== 'read') continue;
    const { response } = await send(unknownResource, ASIDE);
    if (response && response.status >= 400 && response.mediaType === 'application/json')
      return { controls, error: response };
  }
  return { controls, error: undefined };
}

function lineTo(
  { url, headers, secrets }: ProofTarget,
  { operations }: Surface,
  tier: ProofTier,
): Line {
  const allowed: Allowance = allowanceOf(tier);
  const gate = gateOf(operations, allowed);
  const client = clientFor(url, { headers, secrets }, { gate, eventualConsistency: false });
  return { send: (call) => client.send(call), end: () => client.close() };
}
