/** Lookups of unknown and malformed ids of users, rights, identity providers and parties, and lists whose elements are unique. */
import { call, type Operation, type Probe } from '../../../src/kit.ts';
import { canonical, elements, member, repeated } from '../../kit/json.ts';
import type { Law } from '../../kit/law.ts';
import { each, probe } from '../../kit/probes.ts';
import type { Rejected } from '../../kit/rejections.ts';
import type { Area, Ledger } from '../area.ts';
import { lawsOf, onAnyBody, rejectedBy, type Subject } from '../laws/forms.ts';
import { ESCAPED_TWICE } from '../requests/members.ts';
import { sharedProbes } from '../requests/probes.ts';
import { rulesIn } from '../rules.ts';
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
