/** Requests that no client intends: nulls, ids with invalid bytes, other encodings. */
import { call, type Fixtures, type Requirement } from '../../../src/kit.ts';
import { ENCODINGS, encoded, MARKER } from '../../http/encodings.ts';
import { REQUEST_RULES } from '../../http/requests.ts';
import { statedOn } from '../../http/rules.ts';
import type { Law } from '../../kit/law.ts';
import { each } from '../../kit/probes.ts';
import { expects200, expectsRejection } from '../../kit/statuses.ts';
import type { Area } from '../area.ts';
import { chapter } from '../chapters.ts';
import { lawsOf, ownProbe, type Subject } from '../laws/forms.ts';
import { rulesIn } from '../rules.ts';
import { LEDGER } from '../surface.ts';

const rule = rulesIn('4.2-every-operation', 'across/odd-requests.ts');

/** Longer than any id, and shorter than any limit of a URI. */
const LONG = 'a'.repeat(300);

const NULLS: Law<Subject> = rule('null-counts-as-absent', {
  on: ({ operation }) =>
    ownProbe(operation, 'nulls', {
      sends: 'null instead of optional objects',
      wrong: 'schema',
      caseGroups: () => {
        const json = { packageMetadataFilter: null, topologyStateFilter: null };
        return each([call(operation, { json })], 'nulls');
      },
    }),
  withControl: true,
  check: ({ response: { status } }) => expects200(status),
});

const ODD_IDS: Law<Subject> = rule('rejects-invalid-id-bytes', {
  on: ({ operation }) =>
    ownProbe(operation, 'odd-ids', {
      sends: 'ids of 300 letters, with a zero byte, and of bytes that are not UTF-8',
      wrong: 'identifier',
      caseGroups: () => {
        const [name = ''] = operation.pathParameters;
        const ids = [LONG, 'assay%00', 'assay%FF%C0'];
        const calls = ids.map((id) => call(operation, { encoded: { [name]: id } }));
        return each(calls, 'odd');
      },
    }),
  withControl: true,
  check: ({ response: { status } }) => expectsRejection(status, 400),
});

function goodBody(operation: Subject['operation'], f: Fixtures): object {
  return JSON.parse(LEDGER.goodOf(operation).control(f)?.body ?? '{}') as object;
}

const ENCODED: readonly Law<Subject>[] = statedOn<Subject>(REQUEST_RULES, {
  'rejects-other-encodings': {
    clause: 'requests-are-utf-8',
    on: ({ operation }) => {
      const { control, ...good } = LEDGER.goodOf(operation);
      return ownProbe(operation, 'other-encodings', {
        ...good,
        control,
        sends: 'a valid body with an additional text in bytes that are not UTF-8',
        wrong: 'framing',
        caseGroups: (f) => {
          const json = { ...goodBody(operation, f), assayNote: MARKER };
          return each(ENCODINGS.map(({ bytesOf }) => encoded(call(operation, { json }), bytesOf)));
        },
      });
    },
  },
});

export const oddRequests: Area = (ledger): readonly Requirement[] => {
  const at = (...names: readonly string[]): readonly Subject[] =>
    names.map((name) => ({ operation: ledger.operation(name) }));
  return [
    ...lawsOf([NULLS], ...at('package-vetting-list')),
    ...lawsOf([ODD_IDS], ...at('package', 'user')),
    ...chapter('4.2-every-operation')(ledger),
    ...lawsOf(ENCODED, ...at('active-contracts')),
  ];
};
