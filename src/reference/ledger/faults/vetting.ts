/** Faults in the filters of vetted packages, and in where and when a package is preferred. */
import { altering } from '../fault.ts';
import { type Json, listAt } from '../operators/json.ts';
import { VETTED } from '../operators/operations.ts';
import { type LedgerFault, table } from './table.ts';

const PACKAGES = 'packageMetadataFilter';
const TOPOLOGY = 'topologyStateFilter';
export const vettingFaults: readonly LedgerFault[] = table({
  'vetting-rows-chosen-by-package': {
    description: 'A filter on packages selects rows, which show all of their packages.',
    killedBy: 'ledger/package-vetting-list/package-id-filter-selects-packages',
    change: altering(VETTED, ({ handle }) => ({
      handle: async (call, ledger) => {
        const reply = await handle(call, ledger);
        const whole = listAt(reply.json, 'vettedPackages').map((row) => {
          const { participantId, synchronizerId } = row as Record<string, string>;
          return ledger.vetting.find(participantId ?? '', synchronizerId ?? '');
        });
        return { ...reply, json: { ...(reply.json as Json), vettedPackages: whole } };
      },
    })),
  },
  'filter-for-nothing-is-no-filter': {
    description: 'A filter of vetted packages that matches nothing counts as none.',
    killedBy:
      'ledger/package-vetting-list/{package-id-filter-selects-packages,topology-filter-selects-rows}',
    change: altering(VETTED, ({ handle }) => ({
      handle: async (call, ledger) => {
        const reply = await handle(call, ledger);
        if (listAt(reply.json, 'vettedPackages').length > 0) return reply;
        const body = { ...(call.body as Json), [PACKAGES]: undefined, [TOPOLOGY]: undefined };
        return handle({ ...call, body }, ledger);
      },
    })),
  },
});
