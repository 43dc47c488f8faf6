/** Conforming reference servers for proofs: a shared one for requirements that only read, a new one for the others. */

import { connect } from '../exchange/client.ts';
import { gateOf } from '../exchange/gate.ts';
import { bearerIn, claimsIn } from '../exchange/web-token.ts';
import type { Send } from '../judge/case.ts';
import { judge } from '../judge/judge.ts';
import type { RequirementJudgement } from '../judge/judgement.ts';
import type { Allowance, Call, Exchange, Fixtures, Surface } from '../model/index.ts';
import { keyOf } from '../plan/call.ts';
import type { Plan } from '../plan/plan.ts';
import { discovered } from '../run/run.ts';
import type { Samples } from './operators/faulty.ts';
import { allowanceOf, type ProofTarget, type ProofTier, startTarget } from './target.ts';

/** A `Send` that sends each request once; its response serves every repetition. */
function onceEach(wire: Send): Send {
  const known = new Map<string, Promise<Exchange>>();
  return async (request, ref) => {
    const key = keyOf(request);
    let exchange = known.get(key);
    if (exchange === undefined) {
      exchange = wire(request, ref);
      known.set(key, exchange);
    }
    return { ...(await exchange), request };
  };
}

/** A connection to a conforming server, and how to close it. */
export interface Line {
  readonly send: Send;
  readonly end: () => Promise<void>;
}

export interface Bench {
  readonly surface: Surface;
  /** The discovered fixtures; each new server has the same. */
  readonly fixtures: Fixtures;
  readonly samples: Samples;
  readonly begin: (tier: ProofTier) => Promise<Line>;
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
  return {
    surface: { ...surface, presenceProbes: () => probes },
    fixtures,
    samples,
    begin: async (tier) => {
      if (tier === 'read') return reading;
      const target = await startTarget(surface.name, surface, [], caller);
      const line = lineTo(target, surface, tier);
      return {
        send: line.send,
        end: async () => {
          await line.end();
          await target.close();
        },
      };
    },
    close: async () => {
      await end();
      await shared.close();
    },
  };
}

const CONCURRENCY = 16;

/** The judgement of a plan over a connection, which is closed then; it ends early if `isEnough` says so of a failure. */
export async function judgedAt(
  { send, end }: Line,
  planned: Plan,
  between: (wire: Send) => Send,
  isEnough: (failed: RequirementJudgement) => boolean,
): Promise<readonly RequirementJudgement[]> {
  const over = new AbortController();
  const onFailure = (failed: RequirementJudgement): void => {
    if (isEnough(failed)) over.abort();
  };
  try {
    const options = { concurrency: CONCURRENCY, signal: over.signal, onFailure };
    return (await judge(planned, between(send), options)).verdicts;
  } finally {
    await end();
  }
}

async function samplesOf(surface: Surface, fixtures: Fixtures, send: Send): Promise<Samples> {
  const probes = surface.presenceProbes(fixtures);
  const controls = new Map<string, Call>();
  for (const { operation, control } of probes) {
    if (control && (operation.effect ?? 'read') === 'read') controls.set(operation.name, control);
  }
  for (const { operation, unknownResource } of probes) {
    if ((operation.effect ?? 'read') !== 'read') continue;
    const { response } = await send(unknownResource, 'samples');
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
  const client = connect({
    baseUrl: url,
    timeoutMs: 10_000,
    headers,
    secrets,
    gate: gateOf(operations, allowed),
    eventualConsistency: false,
  });
  return { send: (call) => client.send(call), end: () => client.close() };
}
