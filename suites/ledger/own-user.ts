/** What users may know of themselves, whatever their rights are. */
import { call, type Operation, type Requirement, requirement } from '../../src/index.ts';
import { across, ownProbe, row } from './asking.ts';
import { admitted } from './authorization.ts';
import type { Area } from './chapter.ts';
import { withoutToken } from './probes.ts';

const CLAUSE = 'users-may-know-themselves';

export const ownUser: Area = (ledger) => [
  knownByToken(ledger.operation('authenticated-user'), ledger.operation('ledger-end')),
  ...['user', 'user-rights'].map((chapter) => shownToItself(ledger.operation(chapter))),
];

/** A token that opens one door of a guarded ledger is known: the user behind it has to be told. */
function knownByToken(operation: Operation, end: Operation): Requirement {
  return requirement({
    id: `ledger/${operation.name}/told-to-every-user`,
    level: 'MUST',
    clause: CLAUSE,
    statement: 'Whoever has a token that is good elsewhere is told which user it stands for.',
    cause:
      'The look-up of the own user stands behind the right of an administrator, like the look-up of others.',
    fix: 'Let every authenticated user ask.',
    probes: [
      across(operation, 'own', {
        sends: 'the ledger end with the token and without it, and then who has the token',
        checksCredentials: true,
        caseGroups: () => [row('own', call(end), withoutToken(call(end)), call(operation))],
      }),
    ],
    relation: ([known, nobody, own]) => {
      if (known?.response.status !== 200 || nobody?.response.status === 200) return undefined;
      return own && admitted(own.response.status);
    },
  });
}

function shownToItself(operation: Operation): Requirement {
  return requirement({
    id: `ledger/${operation.name}/own-is-shown`,
    level: 'MUST',
    clause: CLAUSE,
    statement: 'Users may look at themselves and at their rights, whatever these are.',
    cause: 'Only the right of an administrator is asked for.',
    fix: 'Let a user pass whose id is the one in the path.',
    probes: [
      ownProbe(operation, 'own', {
        sends: 'the look-up of the user whose token it is',
        needs: [],
        aboutCredentials: true,
        notApplicableWhen: ({ caller: [caller] }) =>
          caller === undefined || caller.userId !== undefined
            ? undefined
            : 'the run has no token of a known user',
        caseGroups: ({ caller: [caller] }) => [
          row('own', call(operation, { path: { 'user-id': caller?.userId ?? 'assay' } })),
        ],
      }),
    ],
    check: ({ response: { status } }) => admitted(status),
  });
}
