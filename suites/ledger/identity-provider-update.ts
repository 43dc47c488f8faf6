/** Changes of a scratch identity provider: what an update mask names is changed and nothing else. */
import { call } from '../../src/index.ts';
import { difference, holds } from './alike.ts';
import type { Area } from './chapter.ts';
import { expectsError } from './errors.ts';
import { ABSENT } from './formats.ts';
import { halvesOf, halvesRefused } from './halved-updates.ts';
import { CONFIG, CONFIGS, idOf, newProvider, scratchProvider } from './identity-provider-life.ts';
import { retryUntilAsIn, retryUntilShown } from './patience.ts';
import { all, changes, listIn, sequence, within } from './sequences.ts';
import { mask } from './user-life.ts';

/** The row of a list that is about that provider. */
function rowOf(body: unknown, id: string | undefined): unknown {
  return listIn(body, CONFIGS).find((one) => idOf(one) === id);
}

export const identityProviderUpdate: Area = (ledger) => {
  const operation = ledger.operation('identity-provider-update');
  const clause = 'identity-providers-are-updated';
  const life = sequence(operation, {
    name: 'scratch-provider',
    sends: 'changes of a scratch identity provider: a good one and wrong ones',
    effect: 'reversible',
    steps: (_, tag) => {
      const id = `assay-${tag}`;
      const { create, get, remove } = scratchProvider(ledger, id);
      const change = (name: string, path: string, of = id) =>
        call(operation, {
          path: { 'idp-id': path },
          json: {
            // The mask names the audience alone: another issuer beside it is to change nothing.
            identityProviderConfig: { ...newProvider(of, `${id}-other`), audience: 'assay' },
            updateMask: mask(name),
          },
        });
      return {
        clear: remove,
        create,
        change: change('audience', id),
        get: ({ change: changed }) => retryUntilAsIn(changed, CONFIG, get),
        list: ({ change: changed }) => {
          const list = call(ledger.operation('identity-providers-list'));
          const owed = within(changed, CONFIG);
          if (owed === undefined) return list;
          return retryUntilShown(list, (body) => difference(owed, rowOf(body, id)).length === 0);
        },
        // It is deactivated already, so that nobody can use it meanwhile.
        deactivate: change('is_deactivated', id),
        otherId: change('audience', id, `${id}-other`),
        otherPath: change('assay_knows_no_such_path', id),
        unknown: change('audience', ABSENT.identityProvider, ABSENT.identityProvider),
        ...halvesOf(operation, ({ create: made }) =>
          within(made, CONFIG) === undefined
            ? undefined
            : {
                path: { 'idp-id': id },
                json: { [CONFIG]: newProvider(id, id), updateMask: mask('audience') },
              },
        ),
        remove,
      };
    },
  });
  return [
    ...changes(life, {
      clause,
      statement: 'A good change of an identity provider is accepted.',
      cause:
        'Paths of the mask are compared in another spelling than the document has, or members that it does not name are insisted on.',
      fix: 'Take the documented paths, and look only at what they name.',
      good: ['change', 'deactivate'],
      given: ['create'],
    }),
    life.expects({
      name: 'named-members-change',
      clause,
      statement:
        'What the update mask names is changed, all else stays, and both are found afterwards.',
      cause:
        'The whole object is written, so that other members fall back to defaults, or the change is answered and not kept.',
      fix: 'Read, set what the mask names, write, and answer with what was written.',
      given: ['create', 'change', 'get'],
      judge: ({ create, change, get }) => {
        const owed = {
          [CONFIG]: { ...(within(create.response.body, CONFIG) as object), audience: 'assay' },
        };
        return all(holds(owed, change.response.body), holds(owed, get.response.body));
      },
    }),
    life.expects({
      name: 'listed-as-changed',
      clause: 'identity-providers-are-listed',
      statement:
        'After a change the list shows the identity provider as the answer to the change did.',
      cause: 'The list comes from a cache from before the change, or leaves members out.',
      fix: 'Renew the cache before you answer, and encode configurations by one function.',
      given: ['create', 'change', 'list'],
      judge: ({ change, list }) => {
        const owed = within(change.response.body, CONFIG);
        const row = rowOf(list.response.body, idOf(owed));
        return row === undefined ? undefined : difference(owed, row, `/${CONFIGS}`);
      },
    }),
    life.expects({
      name: 'other-id-refused',
      clause,
      statement:
        'A body about another identity provider than the path is refused with 400 INVALID_ARGUMENT.',
      cause:
        'One of the two ids wins in silence, so that another provider is changed than the path names.',
      fix: 'Compare them first, and answer 400 INVALID_ARGUMENT.',
      given: ['create'],
      judge: ({ otherId }) => expectsError(otherId, 400, 'INVALID_ARGUMENT'),
    }),
    life.expects({
      name: 'unknown-path-refused',
      clause,
      statement:
        'A mask that names no member is refused with 400 INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST.',
      cause: 'Paths that are not known are skipped, and a change of nothing is a success.',
      fix: 'Look each path up among the members that may change, and answer 400 INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST.',
      given: ['create'],
      judge: ({ otherPath }) =>
        expectsError(otherPath, 400, 'INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST'),
    }),
    life.expects({
      name: 'unknown-provider',
      clause,
      statement:
        'A change of an identity provider that nobody created is answered with 404 IDP_CONFIG_NOT_FOUND.',
      cause: 'The change creates what is not there, or changes no row and calls it a success.',
      fix: 'Look whether there was something to change, and answer 404 IDP_CONFIG_NOT_FOUND.',
      judge: ({ unknown }) => expectsError(unknown, 404, 'IDP_CONFIG_NOT_FOUND'),
    }),
    ...halvesRefused(life, 'create', { clause, level: 'SHOULD' }),
  ];
};
