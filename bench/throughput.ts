/** Compares the speed of the kit, which judges every response, with the speed of a bare client. */

import { connect } from '../src/exchange/client.ts';
import type { Surface } from '../src/model/index.ts';
import type { Plan } from '../src/plan/plan.ts';
import { discovered } from '../src/run/discovered.ts';
import { planOf } from '../src/run/run.ts';
import { surfaces } from '../suites/index.ts';
import { startApart } from './apart.ts';
import { atLeast, type Figure, information } from './figure.ts';
import { knownOf } from './known.ts';
import { inTurns, median, ratios, spread, type Timed } from './rounds.ts';
import { bare, CONCURRENCY, kit, prepared, record, sequential } from './ways.ts';

const ROUNDS = 15;
/** For a plan of about 3,000 requests: in a shorter one the start and the end of a run count more. */
const RUNS = 170;
const SEED = 1;

export async function throughput(): Promise<Figure[]> {
  const surface = surfaces['registry']?.();
  if (!surface) throw new Error('the catalogue has no registry');
  const { url, fixtures: given, close } = await startApart();
  const client = connect({ baseUrl: url, timeoutMs: 10_000, connections: CONCURRENCY });
  const fixtures = await discovered(surface, given, (call) => client.send(call));
  const whole = planOf({ surface, url, fixtures, seed: SEED, runs: RUNS });
  const crowd = together(whole);
  const known = await knownOf(crowd, (call) => client.send(call));
  const recorded = await record(client, crowd, url);
  const timed = await inTurns(
    [
      kit('kit', crowd, client),
      bare('bare', url, recorded),
      prepared('prepared', crowd, client, known),
      kit('whole', whole, client),
      sequential('sequential', crowd, client, known),
    ],
    ROUNDS,
  );
  await client.close();
  await close();
  return [
    ...figures((name) => timed.get(name) ?? { speeds: [], cpu: [] }, recorded.length),
    await distant(surface),
  ];
}

/** A local server responds too fast for concurrency to save time, so this target is for a slow one. */
async function distant(surface: Surface): Promise<Figure> {
  const { url, fixtures: given, close } = await startApart({ variants: ['slow'] });
  const client = connect({ baseUrl: url, timeoutMs: 10_000, connections: CONCURRENCY });
  const fixtures = await discovered(surface, given, (call) => client.send(call));
  const plan = together(planOf({ surface, url, fixtures, seed: SEED, runs: 5, profile: 'quick' }));
  const known = await knownOf(plan, (call) => client.send(call));
  const ways = [kit('kit', plan, client), sequential('sequential', plan, client, known)];
  const timed = await inTurns(ways, 3);
  await client.close();
  await close();
  const times = ratios(timed.get('kit')?.speeds ?? [], timed.get('sequential')?.speeds ?? []);
  return atLeast(
    'scan over sequential fc.asyncProperty, of a server that takes 20 ms for a response',
    median(times),
    3,
    ' ×',
    spread(times),
  );
}

/** The plan without the probes that are sent one at a time on purpose. */
function together(plan: Plan): Plan {
  return { ...plan, probes: plan.probes.filter((p) => !p.probe.alone) };
}

function figures(of: (name: string) => Timed, requests: number): Figure[] {
  const speed = (name: string, base: string): number[] => ratios(of(name).speeds, of(base).speeds);
  const beside = (name: string, base: string): string =>
    `${spread(speed(name, base))}; ${Math.round(median(of(name).speeds))} of ${Math.round(median(of(base).speeds))} requests/s; ${Math.round(median(of(name).cpu))} of ${Math.round(median(of(base).cpu))} µs CPU`;
  const sure = (statement: string, name: string, base: string, least: number): Figure =>
    atLeast(statement, median(speed(name, base)), least, ' ×', beside(name, base));
  return [
    sure('scan, generation and checks, over bare undici', 'kit', 'bare', 0.7),
    sure('scan and checks of prepared values, over bare undici', 'prepared', 'bare', 0.85),
    information(
      'scan over sequential fc.asyncProperty, of a server in this machine',
      median(speed('kit', 'sequential')),
      ' ×',
      beside('kit', 'sequential'),
    ),
    information(
      'bare undici over sequential fc.asyncProperty: the most that a scan could reach here',
      median(speed('bare', 'sequential')),
      ' ×',
      spread(speed('bare', 'sequential')),
    ),
    information(
      'the whole plan, with what is sent one by one, over bare undici',
      median(speed('whole', 'bare')),
      ' ×',
      beside('whole', 'bare'),
    ),
    information('requests of a round', requests),
  ];
}
