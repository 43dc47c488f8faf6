/** Ledgers with more or less data, or with data that changes. */
import { commit } from '../commands/commit.ts';
import type { Intent } from '../commands/interpret.ts';
import { DEMO_PACKAGE } from '../contracts/templates.ts';
import {
  beforeEach,
  counter,
  type LedgerVariant,
  remembering,
  respondingJson,
  storing,
  table,
  together,
} from '../fault.ts';
import type { Ledger } from '../ledger.ts';
import { to } from '../operators/edits.ts';
import { on, LISTS as UPDATE_LISTS, VETTED } from '../operators/operations.ts';
import { misread, query, request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
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

const LISTS = [on.users, on.parties, ...VETTED];

/** Reverses the page tokens in responses and numbers them, so that none comes twice; reads them in requests. */
let tokens = 0;
const otherTokens: Change = together(
  query(LISTS, (own) => {
    const token = own.get('pageToken');
    if (token !== null) own.set('pageToken', withoutNumber(token));
  }),
  request(VETTED, 'pageToken', (token) => withoutNumber(String(token))),
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

function withoutNumber(token: string): string {
  const [, reversed] = /^page\.\d+\.(.*)$/.exec(token) ?? [];
  return reversed === undefined ? token : back(reversed);
}

/** The largest page of users, as the version reports it. */
const FEW_USERS = 3;

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
    change: remembering(() => {
      const turn = counter();
      return request(on.allocate, 'partyIdHint', (hint) => hint && `${hint}-${turn()}`);
    }),
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
      query(on.users, (own) => {
        const size = Number(own.get('pageSize') ?? 0);
        if (size >= 0) own.set('pageSize', `${Math.min(size || FEW_USERS, FEW_USERS)}`);
      }),
      respond(on.version, 'features.userManagement.maxUsersPageSize', to(100)),
    ),
  },
  'one-row-by-default': {
    description: 'A page of vetted packages without a size has one row.',
    change: request(VETTED, 'pageSize', (size) => size || 1),
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
    change: misread(UPDATE_LISTS, withTopology),
  },
  'vets-nothing': {
    description: 'The participant vets nothing, but others do.',
    change: storing(({ vetting, participant }) => vetting.forget(participant)),
  },
  'busy-ledger': {
    description: 'Others keep creating contracts, so the ledger end advances.',
    change: beforeEach((nth, ledger) => {
      if (nth % 7 > 0) return;
      const owners = [...LOCAL_PARTIES, ...REMOTE_PARTIES];
      create(ledger, owners[(nth / 7) % owners.length] ?? '', `leaf ${nth / 7}`);
    }),
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
