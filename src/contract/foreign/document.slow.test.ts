/** A whole document of the ledger, as another server may have it. */
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { ledgerContract } from '../../../suites/ledger/contract.ts';
import { ledgerFromDocument } from '../../../suites/ledger/foreign-document.ts';
import { LEDGER_VERSIONS } from '../../../suites/ledger/versions.ts';
import type { Contract } from '../contract.ts';
import { diff } from '../diff.ts';

test.each(LEDGER_VERSIONS)(
  'our own document of %s, as printed, is the same contract',
  (version) => {
    const ours = ledgerContract(version);
    const theirs = ledgerFromDocument({
      bytes: Buffer.from(stringify(ours.document)),
      name: 'theirs.yaml',
    });
    const bare = ({ operations }: Contract): unknown =>
      operations.map(({ contract, request, requestContent, responses, ...rest }) => rest);
    // Members of a document from elsewhere carry no marks of deprecation.
    expect(diff(ours, theirs).filter(({ kind }) => kind !== 'deprecated')).toEqual([]);
    expect(bare(theirs)).toEqual(bare(ours));
  },
);
