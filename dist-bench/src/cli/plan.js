import { parseTarget } from '../input/options.js';
import { addSelection, addTarget } from './options.js';
import { settingsOf } from './settings.js';
export function addPlan(program, finish) {
    const command = program
        .command('plan <surface> [url]')
        .description('what a run would send, and how many requests; nothing is sent')
        .action(async (name, address, flags) => {
        const target = address === undefined ? undefined : parseTarget(address);
        const { surfaceNamed } = await import('./surface.js');
        const surface = await surfaceNamed(name);
        const { headers: _, secrets: __, ...settings } = await settingsOf(flags, target);
        const { planOf } = await import('../run.js');
        const { paceOf } = await import('./announce.js');
        const url = target?.url ?? new URL('http://localhost');
        const plan = planOf({ seed: 0, ...settings, surface, url });
        const rate = settings.ratePerSecond ?? (target === undefined ? 1.5 : undefined);
        const pace = rate === undefined
            ? ' A local target is asked without pause.'
            : ` ${sentence(paceOf(plan.requests, rate))}.`;
        process.stdout.write(`${tables(plan)}\n${totals(plan)}${pace}\n`);
        finish(0);
    });
    addSelection(command);
    addTarget(command);
}
const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);
function tables(plan) {
    const rows = new Map(plan.surface.operations.map((o) => [o, []]));
    const tell = (own, probe) => {
        rows.get(probe.operation)?.push(own);
    };
    for (const { probe, requests } of plan.probes) {
        const missing = probe.betterWith && plan.fixtures[probe.betterWith].length === 0;
        const better = missing ? ` (tells more with ${probe.betterWith})` : '';
        tell({ id: probe.id, requests: String(requests), sends: probe.sends + better }, probe);
    }
    for (const probe of plan.withheld) {
        tell({ id: probe.id, requests: '–', sends: `${probe.sends} (needs ${probe.needs})` }, probe);
    }
    const width = Math.max(...[...rows.values()].flat().map(({ id }) => id.length));
    return [...rows]
        .filter(([, own]) => own.length > 0)
        .map(([operation, own]) => {
        const sum = own.reduce((n, { requests }) => n + (Number(requests) || 0), 0);
        const title = `${operation.chapter}  ${operation.method} ${operation.path}: ${sum} requests`;
        const lines = own.map((r) => `  ${r.requests.padStart(5)}  ${r.id.padEnd(width)}  ${r.sends}`);
        return `${title}\n${lines.join('\n')}\n`;
    })
        .join('\n');
}
function totals({ requests, probes, withheld, landmarks, requirements }) {
    const scan = probes.reduce((sum, probe) => sum + probe.requests, 0);
    const kept = withheld.length === 0 ? '' : ` ${withheld.length} request classes wait for fixtures.`;
    return [
        `${requests} requests for ${requirements.length} requirements: ${scan} above, and ${requests - scan} that tell whether the ${landmarks.length} operations are there.`,
        `A failure adds the requests that repeat it and make it small.${kept}`,
        '',
    ].join('\n');
}
