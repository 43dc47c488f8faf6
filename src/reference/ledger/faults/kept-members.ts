/** Faults in which members of users, parties and identity providers are kept, and who may make them. */
import { altering, answeringJson, refusing, together, unguarded } from '../fault.ts';
import { LedgerError, ok } from '../route.ts';
import type { Change } from '../steps.ts';
import { edited, isRecord, type Json, type LedgerFault, listAt, of } from './tools.ts';
import { asking } from './updates.ts';

const writes = { allow: 'writes' } as const;
const commands = { allow: 'irreversible' } as const;
const CREATE = 'postV2Users';
const MOVE = 'patchV2UsersUser-idIdentity-provider-id';
const created = (name: string): string => of('users-create', name);
const moved = (name: string): string => of('user-identity-provider', name);

/** A creation of users with other members than were sent. */
const creating = (members: Json): Change =>
  asking(
    CREATE,
    (body) =>
      edited(structuredClone(body), 'user', (user) => ({
        ...Object(user),
        ...members,
      })) as typeof body,
  );

/** What was refused with that code by this operation is a success. */
const forgiving = (operationId: string, json: unknown, ...codes: readonly string[]): Change =>
  refusing((reply, error, _incoming, route) =>
    route?.operationId === operationId && error instanceof LedgerError && codes.includes(error.code)
      ? ok(json)
      : reply,
  );

/** The list of parties with other rows for those that the run has made. */
const listing = (edit: (row: Json) => Json | undefined, unfiltered = false): Change =>
  answeringJson('getV2Parties', (json, { query }) =>
    unfiltered && query.has('filter-party')
      ? json
      : edited(json, 'partyDetails', (rows) =>
          (rows as Json[]).flatMap((row) =>
            String(row['party']).startsWith('assay-') ? (edit(row) ?? []) : [row],
          ),
        ),
  );

export const keptMemberFaults: readonly LedgerFault[] = [
  {
    id: 'primary-party-not-kept',
    description: 'A new user has no primary party, whatever was asked.',
    killedBy: created('primary-party-kept'),
    collateral: [created('malformed-party-refused')],
    ...writes,
    versions: ['3.4', '3.5'],
    change: creating({ primaryParty: '' }),
  },
  {
    id: 'new-user-without-rights',
    description: 'A new user has no rights, whatever was asked.',
    killedBy: created('rights-given'),
    collateral: [
      created('{malformed-party-refused,special-characters-kept}'),
      of('user-rights-revoke', '*'),
    ],
    ...writes,
    change: asking(CREATE, (body) => ({ ...body, rights: [] })),
  },
  {
    id: 'new-user-always-active',
    description: 'A new user is active, whatever was asked.',
    killedBy: created('deactivated-as-sent'),
    ...writes,
    change: creating({ isDeactivated: false }),
  },
  {
    id: 'user-of-no-provider',
    description: 'A user of an identity provider that nobody has is created.',
    killedBy: created('unknown-provider-refused'),
    ...writes,
    change: asking(
      CREATE,
      (body) =>
        edited(structuredClone(body), 'user.identityProviderId', (id) =>
          String(id).includes('no-such') ? '' : id,
        ) as typeof body,
    ),
  },
  {
    id: 'long-user-ids-cut',
    description: 'A user id that is too long is cut.',
    killedBy: created('long-id-refused'),
    ...writes,
    collateral: [of('users-create', 'is-the-one-asked-for')],
    change: asking(
      CREATE,
      (body) =>
        edited(structuredClone(body), 'user.id', (id) => String(id).slice(0, 128)) as typeof body,
    ),
  },
  {
    id: 'primary-party-fixed',
    description: 'The primary party of a user cannot be changed.',
    killedBy: of('user-update', 'primary-party-changes'),
    ...writes,
    change: asking(
      'patchV2UsersUser-id',
      (body) =>
        edited(structuredClone(body), 'updateMask.paths', (paths) =>
          (paths as string[]).map((path) => (path === 'primary_party' ? 'fixed' : path)),
        ) as typeof body,
    ),
  },
  {
    id: 'empty-mask-taken',
    description: 'A change of a user that names nothing is a success.',
    killedBy: of('user-update', 'empty-mask-refused'),
    ...writes,
    change: altering('patchV2UsersUser-id', ({ handle }) => ({
      handle: (ask, ledger) => {
        const { updateMask } = ask.body as { updateMask?: { paths: string[] } };
        return updateMask?.paths.length === 0
          ? ok({ user: Object(ask.body).user })
          : handle(ask, ledger);
      },
    })),
  },
  {
    id: 'removed-id-stays-taken',
    description: 'The id of a removed user cannot be given again.',
    killedBy: of('user-delete', 'created-anew'),
    ...writes,
    change: (honest, ledger) => {
      const removed = new Set<string>();
      return together(
        altering('deleteV2UsersUser-id', ({ handle }) => ({
          handle: async (ask, at) => {
            const reply = await handle(ask, at);
            removed.add(ask.path['user-id'] ?? '');
            return reply;
          },
        })),
        altering(CREATE, ({ handle }) => ({
          handle: (ask, at) => {
            const { user } = ask.body as { user?: { id: string } };
            if (removed.has(user?.id ?? ''))
              throw new LedgerError('USER_ALREADY_EXISTS', 6, 10, 'The id was taken once.');
            return handle(ask, at);
          },
        })),
      )(honest, ledger);
    },
  },
  {
    id: 'moved-user-begins-anew',
    description: 'A user who moves to another identity provider loses its annotations.',
    killedBy: moved('keeps-the-rest'),
    ...writes,
    change: altering(MOVE, ({ handle }) => ({
      handle: async (ask, ledger) => {
        const reply = await handle(ask, ledger);
        const user = ledger.users.find(ask.path['user-id'] ?? '');
        if (user !== undefined) user.annotations = {};
        return reply;
      },
    })),
  },
  {
    id: 'nobody-moves',
    description: 'The move of a user that nobody created is a success.',
    killedBy: moved('unknown-user'),
    ...writes,
    change: forgiving(MOVE, {}, 'USER_NOT_FOUND'),
  },
  {
    id: 'moves-from-anywhere',
    description: 'A move does not look where the user comes from.',
    killedBy: moved('other-source-refused'),
    ...writes,
    change: altering(MOVE, ({ handle }) => ({
      handle: (ask, ledger) => {
        const user = ledger.users.find(ask.path['user-id'] ?? '');
        const sourceIdentityProviderId = user?.identityProviderId ?? '';
        return handle({ ...ask, body: { ...Object(ask.body), sourceIdentityProviderId } }, ledger);
      },
    })),
  },
  {
    id: 'idp-listed-without-audience',
    description: 'The list of identity providers leaves the audience out.',
    killedBy: of('identity-provider-update', 'listed-as-changed'),
    ...writes,
    change: answeringJson('getV2Idps', (json) =>
      edited(json, 'identityProviderConfigs.*.audience', () => ''),
    ),
  },
  {
    id: 'party-listed-as-remote',
    description: 'The list of parties shows new ones as those of another participant.',
    killedBy: of('parties-allocate', 'listed-as-shown'),
    collateral: [of('party-update', 'listed-as-changed'), of('part*', '*')],
    ...commands,
    change: listing((row) => ({ ...row, isLocal: false })),
  },
  {
    id: 'party-listed-by-filter-only',
    description: 'The list of parties shows new ones only where they are asked for by name.',
    killedBy: of('parties-allocate', 'listed-without-a-filter'),
    collateral: [of('external-parties-allocate', 'listed-afterwards'), of('part*', '*')],
    ...commands,
    versions: ['3.4', '3.5'],
    change: listing(() => undefined, true),
  },
  {
    id: 'external-party-not-listed',
    description: 'External parties are not among the parties of the list.',
    killedBy: of('external-parties-allocate', 'listed-afterwards'),
    collateral: [of('part*', '*')],
    ...commands,
    change: (honest, ledger) => {
      const external = new Set<unknown>();
      const remember = answeringJson('postV2PartiesExternalAllocate', (json) => {
        if (isRecord(json)) external.add(json['partyId']);
        return json;
      })(honest, ledger);
      const hide = answeringJson('getV2Parties', (json) =>
        edited(json, 'partyDetails', () =>
          listAt(json, 'partyDetails').filter(
            (row) => !isRecord(row) || !external.has(row['party']),
          ),
        ),
      );
      return { ...remember, ...hide({ ...honest, ...remember }, ledger) };
    },
  },
  {
    id: 'party-listed-as-it-was',
    description: 'The list of parties shows no annotations.',
    killedBy: of('party-update', 'listed-as-changed'),
    collateral: [of('part*', '*')],
    ...commands,
    change: listing(
      (row) => edited(structuredClone(row), 'localMetadata.annotations', () => ({})) as Json,
    ),
  },
  {
    id: 'party-version-stays',
    description: 'The resource version of a party is always the same.',
    killedBy: of('party-update', 'new-resource-version'),
    collateral: [of('part*', '*')],
    ...commands,
    change: answeringJson(
      ['postV2Parties', 'patchV2PartiesParty', 'getV2Parties', 'getV2PartiesParty'],
      (json) => {
        const same = (): string => '0';
        edited(json, 'partyDetails.localMetadata.resourceVersion', same);
        return edited(json, 'partyDetails.*.localMetadata.resourceVersion', same);
      },
    ),
  },
  {
    id: 'unknown-party-changed',
    description: 'The change of a party that nobody has is a success.',
    killedBy: of('party-update', 'unknown-party-refused'),
    ...commands,
    change: altering('patchV2PartiesParty', ({ handle }) => ({
      handle: (ask, ledger) =>
        ask.path['party']?.startsWith('assay-nobody::')
          ? ok({ partyDetails: Object(ask.body).partyDetails })
          : handle(ask, ledger),
    })),
  },
  ...(
    [
      ['users', CREATE, 'users-create', writes],
      ['rights', 'postV2UsersUser-idRights', 'user-rights-grant', writes],
      ['lost-rights', 'patchV2UsersUser-idRights', 'user-rights-revoke', writes],
      ['providers', 'postV2Idps', 'identity-providers-create', writes],
      ['parties', 'postV2Parties', 'parties-allocate', commands],
      ['archives', 'postV2Dars', 'dars-upload', commands],
      ['packages', 'postV2Packages', 'packages-upload', commands],
    ] as const
  ).map(
    ([what, operationId, chapter, allowed]): LedgerFault => ({
      id: `everybody-makes-${what}`,
      description: `Every user may ask for the change of ${chapter}.`,
      killedBy: of(chapter, 'needs-an-administrator'),
      collateral: [of(chapter, '*'), of('user*', '*')],
      ...allowed,
      token: 'reader',
      change: unguarded(operationId),
    }),
  ),
];
