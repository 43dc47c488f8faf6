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
  readonly collateral?: readonly string[];
  readonly chapter: string;
  readonly description: string;
  readonly operationId: string;
  readonly path: string;
}

const IN_HEX: readonly Elsewhere[] = [
  {
    chapter: 'active-contracts',
    description: 'The blobs of active contracts are written in hex.',
    operationId: 'postV2StateActive-contracts',
    path: '*.contractEntry.*.createdEvent.createdEventBlob',
    collateral: [of('updates', 'extras-as-in-active-contracts')],
  },
  {
    chapter: 'active-contracts-page',
    description: 'The blobs of a page of active contracts are written in hex.',
    operationId: 'getV2StateActive-contracts-page',
    path: 'activeContracts.*.contractEntry.*.createdEvent.createdEventBlob',
  },
  {
    chapter: 'contract-by-id',
    description: 'The blob of a contract that is looked up is written in hex.',
    operationId: 'postV2ContractsContract-by-id',
    path: 'createdEvent.createdEventBlob',
  },
  {
    chapter: 'generate-topology',
    description: 'Generated topology transactions are written in hex.',
    operationId: 'postV2PartiesExternalGenerate-topology',
    path: 'topologyTransactions.*',
  },
];

export const byteFaults: readonly LedgerFault[] = IN_HEX.map(
  ({ chapter, description, operationId, path, collateral = [] }) => ({
    id: `${chapter}-bytes-in-hex`,
    description,
    killedBy: of(chapter, 'bytes-are-base64'),
    collateral,
    change: answeringJson(operationId, (json) => edited(json, path, inHex)),
  }),
);
