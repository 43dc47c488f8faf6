/** The life of a scratch identity provider: created, changed, removed. */
import { type Call, call, describe, finding, type Requirement } from '../../src/index.ts';
import { owes200, sent } from '../answers.ts';
import { difference, holds } from './alike.ts';
import type { Chapter, Ledger } from './chapter.ts';
import { owesError } from './errors.ts';
import { ABSENT } from './formats.ts';
import { halvesOf, halvesRefused } from './halved-updates.ts';
import { lists, untilAsIn, untilGone, untilShown } from './patience.ts';
import { all, changes, sequence, textIn, within } from './sequences.ts';
import { mask } from './user-life.ts';

export const identityProviderLife: Chapter = (ledger) => [
  ...creationOf(ledger),
  ...updateOf(ledger),
  ...deletionOf(ledger),
];

/** A provider that nobody can use: it is deactivated, and its host exists nowhere. */
function newProvider(id: string, host: string): object {
  const issuer = `https://${host}.invalid`;
  return {
    identityProviderId: id,
    isDeactivated: true,
    issuer,
    jwksUrl: `${issuer}/jwks.json`,
    audience: '',
  };
}

/** The requests that make, find and remove a scratch provider. Making it names its removal. */
export function scratchProvider(
  ledger: Ledger,
  id: string,
  host: string = id,
): { readonly create: Call; readonly get: Call; readonly remove: Call } {
  const path = { 'idp-id': id };
  const remove = call(ledger.operation('identity-provider-delete'), { path });
  const made = call(ledger.operation('identity-providers-create'), {
    json: { identityProviderConfig: newProvider(id, host) },
  });
  return {
    create: { ...made, undo: remove },
    get: call(ledger.operation('identity-provider'), { path }),
    remove,
  };
}

/** The members of answers that hold one provider and several. */
export const CONFIG = 'identityProviderConfig';
export const CONFIGS = 'identityProviderConfigs';
/** The id of a provider that an answer shows. */
export const idOf = (one: unknown): string | undefined => textIn(one, 'identityProviderId');

function listed(body: unknown, id: string): boolean {
  return lists(body, CONFIGS, 'identityProviderId', id);
}

function creationOf(ledger: Ledger): readonly Requirement[] {
  const operation = ledger.operation('identity-providers-create');
  const clause = 'identity-providers-are-created';
  const life = sequence(operation, {
    name: 'scratch-provider',
    sends: 'a scratch identity provider: created, found, listed, created twice more, and removed',
    effect: 'reversible',
    steps: (_, tag) => {
      const id = `assay-${tag}`;
      const { create, get, remove } = scratchProvider(ledger, id);
      const { undo: _undo, ...again } = create;
      const list = call(ledger.operation('identity-providers-list'));
      // Another id for the same issuer: should it be taken all the same, it has to be removed as well.
      const { create: sameIssuer } = scratchProvider(ledger, `${id}-twin`, id);
      return {
        clear: remove,
        create,
        get: ({ create: made }) => untilAsIn(made, CONFIG, get),
        list: ({ create: made }) =>
          within(made, CONFIG) === undefined ? list : untilShown(list, (body) => listed(body, id)),
        again,
        sameIssuer,
        remove,
      };
    },
  });
  return [
    life.owes({
      name: 'accepted',
      clause,
      says: 'A good new identity provider is accepted, unless the node has as many as it takes.',
      mend: 'Members that the document calls optional are insisted on, or the keys behind jwksUrl are fetched at once. Store the configuration, and fetch keys when a token comes.',
      judge: ({ create }) =>
        textIn(create.response.body, 'code') === 'TOO_MANY_IDENTITY_PROVIDER_CONFIGS'
          ? 'inapplicable'
          : owes200(create.response.status),
    }),
    life.owes({
      name: 'answered-as-sent',
      clause,
      says: 'The answer shows the identity provider as it was sent.',
      mend: 'Some members are not stored and come back as defaults, often isDeactivated or audience. Store all of them, and answer with what was stored.',
      given: ['create'],
      judge: ({ create }) => holds(sent(create.request), create.response.body),
    }),
    life.owes({
      name: 'found-afterwards',
      clause,
      says: 'A new identity provider is found by its id as the creation showed it.',
      mend: 'The look-up reads a cache from before the creation, or leaves members out. Renew the cache before you answer, and encode configurations by one function.',
      given: ['create'],
      judge: ({ create, get }) =>
        all(owes200(get.response.status), difference(create.response.body, get.response.body)),
    }),
    life.owes({
      name: 'listed-afterwards',
      clause: 'identity-providers-are-listed',
      says: 'A new identity provider is in the list of identity providers.',
      mend: 'The list is read once when the node starts, or comes from a cache. Read it from where the creation wrote.',
      given: ['create', 'list'],
      judge: ({ create, list }) => {
        const id = idOf(within(create.response.body, CONFIG)) ?? '';
        return listed(list.response.body, id)
          ? []
          : [finding(`/${CONFIGS}`, `${id} among them`, 'not there')];
      },
    }),
    life.owes({
      name: 'same-id-refused',
      clause,
      says: 'A second identity provider of the same id is refused with 409 IDP_CONFIG_ALREADY_EXISTS.',
      mend: 'The second creation overwrites the first. Insert only where there is no such id, and answer 409 IDP_CONFIG_ALREADY_EXISTS.',
      given: ['create'],
      judge: ({ again }) =>
        owesError(again, 409, 'IDP_CONFIG_ALREADY_EXISTS', 'IDP_CONFIG_ISSUER_ALREADY_EXISTS'),
    }),
    life.owes({
      name: 'same-issuer-refused',
      clause,
      says: 'A second identity provider of the same issuer is refused with 409 IDP_CONFIG_ISSUER_ALREADY_EXISTS.',
      mend: 'Only ids are unique in the store. Make issuers unique too, since two of one issuer leave open whose token it is, and answer 409 IDP_CONFIG_ISSUER_ALREADY_EXISTS.',
      given: ['create'],
      judge: ({ sameIssuer }) => owesError(sameIssuer, 409, 'IDP_CONFIG_ISSUER_ALREADY_EXISTS'),
    }),
  ];
}

function updateOf(ledger: Ledger): readonly Requirement[] {
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
        get: ({ change: changed }) => untilAsIn(changed, CONFIG, get),
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
      says: 'A good change of an identity provider is accepted.',
      mend: 'Paths of the mask are compared in another spelling than the document has, or members that it does not name are insisted on. Take the documented paths, and look only at what they name.',
      good: ['change'],
      given: ['create'],
    }),
    life.owes({
      name: 'named-members-change',
      clause,
      says: 'What the update mask names is changed, all else stays, and both are found afterwards.',
      mend: 'The whole object is written, so that other members fall back to defaults, or the change is answered and not kept. Read, set what the mask names, write, and answer with what was written.',
      given: ['create', 'change', 'get'],
      judge: ({ create, change, get }) => {
        const owed = {
          [CONFIG]: { ...(within(create.response.body, CONFIG) as object), audience: 'assay' },
        };
        return all(holds(owed, change.response.body), holds(owed, get.response.body));
      },
    }),
    life.owes({
      name: 'other-id-refused',
      clause,
      says: 'A body about another identity provider than the path is refused with 400 INVALID_ARGUMENT.',
      mend: 'One of the two ids wins in silence, so that another provider is changed than the path names. Compare them first, and answer 400 INVALID_ARGUMENT.',
      given: ['create'],
      judge: ({ otherId }) => owesError(otherId, 400, 'INVALID_ARGUMENT'),
    }),
    life.owes({
      name: 'unknown-path-refused',
      clause,
      says: 'A mask that names no member is refused with 400 INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST.',
      mend: 'Paths that are not known are skipped, and a change of nothing is a success. Look each path up among the members that may change, and answer 400 INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST.',
      given: ['create'],
      judge: ({ otherPath }) =>
        owesError(otherPath, 400, 'INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST'),
    }),
    life.owes({
      name: 'unknown-provider',
      clause,
      says: 'A change of an identity provider that nobody created is answered with 404 IDP_CONFIG_NOT_FOUND.',
      mend: 'The change creates what is not there, or changes no row and calls it a success. Look whether there was something to change, and answer 404 IDP_CONFIG_NOT_FOUND.',
      judge: ({ unknown }) => owesError(unknown, 404, 'IDP_CONFIG_NOT_FOUND'),
    }),
    ...halvesRefused(life, 'create', { clause, level: 'SHOULD' }),
  ];
}

function deletionOf(ledger: Ledger): readonly Requirement[] {
  const operation = ledger.operation('identity-provider-delete');
  const clause = 'identity-providers-are-deleted';
  const life = sequence(operation, {
    name: 'scratch-provider',
    sends: 'a scratch identity provider: looked for, removed, looked for again, and removed again',
    effect: 'reversible',
    steps: (_, tag) => {
      const id = `assay-${tag}`;
      const { create, get, remove } = scratchProvider(ledger, id);
      const list = call(ledger.operation('identity-providers-list'));
      return {
        clear: remove,
        create,
        // Whoever remembers the provider from here must forget it at the removal, or soon after it.
        found: get,
        listed: list,
        delete: remove,
        get: untilGone(get),
        again: remove,
        list: untilShown(list, (body) => !listed(body, id)),
      };
    },
  });
  return [
    ...changes(life, {
      clause,
      says: 'The removal of an identity provider is accepted.',
      mend: 'The removal wants more than its path, such as a body or a flag. Remove what the path names, for whoever may administer identity providers.',
      good: ['delete'],
      given: ['create'],
    }),
    life.owes({
      name: 'provider-is-gone',
      clause,
      says: 'After the removal the identity provider is answered with 404 IDP_CONFIG_NOT_FOUND, six seconds later at the latest.',
      mend: 'A cache keeps answering with what was removed. Empty it at the removal, on every node that answers; a moment of delay is allowed.',
      given: ['create', 'delete'],
      judge: ({ get }) => owesError(get, 404, 'IDP_CONFIG_NOT_FOUND'),
    }),
    life.owes({
      name: 'second-removal-refused',
      clause,
      says: 'Another removal is answered with 404 IDP_CONFIG_NOT_FOUND.',
      mend: 'A removal of nothing counts as a success. Look whether something was removed, and answer 404 IDP_CONFIG_NOT_FOUND if not.',
      given: ['create', 'delete'],
      judge: ({ again }) => owesError(again, 404, 'IDP_CONFIG_NOT_FOUND'),
    }),
    life.owes({
      name: 'not-listed-afterwards',
      level: 'SHOULD',
      clause,
      says: 'After the removal the identity provider is not in the list any more, six seconds later at the latest.',
      mend: 'The removed one is only marked, or the list comes from a cache. Leave out what is marked, and renew the cache at the removal.',
      given: ['create', 'delete', 'list'],
      judge: ({ create, list }) => {
        const id = idOf(within(create.response.body, CONFIG)) ?? '';
        return listed(list.response.body, id)
          ? [finding(`/${CONFIGS}`, `no ${describe(id)}`, 'it is there')]
          : [];
      },
    }),
  ];
}
