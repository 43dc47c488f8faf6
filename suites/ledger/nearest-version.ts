/** Which contract a ledger is held to. */
import type { LedgerVersion } from './contract.ts';

/** A ledger announces its version in the member `version` of this response. */
export const VERSION_PATH = '/v2/version';

/** The contract of 3.4 is what this release and later ones promise. */
const FIRST_OF_3_4 = 12;

/** The version of the contract for a ledger that announces this version, and a note where the two differ. */
export function nearestVersion(announced: string): readonly [version: LedgerVersion, note: string] {
  const [, major = '', minor = '', patch = '0'] =
    /^v?(\d+)\.(\d+)(?!\d)(?:\.(\d+))?/.exec(announced) ?? [];
  const called = JSON.stringify(announced.slice(0, 60));
  if (major === '') {
    return ['3.5', `The ledger announces version ${called}, which is none; it is held to 3.5.`];
  }
  const order = Number(major) * 1000 + Number(minor);
  if (order === 3004 && Number(patch) < FIRST_OF_3_4) {
    const lacks = `operations and defaults that came with 3.4.${FIRST_OF_3_4} may be missing`;
    return ['3.4', `The ledger has version ${called}; ${lacks}, and count as broken.`];
  }
  if (order === 3004 || order === 3005) return [order === 3004 ? '3.4' : '3.5', ''];
  const [version, age] = order < 3004 ? (['3.4', 'older'] as const) : (['3.5', 'newer'] as const);
  return [
    version,
    `The ledger has version ${called}, ${age} than the contracts that are known here; it is held to ${version}.`,
  ];
}
