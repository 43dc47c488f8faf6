/** A ledger contract from a foreign document: from a node, or from a release. */
import { type Contract, contractFromDocument, type DocumentSource } from '../../src/kit.ts';
import { ledgerContracts } from './contract.ts';

/** The path at which a node serves the document about itself. */
export const DOCUMENT_PATH = '/docs/openapi';

/** The contract of an OpenAPI document, with the id `ledger`. Throws DocumentError. */
export function ledgerFromDocument(source: DocumentSource): Contract {
  return contractFromDocument(source, {
    api: 'ledger JSON API',
    servedAt: DOCUMENT_PATH,
    contracts: ledgerContracts(),
  });
}
