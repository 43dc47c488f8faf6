import { InputError } from '../input/error.js';
import { integer } from './options.js';
import { suggestion } from './problem.js';
export function addProve(program, finish) {
    program
        .command('prove [surface]')
        .description('check the kit itself: each deliberate fault is caught, and nothing else is blamed')
        .option('--list', 'only name the faults')
        .option('--fault <glob>', 'only these faults')
        .option('--seeds <n>', 'with so many seeds, counted from 1', integer('--seeds', 1, 1000), 1)
        .option('--json', 'as JSON')
        .action(async (name, flags) => {
        const { surfacesNamed } = await import('./surface.js');
        const surfaces = await surfacesNamed(name);
        const chosen = (await chosenFaults(flags.fault)).filter((fault) => surfaces.some((surface) => surface.name === fault.surface));
        if (flags.list)
            process.stdout.write(flags.json ? json(chosen.map(shown)) : listed(chosen));
        else {
            const { killMatrix } = await import('./kill-matrix.js');
            const matrix = await killMatrix(surfaces, chosen, flags.seeds, flags.json !== true);
            if (flags.json)
                process.stdout.write(json(matrix));
            finish(matrix.proved ? 0 : 1);
        }
    });
}
async function chosenFaults(glob) {
    const { faults } = await import('../prove.js');
    if (glob === undefined)
        return faults();
    const { default: picomatch } = await import('picomatch');
    const matches = glob === '' ? () => false : picomatch(glob);
    const found = faults().filter(({ id }) => matches(id));
    if (found.length > 0)
        return found;
    const ids = faults().map(({ id }) => id);
    throw new InputError(`--fault ${glob}: no fault is called so.${suggestion(glob, ids)} assay prove --list names all.`);
}
function shown({ id, surface, says, caughtBy, alsoTrips = [] }) {
    return { id, surface, says, caughtBy, alsoTrips };
}
function listed(faults) {
    const rows = faults.map((f) => `${f.id}\n    ${f.says}\n    caught by ${f.caughtBy}\n`);
    return `${rows.join('')}\n${faults.length} faults\n`;
}
function json(value) {
    return `${JSON.stringify(value, null, 2)}\n`;
}
