/** Faults in the type of excludeDebugFields: values that are no booleans and are taken for some. */
import { type Defect, everywhere, reading } from '../fault.ts';
import type { Change } from '../steps.ts';

const flagAs = (coerce: (flag: unknown) => unknown): Change =>
  reading((body) =>
    'excludeDebugFields' in body
      ? { ...body, excludeDebugFields: coerce(body['excludeDebugFields']) }
      : body,
  );

const WORDS = new Map<unknown, boolean>([
  ['yes', true],
  ['on', true],
  ['no', false],
  ['off', false],
]);

const killedBy = everywhere('flag-type-refused');

export const flagFaults: readonly Defect[] = [
  {
    id: 'flag-as-json-string',
    description: 'The strings "true" and "false" are taken for booleans.',
    killedBy,
    change: flagAs((flag) => (flag === 'true' ? true : flag === 'false' ? false : flag)),
  },
  {
    id: 'flag-as-word',
    description: 'The words "yes", "no", "on" and "off" are taken for booleans.',
    killedBy,
    change: flagAs((flag) => WORDS.get(flag) ?? flag),
  },
  {
    id: 'flag-as-one',
    description: 'The number 1 is taken for true.',
    killedBy,
    change: flagAs((flag) => (flag === 1 ? true : flag)),
  },
  {
    id: 'flag-as-zero',
    description: 'The number 0 is taken for false.',
    killedBy,
    change: flagAs((flag) => (flag === 0 ? false : flag)),
  },
  {
    id: 'flag-as-empty-list',
    description: 'An empty array or object is taken for false.',
    killedBy,
    change: flagAs((flag) => (/^(\[\]|\{\})$/.test(JSON.stringify(flag)) ? false : flag)),
  },
  {
    id: 'flag-by-truthiness',
    description: 'Any value of the flag is taken for true or false.',
    killedBy,
    change: flagAs(Boolean),
  },
  {
    id: 'bad-flag-ignored',
    description: 'A flag that is no boolean is treated as absent.',
    killedBy,
    change: flagAs((flag) => (typeof flag === 'boolean' ? flag : false)),
  },
];
