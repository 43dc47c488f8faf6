/** The contracts that a command discloses, as they are and with other ids. */
import type { Call } from '../../../src/kit.ts';
import { string } from '../../kit/json.ts';
import type { Bodies } from '../../kit/scenarios.ts';
import { ABSENT } from '../requests/formats.ts';
import { eventsNamed } from '../responses/shown-updates.ts';

/** Commands that disclose a contract with the blob of another one, by its id or its template. */
export function misdisclosed(
  madeBy: (bodies: Bodies) => readonly Disclosed[],
  submit: (bodies: Bodies, name: string, disclosed: readonly Disclosed[]) => Call,
) {
  const changed = (name: string, change: Partial<Disclosed>) => (bodies: Bodies) => {
    const made = madeBy(bodies);
    return made.length === 0
      ? undefined
      : submit(
          bodies,
          name,
          made.map((one) => ({ ...one, ...change })),
        );
  };
  return {
    otherId: changed('other-id', { contractId: ABSENT.contractId }),
    otherTemplate: changed('other-template', { templateId: `${ABSENT.packageId}:Main:Thing` }),
  };
}

export interface Disclosed {
  readonly templateId: string;
  readonly contractId: string;
  readonly createdEventBlob: string;
  readonly synchronizerId: string;
}

/** The contracts that a transaction creates, as a later command discloses them; none without their blobs. */
export function disclosedIn(transaction: unknown): readonly Disclosed[] {
  const synchronizerId = string(transaction, 'synchronizerId');
  return eventsNamed(transaction, 'CreatedEvent')
    .filter((event) => string(event, 'createdEventBlob') !== '')
    .map((event) => ({
      templateId: string(event, 'templateId'),
      contractId: string(event, 'contractId'),
      createdEventBlob: string(event, 'createdEventBlob'),
      synchronizerId,
    }));
}
