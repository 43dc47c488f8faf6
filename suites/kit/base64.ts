/** Bytes in responses: clients must be able to decode them as base64. */
import { describe, type Shown, worded } from '../../src/kit.ts';

const PADDED = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** As base64, 24 bytes of any content have no such text. */
const HEX = /^[0-9a-fA-F]{32,}$/;

/** True for padded standard base64; an empty string is valid. Bytes in hex have its letters, and are not. */
export function isBase64(value: string): boolean {
  return PADDED.test(value) && !HEX.test(value);
}

/** The form that a text has bytes in, or the value itself if its form is not known: what a rule found in place of another form. */
export function shownBytes(value: unknown): Shown {
  const form = typeof value === 'string' ? formOfBytes(value) : undefined;
  return form === undefined ? describe(value) : worded([form]);
}

function formOfBytes(text: string): string | undefined {
  if (HEX.test(text)) return 'bytes in hex';
  const [first = '', ...others] = text.split(/\r?\n/);
  if (others.length > 0 && isBase64([first, ...others].join('')))
    return `base64 with line breaks after ${first.length} characters`;
  const [, bare = '', padding = ''] = /^([A-Za-z0-9+/_-]{8,}?)(={0,2})$/.exec(text) ?? [];
  if (bare === '' || bare.length % 4 === 1 || (/[+/]/.test(bare) && /[_-]/.test(bare)))
    return undefined;
  const isStandard = /[+/]/.test(bare);
  const isPadded = padding !== '';
  // Without special letters and padding nothing tells the alphabets apart.
  if (!isStandard && !isPadded && !/[_-]/.test(bare)) return undefined;
  const needsNone = bare.length % 4 === 0;
  const name = /[_-]/.test(bare) ? 'base64url' : 'base64';
  return needsNone ? name : `${name} ${isPadded ? 'with' : 'without'} padding`;
}
