import type { Command } from 'commander';
import { parseTarget } from '../input/options.ts';
import type { Plan, PlannedProbe } from '../plan/plan.ts';
import type { Finish } from './exit.ts';
import { addSelection, addTarget } from './options.ts';
import { type SettingFlags, settingsOf } from './settings.ts';

export function addPlan(program: Command, finish: Finish): void {
  const command = program
    .command('plan <surface> [url]')
    .description('what a run would send, and how many requests; nothing is sent')
    .action(async (name: string, address: string | undefined, flags: SettingFlags) => {
      const target = address === undefined ? undefined : parseTarget(address);
      const { surfaceNamed } = await import('./surface.ts');
      const surface = await surfaceNamed(name);
      const { headers: _, secrets: __, ...settings } = await settingsOf(flags, target);
      const { planOf } = await import('../run.ts');
      const { paceOf } = await import('./announce.ts');
      const url = target?.url ?? new URL('http://localhost');
      const plan = planOf({ seed: 0, ...settings, surface, url });
      const rate = settings.ratePerSecond ?? (target === undefined ? 1.5 : undefined);
      const pace =
        rate === undefined
          ? 'A local target is asked without pause.'
          : `${sentence(paceOf(plan.requests, rate))}.`;
      process.stdout.write(`${tables(plan)}\n${totals(plan)}${pace}\n`);
      finish(0);
    });
  addSelection(command);
  addTarget(command);
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface Row {
  readonly id: string;
  readonly requests: string;
  /** The fixture that is missing, if one is. */
  readonly wants: string;
  readonly sends: string;
}

function tables(plan: Plan): string {
  const rows = new Map(plan.surface.operations.map((o) => [o, [] as Row[]]));
  const tell = (own: Row, probe: PlannedProbe['probe']): void => {
    rows.get(probe.operation)?.push(own);
  };
  for (const { probe, requests } of plan.probes) {
    const { id, sends, betterWith } = probe;
    const missing = betterWith !== undefined && plan.fixtures[betterWith].length === 0;
    const wants = missing ? `better with ${betterWith}` : '';
    tell({ id, requests: String(requests), wants, sends }, probe);
  }
  for (const probe of plan.withheld) {
    const { id, sends, needs } = probe;
    tell({ id, requests: '–', wants: `needs ${needs}`, sends }, probe);
  }
  const all = [...rows.values()].flat();
  const [ids, wishes] = [widest(all.map((r) => r.id)), widest(all.map((r) => r.wants))];
  const line = ({ requests, id, wants, sends }: Row): string =>
    [
      requests.padStart(7),
      id.padEnd(ids),
      ...(wishes > 0 ? [wants.padEnd(wishes)] : []),
      sends,
    ].join('  ');
  return [...rows]
    .filter(([, own]) => own.length > 0)
    .map(([operation, own]) => {
      const sum = own.reduce((n, { requests }) => n + (Number(requests) || 0), 0);
      const title = `${operation.chapter}  ${operation.method} ${operation.path}: ${sum} requests`;
      const lines = own.map(line);
      return `${title}\n${lines.join('\n')}\n`;
    })
    .join('\n');
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => text.length));
}

function totals({ requests, probes, withheld, landmarks, requirements }: Plan): string {
  const scan = probes.reduce((sum, probe) => sum + probe.requests, 0);
  const kept =
    withheld.length === 0 ? '' : ` ${withheld.length} request classes wait for fixtures.`;
  return [
    `${requests} requests for ${requirements.length} requirements: ${scan} above, and ${requests - scan} that tell whether the ${landmarks.length} operations are there.`,
    `A failure adds the requests that repeat it and make it small.${kept}`,
    '',
  ].join('\n');
}
