/** Every fault against every requirement, line by line as it comes. */
import { prove } from '../prove.js';
import { startRegistry } from '../reference/registry.js';
import { some } from '../report/text.js';
import { run } from '../run.js';
/** Checks the honest server and then each fault, with the seeds 1 to n. */
export async function killMatrix(surfaces, faults, seeds, print) {
    const say = (text) => {
        if (print)
            process.stdout.write(`${text}\n`);
    };
    const honest = [];
    for (const surface of surfaces) {
        const one = await honestly(surface, seeds);
        honest.push(one);
        say(honestLine(one));
    }
    const rows = [];
    const width = Math.max(0, ...faults.map(({ id }) => id.length));
    for (const fault of faults) {
        const surface = surfaces.find(({ name }) => name === fault.surface);
        if (surface === undefined)
            continue;
        const proofs = [];
        for (let seed = 1; seed <= seeds; seed++)
            proofs.push(await prove(fault, surface, seed));
        const row = rowOf(fault, proofs);
        rows.push(row);
        say(line(row, width));
    }
    const caught = rows.filter((row) => row.caught).length;
    const stray = rows.filter((row) => row.stray.length > 0).length;
    const proved = caught === rows.length && stray === 0 && honest.every(({ others }) => others.length === 0);
    const requests = rows.reduce((sum, row) => sum + row.requests, 0);
    say(`\n${caught} of ${rows.length} faults caught, ${stray} with stray failures, ${requests.toLocaleString('en')} requests. ${proved ? 'The kit is proved.' : 'The kit is NOT proved.'}`);
    return { proved, seeds, honest, faults: rows };
}
async function honestly(surface, seeds) {
    const server = await startRegistry();
    const others = new Set();
    let passed = 0;
    try {
        for (let seed = 1; seed <= seeds; seed++) {
            const { url, fixtures } = server;
            const { report } = await run({ surface, url: new URL(url), fixtures, seed });
            const owed = report.verdicts.filter(({ level }) => level !== 'MAY');
            passed = owed.filter(({ outcome }) => outcome === 'passed').length;
            for (const v of owed)
                if (v.outcome !== 'passed')
                    others.add(told(v));
        }
    }
    finally {
        await server.close();
    }
    return { surface: surface.name, passed, others: [...others] };
}
function told({ requirement, outcome, reason }) {
    return `${requirement}: ${outcome}${reason ? ` (${reason})` : ''}`;
}
function honestLine({ surface, passed, others }) {
    const rest = others.map((text) => `\n    ${text}`).join('');
    return others.length === 0
        ? `✓ honest ${surface}: all ${passed} MUST and SHOULD requirements passed`
        : `✗ honest ${surface}: ${passed} passed, and these did not:${rest}`;
}
function rowOf({ id, says, caughtBy }, proofs) {
    const all = (names) => [
        ...new Set(proofs.flatMap(names)),
    ];
    const missed = proofs.flatMap(({ caught }, i) => (caught.length === 0 ? [i + 1] : []));
    return {
        fault: id,
        says,
        caughtBy,
        caught: missed.length === 0,
        by: all((p) => p.caught),
        alongside: all((p) => p.alongside),
        stray: all((p) => p.stray),
        missedWithSeeds: missed,
        requests: proofs.reduce((sum, p) => sum + p.requests, 0),
    };
}
function line(row, width) {
    const { fault, caught, caughtBy, by, stray, missedWithSeeds: seeds, requests } = row;
    const good = caught && stray.length === 0;
    const what = caught
        ? `caught by ${some(by, 1)}`
        : `MISSED with seed ${seeds.join(', ')} by ${caughtBy}`;
    const blame = stray.length > 0 ? `\n    STRAY ${stray.join(', ')}` : '';
    return `${good ? '✓' : '✗'} ${fault.padEnd(width)}  ${what}  (${requests.toLocaleString('en')} requests)${blame}`;
}
