/** Lists whose elements have a key: each key is there once. */
import type { CompleteExchange, Operation, Probe } from '../../../src/index.ts';
import { type Law, requirementsOf } from '../../kit/law.ts';
import type { Area } from '../area.ts';
import { canonical, elements, member, repeated } from '../requests/members.ts';
import { sharedProbes } from '../requests/probes.ts';

interface Keyed {
  readonly operation: Operation;
  readonly clause: string;
  /** The member with the elements. */
  readonly list: string;
  /** The members that tell elements apart; none where elements are strings. */
  readonly key: readonly string[];
}

export const uniqueElements: Area = ({ operation }) =>
  requirementsOf(
    [UNIQUE],
    [
      {
        operation: operation('packages-list'),
        clause: 'packages-are-listed',
        list: 'packageIds',
        key: [],
      },
      {
        operation: operation('package-vetting-list'),
        clause: 'vetted-packages-are-listed',
        list: 'vettedPackages',
        key: ['synchronizerId', 'participantId'],
      },
      {
        operation: operation('connected-synchronizers'),
        clause: 'connected-synchronizers-are-listed',
        list: 'connectedSynchronizers',
        key: ['synchronizerAlias', 'synchronizerId'],
      },
    ],
    ({ operation: { name } }) => `ledger/${name}`,
  );

const UNIQUE: Law<Keyed> = {
  name: 'elements-are-unique',
  level: 'MUST',
  clause: ({ clause }) => clause,
  statement: 'Each element is in the list once.',
  cause: 'Several lists are joined, or an element is listed for each of its parts.',
  fix: 'Group the list by the key of its elements.',
  test: ({ operation, list, key }) => ({
    probes: [sharedProbes(operation)?.good as Probe],
    check: ({ response: { status, body } }: CompleteExchange) => {
      if (status !== 200) return undefined;
      const found = elements(body, list);
      const keys = found.map((one) =>
        key.length === 0 ? `${one}` : canonical(key.map((name) => member(one, name))),
      );
      return found.length === 0 ? 'inapplicable' : repeated(`/${list}`, keys);
    },
  }),
};
