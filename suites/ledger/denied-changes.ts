/** Changes that only an administrator may make, asked for with a token that is none. */
import {
  type Call,
  call,
  type Fixtures,
  type Operation,
  type Probe,
  type Requirement,
} from '../../src/index.ts';
import { denied, mootWith } from './authorization.ts';
import type { Area, Ledger } from './chapter.ts';
import { ABSENT } from './formats.ts';
import { userOf } from './question.ts';
import { allocating, freshHint, scratchProvider, scratchUser, startingWith } from './scratch.ts';
import { sequence } from './sequences.ts';

export const unauthorizedWrites: Area = (ledger) => {
  const at = (chapter: string): Operation => ledger.operation(chapter);
  const archive =
    (chapter: string) =>
    ({ dars: [bytes = ''] }: Fixtures): Call =>
      call(at(chapter), { bytes });
  const uploading = { effect: 'irreversible', needs: 'dars', alone: true } as const;
  return [
    denial(at('users-create'), { effect: 'reversible' }, (_, tag) => {
      const { create } = scratchUser(ledger, `assay-d${tag}`);
      return create;
    }),
    denial(at('user-rights-grant'), { effect: 'reversible' }, (fixtures) => ({
      ...toOneself(ledger, 'user-rights-grant', fixtures),
      undo: toOneself(ledger, 'user-rights-revoke', fixtures),
    })),
    denial(at('user-rights-revoke'), { effect: 'reversible' }, (fixtures) =>
      toOneself(ledger, 'user-rights-revoke', fixtures),
    ),
    denial(at('identity-providers-create'), { effect: 'reversible' }, (_, tag) => {
      const { create } = scratchProvider(ledger, `assay-d${tag}`);
      return create;
    }),
    denial(at('parties-allocate'), { effect: 'irreversible' }, (fixtures, tag, listed) =>
      allocating(at('parties-allocate'), fixtures, freshHint(`d${tag}`, listed)),
    ),
    denial(at('dars-upload'), uploading, archive('dars-upload')),
    denial(at('packages-upload'), uploading, archive('packages-upload')),
  ];

  function denial(
    operation: Operation,
    about: Pick<Probe, 'effect' | 'needs' | 'alone'>,
    asks: (fixtures: Fixtures, tag: string, listed: unknown) => Call,
  ): Requirement {
    const life = sequence(operation, {
      ...about,
      name: 'as-a-plain-user',
      sends: 'a good change that only an administrator may make',
      aboutCredentials: true,
      notApplicableWhen: mootWith('ParticipantAdmin', 'IdentityProviderAdmin'),
      steps: (fixtures, tag) => ({
        // A name that is new also where the case is sent again.
        listed: startingWith(at('parties-list'), 'assay-', fixtures),
        change: ({ listed }) => asks(fixtures, tag, listed),
      }),
    });
    return life.expects({
      name: 'needs-an-administrator',
      clause: 'missing-rights-are-denied',
      statement: 'The change is refused with 403 to users who administrate nothing.',
      cause: 'Any valid token opens the administration, or only its reading side is guarded.',
      fix: 'Ask for ParticipantAdmin, or IdentityProviderAdmin where that is enough, before anything is made, and answer 403.',
      judge: ({ change }) => denied(change),
    });
  }
};

/** A right about a party that nobody has: who gets it can do nothing with it. */
function toOneself(ledger: Ledger, chapter: string, fixtures: Fixtures): Call {
  const userId = userOf(fixtures);
  const rights = [{ kind: { CanReadAs: { value: { party: `other-${ABSENT.party}` } } } }];
  return call(ledger.operation(chapter), { path: { 'user-id': userId }, json: { userId, rights } });
}
