/** Command lines of the kit as they are printed: they can be pasted into a shell as they are. */
import { word } from '../exchange/curl.ts';

/** `npx --no-install assay run SURFACE 'http://…'`: words in quotes if the shell needs them. */
export function commandLine(...words: readonly string[]): string {
  return ['npx --no-install assay', ...words.map(word)].join(' ');
}
