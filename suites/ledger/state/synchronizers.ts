/** The connected synchronizers of the ledger. The rest of its state is in the chapter alone. */
import type { Finding } from '../../../src/kit.ts';
import { describe } from '../../../src/kit.ts';
import { elements, member, repeated, string } from '../../kit/json.ts';
import { eachOf, unless } from '../../kit/judges.ts';
import type { Law } from '../../kit/law.ts';
import type { Area } from '../area.ts';
import { lawsOf, onGoodBody, type Subject } from '../laws/forms.ts';
import { rulesIn } from '../rules.ts';
import { isSince } from '../versions.ts';

const rule = rulesIn('4.2-state', 'state/synchronizers.ts');

export const synchronizers: Area = ({ operation, version }) =>
  lawsOf(LAWS, {
    operation: operation('connected-synchronizers'),
    clause: 'connected-synchronizers-are-listed',
    statesPermissions: isSince(version, '3.5'),
  });

interface Synchronizers extends Subject {
  /** The document of this version says when a permission is set. */
  readonly statesPermissions: boolean;
}

/** Judges the permission on each synchronizer, of the accepted requests of the shared probe with or without a party. */
const onSynchronizers = (
  ofParty: boolean,
  judge: (permission: unknown) => Finding[],
): Law<Subject>['test'] =>
  onGoodBody((body, { request }) => {
    const list = elements(body, 'connectedSynchronizers');
    if (request.path.includes('party=') !== ofParty) return undefined;
    return eachOf(list, (one) => judge(member(one, 'permission') ?? NONE));
  });

const NONE = 'PARTICIPANT_PERMISSION_UNSPECIFIED';

const LAWS: readonly Law<Synchronizers>[] = [
  rule('permissions-only-for-party', {
    except: ({ statesPermissions }) =>
      statesPermissions
        ? undefined
        : { level: 'SHOULD', reason: 'the document does not say when a permission is set' },
    test: onSynchronizers(false, (permission) =>
      unless(permission === NONE, '/permission', NONE, describe(permission)),
    ),
  }),
  rule('permissions-for-party', {
    test: onSynchronizers(true, (permission) =>
      unless(permission !== NONE, '/permission', 'a permission', NONE),
    ),
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
