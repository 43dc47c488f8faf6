import { InputError } from '../input/error.ts';
import type { Surface } from '../words.ts';
import { suggestion } from './problem.ts';

/** The surface with this name. Throws InputError for an unknown one. */
export async function surfaceNamed(name: string): Promise<Surface> {
  const { surfaces } = await import('../../suites/index.ts');
  const make = Object.hasOwn(surfaces, name) ? surfaces[name] : undefined;
  if (make !== undefined) return make();
  const known = suggestion(name, Object.keys(surfaces));
  throw new InputError(`there is no surface ${JSON.stringify(name)}.${known}`);
}

/** The surface with this name, or all. Throws InputError for an unknown one. */
export async function surfacesNamed(name: string | undefined): Promise<readonly Surface[]> {
  if (name !== undefined) return [await surfaceNamed(name)];
  const { surfaces } = await import('../../suites/index.ts');
  return Object.values(surfaces).map((make) => make());
}
