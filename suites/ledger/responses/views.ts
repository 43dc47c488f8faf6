/** Two views of one object agree in every member that the documents name in both. */
import type { CompleteExchange, Finding } from '../../../src/kit.ts';
import { difference, member } from '../../kit/json.ts';
import { sharedMembers } from '../requests/documented.ts';
import { withoutFailedViews } from './extras.ts';

/** The schema of one view, or those of two with the same names for the same members. */
type Schemas = string | readonly [string, string];

interface Differences {
  /** The place of the second view in its response. */
  readonly at?: string;
  /** Members that the documents allow to differ. */
  readonly except?: readonly string[];
}

/** The first shared member in which a view differs from another one. */
export function sameView(
  { request: { operation } }: CompleteExchange,
  schemas: Schemas,
  expected: unknown,
  actual: unknown,
  { at = '', except = [] }: Differences = {},
): Finding[] {
  const both = typeof schemas === 'string' ? ([schemas, schemas] as const) : schemas;
  const names = sharedMembers(operation.contract, both).filter((name) => !except.includes(name));
  const [one, other] = withoutFailedViews([expected, actual]).map((view) =>
    Object.fromEntries(names.map((name) => [name, member(view, name)])),
  );
  return difference(one, other, at);
}

/** A view between an earlier and a later one: others may change the element meanwhile, so that one of them is shown. */
export function viewOfEither(
  exchange: CompleteExchange,
  schemas: Schemas,
  [before, after]: readonly unknown[],
  actual: unknown,
  at: string,
): Finding[] | undefined {
  const found = sameView(exchange, schemas, before, actual, { at });
  if (found.length === 0 || sameView(exchange, schemas, before, after).length === 0) return found;
  return sameView(exchange, schemas, after, actual).length === 0 ? [] : undefined;
}
