/** The name of this package, and the words with which a user starts it: the one place to change when it is published. */

/** As in package.json. A name with a scope, such as `@scope/assay`, belongs to its publisher. */
export const PACKAGE = 'assay';

/** The command in messages; that of a program with surfaces of its own, once it has started. */
export let ASSAY: string = commandOf(PACKAGE);

/** Sets the command of this process. Texts that were built before keep the former one. */
export function setCommand(command: string): void {
  ASSAY = command;
}

/**
 * How a user starts the package of this name. Without a scope anyone could publish under the name: `--no-install` runs
 * only what is installed.
 */
export function commandOf(name: string): string {
  return name.startsWith('@') ? `npx ${name}` : `npx --no-install ${name}`;
}
