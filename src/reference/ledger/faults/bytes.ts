/** Faults in how bytes are written. */
import { answeringJson } from '../fault.ts';
import { edited, type LedgerFault, of } from './tools.ts';

/** As databases show bytes. */
const inHex = (base64: unknown): string => {
  const hex = Buffer.from(String(base64), 'base64').toString('hex');
  return hex === '' ? '' : `\\x${hex}`;
};

interface Elsewhere {
  /** Other requirements that compare these bytes. */
  readonly alsoTrips?: readonly string[];
  readonly chapter: string;
  readonly says: string;
  readonly operationId: string;
  readonly path: string;
}

const IN_HEX: readonly Elsewhere[] = [
  {
    chapter: 'active-contracts',
    says: 'The blobs of active contracts are written in hex.',
    operationId: 'postV2StateActive-contracts',
    path: '*.contractEntry.*.createdEvent.createdEventBlob',
    alsoTrips: [of('updates', 'extras-as-in-active-contracts')],
  },
  {
    chapter: 'active-contracts-page',
    says: 'The blobs of a page of active contracts are written in hex.',
    operationId: 'getV2StateActive-contracts-page',
    path: 'activeContracts.*.contractEntry.*.createdEvent.createdEventBlob',
  },
  {
    chapter: 'contract-by-id',
    says: 'The blob of a contract that is looked up is written in hex.',
    operationId: 'postV2ContractsContract-by-id',
    path: 'createdEvent.createdEventBlob',
  },
  {
    chapter: 'generate-topology',
    says: 'Generated topology transactions are written in hex.',
    operationId: 'postV2PartiesExternalGenerate-topology',
    path: 'topologyTransactions.*',
  },
];

export const byteFaults: readonly LedgerFault[] = IN_HEX.map(
  ({ chapter, says, operationId, path, alsoTrips = [] }) => ({
    id: `${chapter}-bytes-in-hex`,
    says,
    caughtBy: of(chapter, 'bytes-are-base64'),
    alsoTrips,
    change: answeringJson(operationId, (json) => edited(json, path, inHex)),
  }),
);
