import type { Command } from 'commander';
import { optionFor, requireAllowed } from '../../input/allowance.ts';
import { surfaceFor } from '../../input/held.ts';
import { parseTarget } from '../../input/options.ts';
import { defaultRate, politeRate } from '../../input/pace.ts';
import { type SettingFlags, settingsOf } from '../../input/settings.ts';
import { isEmpty, needsOf, type RequestClass } from '../../model/index.ts';
import type { Plan, PlannedProbe } from '../../plan/plan.ts';
import { widthOf } from '../../report/terminal/look.ts';
import { count, hanging, thousands } from '../../report/text.ts';
import { CONCURRENCY } from '../../run/options.ts';
import { registrationOf } from '../../surfaces/index.ts';
import { atMost, atOnce } from '../banner.ts';
import type { Finish } from '../exit.ts';
import { currentSelection } from '../old-ids.ts';
import { addContractAndWrites, addSelection, addTarget, apiOption } from '../options/options.ts';
import { type ShardFlags, shardIn, shardOption } from '../options/shard.ts';
import { checkSurface } from '../options/surface.ts';

export function addPlan(program: Command, finish: Finish): void {
  const command = program
    .command('plan <surface> [url]')
    .description('what a run would send, and how many requests; nothing is sent')
    .action(async (name: string, address: string | undefined, flags: SettingFlags & ShardFlags) => {
      process.stdout.write(await planned(name, address, flags));
      finish(0);
    });
  addSelection(command).addOption(apiOption()).addOption(shardOption());
  addTarget(command);
  addContractAndWrites(command);
}

/** The tables of a plan. Throws InputError, and NotAllowedError where nothing of the selection is allowed. */
async function planned(
  name: string,
  address: string | undefined,
  flags: SettingFlags & ShardFlags,
): Promise<string> {
  const shard = await shardIn(flags);
  const target = address === undefined ? undefined : parseTarget(address);
  checkSurface(name, flags);
  const registration = registrationOf(name);
  const settings = currentSelection(await settingsOf(flags, { registration, offline: true }));
  const { planOf } = await import('../../run/run.ts');
  const { paceOf } = await import('../banner.ts');
  const url = target?.url ?? new URL('http://localhost');
  const { headers: _, secrets: __, ...options } = settings;
  // Only with --contract auto a request goes to the target.
  const clientOptions = target && settings.contract === 'auto' ? { ...settings, url } : undefined;
  const { surface, note } = await surfaceFor(registration, settings, clientOptions);
  const whole = { ...options, surface, url };
  if (settings.allowed !== undefined && settings.only !== undefined) requireAllowed(planOf(whole));
  const plan = planOf({ ...whole, shard });
  const rate =
    settings.ratePerSecond ??
    (target === undefined ? politeRate(surface) : defaultRate(url, surface));
  const { concurrency } = settings;
  const together = concurrency === undefined ? '' : `, ${atOnce(concurrency)}`;
  const pace =
    rate === undefined
      ? `A local target gets requests without pause, ${atOnce(settings.concurrency ?? CONCURRENCY)}.`
      : `${sentence(paceOf(plan.requests, rate))}${together}.`;
  const width = widthOf(process.stdout);
  const { requestsByApi } = await import('../../plan/plan.ts');
  const [first = '', ...rest] = totals(plan);
  const summary = [
    first,
    ...byApi(requestsByApi(plan)),
    ...rest,
    ...(note === undefined ? [] : [note]),
    pace,
  ];
  const lines = summary.flatMap((text) => hanging('', text, width));
  return `${lines.join('\n')}\n\n${tables(plan, width)}`;
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Prose gets this many columns beside a table, or lines of its own. */
const ROOM = 50;

interface PlanRow {
  readonly id: string;
  readonly requests: string;
  /** The fixture that is missing or the option that would allow it, if one is. */
  readonly wants: string;
  readonly sends: string;
}

function tables(plan: Plan, width: number): string {
  const rows = new Map(plan.surface.operations.map((o) => [o, [] as PlanRow[]]));
  const add = (own: PlanRow, probe: PlannedProbe['probe']): void => {
    rows.get(probe.operation)?.push(own);
  };
  for (const { probe, requests } of plan.probes) {
    const { id, sends, betterWith } = probe;
    const missing = betterWith !== undefined && isEmpty(plan.fixtures, betterWith);
    const wants = missing ? `better with ${betterWith}` : '';
    add({ id, requests: String(requests), wants, sends }, probe);
  }
  for (const probe of plan.blocked) {
    const { id, sends } = probe;
    add({ id, requests: '–', wants: `needs ${needsOf(probe).join(', ')}`, sends }, probe);
  }
  for (const probe of plan.forbidden) {
    const { id, sends } = probe;
    add({ id, requests: '–', wants: `needs ${optionFor(probe)}`, sends }, probe);
  }
  const all = [...rows.values()].flat();
  const [ids, wishes] = [widest(all.map((r) => r.id)), widest(all.map((r) => r.wants))];
  const line = ({ requests, id, wants, sends }: PlanRow): readonly string[] => {
    const columns = [
      requests.padStart(7),
      id.padEnd(ids),
      ...(wishes > 0 ? [wants.padEnd(wishes)] : []),
    ].join('  ');
    return columns.length + ROOM <= width
      ? hanging(`${columns}  `, sends, width)
      : [columns.trimEnd(), ...hanging(' '.repeat(9), sends, width)];
  };
  return [...rows]
    .filter(([, own]) => own.length > 0)
    .map(([operation, own]) => {
      const sum = own.reduce((n, { requests }) => n + (Number(requests) || 0), 0);
      const title = `${operation.name}  ${operation.method} ${operation.path}: ${count(sum, 'request')}`;
      const lines = own.flatMap(line);
      return `${title}\n${lines.join('\n')}\n`;
    })
    .join('\n');
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => text.length));
}

/** The sentences on the whole. */
function totals(plan: Plan): readonly string[] {
  const { requests, extra, probes, blocked, forbidden, presenceProbes, requirements } = plan;
  const scan = probes.reduce((sum, probe) => sum + probe.requests, 0);
  const discovers = plan.surface.discoveryRequests !== undefined;
  return [
    `${atMost(requests, requests + extra)}, for ${count(requirements.length, 'requirement')}: ${thousands(scan)} below, and ${requests - scan} that show whether the ${presenceProbes.length} operations are there${discovers ? ' and accept the fixtures' : ''}.`,
    'Requests beyond the plan confirm failures, make them small and repeat what was throttled; --hunt changes their limit.',
    ...(plan.surface.discover === undefined || discovers
      ? []
      : [
          'What is discovered at the target first comes on top and is announced at the start of a run.',
        ]),
    ...(blocked.length === 0
      ? []
      : [`${count(blocked.length, 'request class', 'request classes')} wait for fixtures.`]),
    ...(forbidden.length === 0
      ? []
      : [
          `${count(forbidden.length, 'request class', 'request classes')} would do more than is allowed.`,
        ]),
    ...effects(plan),
  ];
}

/** Nothing where a plan is about one API. */
function byApi(requests: ReadonlyMap<string, number>): readonly string[] {
  const parts = [...requests].map(([api, own]) => `${api} ${thousands(own)}`);
  return parts.length < 2 ? [] : [`By API: ${parts.join(', ')} requests.`];
}

/** What the requests do at operations that change something; nothing where a surface has none. */
function effects({ surface, probes, presenceProbes, allowed }: Plan): readonly string[] {
  if (surface.operations.every(({ effect = 'read' }) => effect === 'read')) return [];
  const classes = (effect: RequestClass): readonly PlannedProbe[] =>
    probes.filter(({ probe }) => probe.effect === effect);
  const aimed =
    classes('undecodable').reduce((sum, probe) => sum + probe.requests, 0) +
    presenceProbes.filter(({ effect }) => effect === 'undecodable').length;
  const [made, lasting] = [classes('reversible').length, classes('irreversible').length];
  if (made + lasting === 0 && !allowed.undecodable)
    return ['No request goes to an operation that changes something.'];
  return [
    `${aimed} requests go to operations that change something and have no effect even if they are executed; --strict-read leaves them out.`,
    ...(made > 0 ? [`${made} request classes make things and remove them again.`] : []),
    ...(lasting > 0 ? [`${lasting} request classes change the target for good, or try to.`] : []),
    ...(made + lasting > 0 ? [] : ['All other requests read.']),
  ];
}
