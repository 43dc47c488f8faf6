/** Faults in the type of excludeDebugFields: values of other types that count as booleans. */
import { type Defect, reading, table } from '../fault.ts';
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
export const flagFaults: readonly Defect[] = table({
  'flag-as-json-string | */rejects-flag-type | The strings "true" and "false" count as booleans.':
    flagAs((flag) => (flag === 'true' ? true : flag === 'false' ? false : flag)),
  'flag-as-word | */rejects-flag-type | The words "yes", "no", "on" and "off" count as booleans.':
    flagAs((flag) => WORDS.get(flag) ?? flag),
  'flag-as-one | */rejects-flag-type | The number 1 counts as true.': flagAs((flag) =>
    flag === 1 ? true : flag,
  ),
  'flag-as-zero | */rejects-flag-type | The number 0 counts as false.': flagAs((flag) =>
    flag === 0 ? false : flag,
  ),
  'flag-as-empty-list | */rejects-flag-type | An empty array or object counts as false.': flagAs(
    (flag) => (/^(\[\]|\{\})$/.test(JSON.stringify(flag)) ? false : flag),
  ),
  'flag-by-truthiness | */rejects-flag-type | Any value of the flag counts as true or false.':
    flagAs(Boolean),
  'bad-flag-ignored | */rejects-flag-type | A flag that is not a boolean counts as absent.': flagAs(
    (flag) => (typeof flag === 'boolean' ? flag : false),
  ),
});
