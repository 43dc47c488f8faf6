/** Command lines of the kit in output: they can be pasted into a shell. */
import { word } from '../exchange/curl.ts';

/** `npx --no-install assay run SURFACE 'http://…'`: words in quotes if the shell needs them. */
export function commandLine(...words: readonly string[]): string {
  return ['npx --no-install assay', ...words.map(word)].join(' ');
}
