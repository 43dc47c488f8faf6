/** Conforming responses that look different: other members, fewer members, another order. */
import {
  everyNth,
  handling,
  type LedgerVariant,
  responding,
  respondingJson,
  sending,
  table,
  together,
} from '../fault.ts';
import { isRecord } from '../operators/json.ts';
import { compressed } from '../operators/respond.ts';
import type { Reply } from '../reply.ts';
import type { Change } from '../steps.ts';

/** A change of the JSON of every reply, rejections included. */
export const everyJson = (edit: (json: unknown) => unknown): Change =>
  sending((reply) => (reply.json === undefined ? reply : { ...reply, json: edit(reply.json) }));

/** The same value with each object rebuilt from the inside out. */
export function rebuilt(
  value: unknown,
  edit: (members: [string, unknown][]) => [string, unknown][],
): unknown {
  if (Array.isArray(value)) return value.map((item) => rebuilt(item, edit));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [
    name,
    rebuilt(member, edit),
  ]);
  return Object.fromEntries(edit(members));
}

/** The same value with an edit of each member of this name. */
const withEdited = (value: unknown, named: string, edit: (member: unknown) => unknown): unknown =>
  rebuilt(value, (members) =>
    members.map(([name, member]) => [name, name === named ? edit(member) : member]),
  );

const withMember = (value: unknown): unknown =>
  isRecord(value) ? { ...value, nodeName: 'node-1' } : value;

/** The members of a response that are lists of resources or a resource. */
const RESOURCES = [
  'user',
  'users',
  'partyDetails',
  'identityProviderConfig',
  'identityProviderConfigs',
  'vettedPackages',
];

/** Adds a member to each object whose only member is `value`. */
const besideValues = (json: unknown): unknown =>
  rebuilt(json, (members) =>
    members.length === 1 && members[0]?.[0] === 'value'
      ? [...members, ['nodeName', 'node-1']]
      : members,
  );

function extended(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withMember);
  const members = Object.entries(withMember(json) as object).map(([name, member]) => {
    if (!RESOURCES.includes(name)) return [name, member];
    return [name, Array.isArray(member) ? member.map(withMember) : withMember(member)];
  });
  return Object.fromEntries(members);
}

const withoutToken = (entry: object): object =>
  'streamContinuationToken' in entry ? { ...entry, streamContinuationToken: '' } : entry;

const LISTS_OF_UPDATES = ['postV2Updates', 'postV2UpdatesFlats', 'postV2UpdatesTrees'];

function withCheckpoint(list: readonly unknown[]): readonly unknown[] {
  const [first, ...others] = list;
  if (first === undefined) return list;
  const offset = /"offset":(\d+)/.exec(JSON.stringify(first))?.[1] ?? '1';
  const value = { offset: Number(offset), synchronizerTimes: [] };
  return [first, { update: { OffsetCheckpoint: { value } } }, ...others];
}

/** The lookups of objects that lists show too. */
const LOOKUPS = [
  'postV2ContractsContract-by-id',
  'postV2EventsEvents-by-contract-id',
  'getV2UsersUser-id',
  'getV2PartiesParty',
  'getV2IdpsIdp-id',
];

/** Members that the documents do not require. */
const CAN_BE_EMPTY = [
  ...['observers', 'interfaceViews', 'createdEventBlob', 'contractKey', 'contractKeyHash'],
  ...['primaryParty', 'isDeactivated', 'identityProviderId', 'implementedInterfaces'],
];

const isEmpty = (member: unknown): boolean =>
  !member || (Array.isArray(member) && member.length === 0);

const withHeaders =
  (headers: Readonly<Record<string, string>>) =>
  (reply: Reply): Reply => ({ ...reply, headers: { ...headers, ...reply.headers } });

export const responseVariants: readonly LedgerVariant[] = table({
  'no-nulls': {
    description: 'Members without a value are omitted, even in errors.',
    change: everyJson((json) =>
      rebuilt(json, (members) => members.filter(([, member]) => member !== null)),
    ),
  },
  'lookups-without-empty-members': {
    description:
      'Lookups omit empty members that lists have, and have a member that lists do not have.',
    everywhere: true,
    change: respondingJson(LOOKUPS, (json) =>
      rebuilt(json, (members) => [
        ...members.filter(([name, member]) => !(CAN_BE_EMPTY.includes(name) && isEmpty(member))),
        ...(members.some(([name]) => ['party', 'contractId', 'id'].includes(name))
          ? [['fromCache', true] as [string, unknown]]
          : []),
      ]),
    ),
  },
  'represented-anew': {
    description: 'An update that assigns a contract names another representative package.',
    change: respondingJson(
      ({ operationId }) => operationId.startsWith('postV2Updates'),
      (json) =>
        withEdited(json, 'JsAssignmentEvent', (event) =>
          withEdited(event, 'representativePackageId', () => '1'.repeat(64)),
        ),
    ),
  },
  'views-that-fail': {
    description: 'The view of an interface cannot be computed, and its status reports it.',
    change: respondingJson('postV2StateActive-contracts', (json) => {
      const viewStatus = { code: 9, message: 'No such key.', details: [] };
      const unseen = { viewStatus, viewValue: null, implementationPackageId: null };
      return withEdited(json, 'interfaceViews', (views) =>
        (views as object[]).map((view) => ({ ...view, ...unseen })),
      );
    }),
  },
  'entries-without-tokens': {
    description: 'The entries of a list of active contracts have no continuation token.',
    change: respondingJson('postV2StateActive-contracts', (json) =>
      (json as object[]).map(withoutToken),
    ),
  },
  'checkpoints-in-between': {
    description:
      'Lists of updates have a checkpoint after their first update, which counts towards the limit; at the newer path, only in some responses.',
    change: handling(LISTS_OF_UPDATES, (handle, { operationId }) => {
      const now = everyNth(operationId === 'postV2Updates' ? 3 : 1);
      return async (call, ledger) => {
        const reply = await handle(call, ledger);
        if (!Array.isArray(reply.json) || !now()) return reply;
        const limit = call.query.get('limit') ?? `${reply.json.length + 1}`;
        return { ...reply, json: withCheckpoint(reply.json).slice(0, Number(limit)) };
      };
    }),
  },
  'contracts-in-any-order': {
    description:
      'Active contracts are listed in a different order each time, so no token continues the list.',
    change: handling('postV2StateActive-contracts', (handle) => {
      let turn = 0;
      return async (call, ledger) => {
        const query = new URLSearchParams(call.query);
        query.delete('limit');
        const reply = await handle({ ...call, query }, ledger);
        if (!Array.isArray(reply.json)) return reply;
        turn += 1;
        const from = turn % Math.max(1, reply.json.length);
        const turned = [...reply.json.slice(from), ...reply.json.slice(0, from)];
        return {
          ...reply,
          json: turned.map(withoutToken).slice(0, Number(call.query.get('limit') ?? 200)),
        };
      };
    }),
  },
  'extra-members': {
    description:
      'Responses, errors, resources and events have a member that the contract does not name.',
    everywhere: true,
    change: everyJson((json) =>
      typeof json === 'object' && json !== null ? extended(besideValues(json)) : json,
    ),
  },
  'extra-members-before-kinds': {
    description:
      'A member that the contract does not name precedes the kind of an update, an event or a right.',
    change: everyJson((json) =>
      rebuilt(json, (members) =>
        members.length === 1 && /^[A-Z]/.test(members[0]?.[0] ?? '')
          ? [['assayNote', {}], ...members]
          : members,
      ),
    ),
  },
  'members-turned-round': {
    description: 'The members of every object are in reverse order.',
    change: everyJson((json) => rebuilt(json, (members) => members.toReversed())),
  },
  'extra-headers': {
    description: 'Responses have headers of a gateway and must not be stored.',
    change: sending(
      withHeaders({ server: 'gateway', 'cache-control': 'no-store', vary: 'accept-encoding' }),
    ),
  },
  compresses: {
    description: 'Responses above 4 kB are compressed if the request accepts gzip.',
    change: sending((reply, incoming) => {
      const small = compressed(reply, incoming);
      return small === undefined ? reply : withHeaders({ 'content-encoding': 'gzip' })(small);
    }),
  },
  charset: {
    description: 'JSON has a charset parameter, and plain text has none.',
    change: sending((reply) => {
      const type = reply.json === undefined ? 'text/plain' : 'application/json; charset=utf-8';
      const hasText = reply.json !== undefined || reply.text !== undefined;
      return hasText ? withHeaders({ 'content-type': type })(reply) : reply;
    }),
  },
  'build-names': {
    description: 'The version is that of a build between two releases.',
    change: together(
      respondingJson('getV2Version', (json) => {
        const { version } = json as { version: string };
        const [major = '', minor = ''] = version.split('.');
        return { ...(json as object), version: `${major}.${minor}.11-SNAPSHOT` };
      }),
      responding('getDocsOpenapi', ({ text = '', ...reply }) => ({
        ...reply,
        text: text.replace(/version: (\d+\.\d+).*/, 'version: $1.11-SNAPSHOT'),
      })),
    ),
  },
});
