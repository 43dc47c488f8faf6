/** The connected synchronizers of the ledger. The rest of its state is in the chapter alone. */
import type { Finding } from '../../../src/kit.ts';
import { describe } from '../../../src/kit.ts';
import { elements, member, repeated, string } from '../../kit/json.ts';
import { eachOf, unless } from '../../kit/judges.ts';
import type { Law } from '../../kit/law.ts';
import type { Area } from '../area.ts';
import { lawsOf, onGoodBody, type Subject } from '../laws/forms.ts';
import { rulesIn } from '../rules.ts';

const rule = rulesIn('4.2-state', 'state/synchronizers.ts');

export const synchronizers: Area = ({ operation }) =>
  lawsOf(LAWS, {
    operation: operation('connected-synchronizers'),
    clause: 'connected-synchronizers-are-listed',
  });

/** Judges each synchronizer of every accepted request of the shared probe. */
const onSynchronizers = (judge: (one: unknown, path: string) => Finding[]): Law<Subject>['test'] =>
  onGoodBody((body, { request }) => {
    const list = elements(body, 'connectedSynchronizers');
    return eachOf(list, (one) => judge(one, request.path));
  });

const LAWS: readonly Law<Subject>[] = [
  rule('permissions-only-for-party', {
    test: onSynchronizers((one, path) => {
      const none = 'PARTICIPANT_PERMISSION_UNSPECIFIED';
      const permission = member(one, 'permission') ?? none;
      const hasParty = path.includes('party=');
      const conforms = (permission !== none) === hasParty;
      const expected = hasParty ? 'a permission' : none;
      return unless(conforms, '/permission', expected, describe(permission));
    }),
  }),
  rule('synchronizers-differ', {
    test: onGoodBody((body) => {
      const list = elements(body, 'connectedSynchronizers');
      if (list.length < 2) return 'inapplicable';
      return ['synchronizerAlias', 'synchronizerId']
        .flatMap((name) =>
          repeated(
            `/connectedSynchronizers/${name}`,
            list.map((one) => string(one, name)),
          ),
        )
        .slice(0, 1);
    }),
  }),
];
