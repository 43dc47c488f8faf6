/** Faults in the effect of excludeDebugFields. */
import type { DisclosedContract } from '../contracts.ts';
import { contextOf, type Defect, respondingContracts, table, withFlag } from '../fault.ts';
import type { Document } from '../model.ts';
import type { Call, Change } from '../steps.ts';

/** Edits each contract of a response to the flag true; the edit also gets the contract with its debug members. */
const underFlag =
  (edit: (lean: DisclosedContract, full: DisclosedContract, index: number) => unknown): Change =>
  (conforming, model) => {
    const full = (call: Call): readonly DisclosedContract[] =>
      contextOf(conforming.respond({ ...call, excludeDebugFields: false }) as Document)
        .disclosedContracts;
    return respondingContracts((lean, index, call) =>
      call.excludeDebugFields ? edit(lean, full(call)[index] ?? lean, index) : lean,
    )(conforming, model);
  };

export const debugFaults: readonly Defect[] = table({
  'flag-ignored': {
    description: 'The server ignores excludeDebugFields.',
    killedBy: 'registry/**/debug-fields-omitted',
    change: withFlag(() => false),
  },
  'flag-ignored-by-factory': {
    description: 'Only factories ignore excludeDebugFields.',
    killedBy: 'registry/*/*-factory/debug-fields-omitted',
    change: withFlag(
      ({ operation, excludeDebugFields }) => excludeDebugFields && !operation.endsWith('-factory'),
    ),
  },
  'flag-ignored-with-meta': {
    description: 'The server ignores excludeDebugFields when meta has a key.',
    killedBy: 'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/debug-fields-omitted',
    change: withFlag(
      ({ meta, excludeDebugFields }) => excludeDebugFields && Object.keys(meta).length === 0,
    ),
  },
  'flag-default-true': {
    description: 'Without the flag the server omits the debug members.',
    killedBy: 'registry/**/flag-defaults-to-false',
    change: withFlag(
      ({ excludeDebugFields, incoming }) =>
        excludeDebugFields || !incoming.text.includes('excludeDebugFields'),
    ),
  },
  'debug-in-second-contract': {
    description: 'Under the flag the second disclosed contract keeps its debug members.',
    killedBy: 'registry/**/debug-fields-omitted',
    change: underFlag((lean, full, index) => (index === 1 ? full : lean)),
  },
});
