/** The life of a scratch identity provider: created, changed, removed. */
import { type Call, call, describe, finding, type Requirement, sent } from '../../src/index.ts';
import { expects200 } from '../answers.ts';
import { difference, holds } from './alike.ts';
import type { Area, Ledger } from './chapter.ts';
import { expectsError } from './errors.ts';
import { lists, retryUntilAsIn, retryUntilGone, retryUntilShown } from './patience.ts';
import { all, changes, sequence, textIn, within } from './sequences.ts';

export const identityProviderLife: Area = (ledger) => [
  ...creationOf(ledger),
  ...deletionOf(ledger),
];

/** A provider that nobody can use: it is deactivated, and its host exists nowhere. */
export function newProvider(id: string, host: string): object {
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
        get: ({ create: made }) => retryUntilAsIn(made, CONFIG, get),
        list: ({ create: made }) =>
          within(made, CONFIG) === undefined
            ? list
            : retryUntilShown(list, (body) => listed(body, id)),
        again,
        sameIssuer,
        remove,
      };
    },
  });
  return [
    life.expects({
      name: 'accepted',
      clause,
      statement:
        'A good new identity provider is accepted, unless the node has as many as it takes.',
      cause:
        'Members that the document calls optional are insisted on, or the keys behind jwksUrl are fetched at once.',
      fix: 'Store the configuration, and fetch keys when a token comes.',
      judge: ({ create }) =>
        textIn(create.response.body, 'code') === 'TOO_MANY_IDENTITY_PROVIDER_CONFIGS'
          ? 'inapplicable'
          : expects200(create.response.status),
    }),
    life.expects({
      name: 'answered-as-sent',
      clause,
      statement: 'The answer shows the identity provider as it was sent.',
      cause:
        'Some members are not stored and come back as defaults, often isDeactivated or audience.',
      fix: 'Store all of them, and answer with what was stored.',
      given: ['create'],
      judge: ({ create }) => holds(sent(create.request), create.response.body),
    }),
    life.expects({
      name: 'found-afterwards',
      clause,
      statement: 'A new identity provider is found by its id as the creation showed it.',
      cause: 'The look-up reads a cache from before the creation, or leaves members out.',
      fix: 'Renew the cache before you answer, and encode configurations by one function.',
      given: ['create'],
      judge: ({ create, get }) =>
        all(expects200(get.response.status), difference(create.response.body, get.response.body)),
    }),
    life.expects({
      name: 'listed-afterwards',
      clause: 'identity-providers-are-listed',
      statement: 'A new identity provider is in the list of identity providers.',
      cause: 'The list is read once when the node starts, or comes from a cache.',
      fix: 'Read it from where the creation wrote.',
      given: ['create', 'list'],
      judge: ({ create, list }) => {
        const id = idOf(within(create.response.body, CONFIG)) ?? '';
        return listed(list.response.body, id)
          ? []
          : [finding(`/${CONFIGS}`, `${id} among them`, 'not there')];
      },
    }),
    life.expects({
      name: 'same-id-refused',
      clause,
      statement:
        'A second identity provider of the same id is refused with 409 IDP_CONFIG_ALREADY_EXISTS.',
      cause: 'The second creation overwrites the first.',
      fix: 'Insert only where there is no such id, and answer 409 IDP_CONFIG_ALREADY_EXISTS.',
      given: ['create'],
      judge: ({ again }) =>
        expectsError(again, 409, 'IDP_CONFIG_ALREADY_EXISTS', 'IDP_CONFIG_ISSUER_ALREADY_EXISTS'),
    }),
    life.expects({
      name: 'same-issuer-refused',
      clause,
      statement:
        'A second identity provider of the same issuer is refused with 409 IDP_CONFIG_ISSUER_ALREADY_EXISTS.',
      cause: 'Only ids are unique in the store.',
      fix: 'Make issuers unique too, since two of one issuer leave open whose token it is, and answer 409 IDP_CONFIG_ISSUER_ALREADY_EXISTS.',
      given: ['create'],
      judge: ({ sameIssuer }) => expectsError(sameIssuer, 409, 'IDP_CONFIG_ISSUER_ALREADY_EXISTS'),
    }),
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
        get: retryUntilGone(get),
        again: remove,
        list: retryUntilShown(list, (body) => !listed(body, id)),
      };
    },
  });
  return [
    ...changes(life, {
      clause,
      statement: 'The removal of an identity provider is accepted.',
      cause: 'The removal wants more than its path, such as a body or a flag.',
      fix: 'Remove what the path names, for whoever may administer identity providers.',
      good: ['delete'],
      given: ['create'],
    }),
    life.expects({
      name: 'provider-is-gone',
      clause,
      statement:
        'After the removal the identity provider is answered with 404 IDP_CONFIG_NOT_FOUND, six seconds later at the latest.',
      cause: 'A cache keeps answering with what was removed.',
      fix: 'Empty it at the removal, on every node that answers; a moment of delay is allowed.',
      given: ['create', 'delete'],
      judge: ({ get }) => expectsError(get, 404, 'IDP_CONFIG_NOT_FOUND'),
    }),
    life.expects({
      name: 'second-removal-refused',
      clause,
      statement: 'Another removal is answered with 404 IDP_CONFIG_NOT_FOUND.',
      cause: 'A removal of nothing counts as a success.',
      fix: 'Look whether something was removed, and answer 404 IDP_CONFIG_NOT_FOUND if not.',
      given: ['create', 'delete'],
      judge: ({ again }) => expectsError(again, 404, 'IDP_CONFIG_NOT_FOUND'),
    }),
    life.expects({
      name: 'not-listed-afterwards',
      level: 'SHOULD',
      clause,
      statement:
        'After the removal the identity provider is not in the list any more, six seconds later at the latest.',
      cause: 'The removed one is only marked, or the list comes from a cache.',
      fix: 'Leave out what is marked, and renew the cache at the removal.',
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
