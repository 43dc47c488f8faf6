import type { Operation } from '../../contract/contract.ts';
import { optionFor, requireAllowed } from '../../input/allowance.ts';
import { surfaceFor } from '../../input/held.ts';
import { parseTarget } from '../../input/options.ts';
import { paced } from '../../input/pace.ts';
import { type SettingFlags, settingsOf } from '../../input/settings.ts';
import { texts } from '../../model/defined.ts';
import { isEmpty, needsOf, type Probe, type RequestClass } from '../../model/index.ts';
import type { Plan, PlannedProbe } from '../../plan/plan.ts';
import { groupBy } from '../../report/digest.ts';
import { widthOf } from '../../report/terminal/look.ts';
import { capitalised, count, hanging, line, thousands, widest } from '../../report/text.ts';
import { CONCURRENCY } from '../../run/options.ts';
import { registrationOf } from '../../surfaces/index.ts';
import { atOnce } from '../banner.ts';
import { shardIn } from '../options/shard.ts';
import { checkSurface } from '../options/surface.ts';
import type { Program } from '../program.ts';

export function addPlan(program: Program): void {
  program
    .command('plan <surface> [url]')
    .description('show what a run would send, and how many requests; nothing is sent')
    .action(printPlan)
    .selection()
    .api()
    .rules()
    .shard()
    .target()
    .contractAndWrites();
}

/** Prints the tables of a plan. Throws InputError, and NotAllowedError if nothing of the selection is allowed. */
async function printPlan(
  name: string,
  address: string | undefined,
  flags: SettingFlags,
): Promise<void> {
  const shard = await shardIn(flags);
  const target = address === undefined ? undefined : parseTarget(address);
  checkSurface(name, flags);
  const registration = registrationOf(name);
  const settings = await settingsOf(flags, { registration, offline: true });
  const { planOf } = await import('../../run/run.ts');
  const { paceOf } = await import('../banner.ts');
  const url = target ?? new URL('http://localhost');
  const { headers: _, secrets: __, commandNotRun, ...options } = settings;
  // Only --contract auto sends a request to the target.
  const asked = flags.contract === 'auto' ? target && { url: target } : undefined;
  const { surface, note } = await surfaceFor(registration, settings, asked);
  const whole = { ...options, surface, url };
  if (settings.allowed !== undefined && settings.only !== undefined) requireAllowed(planOf(whole));
  const plan = planOf({ ...whole, shard });
  const { ratePerSecond: rate } = paced(settings, surface, target ?? REMOTE);
  const { concurrency } = settings;
  const together = concurrency === undefined ? '' : `, ${atOnce(concurrency)}`;
  const pace =
    rate === undefined
      ? `A local target gets requests without pause, ${atOnce(settings.concurrency ?? CONCURRENCY)}.`
      : `${capitalised(paceOf(plan.requests, rate))}${together}.`;
  const width = widthOf(process.stdout);
  const { requestsByApi } = await import('../../plan/plan.ts');
  const [first = '', ...rest] = totals(plan);
  const summary = texts(
    first,
    byApi(requestsByApi(plan)),
    ...rest,
    note,
    commandNotRun &&
      `The fixtures command was not run, because a plan sends nothing: ${line(commandNotRun.join(' '), 200)}. A run also uses the fixtures that it prints, and may send more requests.`,
    pace,
  );
  const lines = summary.flatMap((text) => hanging('', text, width));
  process.stdout.write(`${lines.join('\n')}\n\n${tables(plan, width)}`);
}

/** A target that is not named may be anywhere. */
const REMOTE = new URL('https://target.invalid');

/** The least width of prose beside a table; in less space it gets its own lines. */
const ROOM = 40;

/** The requests of a probe, with the operations that get the same ones. */
interface PlanRow {
  readonly requests: string;
  readonly sends: string;
  readonly ids: string[];
  readonly operations: Operation[];
  /** `needs` or `better with`, before the names of missing fixtures or options. */
  readonly verb: string;
  readonly missing: Set<string>;
}

/** A line for each operation, and the requests to each. Operations with equal probes and counts share a table. */
function tables(plan: Plan, width: number): string {
  const rows = rowsOf(plan);
  const blocks = groupBy(rows, (row) => row.operations.map(({ name }) => name).join());
  const operations = plan.surface.operations.flatMap((operation) => {
    const own = rows.filter((row) => row.operations.includes(operation));
    if (own.length === 0) return [];
    const sum = own.reduce((n, { requests }) => n + (Number(requests) || 0), 0);
    const { name, method, path } = operation;
    return hanging(`${name}  `, `${method} ${path}: ${count(sum, 'request')}`, width);
  });
  const texts = blocks.map(([, own]) => block(own, width).join('\n'));
  return `${[operations.join('\n'), ...texts].join('\n\n')}\n`;
}

function rowsOf(plan: Plan): readonly PlanRow[] {
  const rows = new Map<string, PlanRow>();
  const add = (probe: Probe, requests: string, verb: string, missing: readonly string[]): void => {
    const { id, operation, sends } = probe;
    const key = JSON.stringify([shortName(probe), requests, sends, verb]);
    const row = rows.get(key) ?? {
      ...{ requests, sends, verb, ids: [], operations: [], missing: new Set<string>() },
    };
    row.ids.push(id);
    if (!row.operations.includes(operation)) row.operations.push(operation);
    for (const name of missing) row.missing.add(name);
    rows.set(key, row);
  };
  for (const { probe, requests } of plan.probes) {
    const better = probe.betterWith;
    const lacks = better !== undefined && isEmpty(plan.fixtures, better);
    add(probe, String(requests), lacks ? 'better with' : '', lacks ? [better] : []);
  }
  for (const probe of plan.blocked) add(probe, '–', 'needs', needsOf(probe));
  for (const probe of plan.forbidden) add(probe, '–', 'needs', [optionFor(probe)]);
  return [...rows.values()];
}

/** The id without the name of its operation. */
function shortName({ id, operation: { name } }: Pick<Probe, 'id' | 'operation'>): string {
  return id.startsWith(`${name}/`) ? id.slice(name.length + 1) : id;
}

function block(rows: readonly PlanRow[], width: number): readonly string[] {
  const [{ operations = [] } = {}] = rows;
  const names = operations.map(({ name }) => name);
  const each = names.length === 1 ? '' : ', each';
  const labels = rows.map(({ ids: [id = ''], operations: [operation] }) =>
    names.length === 1 || operation === undefined ? id : shortName({ id, operation }),
  );
  const longest = widest(labels);
  return [
    ...hanging('', `${names.join(', ')}${each}:`, width),
    ...rows.flatMap(({ requests, sends, verb, missing }, i) => {
      const text = missing.size === 0 ? sends : `${sends}; ${verb} ${[...missing].join(', ')}`;
      const columns = `${requests.padStart(7)}  ${(labels[i] ?? '').padEnd(longest)}`;
      return columns.length + ROOM <= width
        ? hanging(`${columns}  `, text, width)
        : [columns.trimEnd(), ...hanging(' '.repeat(9), text, width)];
    }),
  ];
}

/** The sentences about the whole plan. */
function totals(plan: Plan): readonly string[] {
  const { requests, extra, probes, blocked, forbidden, presenceProbes, requirements } = plan;
  const scan = probes.reduce((sum, probe) => sum + probe.requests, 0);
  const discovers = plan.surface.discoveryRequests !== undefined;
  const { discover } = plan.surface;
  return texts(
    `${count(requests, 'request')}, at most ${thousands(requests + extra)} if something fails, for ${count(requirements.length, 'requirement')}: ${thousands(scan)} below, and ${requests - scan} that show whether the ${presenceProbes.length} operations exist${discovers ? ' and accept the fixtures' : ''}.`,
    'Requests beyond the plan confirm failures, shrink them and repeat throttled requests: half as many as the offered operations get, and at least 200. Change this with --hunt.',
    discover !== undefined &&
      !discovers &&
      'Objects that discovery finds at the target add more requests; a run announces them at its start.',
    blocked.length > 0 &&
      `${count(blocked.length, 'request class', 'request classes')} wait for fixtures.`,
    forbidden.length > 0 &&
      `${count(forbidden.length, 'request class', 'request classes')} would do more than the options allow.`,
    ...effects(plan),
  );
}

/** The requests of each API; nothing for a plan about one API. */
function byApi(requests: ReadonlyMap<string, number>): string | false {
  const parts = [...requests].map(([api, own]) => `${api} ${thousands(own)}`);
  return (
    parts.length > 1 &&
    `By API: ${parts.join(', ')} requests. A run first finds out which of them the target offers, and skips the others.`
  );
}

/** The effects of requests to operations that change the target; empty if a surface has none. */
function effects({ surface, probes, presenceProbes, allowed }: Plan): readonly string[] {
  if (surface.operations.every(({ effect = 'read' }) => effect === 'read')) return [];
  const classes = (effect: RequestClass): readonly PlannedProbe[] =>
    probes.filter(({ probe }) => probe.effect === effect);
  const aimed =
    classes('undecodable').reduce((sum, probe) => sum + probe.requests, 0) +
    presenceProbes.filter(({ effect }) => effect === 'undecodable').length;
  const [made, lasting] = [classes('reversible').length, classes('irreversible').length];
  if (made + lasting === 0 && !allowed.undecodable)
    return ['No request goes to an operation that changes data.'];
  return texts(
    `${aimed} requests go to operations that change data, but would change nothing even if they were executed; --strict-read leaves them out.`,
    made > 0 && `${made} request classes create objects and remove them again.`,
    lasting > 0 && `${lasting} request classes change the target permanently, or try to.`,
    made + lasting === 0 && 'All other requests read.',
  );
}
