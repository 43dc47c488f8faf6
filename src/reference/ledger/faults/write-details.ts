/** Faults in what a change leaves behind, beside what it was asked for. */
import { altering, answeringJson } from '../fault.ts';
import type { Right } from '../rights.ts';
import { LedgerError, ok } from '../route.ts';
import { edited, type LedgerFault, listAt, of } from './tools.ts';
import { asking } from './updates.ts';

const writes = { allow: 'writes' } as const;
const commands = { allow: 'irreversible' } as const;

export const writeDetailFaults: readonly LedgerFault[] = [
  {
    id: 'created-user-answered-bare',
    says: 'The answer to a creation shows the user without a primary party.',
    caughtBy: of('users-create', 'answered-as-sent'),
    alsoTrips: [of('user*', '*')],
    ...writes,
    change: answeringJson('postV2Users', (json) =>
      edited(json, 'user', (user) => ({
        ...(user as object),
        primaryParty: '',
        isDeactivated: true,
        metadata: { resourceVersion: '', annotations: {} },
      })),
    ),
  },
  {
    id: 'rights-come-back',
    says: 'A new user has the rights of the removed one of the same id.',
    caughtBy: of('user-delete', 'rights-stay-gone'),
    ...writes,
    change: (honest, ledger) => {
      const removed = new Map<string, readonly (readonly [string, Right])[]>();
      const { users } = ledger;
      const remember = altering('deleteV2UsersUser-id', ({ handle }) => ({
        handle: (ask, at) => {
          const user = users.find(ask.path['user-id'] ?? '');
          const reply = handle(ask, at);
          if (user !== undefined) removed.set(user.id, [...user.rights]);
          return reply;
        },
      }));
      const giveBack = altering('postV2Users', ({ handle }) => ({
        handle: async (ask, at) => {
          const reply = await handle(ask, at);
          const { user } = reply.json as { user: { id: string } };
          const kept = users.get(user.id);
          for (const [key, right] of removed.get(user.id) ?? []) kept.rights.set(key, right);
          return reply;
        },
      }));
      const first = { ...honest, ...remember(honest, ledger) };
      return { ...first, ...giveBack(first, ledger) };
    },
  },
  {
    id: 'update-mask-overlooked',
    says: 'A change of a user sets every member, whatever its mask names.',
    caughtBy: of('user-update', 'other-members-stay'),
    ...writes,
    change: asking('patchV2UsersUser-id', (body) => ({
      ...body,
      updateMask: { paths: ['primary_party', 'is_deactivated', 'metadata.annotations'] },
    })),
  },
  {
    id: 'user-change-overlooked',
    says: 'A change of a user changes nothing.',
    caughtBy: of('user-update', 'named-members-change'),
    alsoTrips: [of('user-update', '*')],
    ...writes,
    change: altering('patchV2UsersUser-id', ({ handle }) => ({
      handle: async (ask, ledger) => {
        const user = ledger.users.find(ask.path['user-id'] ?? '');
        const before = user === undefined ? {} : structuredClone({ ...user, rights: undefined });
        const reply = await handle(ask, ledger);
        if (user === undefined) return reply;
        const { primaryParty, isDeactivated, annotations } = { ...user, ...before };
        Object.assign(user, { primaryParty, isDeactivated, annotations });
        const shown = { primaryParty, isDeactivated };
        return {
          ...reply,
          json: edited(
            edited(reply.json, 'user', (told) => ({ ...(told as object), ...shown })),
            'user.metadata.annotations',
            () => annotations,
          ),
        };
      },
    })),
  },
  {
    id: 'revoked-without-having',
    says: 'Rights that a user never had are told as revoked.',
    caughtBy: of('user-rights-revoke', 'only-lost-rights-answered'),
    ...writes,
    change: answeringJson('patchV2UsersUser-idRights', (json) => {
      const other = { kind: { CanReadAsAnyParty: { value: {} } } };
      return edited(json, 'newlyRevokedRights', (list) => [...(list as unknown[]), other]);
    }),
  },
  {
    id: 'revoking-changes-the-version',
    says: 'Revoking rights changes the resource version of the user.',
    caughtBy: of('user-rights-revoke', 'resource-version-kept'),
    ...writes,
    change: altering('patchV2UsersUser-idRights', ({ handle }) => ({
      handle: async (ask, ledger) => {
        const reply = await handle(ask, ledger);
        ledger.users.get(ask.path['user-id'] ?? '').resourceVersion += 1;
        return reply;
      },
    })),
  },
  {
    id: 'idp-listed-twice',
    says: 'An identity provider is listed twice.',
    caughtBy: of('identity-providers-list', 'each-once'),
    change: answeringJson('getV2Idps', (json) =>
      edited(json, 'identityProviderConfigs', (list) => [
        ...(list as unknown[]),
        ...(list as unknown[]),
      ]),
    ),
  },
  {
    id: 'idp-answered-otherwise',
    says: 'The answer to a creation shows the identity provider with another issuer.',
    caughtBy: of('identity-providers-create', 'answered-as-sent'),
    alsoTrips: [of('identity-provider*', '*')],
    ...writes,
    change: answeringJson('postV2Idps', (json) =>
      edited(json, 'identityProviderConfig.issuer', (issuer) => `${issuer}/2`),
    ),
  },
  {
    id: 'issuer-taken-twice',
    says: 'A second identity provider of the same issuer is created.',
    caughtBy: of('identity-providers-create', 'same-issuer-refused'),
    ...writes,
    change: altering('postV2Idps', ({ handle }) => ({
      handle: (ask, ledger) => {
        const { idps } = ledger;
        const { identityProviderConfig: asked } = ask.body as {
          identityProviderConfig?: { issuer: string; identityProviderId: string };
        };
        const id = asked?.identityProviderId;
        const same = idps
          .all()
          .find((one) => one.issuer === asked?.issuer && one.identityProviderId !== id);
        if (same !== undefined) return ok({ identityProviderConfig: asked });
        return handle(ask, ledger);
      },
    })),
  },
  {
    id: 'deleted-idp-listed',
    says: 'A removed identity provider is still listed.',
    caughtBy: of('identity-provider-delete', 'not-listed-afterwards'),
    alsoTrips: [of('identity-provider*', '*')],
    ...writes,
    change: (honest, ledger) => {
      const ever = new Map<string, unknown>();
      return answeringJson('getV2Idps', (json) => {
        for (const one of listAt(json, 'identityProviderConfigs')) {
          ever.set((one as { identityProviderId: string }).identityProviderId, one);
        }
        return { identityProviderConfigs: [...ever.values()] };
      })(honest, ledger);
    },
  },
  {
    id: 'party-change-from-an-old-version',
    says: 'A change made from an older version of a party is taken.',
    caughtBy: of('party-update', 'old-version-refused'),
    ...writes,
    change: asking(
      'patchV2PartiesParty',
      (body) =>
        edited(
          structuredClone(body),
          'partyDetails.localMetadata.resourceVersion',
          () => '',
        ) as typeof body,
    ),
  },
  {
    id: 'nothing-to-do-taken',
    says: 'An asynchronous submission without a command is taken in.',
    caughtBy: of('submit', 'nothing-to-do-refused'),
    ...commands,
    change: altering('postV2CommandsAsyncSubmit', ({ handle }) => ({
      handle: (ask, ledger) => {
        const { commands: list } = ask.body as { commands: unknown[] };
        return list.length === 0 ? ok({}) : handle(ask, ledger);
      },
    })),
  },
  {
    id: 'result-before-its-time',
    says: 'A submission is answered with an offset that the ledger has not come to.',
    caughtBy: of('submit-and-wait', 'result-is-known'),
    alsoTrips: [of('submit-and-wait', '*')],
    ...commands,
    change: answeringJson('postV2CommandsSubmit-and-wait', (json, _ask, { history }) =>
      edited(json, 'completionOffset', () => history.end + 1000),
    ),
  },
  {
    id: 'completion-not-listed',
    says: 'The completions of submissions are not kept.',
    caughtBy: of('submit-and-wait', 'completion-is-listed'),
    alsoTrips: [of('{submit,submit-reassignment,execute}', 'completes-later')],
    ...commands,
    change: (_honest, { history }) => {
      history.complete = ({ offset }) => {
        history.end = Math.max(history.end, offset);
      };
      return {};
    },
  },
  {
    id: 'reassignment-lost',
    says: 'An asynchronous reassignment is taken in and never completes.',
    caughtBy: of('submit-reassignment', 'completes-later'),
    ...commands,
    change: altering('postV2CommandsAsyncSubmit-reassignment', () => ({ handle: () => ok({}) })),
  },
  {
    id: 'reassignment-shows-another-way',
    says: 'A reassignment is answered with source and target exchanged.',
    caughtBy: of('submit-and-wait-for-reassignment', 'shows-the-move'),
    alsoTrips: [of('submit-and-wait-for-reassignment', '*')],
    ...commands,
    change: answeringJson('postV2CommandsSubmit-and-wait-for-reassignment', (json) =>
      edited(json, 'reassignment.events.*.*.value', (event) => {
        const { source, target } = event as { source: string; target: string };
        return { ...(event as object), source: target, target: source };
      }),
    ),
  },
  {
    id: 'reassignment-under-another-workflow',
    says: 'A reassignment is answered with a workflow that it is not found under.',
    caughtBy: of('submit-and-wait-for-reassignment', 'found-by-id'),
    ...commands,
    change: answeringJson('postV2CommandsSubmit-and-wait-for-reassignment', (json) =>
      edited(json, 'reassignment.workflowId', () => 'another'),
    ),
  },
  {
    id: 'reassignment-never-arrives',
    says: 'No reassignment can be brought to its end.',
    caughtBy: of('submit-and-wait-for-reassignment', 'arrives'),
    ...commands,
    change: altering('postV2CommandsSubmit-and-wait-for-reassignment', ({ handle }) => ({
      handle: (ask, ledger) => {
        if (!JSON.stringify(ask.body).includes('AssignCommand')) return handle(ask, ledger);
        if (JSON.stringify(ask.body).includes('UnassignCommand')) return handle(ask, ledger);
        throw new LedgerError('REASSIGNMENT_DATA_NOT_FOUND', 5, 11, 'There is no such move.');
      },
    })),
  },
  {
    id: 'tree-of-another-command',
    says: 'The tree of a submission carries another command id.',
    caughtBy: of('submit-and-wait-for-transaction-tree', 'names-the-command'),
    alsoTrips: [of('submit-and-wait-for-transaction-tree', 'found-by-id')],
    ...commands,
    change: answeringJson('postV2CommandsSubmit-and-wait-for-transaction-tree', (json) =>
      edited(json, 'transactionTree.commandId', () => 'another'),
    ),
  },
  {
    id: 'executed-and-lost',
    says: 'An executed submission is taken in and never completes.',
    caughtBy: of('execute', 'completes-later'),
    ...commands,
    change: altering('postV2Interactive-submissionExecute', ({ handle }) => ({
      handle: async (ask, ledger) => {
        const before = [...ledger.history.completions];
        const reply = await handle(ask, ledger);
        ledger.history.completions.splice(0, ledger.history.completions.length, ...before);
        return reply;
      },
    })),
  },
  {
    id: 'executed-nowhere',
    says: 'An executed submission answers with an update that is not there.',
    caughtBy: of('execute-and-wait', 'update-is-found'),
    ...commands,
    change: answeringJson('postV2Interactive-submissionExecuteandwait', (json) =>
      edited(json, 'updateId', () => `1220${'0'.repeat(64)}`),
    ),
  },
  {
    id: 'signed-hash-withheld',
    says: 'The transaction of an executed submission does not show the hash that was signed.',
    caughtBy: of('execute-and-wait-for-transaction', '{shows-the-signed-hash,found-by-id}'),
    ...commands,
    change: answeringJson('postV2Interactive-submissionExecuteandwaitfortransaction', (json) =>
      edited(json, 'transaction.externalTransactionHash', () => null),
    ),
  },
];
