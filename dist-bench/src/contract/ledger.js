/** The contract of the ledger JSON API at either version; each version is read once per process. */
import { parse } from 'yaml';
import { bytesOf, contractOf } from './load.js';
import { applyOverlay } from './overlay.js';
export const LEDGER_VERSIONS = ['3.4', '3.5'];
const contracts = new Map();
/**
 * The ledger contract at this version, deeply frozen; the same object each time. 3.5 is the document of
 * 3.4 with the overlay applied, and its sha256 covers both files. Throws on an unknown version.
 */
export function ledgerContract(version) {
    const known = contracts.get(version);
    if (known !== undefined)
        return known;
    if (!LEDGER_VERSIONS.includes(version)) {
        throw new Error(`there is no ledger contract "${version}"; known are 3.4 and 3.5`);
    }
    const contract = version === '3.4' ? first() : second();
    contracts.set(version, contract);
    return contract;
}
function first() {
    const bytes = bytesOf('ledger/3.4.yaml');
    return contractOf('ledger', parse(bytes.toString()), [bytes]);
}
function second() {
    const bytes = bytesOf('ledger/3.5.overlay.yaml');
    const overlay = parse(bytes.toString());
    const before = ledgerContract('3.4').document;
    return contractOf('ledger', applyOverlay(before, overlay), [bytesOf('ledger/3.4.yaml'), bytes]);
}
