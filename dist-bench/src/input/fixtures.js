import { dirname, resolve } from 'node:path';
import { check } from './check.js';
import { runCommand } from './command.js';
import { InputError } from './error.js';
import { parseSource, readSource } from './source.js';
const COMMAND_LIMIT_MS = 60_000;
/**
 * Reads a fixtures file, YAML or JSON; a `command` in it is run and what it prints is appended.
 * Throws InputError.
 */
export async function readFixtures(path) {
    const source = await readSource(path);
    check(source, 'fixtures');
    const folder = dirname(resolve(path));
    return expand(source.value, { source, at: [], folder });
}
/** The fixtures of a checked document, with those that its command prints. Throws InputError. */
export async function expand(document, { source, at, folder }, limitMs = COMMAND_LIMIT_MS) {
    if (document.command === undefined)
        return joined(document, {});
    const fail = (problem) => source.error([...at, 'command'], problem);
    const result = await runCommand(document.command, folder, limitMs);
    if ('problem' in result)
        throw fail(result.problem);
    return joined(document, printed(result.stdout, document.command.join(' '), fail));
}
/** What a command printed, as a fixtures document. */
function printed(stdout, command, fail) {
    try {
        const source = parseSource('stdout', stdout);
        check(source, 'fixtures');
        const document = source.value;
        if (document.command === undefined)
            return document;
        throw source.error(['command'], 'a command cannot name another one. Print the fixtures.', true);
    }
    catch (error) {
        if (error instanceof InputError)
            throw fail(`${command}: what it prints is wrong: ${error.message}`);
        throw error;
    }
}
function joined(first, second) {
    const both = (a = [], b = []) => [...a, ...b];
    return {
        allocations: both(first.allocations, second.allocations),
        reassigning: both(first.reassigning, second.reassigning),
        choiceArguments: both(first.choiceArguments, second.choiceArguments),
    };
}
