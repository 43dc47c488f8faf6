/** Commands of several users, which only a ledger without authentication accepts from one caller. */
import { call } from '../../../src/kit.ts';
import { isAccepted } from '../../kit/judges.ts';
import type { Ledger } from '../area.ts';
import { scenario } from '../laws/forms.ts';
import { endOf, freshId, submission } from '../laws/submissions.ts';
import { when, whenAny } from '../requests/offsets.ts';
import { unconnected } from '../requests/request-parts.ts';
import { rulesIn } from '../rules.ts';
import { DEDUPLICATED, IRREVERSIBLE, isNoDuplicate } from './submission-rules.ts';

const rule = rulesIn('4.2-commands', 'commands/other-users.ts');

export function otherUsers(ledger: Ledger) {
  const operation = ledger.operation('submit-and-wait');
  return scenario(operation, {
    ...IRREVERSIBLE,
    name: 'of-two-users',
    clause: DEDUPLICATED,
    sends: 'a command of one user, and the same command of another',
    notApplicableWhen: whenAny(
      unconnected,
      when(
        'the user of a command is that of the token',
        ({ caller: [caller] }) => caller?.mode === 'token',
      ),
    ),
    steps: (fixtures, tag) => {
      const of = (end: unknown, name: string) => {
        const userId = `assay-${tag}-${name}`;
        return call(operation, { json: { ...submission(fixtures, freshId(tag, end)), userId } });
      };
      return {
        end: endOf(ledger),
        submit: ({ end }) => of(end, 'first'),
        ofOther: ({ end }) => of(end, 'second'),
      };
    },
  }).rules(
    rule('ids-are-of-their-users', {
      given: ['submit'],
      judge: ({ ofOther }) => (isAccepted(ofOther) ? [] : isNoDuplicate(ofOther)),
    }),
  );
}
