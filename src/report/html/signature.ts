/** The line of a certificate about its signature. The page is signed too, so it names the key before it is signed. */

import { ASSAY } from '../../model/package.ts';
import { ATTESTATION } from '../attest/bundle-files.ts';
import { type Html, html } from './text.ts';

const UNSIGNED = 'none';
const PLACE = /(<dd id="signature">)(.*?)(<\/dd>)/;

export function unsigned(): Html {
  return html`${UNSIGNED}`;
}

/**
 * The same page with the id of the key that signs it. A page that has no place for one, or that names a key already, is
 * unchanged; with `again`, the new key replaces that one.
 */
export function signedWith(page: string, keyId: string, again: boolean): string {
  const line = html`key <code>${keyId}</code>, in ${ATTESTATION}; check it with ${ASSAY} verify`;
  return page.replace(PLACE, (all, start: string, before: string, end: string) =>
    before === UNSIGNED || again ? `${start}${line}${end}` : all,
  );
}
