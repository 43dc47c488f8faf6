/** Ids of contracts and parties, in the form of Daml ledgers. */
import * as fc from 'fast-check';
import { allOf } from '../../src/kit.ts';

const WORD = fc.integer({ min: 0, max: 0xffff_ffff });
const hex = (words: readonly number[]): string =>
  words.map((word) => word.toString(16).padStart(8, '0')).join('');

/** 64 hex digits without bias: fast-check would prefer zeros, and two hashes could be equal. */
const HASH = fc.noBias(fc.tuple(WORD, WORD, WORD, WORD, WORD, WORD, WORD, WORD)).map(hex);

/** A hash that does not shrink, so that different ids stay different. */
const IDENTITY = fc.noShrink(HASH);

/** A party's fingerprint: the multihash prefix of SHA-256 and a hash. */
const FINGERPRINT = IDENTITY.map((hash) => `1220${hash}`);

const CONTRACT_ID = fc
  .tuple(IDENTITY, fc.constantFrom('ca10', 'ca11', 'ca12'), HASH)
  .map(([discriminator, version, suffix]) => `00${discriminator}${version}1220${suffix}`);

const HINT = fc.constantFrom(
  'a',
  'bob',
  'alice',
  'registry',
  'venue-1',
  'Custody_Bank',
  'test-party-42',
);

const PARTY = fc.tuple(HINT, FINGERPRINT).map(([hint, fingerprint]) => `${hint}::${fingerprint}`);

/**
 * Well-formed contract ids (138 lower-case hex digits) that no server knows: they keep 256 random bits, even while
 * their suffix shrinks to zeros.
 */
export function contractIds(): fc.Arbitrary<string> {
  return CONTRACT_ID;
}

/** Well-formed contract ids of rare forms, which no server knows. */
export function rareContractIds(): readonly NamedIds[] {
  return [
    { label: 'of-minimum-length', arbitrary: IDENTITY.map((hash) => `00${hash}`) },
    {
      label: 'of-maximum-length',
      arbitrary: IDENTITY.map((hash) => `00${hash}${hash.repeat(3).slice(0, 188)}`),
    },
    { label: 'of-the-newer-version', arbitrary: CONTRACT_ID.map((id) => `01${id.slice(2)}`) },
  ];
}

/** Well-formed party ids, `<hint>::1220<64 hex>`. */
export function parties(): fc.Arbitrary<string> {
  return PARTY;
}

/** The most characters of the name in a party id; such an id has 255. */
const LONGEST_NAME = 185;

/** True for the id of a party. */
export function isParty(text: string): boolean {
  const [, name = ''] = /^(.+)::1220[0-9a-f]{64}$/.exec(text) ?? [];
  return name !== '' && name.length <= LONGEST_NAME;
}

/** The party with its name extended to the longest one. */
export function longName(party: string): string {
  const [name = '', fingerprint = ''] = party.split('::');
  return `${name.padEnd(LONGEST_NAME, '-assay')}::${fingerprint}`;
}

export interface NamedIds {
  readonly label: string;
  /** Not percent-encoded; well-formed Unicode, never empty, `.` or `..`. */
  readonly arbitrary: fc.Arbitrary<string>;
}

/** Texts that are not contract ids, by their defect. Encoded, all fit a URI below 2 kB. */
export function malformedIds(): readonly NamedIds[] {
  const one = (label: string, id: string): NamedIds => ({ label, arbitrary: fc.constant(id) });
  return [
    { label: 'not-hex', arbitrary: CONTRACT_ID.map((id) => `${id.slice(0, 40)}g${id.slice(41)}`) },
    { label: 'too-short', arbitrary: CONTRACT_ID.map((id) => id.slice(0, 64)) },
    one('only-its-version', '00'),
    { label: 'too-long', arbitrary: CONTRACT_ID.map((id) => id + id.repeat(4).slice(0, 462)) },
    {
      label: 'odd-characters',
      arbitrary: allOf([...' "\'<>{}|^`%+&=;,@$!*()[]:~éßЖ漢字🙂']).map((some) => some.join('')),
    },
    one('constructor', 'constructor'),
    one('prototype', '__proto__'),
    one('a-space', ' '),
    one('dot-first', '.a'),
    one('dot-last', 'a.'),
    one('dots', '...'),
  ];
}
