/** What a rules file can use of any surface: its fixtures, and the plainest request that it knows of an operation. */
import {
  type Call,
  type CompleteExchange,
  type Contract,
  type Fixtures,
  fixturesOf,
  isEmpty,
  isObject,
  type JsonSchema,
  membersOf,
  needsOf,
  type Operation,
  type Probe,
  resolved,
  type Surface,
} from '../../../src/kit.ts';
import type { Api, ChapterKit } from '../chapters/kit.ts';
import { difference, member } from '../json.ts';
import { once } from '../once.ts';

/** How long a change may take to be visible: the delays before each repetition, in milliseconds. */
const DELAYS_MS = [500, 1500, 4000];

const none = (what: string) => (): never => {
  throw new Error(`this surface has no ${what}`);
};

/** The kit of a surface that has none of its own. */
export function chapterKitOf(surface: Surface): ChapterKit {
  const { name, presumed, exampleFixtures } = surface;
  return {
    name,
    clauseOf: () => undefined,
    example: fixturesOf(surface, { ...presumed, ...exampleFixtures }),
    goodOf: (operation) => goodOf(plainest(surface).get(operation)),
    codeFindings: () => [],
    codesClause: '',
    errorRule: '',
    holes: {},
    requests: () => ({}),
    words: () => ({}),
    sent: {},
    rowOf: none('rows'),
    reasons: {},
    bodyMember: ({ contract, request }, member) =>
      request === undefined ? undefined : membersOf(contract, request).get(member),
    checks: {},
    memberForms: {},
    lists: {
      against: none('lists'),
      selected: none('lists'),
      filtersOf: none('lists'),
      showing: none('lists'),
      same: none('lists'),
    },
    credentials: {},
    timed: (call) => call,
    until: (call, shows) =>
      retried(call, ({ response: { status, body } }) =>
        status === 200 ? shows(body) : status !== 404,
      ),
    untilGone: (call) => retried(call, ({ response: { status } }) => status !== 200),
    sameView: ({ request }, schema, expected, actual, { at }) => {
      const names = membersIn(request.operation.contract, schema);
      const view = (of: unknown): object =>
        Object.fromEntries(names.map((one) => [one, member(of, one)]));
      return difference(view(expected), view(actual), at);
    },
  };
}

const retried = (call: Call, holds: (exchange: CompleteExchange) => boolean): Call => ({
  ...call,
  retryUntil: { delaysMs: DELAYS_MS, holds },
});

/** For each operation the probe with a control that needs the fewest fixtures. */
const plainest = once((surface: Surface): ReadonlyMap<Operation, Probe> => {
  const found = new Map<Operation, Probe>();
  for (const probe of surface.requirements.flatMap(({ probes }) => probes)) {
    const known = found.get(probe.operation);
    if (probe.control === undefined) continue;
    if (known === undefined || needsOf(probe).length < needsOf(known).length)
      found.set(probe.operation, probe);
  }
  return found;
});

function goodOf(probe: Probe | undefined): ReturnType<ChapterKit['goodOf']> {
  const isMissing = (fixtures: Fixtures): boolean =>
    probe === undefined || needsOf(probe).some((name) => isEmpty(fixtures, name));
  return {
    control: (fixtures) => (isMissing(fixtures) ? undefined : probe?.control?.(fixtures)),
  };
}

/** The members of a schema of the document. Throws for a schema that it does not have. */
export function membersIn(contract: Contract, schema: string): readonly string[] {
  const schemas = member(contract.document, 'components', 'schemas');
  const found = isObject(schemas) ? (schemas[schema] as JsonSchema | undefined) : undefined;
  if (found === undefined) throw new Error(`the document has no schema ${schema}`);
  return Object.keys(Object(resolved(contract, found)['properties']));
}

/** The operations of a surface for its chapters. */
export function apiOf({ operations }: Pick<Surface, 'operations'>): Api {
  const byName = new Map(operations.map((one) => [one.name, one]));
  return {
    has: (name) => byName.has(name),
    operation: (name) => {
      const found = byName.get(name);
      if (found === undefined) throw new Error(`there is no operation ${name}`);
      return found;
    },
    isSince: () => true,
  };
}
