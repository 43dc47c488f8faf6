/** Finds base URLs whose end repeats the start of the operations' paths. */
import type { Surface } from '../model/index.ts';

/** The part of the URL that paths repeat, and the URL before it. */
export interface Overlap {
  readonly repeated: string;
  readonly before: URL;
}

/** The longest overlap; `undefined` if there is none. */
export function overlapOf(
  url: URL,
  { operations }: Pick<Surface, 'operations'>,
): Overlap | undefined {
  const own = url.pathname.split('/').filter(Boolean);
  const beginnings = new Set(operations.flatMap(({ path }) => beginningsOf(path)));
  const repeated = own.map((_, i) => own.slice(i).join('/')).find((end) => beginnings.has(end));
  if (repeated === undefined) return undefined;
  const before = new URL(url);
  before.pathname = own.slice(0, own.length - repeated.split('/').length).join('/');
  return { repeated: `/${repeated}`, before };
}

/** `pets`, `pets/v1` of `/pets/v1/{id}`. */
function beginningsOf(path: string): readonly string[] {
  const [fixed = ''] = path.split('{', 1);
  const steps = fixed.split('/').filter(Boolean);
  return steps.map((_, i) => steps.slice(0, i + 1).join('/'));
}
