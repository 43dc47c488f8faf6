/** Own rules for programs. */
import type { Surface } from '../model/index.ts';

/**
 * The surface with the rules of a file, which is data and names no code. Rejects with InputError at the first mistake,
 * with file, line, the wrong name and the remedy.
 */
export async function withRulesFile<F extends object>(
  surface: Surface<F>,
  path: string,
): Promise<Surface<F>> {
  // Loaded on demand: most programs have no such file.
  return (await import('../surfaces/rules-files.ts')).withRulesFile(surface, path);
}
