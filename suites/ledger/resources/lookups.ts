/** Lookups of users, rights, identity providers and parties, and what the lists show of the same elements. */
import type { Call, CompleteExchange, Fixtures, Operation, Probe } from '../../../src/kit.ts';
import { call, describe, statuses, worded, wrongStatus } from '../../../src/kit.ts';
import { canonical, elements, member, repeated, stringAt } from '../../kit/json.ts';
import { all, isAccepted, shownText, unless } from '../../kit/judges.ts';
import type { Law } from '../../kit/law.ts';
import { each, probe } from '../../kit/probes.ts';
import type { Rejected } from '../../kit/rejections.ts';
import type { Bodies } from '../../kit/scenarios.ts';
import { expects200 } from '../../kit/statuses.ts';
import type { Area, Ledger } from '../area.ts';
import { lawsOf, onAnyBody, rejectedBy, type Subject, scenario } from '../laws/forms.ts';
import { isScratch, pageOf } from '../requests/formats.ts';
import { ESCAPED_TWICE, idIn, inOtherCase } from '../requests/members.ts';
import { sharedProbes } from '../requests/probes.ts';
import { viewOfEither } from '../responses/views.ts';
import { rulesIn } from '../rules.ts';
import { PROVIDER, type ResourceKind, rowOf, USER } from './resource-kinds.ts';
import { CONFIGS } from './scratch.ts';

const rule = rulesIn('4.2-resources', 'resources/lookups.ts');

const UNKNOWN: Rejected<Subject> = rule('unknown-resource', {
  status: 404,
});

const MALFORMED: Rejected<Subject> = rule('malformed-id', {
  codes: ['INVALID_ARGUMENT'],
  except: ({ operation }: Subject) =>
    operation.name === 'party'
      ? { level: 'SHOULD' as const, reason: 'the response to an unknown party is an empty list' }
      : undefined,
});

/** Requirements on lookups, and on the lists that they belong to. */
export const lookups: Area = (ledger) => {
  const at = (name: string, clause: string) => ({ operation: ledger.operation(name), clause });
  const user = at('user', 'user-is-returned');
  const rights = at('user-rights', 'user-rights-are-listed');
  const provider = at('identity-provider', 'identity-provider-is-returned');
  const party = at('party', 'only-known-parties-have-details');
  const providers = at('identity-providers-list', 'identity-providers-are-listed');
  const unknown = (subject: Subject, code: string) =>
    rejectedBy({ ...UNKNOWN, codes: [code] }, subject, sharedProbes(subject.operation)?.unknown);
  const malformed = (subject: Subject, ...ids: readonly string[]) =>
    rejectedBy(MALFORMED, subject, malformedIds(subject.operation, ids));
  return [
    ...unknown(user, 'USER_NOT_FOUND'),
    ...malformed(user, 'assay*user', 'assay{user}', ESCAPED_TWICE),
    ...unknown(rights, 'USER_NOT_FOUND'),
    ...malformed(rights, 'assay*user', 'assay{user}', ESCAPED_TWICE),
    ...unknown(provider, 'IDP_CONFIG_NOT_FOUND'),
    ...malformed(party, 'assay*unknown::1220aa', 'assay{unknown}', `${ESCAPED_TWICE}::1220aa`),
    ...readsAsListed(ledger, {
      name: 'listed-users',
      kind: USER,
      lookup: user,
      query: (f) => ({ pageSize: pageOf(f, 'maxUsersPageSize', 20) }),
      picks: ['first', 'last'],
    }),
    ...readsAsListed(ledger, {
      name: 'listed-providers',
      kind: PROVIDER,
      lookup: provider,
      query: () => ({}),
      picks: ['first'],
      notApplicableWhen: ({ identityProviders: known, caller }) =>
        known.length === 0 && caller.length > 0 ? 'the ledger has no identity provider' : undefined,
    }),
    ...lawsOf(
      [LISTS_ONCE],
      { ...rights, list: 'rights', key: [] },
      { ...providers, list: CONFIGS, key: ['identityProviderId'] },
    ),
  ];
};

function malformedIds(operation: Operation, ids: readonly string[]): Probe {
  const [parameter = ''] = operation.pathParameters;
  const calls = ids.map((id) => call(operation, { path: { [parameter]: id } }));
  return probe(operation, 'malformed-id', {
    sends: 'ids with characters that no id has',
    wrong: 'identifier',
    caseGroups: () => each(calls, 'id'),
  });
}

interface Listed {
  readonly name: string;
  readonly kind: ResourceKind;
  readonly lookup: Subject & { readonly clause: string };
  readonly query: (fixtures: Fixtures) => Readonly<Record<string, number>>;
  readonly picks: readonly ('first' | 'last')[];
  readonly notApplicableWhen?: NonNullable<Probe['notApplicableWhen']>;
}

/** Ids that a router or a store may treat like that of the first element. */
const SIMILAR = ['suffixed', 'otherCase'] as const;

/** The id with its first character percent-encoded. */
const withEscape = (id: string): string =>
  `%${Buffer.from(id.slice(0, 1)).toString('hex')}${encodeURIComponent(id.slice(1))}`;

type Step = 'list' | 'first' | 'last' | 'again' | 'escaped' | (typeof SIMILAR)[number];

/** Elements of a list, looked up by their keys. */
function readsAsListed(ledger: Ledger, { kind, lookup, query, picks, ...rest }: Listed) {
  const { list, key, member: one, schema, places } = kind;
  const operation = ledger.operation(places.list[0]);
  const { operation: look, clause } = lookup;
  const [parameter = ''] = look.pathParameters;
  const pick = (body: unknown, which: 'first' | 'last'): unknown => {
    // Other probes will soon remove scratch resources.
    const lasting = elements(body, list).filter((row) => !isScratch(stringAt(row, key)));
    return which === 'first' ? lasting[0] : lasting.slice(1).at(-1);
  };
  const picked =
    (which: 'first' | 'last', named = (id: string) => id, isEscaped = false) =>
    ({ list: body }: Bodies): Call | undefined => {
      const id = stringAt(pick(body, which), key);
      if (id === undefined) return undefined;
      return call(look, { [isEscaped ? 'encoded' : 'path']: { [parameter]: named(id) } });
    };
  return scenario<Step>(operation, {
    ...rest,
    clause,
    sends:
      'the list, and lookups of its elements, by an id with an escape, and by ids that are nearly theirs',
    steps: (fixtures) => ({
      list: call(operation, { query: query(fixtures) }),
      ...Object.fromEntries(picks.map((which) => [which, picked(which)])),
      again: call(operation, { query: query(fixtures) }),
      escaped: picked('first', withEscape, true),
      suffixed: picked('first', (id) => `${id}.json`),
      otherCase: picked('first', inOtherCase),
    }),
  }).rules(
    rule('similar-ids-differ', {
      given: ['list'],
      judge: SIMILAR.map((step) => (at: Record<Step, CompleteExchange>) => {
        if (!isAccepted(at[step]))
          return [400, 404].includes(at[step].response.status) ? [] : undefined;
        const found = shownText(at[step], one, key);
        const asked = idIn(at[step]);
        return unless(found === asked, `/${one}/${key}`, asked, describe(found));
      }),
    }),
    rule('escapes-are-decoded', {
      given: ['list', 'first'],
      judge: ({ escaped }) => expects200(escaped.response.status, true),
    }),
    rule('read-as-listed', {
      given: ['list'],
      judge: (at) =>
        all(
          ...picks.map((which) => {
            const expected = pick(at.list.response.body, which);
            if (expected === undefined && which === 'last') return undefined;
            const last = rowOf(kind, at.again.response.body, stringAt(expected, key));
            const { status, body } = at[which].response;
            if (status === 404)
              return last === undefined
                ? undefined
                : [wrongStatus(worded`${statuses(200)} for ${stringAt(expected, key)}`, 404)];
            return status === 200
              ? viewOfEither(at[which], schema, [expected, last], member(body, one), `/${one}`)
              : undefined;
          }),
        ),
    }),
  );
}

/** A list whose elements have a key. */
interface Keyed extends Subject {
  /** The member with the elements. */
  readonly list: string;
  /** The members that form the key; none if the key is the whole element. */
  readonly key: readonly string[];
}

function repeatedIn(body: unknown, { list, key }: Keyed) {
  // Elements without their key break only the shape, and are not compared with each other.
  const whole = elements(body, list).filter((one) =>
    key.every((name) => member(one, name) !== undefined),
  );
  const keys = whole.map((one) =>
    canonical(key.length === 0 ? one : key.map((name) => member(one, name))),
  );
  return repeated(`/${list}`, keys);
}

const LISTS_ONCE: Law<Keyed> = rule('lists-each-once', {
  test: (subject) => onAnyBody((body) => repeatedIn(body, subject))(subject),
});

const UNIQUE: Law<Keyed> = rule('elements-are-unique', {
  test: (subject) =>
    onAnyBody((body) =>
      elements(body, subject.list).length === 0 ? 'inapplicable' : repeatedIn(body, subject),
    )(subject),
});

export const uniqueElements: Area = ({ operation }: Ledger) =>
  lawsOf(
    [UNIQUE],
    {
      operation: operation('packages-list'),
      clause: 'packages-are-listed',
      list: 'packageIds',
      key: [],
    },
    {
      operation: operation('package-vetting-list'),
      clause: 'vetted-packages-are-listed',
      list: 'vettedPackages',
      key: ['synchronizerId', 'participantId'],
    },
    {
      operation: operation('connected-synchronizers'),
      clause: 'connected-synchronizers-are-listed',
      list: 'connectedSynchronizers',
      key: ['synchronizerAlias', 'synchronizerId'],
    },
  );
