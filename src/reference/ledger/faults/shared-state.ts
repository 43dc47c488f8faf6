/** Faults in state that outlives its resource, that requests share, or that a request reads too early. */
import { setTimeout as sleep } from 'node:timers/promises';
import { exists, invalidArgument, notFound } from '../errors.ts';
import { counter, handling, type LedgerFault, remembering, table, together } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { valueAt } from '../operators/json.ts';
import { CONTRACT_PAGES, on, VETTED, WAITING } from '../operators/operations.ts';
import { reject } from '../operators/rejections.ts';
import { query, request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { after, firstReply, rejectAfter, restore } from '../operators/state.ts';
import { from } from '../versions.ts';

const USER = 'user.id';
const PROVIDER = 'identityProviderConfig.identityProviderId';

export const sharedStateFaults: readonly LedgerFault[] = table({
  'annotations-outlive-their-user': {
    description: 'A user that is created again also gets the annotations of the removed user.',
    killedBy: 'ledger/user-delete/recreated-as-sent',
    change: remembering(() => {
      const left = new Map<string, Record<string, string>>();
      return together(
        restore(on.deleteUser, ({ path }, { users }) => {
          const { id = '', annotations = {} } = users.find(path['user-id'] ?? '') ?? {};
          return () => left.set(id, annotations);
        }),
        after(on.createUser, ({ body }, { users }) => {
          const user = users.find(String(valueAt(body, USER)));
          if (user) user.annotations = { ...left.get(user.id), ...user.annotations };
        }),
      );
    }),
  },
  'provider-row-is-written-again': {
    description: 'A provider that is created again keeps the audience of the removed provider.',
    killedBy: 'ledger/identity-provider-delete/provider-recreated-as-sent',
    change: remembering(() => {
      const left = new Map<unknown, string>();
      return together(
        restore(on.deleteIdp, ({ path }, { idps }) => {
          const { identityProviderId, audience = '' } = idps.find(path['idp-id'] ?? '') ?? {};
          return () => left.set(identityProviderId, audience);
        }),
        request(on.createIdp, 'identityProviderConfig.audience', (audience, { body }) =>
          audience === '' ? (left.get(valueAt(body, PROVIDER)) ?? '') : audience,
        ),
      );
    }),
  },
  'removed-provider-keeps-its-id': {
    description: 'The id of a removed identity provider stays taken.',
    killedBy: 'ledger/identity-provider-delete/frees-provider-id',
    change: rejectAfter(
      [on.deleteIdp, 'path.idp-id'],
      [on.createIdp, `body.${PROVIDER}`],
      exists('IDP_CONFIG_ALREADY_EXISTS', 'identity provider', 'of this id'),
    ),
  },
  'former-issuer-stays-taken': {
    description:
      'After an update of its issuer, the former issuer of a provider stays taken by this provider.',
    killedBy: 'ledger/identity-provider-update/frees-changed-issuer',
    change: remembering(() => {
      const former = new Map<unknown, unknown>();
      const taken = exists('IDP_CONFIG_ISSUER_ALREADY_EXISTS', 'issuer', 'of another provider');
      return together(
        restore(on.updateIdp, ({ path }, { idps }) => {
          const { issuer, identityProviderId } = idps.find(path['idp-id'] ?? '') ?? {};
          return () => former.set(issuer, identityProviderId);
        }),
        reject(on.createIdp, taken, ({ body }) => {
          const owner = former.get(valueAt(body, 'identityProviderConfig.issuer'));
          return owner !== undefined && owner !== valueAt(body, PROVIDER);
        }),
      );
    }),
  },
  'creation-looks-before-it-writes': {
    description: 'A creation looks up its id, and writes the resource some time later.',
    killedBy: 'ledger/{users,identity-providers}-create/concurrent-creations-conflict',
    change: handling([on.createUser, on.createIdp], (handle) => async (call, ledger) => {
      const [user, provider] = [USER, PROVIDER].map((at) => valueAt(call.body, at));
      const book = user === undefined ? ledger.idps : ledger.users;
      const id = String(user ?? provider);
      const isFree = !book.has(id);
      await sleep(20);
      if (isFree && book.has(id)) book.remove(id);
      return handle(call, ledger);
    }),
  },
  'update-writes-the-whole-user': {
    description:
      'An update reads the annotations of the user and writes them back later, which undoes changes made in between.',
    killedBy: 'ledger/user-update/keeps-concurrent-updates',
    change: handling(on.updateUser, (handle) => async (call, ledger) => {
      const user = ledger.users.find(call.path['user-id'] ?? '');
      const read = user?.annotations;
      await sleep(20);
      const meanwhile = user?.annotations;
      if (user && read) user.annotations = read;
      try {
        return await handle(call, ledger);
      } catch (error) {
        if (user && meanwhile) user.annotations = meanwhile;
        throw error;
      }
    }),
  },
  'annotations-of-64-kb': {
    description: 'The annotations of a new user are limited to 64 kB.',
    killedBy: 'ledger/users-create/accepts-large-annotations',
    change: reject(
      on.createUser,
      invalidArgument('The annotations are larger than 64 kB.'),
      ({ body }) =>
        JSON.stringify(valueAt(body, 'user.metadata.annotations') ?? '').length > 65_536,
    ),
  },
  'missing-party-stays-missing': {
    description: 'A cache remembers that a party is unknown, even after its allocation.',
    killedBy: 'ledger/parties-allocate/read-as-created',
    allow: 'irreversible',
    change: firstReply(on.party, ({ path }) => path['party']),
  },
  'absent-offsets-stay-absent': {
    description: 'An offset at which a lookup found nothing is never looked up again.',
    killedBy: 'ledger/submit-and-wait-for-transaction/offset-is-found-once-taken',
    allow: 'irreversible',
    change: handling(on.updateByOffset, (handle) => {
      const absent = new Map<unknown, unknown>();
      return async (call, ledger) => {
        const offset = valueAt(call.body, 'offset');
        if (absent.has(offset)) throw absent.get(offset);
        try {
          return await handle(call, ledger);
        } catch (error) {
          if (Number(offset) > ledger.history.end) absent.set(offset, error);
          throw error;
        }
      };
    }),
  },
  'one-cursor-for-all': {
    description: 'The token of a page continues the list that was served last.',
    killedBy: 'ledger/{users,parties}-list/pages-match-list',
    change: handling([on.users, on.parties], (handle) => {
      let last = '';
      const issued = new Set<string>();
      return async (call, ledger) => {
        const others = new URLSearchParams(call.query);
        if (issued.has(call.query.get('pageToken') ?? '')) others.set('pageToken', last);
        const reply = await handle({ ...call, query: others }, ledger);
        const token = String(valueAt(reply.json, 'nextPageToken'));
        if (token !== '') {
          last = token;
          issued.add(token);
        }
        return reply;
      };
    }),
  },
  'one-cursor-for-updates': {
    description:
      'The token of a page of updates continues the list of the same filters that was served last.',
    killedBy: 'ledger/updates-page/pages-match-list',
    versions: from('3.5'),
    change: handling(on.updatesPage, (handle) => {
      const last = new Map<string, unknown>();
      return async (call, ledger) => {
        const { pageToken, maxPageSize, ...others } = Object(call.body);
        const list = JSON.stringify(others);
        const token = pageToken ? (last.get(list) ?? pageToken) : pageToken;
        const reply = await handle(
          { ...call, body: { ...others, maxPageSize, pageToken: token } },
          ledger,
        );
        const next = valueAt(reply.json, 'nextPageToken');
        if (next) last.set(list, next);
        return reply;
      };
    }),
  },
  'page-size-in-a-field': {
    description:
      'Lists that are requested at the same time all have the page size of the last one.',
    killedBy: 'ledger/{users,parties}-list/sizes-are-of-their-requests',
    change: handling([on.users, on.parties], (handle) => {
      let size: string | null = null;
      return async (call, ledger) => {
        size = call.query.get('pageSize');
        await sleep(20);
        const others = new URLSearchParams(call.query);
        others.delete('pageSize');
        if (size !== null) others.set('pageSize', size);
        return handle({ ...call, query: others }, ledger);
      };
    }),
  },
  'filter-is-a-pattern': {
    description: 'Without a page size, an underscore in the filter stands for any character.',
    killedBy: 'ledger/parties-list/filter-limits-parties',
    change: query(on.parties, (parameters) => {
      const filter = parameters.get('filter-party') ?? '';
      if (!parameters.has('pageSize')) parameters.set('filter-party', filter.split('_')[0] ?? '');
    }),
  },
  'last-command-only': {
    description: 'Only the last command is kept for deduplication.',
    killedBy: 'ledger/submit-and-wait*/rejects-late-duplicate',
    change: after(WAITING, (_, { history }) => {
      for (const key of [...history.accepted].slice(0, -1)) history.accepted.delete(key);
    }),
  },
  'eight-commands-are-known': {
    description: 'Only the last eight commands are kept for deduplication.',
    killedBy: 'ledger/submit-and-wait-for-transaction/rejects-duplicate-after-many',
    change: after(WAITING, (_, { history }) => {
      for (const key of [...history.accepted].slice(0, -8)) history.accepted.delete(key);
    }),
  },
  'commands-known-when-executed': {
    description: 'A command looks for its id, and stores it some time later.',
    killedBy: 'ledger/submit-and-wait*/change-is-made-once-at-a-time',
    change: handling(WAITING, (handle) => async (call, ledger) => {
      const { accepted } = ledger.history;
      const known = new Set(accepted);
      await sleep(20);
      const meanwhile = [...accepted].filter((key) => !known.has(key));
      for (const key of meanwhile) accepted.delete(key);
      try {
        return await handle(call, ledger);
      } finally {
        for (const key of meanwhile) accepted.add(key);
      }
    }),
  },
  'preparation-takes-the-id': {
    description: 'The id of a command that was only prepared is taken.',
    killedBy: 'ledger/submit-and-wait/prepared-command-is-new',
    change: rejectAfter(
      [on.prepare, 'body.commandId'],
      [on.submitAndWait, 'body.commandId'],
      exists('DUPLICATE_COMMAND', 'command', 'of this id'),
    ),
  },
  'pages-move-with-the-end': {
    description: 'A page of active contracts with a token shows the current end as its offset.',
    killedBy: 'ledger/{active-contracts-page,contracts-page}/pages-stay-while-ledger-grows',
    versions: from('3.5'),
    change: respond(
      CONTRACT_PAGES,
      'activeAtOffset',
      (_, __, { history }) => history.end,
      ({ body }) => Boolean(valueAt(body, 'pageToken')),
    ),
  },
  'names-of-packages-loaded-later': {
    description: 'The first eight lists of vetted packages lack the names and the versions.',
    killedBy: 'ledger/packages-list/vetted-packages-have-versions',
    change: remembering(() => {
      const turn = counter();
      const paths = ['packageName', 'packageVersion'].map(
        (name) => `vettedPackages.*.packages.*.${name}`,
      );
      return respond(VETTED, paths.join(' '), edit.to(''), () => turn() <= 8);
    }),
  },
  'events-of-signatories': {
    description: 'The events of a contract are found only for its signatories.',
    killedBy: 'ledger/events-by-contract-id/accepted',
    change: reject(
      on.events,
      notFound('CONTRACT_EVENTS_NOT_FOUND', 'CONTRACT_ID', 'of others'),
      ({ body }, { history }) => {
        const { contract } = history.contracts.get(String(valueAt(body, 'contractId'))) ?? {};
        const parties = Object.keys(Object(valueAt(body, 'eventFormat.filtersByParty')));
        return (
          contract !== undefined &&
          parties.length > 0 &&
          !contract.signatories.some((one) => parties.includes(one))
        );
      },
    ),
  },
});
