/** Four ways to send the same requests to a registry: a bare client, the kit, and two ways between them. */
import fc from 'fast-check';
import { Pool } from 'undici';
import type { Client } from '../src/exchange/client.ts';
import { type Case, sendCase } from '../src/judge/case.ts';
import { judge } from '../src/judge/judge.ts';
import { judgeCase, type TargetFacts } from '../src/judge/judge-case.ts';
import { Observations } from '../src/judge/observations.ts';
import { cases, scan } from '../src/judge/scan.ts';
import { ASIDE, type Call, type Send } from '../src/model/index.ts';
import type { Plan } from '../src/plan/plan.ts';
import type { Way } from './rounds.ts';

export const CONCURRENCY = 16;

/** The kit: it generates and sends values, and judges the responses by every requirement. */
export function kit(name: string, plan: Plan, client: Client): Way {
  return {
    name,
    run: async () => {
      const before = client.requests();
      const { verdicts } = await judge(plan, (call) => client.send(call), {
        concurrency: CONCURRENCY,
      });
      const failed = verdicts.filter((v) => v.outcome === 'failed').map((v) => v.requirement.id);
      if (failed.length > 0) throw new Error(`the conforming server failed ${failed.join(', ')}`);
      return client.requests() - before;
    },
  };
}

/** The scan and the checks of the kit, with values that were generated before. */
export function prepared(name: string, plan: Plan, client: Client, known: TargetFacts): Way {
  let drawn: Case[] = [];
  return {
    name,
    // Each round has new cases, because checks remember the parsed parts of a request.
    prepare: () => {
      drawn = [...cases(plan.probes)];
    },
    run: async () => {
      const before = client.requests();
      const allObserved = new Map(plan.requirements.map((r) => [r, new Observations(r)]));
      await scan(
        drawn,
        (call) => client.send(call),
        CONCURRENCY,
        (one, exchanges) => {
          const { probe, requirements } = one.planned;
          const steps = one.steps.length;
          for (const observation of judgeCase(probe, requirements, steps, exchanges, known)) {
            allObserved.get(observation.requirement)?.add(one, observation);
          }
        },
        (_, error) => {
          throw error;
        },
        () => false,
        { presenceResults: new Map() },
      );
      return client.requests() - before;
    },
  };
}

/** Only undici's pool, with recorded requests and as many connections. */
export function bare(name: string, base: URL, recorded: readonly Sent[]): Way {
  const pool = new Pool(base.origin, { connections: CONCURRENCY });
  const worker = async (queue: Iterator<Sent>): Promise<void> => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const { body } = await pool.request(next.value);
      await body.text();
    }
  };
  return {
    name,
    run: async () => {
      const queue = recorded.values();
      await Promise.all(Array.from({ length: CONCURRENCY }, () => worker(queue)));
      return recorded.length;
    },
  };
}

/** fast-check alone: one property after another, one case after another, with the same checks. */
export function sequential(name: string, plan: Plan, client: Client, known: TargetFacts): Way {
  const send: Send = (call) => client.send(call);
  return {
    name,
    run: async () => {
      const before = client.requests();
      for (const { probe, requirements, caseGroups } of plan.probes) {
        for (const { group, seed, count } of caseGroups) {
          if (count === 0) continue;
          const property = fc.asyncProperty(group.cases, async (steps) => {
            const exchanges = await sendCase(probe, steps, send, ASIDE);
            const observation = judgeCase(probe, requirements, steps.length, exchanges, known);
            return observation.every(
              (t) => t.requirement.level === 'MAY' || t.findings.length === 0,
            );
          });
          await fc.assert(property, { seed, numRuns: count });
        }
      }
      return client.requests() - before;
    },
  };
}

/** A request in the type of undici. */
export type Sent = Parameters<Pool['request']>[0];

/** Every request that the plan sends through `client`, in its order. */
export async function record(client: Client, plan: Plan, base: URL): Promise<Sent[]> {
  const sent: Sent[] = [];
  const prefix = base.pathname.replace(/\/+$/, '');
  const send = (call: Call): ReturnType<Client['send']> => {
    // undici frames bodies itself, and rejects this header.
    const { 'transfer-encoding': _, ...headers } = client.headersOf(call);
    sent.push({
      path: prefix + call.path,
      method: call.method as Sent['method'],
      headers,
      body: call.body ?? null,
    });
    return client.send(call);
  };
  await judge(plan, send, { concurrency: CONCURRENCY });
  return sent;
}
