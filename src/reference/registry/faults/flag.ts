/** Faults in the type of excludeDebugFields: values of other types that count as booleans. */
import { type Defect, reading, table } from '../fault.ts';
import type { Change } from '../steps.ts';

const flagAs = (coerce: (flag: unknown) => unknown): Change =>
  reading((body) =>
    'excludeDebugFields' in body
      ? { ...body, excludeDebugFields: coerce(body['excludeDebugFields']) }
      : body,
  );

export const flagFaults: readonly Defect[] = table({
  'flag-as-json-string': {
    description: 'The strings "true" and "false" count as booleans.',
    killedBy: 'registry/**/rejects-flag-type',
    change: flagAs((flag) => (flag === 'true' ? true : flag === 'false' ? false : flag)),
  },
  'flag-as-one': {
    description: 'The number 1 counts as true.',
    killedBy: 'registry/**/rejects-flag-type',
    change: flagAs((flag) => (flag === 1 ? true : flag)),
  },
  'flag-by-truthiness': {
    description: 'Any value of the flag counts as true or false.',
    killedBy: 'registry/**/rejects-flag-type',
    change: flagAs(Boolean),
  },
});
