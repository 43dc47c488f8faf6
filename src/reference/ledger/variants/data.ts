/** Ledgers with more or less data, or with data that changes. */
import { commit } from '../commands/commit.ts';
import type { Intent } from '../commands/interpret.ts';
import { DEMO_PACKAGE } from '../contracts/templates.ts';
import {
  beforeEach,
  everyNth,
  handling,
  type LedgerVariant,
  respondingJson,
  storing,
  table,
  together,
  type Which,
} from '../fault.ts';
import type { Ledger } from '../ledger.ts';
import { on } from '../operators/operations.ts';
import { request } from '../operators/request.ts';
import type { Reply } from '../reply.ts';
import type { Call } from '../route.ts';
import { LOCAL_PARTIES, REMOTE_PARTIES } from '../seed.ts';
import type { Change } from '../steps.ts';
import { type UpdatesRequest, updateFormatOf } from '../updates/formats.ts';
import { everyJson, rebuilt } from './responses.ts';

/** Another user submits a command. */
export function submit(
  { history }: Ledger,
  actor: string,
  command: Intent['commands'][number],
): void {
  const number = history.end + 1;
  commit(history, {
    userId: 'other-user',
    commandId: `command-${number}`,
    submissionId: `submission-${number}`,
    workflowId: '',
    actAs: [actor],
    readAs: [],
    commands: [command],
  });
}

/** Another user creates a contract. */
function create(ledger: Ledger, owner: string, name: string): void {
  const found = ledger.history.seed.packages.find((one) => one.name === DEMO_PACKAGE);
  if (found === undefined) throw new Error(`the ledger has no package ${DEMO_PACKAGE}`);
  const at = { packageId: found.id, packageName: found.name };
  submit(ledger, owner, { kind: 'create', at, entity: 'Asset', argument: { owner, name } });
}

const VETTED = ['getV2Package-vetting', 'postV2Package-vettingList'];
const LISTS: Which = ['getV2Users', 'getV2Parties', ...VETTED];

/** Reverses the page tokens in responses and numbers them, so that none comes twice; reads them in requests. */
let tokens = 0;
const otherTokens: Change = together(
  handling(LISTS, (handle) => (call, ledger) => handle(turned(call), ledger)),
  respondingJson(LISTS, (json) => {
    const { nextPageToken, ...rest } = json as { nextPageToken: string };
    if (nextPageToken === '') return rest;
    tokens += 1;
    return { ...rest, nextPageToken: `page.${tokens}.${back(nextPageToken)}` };
  }),
);

function back(text: string): string {
  return [...text].reverse().join('');
}

function turned(call: Call): Call {
  const query = new URLSearchParams(call.query);
  const token = query.get('pageToken');
  if (token !== null) query.set('pageToken', withoutNumber(token));
  const body = call.body as { pageToken?: string } | undefined;
  if (body?.pageToken === undefined) return { ...call, query };
  return { ...call, query, body: { ...body, pageToken: withoutNumber(body.pageToken) } };
}

function withoutNumber(token: string): string {
  const [, reversed] = /^page\.\d+\.(.*)$/.exec(token) ?? [];
  return reversed === undefined ? token : back(reversed);
}

/** The largest page of users, as the version reports it. */
const FEW_USERS = 3;

function fewer(call: Call): Call {
  const query = new URLSearchParams(call.query);
  const size = Number(query.get('pageSize') ?? 0);
  if (size < 0) return call;
  query.set('pageSize', String(size > 0 ? Math.min(size, FEW_USERS) : FEW_USERS));
  return { ...call, query };
}

/** Discovery is over after this many requests. */
const AFTER_DISCOVERY = 60;

/** About half of the requests of an audit. */
const MIDDLE = 800;

function withTopology(call: Call): Call {
  const body = call.body as UpdatesRequest;
  if (body.filter === undefined || body.updateFormat !== undefined) return call;
  const parties = Object.keys(body.filter.filtersByParty);
  const includeTopologyEvents = { includeParticipantAuthorizationEvents: { parties } };
  const updateFormat = { ...updateFormatOf(body), includeTopologyEvents };
  return { ...call, body: { ...body, filter: undefined, verbose: false, updateFormat } };
}

/** Turns every second topology change into a parameter change, a kind that no known version has. */
function asLaterKind([name, member]: [string, unknown]): [string, unknown] {
  if (name !== 'TopologyTransaction') return [name, member];
  const { events: _, ...value } = (member as { value: { offset: number; events: unknown } }).value;
  return value.offset % 2 === 0 ? ['SynchronizerParameters', { value }] : [name, member];
}

export const dataVariants: readonly LedgerVariant[] = table({
  'party-ids-with-a-number': {
    description: 'The id of a new party has its hint and a number, so that no hint is taken.',
    change: (given, ledger) => {
      let made = 0;
      return request(on.allocate, 'partyIdHint', (hint) => {
        made += 1;
        return hint === '' ? hint : `${String(hint)}-${made}`;
      })(given, ledger);
    },
  },
  'other-page-tokens': {
    description:
      'Page tokens have another form and are new in each response, and the last page has no token member.',
    change: otherTokens,
  },
  'tiny-pages-of-users': {
    description:
      'A page has at most three users, regardless of the page size; the version reports the smallest limit.',
    change: together(
      handling(
        'getV2Users',
        (handle) =>
          (call, ledger): Reply | Promise<Reply> =>
            handle(fewer(call), ledger),
      ),
      respondingJson('getV2Version', (json) => {
        const shown = json as { features: { userManagement: object } };
        const userManagement = { ...shown.features.userManagement, maxUsersPageSize: 100 };
        return { ...shown, features: { ...shown.features, userManagement } };
      }),
    ),
  },
  'one-row-by-default': {
    description: 'A page of vetted packages without a size has one row.',
    change: handling(VETTED, (handle) => (call, ledger) => {
      const body = call.body as { pageSize: number };
      return handle({ ...call, body: { ...body, pageSize: body.pageSize || 1 } }, ledger);
    }),
  },
  'small-lists-of-many': {
    description:
      'There are 300 contracts and updates, and lists of more than ten elements are rejected with 413.',
    everywhere: true,
    change: storing((ledger) => {
      const [alice = ''] = LOCAL_PARTIES;
      for (let n = 0; n < 300; n += 1) create(ledger, alice, `grain ${n}`);
      ledger.history.listCap = 10;
    }),
  },
  'empty-ledger': {
    description: 'Nothing has happened yet: no contracts, no updates, no completions.',
    change: storing(({ history }) => {
      history.updates.length = 0;
      history.completions.length = 0;
      history.contracts.clear();
      history.pruned = 0;
      history.end = 0;
    }),
  },
  'never-pruned': {
    description: 'Nothing has been pruned yet.',
    change: storing(({ history }) => {
      // The seed is pruned: what was created there is in no update.
      for (const [id, { contract }] of history.contracts)
        if (contract.offset <= history.pruned) history.contracts.delete(id);
      history.pruned = 0;
    }),
  },
  'all-pruned': {
    description: 'The ledger is pruned up to its end.',
    change: storing(({ history }) => history.prune(history.end)),
  },
  'pruned-meanwhile': {
    description: 'The ledger is pruned a little further during the run.',
    change: beforeEach((nth, { history }) => {
      if (nth === AFTER_DISCOVERY) history.prune(history.pruned + 1);
    }),
  },
  'pruned-to-its-end-meanwhile': {
    description: 'The ledger is pruned up to its end in the middle of the run.',
    change: beforeEach((nth, { history }) => {
      if (nth === MIDDLE) history.prune(history.end);
    }),
  },
  'topology-in-older-form': {
    description: 'The older form of a request for updates includes topology events of its parties.',
    change: handling(
      ['postV2Updates', 'postV2UpdatesFlats'],
      (handle) => (call, ledger) => handle(withTopology(call), ledger),
    ),
  },
  'vets-nothing': {
    description: 'The participant vets nothing, but others do.',
    change: storing(({ vetting, participant }) => vetting.forget(participant)),
  },
  'busy-ledger': {
    description: 'Others keep creating contracts, so the ledger end advances.',
    change: ({ serve }, ledger) => {
      const now = everyNth(7);
      let made = 0;
      return {
        serve: (incoming) => {
          if (now()) {
            made += 1;
            const owners = [...LOCAL_PARTIES, ...REMOTE_PARTIES];
            create(ledger, owners[made % owners.length] ?? '', `leaf ${made}`);
          }
          return serve(incoming);
        },
      };
    },
  },
  'later-kind-of-update': {
    description:
      'Topology changes include a kind of update that is not in any known version, so only the shape of these updates differs from the contract.',
    advisedAgainst: [
      'ledger/updates/response-shape',
      'ledger/updates-flats/response-shape',
      'ledger/updates-page/response-shape',
    ],
    change: everyJson((json) => rebuilt(json, (members) => members.map(asLaterKind))),
  },
});
