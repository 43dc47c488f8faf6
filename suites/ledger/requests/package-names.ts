/** Reads the packages of an archive without unpacking it. */

/** Archives name the files of their packages `name-version-<package id>.dalf`; zip archives do not compress names. */
export function packagesInside(base64: string): readonly string[] {
  const text = Buffer.from(base64, 'base64').toString('latin1');
  return [...new Set([...text.matchAll(/-([0-9a-f]{64})\.dalf/g)].map(([, id]) => id ?? ''))];
}
