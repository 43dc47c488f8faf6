/** Lookups of users, rights, identity providers and parties: unknown and malformed ids, and what the lists show. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  type Fixtures,
  finding,
  follow,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
} from '../../../src/index.ts';
import { expectsRejection } from '../../answers.ts';
import { type Law, requirementsOf } from '../../kit/law.ts';
import { type Area, named } from '../area.ts';
import { difference } from '../requests/alike.ts';
import { isScratch, pageOf } from '../requests/formats.ts';
import { repeated } from '../requests/members.ts';
import { each, sharedProbes } from '../requests/probes.ts';
import { accepted, all, listIn, sequence, textIn, within } from '../requests/sequences.ts';
import { expectsError } from './errors.ts';
import { CONFIG, CONFIGS } from './scratch.ts';

interface Lookup {
  readonly operation: Operation;
  readonly clause: string;
  /** Ids with characters that no id has. */
  readonly malformed?: Probe;
  /** The code of an unknown id; none where the response is an empty list. */
  readonly unknown?: string;
}

/** How an id is wrong: the probe that sends it, and the rejection. */
interface RejectedId extends Omit<Law<Lookup>, 'test' | 'statement'> {
  readonly statement: string;
  readonly probe: (lookup: Lookup) => Probe | undefined;
  readonly expected: (lookup: Lookup) => readonly [400 | 404, string];
}

/** The rejection itself, and the status and code that it carries. */
function lawsOf({ probe, expected, ...row }: RejectedId): readonly Law<Lookup>[] {
  const judged = (lookup: Lookup, check: (exchange: CompleteExchange) => CheckResult) => {
    const sent = probe(lookup);
    return sent && { probes: [sent], check };
  };
  const { except: _except, ...common } = row;
  return [
    {
      ...row,
      name: `rejects-${row.name}`,
      test: (lookup) =>
        judged(lookup, ({ response }) =>
          expectsRejection(response.status, expected(lookup).join(' ')),
        ),
    },
    {
      ...common,
      name: `${row.name}-error`,
      level: 'SHOULD',
      clause: 'refusals-name-their-reason',
      statement: 'The rejection has the status and the code of its reason.',
      test: (lookup) =>
        judged(lookup, (exchange) => {
          const { status } = exchange.response;
          return status < 400 || status >= 500
            ? undefined
            : expectsError(exchange, ...expected(lookup));
        }),
    },
  ];
}

const rejectedIds: readonly RejectedId[] = [
  {
    name: 'unknown-resource',
    level: 'MUST',
    clause: ({ clause }) => clause,
    statement: 'The lookup of an unknown id is rejected.',
    cause: 'A missing resource is shown as an empty one, or as 200 and null.',
    fix: 'Respond with 404 and the code of the resource, such as USER_NOT_FOUND.',
    appliesTo: ({ unknown }) => unknown !== undefined,
    probe: ({ operation }) => sharedProbes(operation)?.unknown,
    expected: ({ unknown = '' }) => [404, unknown],
  },
  {
    name: 'malformed-id',
    level: 'MUST',
    except: ({ unknown }) =>
      unknown === undefined
        ? { level: 'SHOULD', reason: 'the response to an unknown party is an empty list' }
        : undefined,
    clause: ({ clause }) => clause,
    statement: 'The lookup of an id with characters that no id has is rejected.',
    cause: 'The id is looked up without a check, and is not found.',
    fix: 'Check the characters of the id first; respond with 400 INVALID_ARGUMENT.',
    appliesTo: ({ malformed }) => malformed !== undefined,
    probe: ({ malformed }) => malformed,
    expected: () => [400, 'INVALID_ARGUMENT'],
  },
];

/** The members that the document names: another one may be in one of the two responses only. */
function documented({ contract }: Operation, member: string, value: unknown): unknown {
  const schema = member === CONFIG ? 'IdentityProviderConfig' : 'User';
  const { properties } = follow(contract.document, `#/components/schemas/${schema}`) as {
    properties: Readonly<Record<string, unknown>>;
  };
  const members = Object.entries((value ?? {}) as Record<string, unknown>);
  return Object.fromEntries(members.filter(([name]) => name in properties));
}

/** Requirements on lookups, and on the lists that they belong to. */
export const lookups: Area = (ledger) => {
  const at = (name: string): Operation => ledger.operation(name);
  const malformed = (operation: Operation, parameter: string, ...ids: string[]): Probe => ({
    operation,
    id: named(operation, 'malformed-id'),
    sends: 'ids with characters that no id has',
    wrong: 'identifier',
    weight: 0,
    caseGroups: () =>
      each(
        ids.map((id) => call(operation, { path: { [parameter]: id } })),
        'id',
      ),
  });
  const ofUser = (name: string, clause: string): Lookup => ({
    operation: at(name),
    clause,
    unknown: 'USER_NOT_FOUND',
    malformed: malformed(at(name), 'user-id', 'assay*user', 'assay{user}'),
  });
  const subjects: readonly Lookup[] = [
    ofUser('user', 'user-is-returned'),
    ofUser('user-rights', 'user-rights-are-listed'),
    {
      operation: at('identity-provider'),
      clause: 'identity-provider-is-returned',
      unknown: 'IDP_CONFIG_NOT_FOUND',
    },
    {
      operation: at('party'),
      clause: 'only-known-parties-have-details',
      malformed: malformed(at('party'), 'party', 'assay*nobody::1220aa', 'assay{nobody}'),
    },
  ];
  const laws = rejectedIds.flatMap(lawsOf);
  return [
    ...requirementsOf(laws, subjects, ({ operation }) => `ledger/${operation.name}`),
    readsAsListed({
      operation: at('users-list'),
      name: 'listed-users',
      lookup: at('user'),
      parameter: 'user-id',
      clause: 'user-is-returned',
      members: ['users', 'id', 'user'],
      query: (f) => ({ pageSize: pageOf(f, 'maxUsersPageSize', 20) }),
      picks: ['first', 'last'],
    }),
    readsAsListed({
      operation: at('identity-providers-list'),
      name: 'listed-providers',
      lookup: at('identity-provider'),
      parameter: 'idp-id',
      clause: 'identity-provider-is-returned',
      members: [CONFIGS, 'identityProviderId', CONFIG],
      query: () => ({}),
      picks: ['first'],
      notApplicableWhen: ({ identityProviders: known, caller }) =>
        known.length === 0 && caller.length > 0 ? 'the ledger has no identity provider' : undefined,
    }),
    ...eachOnce(at('user-rights'), 'user-rights-are-listed', 'rights', (right) =>
      JSON.stringify(right),
    ),
    ...eachOnce(
      at('identity-providers-list'),
      'identity-providers-are-listed',
      CONFIGS,
      (config) => textIn(config, 'identityProviderId') ?? '',
    ),
  ];
};

interface Listed {
  readonly operation: Operation;
  readonly name: string;
  readonly lookup: Operation;
  readonly parameter: string;
  readonly clause: string;
  /** The member that holds the list, the key of its elements, and the member that holds one of them. */
  readonly members: readonly [string, string, string];
  readonly query: (fixtures: Fixtures) => Readonly<Record<string, number>>;
  readonly picks: readonly ('first' | 'last')[];
  readonly notApplicableWhen?: NonNullable<Probe['notApplicableWhen']>;
}

/** Elements of a list, looked up by their keys. */
function readsAsListed({ operation, lookup, parameter, clause, ...listed }: Listed): Requirement {
  const { name, members, query, picks, notApplicableWhen } = listed;
  const [list, key, member] = members;
  // Other probes are about to remove the others.
  const lasting = (body: unknown): readonly unknown[] =>
    listIn(body, list).filter((one) => !isScratch(textIn(one, key)));
  const pick = (body: unknown, which: 'first' | 'last'): unknown =>
    which === 'first' ? lasting(body)[0] : lasting(body).slice(1).at(-1);
  const look = (one: unknown): Call | undefined => {
    const id = textIn(one, key);
    return id === undefined ? undefined : call(lookup, { path: { [parameter]: id } });
  };
  const both = sequence<'list' | 'first' | 'last'>(operation, {
    name,
    sends: 'the list, and lookups of its elements',
    ...(notApplicableWhen && { notApplicableWhen }),
    steps: (fixtures) => {
      const looked = picks.map((which) => [
        which,
        ({ list: body }: Readonly<Record<string, unknown>>) => look(pick(body, which)),
      ]);
      return { list: call(operation, { query: query(fixtures) }), ...Object.fromEntries(looked) };
    },
  });
  return both.expects({
    name: 'read-as-listed',
    clause,
    statement: 'The lookup of a listed element shows the same data as the list.',
    cause: 'List and lookup have separate encoders, or the lookup reads a cache.',
    fix: 'Encode the elements by one function, from one store.',
    given: ['list'],
    judge: (at) => {
      const compared = picks.map((which) => {
        const expected = pick(at.list.response.body, which);
        if (expected === undefined && which === 'last') return undefined;
        const { response } = at[which];
        if (response.status === 404)
          return [finding('status', `200 for ${textIn(expected, key)}`, '404')];
        return accepted(at[which])
          ? difference(
              documented(lookup, member, expected),
              documented(lookup, member, within(response.body, member)),
            )
          : undefined;
      });
      return all(...compared);
    },
  });
}

/** A list of rights or identity providers is a set. */
function eachOnce(
  operation: Operation,
  clause: string,
  list: string,
  idOf: (element: unknown) => string,
): Requirement[] {
  const good = sharedProbes(operation)?.good;
  if (good === undefined) return [];
  return [
    requirement({
      id: `ledger/${operation.name}/lists-each-once`,
      level: 'MUST',
      clause,
      statement: 'The list has each element once.',
      cause: 'A join repeats rows, or elements are appended without a check.',
      fix: 'Keep the elements as a set.',
      probes: [good],
      check: ({ response }) =>
        response.status === 200
          ? [...repeated(`/${list}`, listIn(response.body, list).map(idOf))]
          : undefined,
    }),
  ];
}
