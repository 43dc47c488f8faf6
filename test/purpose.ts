/** A purpose by its text, for tests. */
import { type Purpose, purposeIn } from '../src/model/index.ts';

export function purpose(text: string): Purpose {
  const found = purposeIn(text);
  if (found === undefined) throw new Error(`${text}: is not the text of a purpose`);
  return found;
}
