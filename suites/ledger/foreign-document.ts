/** A ledger contract from a document that is not ours: one that a node serves, or a release publishes. */
import { type Contract, contractFromDocument, type DocumentSource } from '../../src/kit.ts';
import { ledgerContracts } from './contract.ts';

/** The path at which a node serves the document about itself. */
export const DOCUMENT_PATH = '/docs/openapi';

/** The contract with the id `ledger` that an OpenAPI document makes. Throws DocumentError. */
export function ledgerFromDocument(source: DocumentSource): Contract {
  return contractFromDocument(source, {
    api: 'ledger JSON API',
    servedAt: DOCUMENT_PATH,
    contracts: ledgerContracts(),
  });
}
