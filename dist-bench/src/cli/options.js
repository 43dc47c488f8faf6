/** The options that commands share, and how their values are read. */
import { Option } from 'commander';
import { InputError } from '../input/error.js';
export function addSelection(command) {
    return command
        .optionsGroup('What is tested:')
        .option('--only <glob>', "requirements by id, such as 'registry/withdraw/*'; again or with commas for more", collected)
        .addOption(new Option('--level <level>', 'the weakest level that is still tested').choices([
        'MUST',
        'SHOULD',
        'MAY',
    ]))
        .option('--seed <n>', 'the number that all values follow from; the report names it', integer('--seed', -(2 ** 31), 2 ** 31 - 1))
        .option('--runs <n>', 'how thorough: cases of a full request class (default: 40)', integer('--runs', 1, 1_000_000));
}
export function addTarget(command) {
    return command
        .optionsGroup('The target:')
        .option('-F, --fixtures <file>', 'what only its operator knows: live ids, good arguments (YAML)')
        .option('--rate <n/s>', 'requests at most, such as 2/s or 120/m (default: 1.5/s; local: no limit)')
        .option('--config <file>', 'settings of a run (default: assay.yaml of this folder, if there)');
}
export function addView(command) {
    return command
        .optionsGroup('What is shown:')
        .option('-q, --quiet', 'print the result and nothing else')
        .option('--no-color', 'plain text; so does the environment variable NO_COLOR');
}
/** Reads a whole number. The parser throws InputError. */
export function integer(name, least, most) {
    return (text) => {
        const value = Number(text);
        if (/^[+-]?\d+$/.test(text) && value >= least && value <= most)
            return value;
        const remedy = `Write a whole number from ${least} to ${most}.`;
        throw new InputError(`${name}: ${JSON.stringify(text)} is not such a number. ${remedy}`);
    };
}
/** An option that may be given more than once. */
export function collected(text, before = []) {
    return [...before, text];
}
/** The members that are there; types with exact optional members want nothing else. */
export function defined(members) {
    const there = Object.entries(members).filter(([, value]) => value !== undefined);
    return Object.fromEntries(there);
}
/** True when a stream wants colour. */
export function colourOf(flags, stream) {
    const wanted = flags.color && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';
    return wanted && stream.isTTY === true;
}
