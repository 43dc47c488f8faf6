/** Bytes in responses: clients must be able to decode them as base64. */

const PADDED = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** As base64, 24 bytes of any content have no such text. */
const HEX = /^[0-9a-fA-F]{32,}$/;

/** True for padded standard base64; an empty string is valid. Bytes in hex have its letters, and are not. */
export function isBase64(value: string): boolean {
  return PADDED.test(value) && !HEX.test(value);
}

/** What is wrong with a text that has bytes in another form, in words; `undefined` if it is not known. */
export function flawOfBase64(value: string): string | undefined {
  if (value === '') return undefined;
  if (HEX.test(value)) return 'bytes in hex';
  const lines = value.split(/\r?\n/);
  if (lines.length > 1 && isBase64(lines.join('')))
    return `base64 with line breaks after ${lines[0]?.length} characters`;
  const bare = value.replace(/=+$/, '');
  if (!/^[A-Za-z0-9+/_-]+$/.test(bare) || bare.length % 4 === 1) return undefined;
  const isPadded = value.length % 4 === 0;
  if (/[_-]/.test(bare)) return `base64url${isPadded ? '' : ' without padding'}`;
  return isPadded ? undefined : 'base64 without padding';
}
