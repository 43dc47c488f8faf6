/** Lookups of unknown and malformed ids of users, rights, identity providers and parties. */
import { call, type Operation, type Probe } from '../../../src/kit.ts';
import { each, probe } from '../../kit/probes.ts';
import type { Rejected } from '../../kit/rejections.ts';
import type { Area } from '../area.ts';
import { rejectedBy, type Subject } from '../laws/forms.ts';
import { ESCAPED_TWICE } from '../requests/members.ts';
import { sharedProbes } from '../requests/probes.ts';
import { rulesIn } from '../rules.ts';

const rule = rulesIn('4.2-resources', 'resources/lookups.ts');

const UNKNOWN: Rejected<Subject> = rule('unknown-resource', {
  status: 404,
});

const MALFORMED: Rejected<Subject> = rule('malformed-id', {
  codes: ['INVALID_ARGUMENT'],
  except: ({ operation }: Subject) =>
    operation.name === 'party'
      ? { level: 'SHOULD' as const, reason: 'the response for an unknown party is an empty list' }
      : undefined,
});

export const lookups: Area = (ledger) => {
  const at = (name: string, clause: string) => ({ operation: ledger.operation(name), clause });
  const user = at('user', 'user-is-returned');
  const rights = at('user-rights', 'user-rights-are-listed');
  const provider = at('identity-provider', 'identity-provider-is-returned');
  const party = at('party', 'only-known-parties-have-details');
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
  ];
};

function malformedIds(operation: Operation, ids: readonly string[]): Probe {
  const [parameter = ''] = operation.pathParameters;
  const calls = ids.map((id) => call(operation, { path: { [parameter]: id } }));
  return probe(operation, 'malformed-id', {
    sends: 'ids with characters that ids cannot have',
    wrong: 'identifier',
    caseGroups: () => each(calls, 'id'),
  });
}
