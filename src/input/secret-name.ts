/** Names of the variables and files that hold secrets, as messages show them. */

const NOT_SHOWN = '[not shown: it looks like the secret itself, and its name belongs here]';

/** The name of a variable or file; hidden if the secret may have been given instead of its name. */
export function shownName(name: string): string {
  return looksRandom(name) ? NOT_SHOWN : name;
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
