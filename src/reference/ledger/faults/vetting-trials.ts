/** Faults in dry runs of changes of vetted packages, and in archives that are only validated. */
import { altering } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { isRecord } from '../operators/json.ts';
import { on, VET } from '../operators/operations.ts';
import { request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

/** The id of the package that a change names. */
const namedIn = (body: unknown): string =>
  /"packageId":"([^"]*)"/.exec(JSON.stringify(body))?.[1] ?? '';
const isNamed = (row: unknown, body: unknown): boolean =>
  isRecord(row) && row['packageId'] === namedIn(body);

export const vettingTrialFaults: readonly LedgerFault[] = table({
  'vetting-begins-anew': {
    description: 'A change of vetted packages removes all that it does not name.',
    killedBy: 'ledger/package-vetting-update/dry-run-keeps-other-packages',
    versions: EVERY_VERSION,
    allow: 'irreversible',
    change: respond(VET, 'newVettedPackages.packages', (list, { body }) =>
      (list as unknown[]).filter((one) => isNamed(one, body)),
    ),
  },
  'older-vetting-in-earnest': {
    description: 'A dry run at the older path makes the change.',
    killedBy: 'ledger/package-vetting-change/dry-run-changes-nothing',
    versions: EVERY_VERSION,
    allow: 'irreversible',
    change: request(on.vetByPost, '', edit.merge({ dryRun: false })),
  },
  'validation-uploads': {
    description: 'The validation of an archive uploads it.',
    killedBy: 'ledger/dars-validate/validation-uploads-nothing',
    versions: EVERY_VERSION,
    change: ({ routes, ...steps }, ledger) => {
      const upload = routes.find(({ operationId }) => operationId === on.uploadDar);
      return altering(on.validateDar, ({ handle }) => ({
        handle: async (call, at) => {
          const reply = await handle(call, at);
          await upload?.handle(call, at);
          return reply;
        },
      }))({ routes, ...steps }, ledger);
    },
  },
});
