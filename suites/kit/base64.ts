/** Bytes in responses: clients must be able to decode them as base64. */

const PADDED = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** As base64, 24 bytes of any content have no such text. */
const HEX = /^[0-9a-fA-F]{32,}$/;

/** True for padded standard base64; an empty string is valid. Bytes in hex have its letters, and are not. */
export function isBase64(value: string): boolean {
  return PADDED.test(value) && !HEX.test(value);
}
