/**
 * The first version of each line of Node.js that has what Assay needs; `engines` of package.json states the same. All
 * versions after the last line have it too.
 */
const FIRST: readonly (readonly [major: number, minor: number])[] = [
  [20, 19],
  [22, 12],
  [24, 0],
];
const LAST = 24;

/** Why this version of Node.js cannot run Assay; `undefined` if it can. */
export function unfitNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > LAST || FIRST.some((one) => one[0] === major && one[1] <= minor)) return undefined;
  return `error: Assay needs Node.js 20.19, 22.12 or 24, or a later version of these release lines; this is ${version}. Install a supported version from https://nodejs.org, and try again.`;
}
