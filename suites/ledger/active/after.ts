/** What is active at the offset of a submission, whatever others do meanwhile. */
import { type Call, type CompleteExchange, call, type Fixtures } from '../../../src/index.ts';
import type { Ledger } from '../area.ts';
import { actors } from '../commands/submissions.ts';
import { eventsOf, limitFor } from '../requests/formats.ts';
import { accepted } from '../requests/sequences.ts';
import { entriesOf, eventsOfTemplates } from './entries.ts';

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
  return call(ledger.operation('active-contracts'), {
    query: { limit: limitFor(fixtures) },
    json: { activeAtOffset, eventFormat },
  });
}

/** True where a list shows the contract as active, on that synchronizer where one is named. */
export function isActive(
  list: CompleteExchange,
  contractId: unknown,
  synchronizerId?: unknown,
): boolean {
  if (!accepted(list)) return false;
  return entriesOf(list.response.body).some(
    (one) =>
      one.active &&
      one.contractId === contractId &&
      (synchronizerId === undefined || one.synchronizerId === synchronizerId),
  );
}
