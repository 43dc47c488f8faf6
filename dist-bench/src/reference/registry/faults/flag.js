/** Faults in the type of excludeDebugFields: values that are no booleans and are taken for some. */
import { everywhere, reading } from '../fault.js';
const flagAs = (coerce) => reading((body) => 'excludeDebugFields' in body
    ? { ...body, excludeDebugFields: coerce(body['excludeDebugFields']) }
    : body);
const WORDS = new Map([
    ['yes', true],
    ['on', true],
    ['no', false],
    ['off', false],
]);
const caughtBy = everywhere('flag-type-refused');
export const flagFaults = [
    {
        id: 'flag-as-json-string',
        says: 'The strings "true" and "false" are taken for booleans.',
        caughtBy,
        change: flagAs((flag) => (flag === 'true' ? true : flag === 'false' ? false : flag)),
    },
    {
        id: 'flag-as-word',
        says: 'The words "yes", "no", "on" and "off" are taken for booleans.',
        caughtBy,
        change: flagAs((flag) => WORDS.get(flag) ?? flag),
    },
    {
        id: 'flag-as-one',
        says: 'The number 1 is taken for true.',
        caughtBy,
        change: flagAs((flag) => (flag === 1 ? true : flag)),
    },
    {
        id: 'flag-as-zero',
        says: 'The number 0 is taken for false.',
        caughtBy,
        change: flagAs((flag) => (flag === 0 ? false : flag)),
    },
    {
        id: 'flag-as-empty-list',
        says: 'An empty array or object is taken for false.',
        caughtBy,
        change: flagAs((flag) => (/^(\[\]|\{\})$/.test(JSON.stringify(flag)) ? false : flag)),
    },
    {
        id: 'flag-by-truthiness',
        says: 'Any value of the flag is taken for true or false.',
        caughtBy,
        change: flagAs(Boolean),
    },
    {
        id: 'bad-flag-ignored',
        says: 'A flag that is no boolean is treated as absent.',
        caughtBy,
        change: flagAs((flag) => (typeof flag === 'boolean' ? flag : false)),
    },
];
