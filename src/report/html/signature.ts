/** The line of a certificate about its signature. The page is signed too, so it names the key before it is signed. */

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
  return page.replace(PLACE, (all, start: string, before: string, end: string) =>
    before === UNSIGNED || again ? `${start}${naming(keyId)}${end}` : all,
  );
}

/** The same page before it was signed; unchanged if what it says about its signature is not what `signedWith` writes. */
export function beforeSigning(page: string): string {
  return page.replace(PLACE, (all, start: string, line: string, end: string) => {
    const [keyId = ''] = /[0-9a-f]{64}/.exec(line) ?? [];
    return line === `${naming(keyId)}` ? `${start}${UNSIGNED}${end}` : all;
  });
}

const naming = (keyId: string): Html =>
  html`key <code>${keyId}</code>, in ${ATTESTATION}; check it with assay verify`;
