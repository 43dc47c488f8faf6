/** Every operation on the history of the ledger. */
import { COMMANDS } from './commands/commands.ts';
import { CONTRACT_BY_ID } from './contracts/contracts.ts';
import { EVENTS_BY_CONTRACT_ID } from './events.ts';
import { INTERACTIVE } from './interactive/interactive.ts';
import type { Route } from './route.ts';
import { ACTIVE } from './state/active.ts';
import { STATE } from './state/state.ts';
import { LOOK_UPS } from './updates/lookup.ts';
import { UPDATES_PAGE } from './updates/page.ts';
import { UPDATES } from './updates/updates.ts';

/** The routes of updates, state, events, contracts, commands and interactive submissions. */
export function ledgerRoutes(): readonly Route[] {
  return [
    ...COMMANDS,
    ...INTERACTIVE,
    ...UPDATES,
    ...LOOK_UPS,
    UPDATES_PAGE,
    ...STATE,
    ...ACTIVE,
    EVENTS_BY_CONTRACT_ID,
    CONTRACT_BY_ID,
  ];
}
