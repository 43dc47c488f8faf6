/** The witnesses of an exercise also witness its consequences. */
import type { CompleteExchange, Finding } from '../../../src/kit.ts';
import { finding } from '../../../src/kit.ts';
import { strings } from '../../kit/json.ts';
import { noOther } from '../../kit/judges.ts';
import type { Check } from '../../kit/law.ts';
import { stakeholdersOf } from '../requests/members.ts';
import { eachTransaction, eventsIn, type ShownEvent } from '../responses/shown-updates.ts';
import { partiesOf } from './change-witnesses.ts';

export const consequencesAreWitnessed: Check = (exchange) =>
  eachTransaction((update) => {
    const events = eventsIn(update);
    const pairs = events.flatMap((event) => {
      const causes = events.filter((one) => causedBy(one, event));
      return causes.length > 0 || event.kind === 'CreatedEvent' ? [[event, causes] as const] : [];
    });
    if (pairs.length === 0) return undefined;
    return pairs.flatMap(([event, causes]) => ofOne(exchange, event, causes)).slice(0, 1);
  })(exchange);

function causedBy({ kind, value }: ShownEvent, event: ShownEvent): boolean {
  const [id, last, own] = [value['nodeId'], value['lastDescendantNodeId'], event.value['nodeId']];
  return kind === 'ExercisedEvent' && Number(own) > Number(id) && Number(own) <= Number(last);
}

function ofOne(
  exchange: CompleteExchange,
  { kind, value }: ShownEvent,
  causes: readonly ShownEvent[],
): readonly Finding[] {
  const at = `/witnessParties of the event with node id ${value['nodeId']}`;
  const witnesses = strings(value, 'witnessParties');
  const above = causes.flatMap((cause) => strings(cause.value, 'witnessParties'));
  const lost = above.find((party) => !witnesses.includes(party));
  if (lost !== undefined) return [finding(at, lost, witnesses.join(', ') || 'none')];
  // Filters hide causes; a choice has observers that no event names.
  if (kind !== 'CreatedEvent' || partiesOf(exchange) === undefined) return [];
  const entitled = [...stakeholdersOf(value), ...above];
  const other = witnesses.find((party) => !entitled.includes(party));
  return noOther(other, at, 'stakeholders, and witnesses of the exercises above it');
}
