/** An HTTP Archive as one value in memory. */
import type { Archive } from '../run/archive.ts';
import { harBytes } from './har/bytes.ts';

export function plainArchive(har: object): Archive {
  return {
    chunks: () => [harBytes(har)],
    outline: () => har,
    toJSON: () => har,
    discard: () => undefined,
    lost: false,
    problem: undefined,
  };
}
