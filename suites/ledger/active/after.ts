/** What is active at the offset of a submission, whatever others do meanwhile. */
import type { Call, CompleteExchange, Fixtures } from '../../../src/index.ts';
import type { Ledger } from '../area.ts';
import { actors } from '../commands/submissions.ts';
import { eventsOf, eventsOfTemplates, listed } from '../requests/formats.ts';
import { entriesIn } from './entries.ts';

/** The active contracts of those who act in the declared command, of one template or of all. */
export function activeAt(
  ledger: Ledger,
  fixtures: Fixtures,
  activeAtOffset: unknown,
  template?: string,
): Call | undefined {
  if (typeof activeAtOffset !== 'number') return undefined;
  const parties = actors(fixtures);
  const eventFormat =
    template === undefined ? eventsOf(parties) : eventsOfTemplates(parties, [template]);
  return listed(ledger.operation('active-contracts'), fixtures, { activeAtOffset, eventFormat });
}

/** True where a list shows the contract as active, on that synchronizer where one is named. */
export function isActive(
  list: CompleteExchange,
  contractId: unknown,
  synchronizerId?: unknown,
): boolean {
  const entries = entriesIn(list) ?? [];
  return entries.some(
    (one) =>
      one.active &&
      one.contractId === contractId &&
      (synchronizerId === undefined || one.synchronizerId === synchronizerId),
  );
}
