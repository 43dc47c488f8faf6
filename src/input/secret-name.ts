/** Files that hold secrets, and the names of files and variables that do, as messages show them. */
import { InputError } from './error.ts';
import { bytesOfFile, MAX_SECRET_BYTES } from './file.ts';

const NOT_SHOWN = '[hidden: this looks like the secret itself instead of its name]';

/** The name of a variable or file; hidden if the secret may have been given instead of its name. */
export function shownName(name: string): string {
  return looksRandom(name) ? NOT_SHOWN : name;
}

/** The text of a file with a secret. Throws InputError if it cannot be read. */
export async function secretIn(file: string): Promise<string> {
  try {
    return (await bytesOfFile(file, MAX_SECRET_BYTES)).toString();
  } catch (error) {
    // The secret itself may have been given instead of its file.
    throw new InputError((error as Error).message.replace(file, () => shownName(file)));
  }
}

/** The name to write in an example. */
export function exampleName(name: string): string {
  return looksRandom(name) ? 'NAME' : name;
}

/** True if a word of the text is long and has digits or both cases: tokens and keys have such words. */
function looksRandom(text: string): boolean {
  return text.split(/[^A-Za-z\d]+/).some((word) => {
    const hasBothCases = /[a-z]/.test(word) && /[A-Z]/.test(word);
    return (word.length >= 12 && /\d/.test(word)) || (word.length >= 16 && hasBothCases);
  });
}
