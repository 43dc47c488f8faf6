/** Faults in the filters of vetted packages, and in where and when a package is preferred. */
import { altering } from '../fault.ts';
import { isParty } from '../party-book.ts';
import type { Change } from '../steps.ts';
import { isRecord, type Json, type LedgerFault, listAt, of } from './tools.ts';

const LISTS = ['postV2Package-vettingList', 'getV2Package-vetting'];

/** The list is asked with another body. */
const listing = (edit: (body: Json) => Json): Change =>
  altering(LISTS, ({ handle }) => ({
    handle: (ask, ledger) => handle({ ...ask, body: edit(ask.body as Json) }, ledger),
  }));

/** A filter without one of its lists. */
const without = (filter: unknown, list: string): unknown =>
  isRecord(filter) ? { ...filter, [list]: [] } : filter;

const PACKAGES = 'packageMetadataFilter';
const TOPOLOGY = 'topologyStateFilter';
const vettingList = (name: string): string => of('package-vetting-list', name);

const NOBODY = 'nobody::1220aa';
const GET = 'getV2Interactive-submissionPreferred-package-version';
const POST = 'postV2Interactive-submissionPreferred-packages';
const preference = (name: string): string =>
  of('{preferred-package-version,preferred-packages}', name);

/** Preferences are asked for otherwise, in both ways. */
const preferring = (get: (query: URLSearchParams) => void, post: (body: Json) => Json): Change =>
  altering([GET, POST], ({ operationId, handle }) => ({
    handle: (ask, ledger) => {
      if (operationId === POST) return handle({ ...ask, body: post(ask.body as Json) }, ledger);
      const query = new URLSearchParams(ask.query);
      get(query);
      return handle({ ...ask, query }, ledger);
    },
  }));

export const vettingFaults: readonly LedgerFault[] = [
  {
    id: 'vetting-package-ids-overlooked',
    description: 'The ids of a filter of vetted packages are overlooked.',
    killedBy: vettingList('package-filter-selects'),
    collateral: [vettingList('{topology-filter-selects,pages-keep-the-filter}')],
    versions: ['3.4', '3.5'],
    change: listing((body) => ({ ...body, [PACKAGES]: without(body[PACKAGES], 'packageIds') })),
  },
  {
    id: 'vetting-rows-chosen-by-package',
    description: 'A filter of packages chooses rows, which are shown with all their packages.',
    killedBy: vettingList('package-filter-selects'),
    collateral: [
      of('package-vetting-list', 'name-prefix-selects'),
      vettingList('{topology-filter-selects,pages-keep-the-filter,name-filter-selects}'),
    ],
    change: altering(LISTS, ({ handle }) => ({
      handle: async (ask, ledger) => {
        const reply = await handle(ask, ledger);
        if (!isRecord(reply.json)) return reply;
        const whole = listAt(reply.json, 'vettedPackages').map((row) => {
          const { participantId, synchronizerId } = row as Record<string, string>;
          return ledger.vetting.find(participantId ?? '', synchronizerId ?? '');
        });
        return { ...reply, json: { ...reply.json, vettedPackages: whole } };
      },
    })),
  },
  {
    id: 'vetting-synchronizers-overlooked',
    description: 'The synchronizers of a filter of vetted packages are overlooked.',
    killedBy: vettingList('topology-filter-selects'),
    collateral: [vettingList('pages-keep-the-filter')],
    versions: ['3.4', '3.5'],
    change: listing((body) => ({
      ...body,
      [TOPOLOGY]: without(body[TOPOLOGY], 'synchronizerIds'),
    })),
  },
  {
    id: 'filter-for-nothing-is-no-filter',
    description: 'A filter of vetted packages that matches nothing counts as none.',
    killedBy: vettingList('{package,topology}-filter-selects'),
    collateral: [vettingList('pages-keep-the-filter')],
    change: altering(LISTS, ({ handle }) => ({
      handle: async (ask, ledger) => {
        const reply = await handle(ask, ledger);
        if (listAt(reply.json, 'vettedPackages').length > 0) return reply;
        const body = { ...(ask.body as Json), [PACKAGES]: undefined, [TOPOLOGY]: undefined };
        return handle({ ...ask, body }, ledger);
      },
    })),
  },
  {
    id: 'vetting-filter-kept-for-one-page',
    description: 'A page of vetted packages that is asked for with a token overlooks the filter.',
    killedBy: vettingList('pages-keep-the-filter'),
    change: listing((body) =>
      body['pageToken'] === '' ? body : { ...body, [PACKAGES]: undefined, [TOPOLOGY]: undefined },
    ),
  },
  {
    id: 'preferred-on-any-synchronizer',
    description: 'The synchronizer for which a preference is asked is overlooked.',
    killedBy: preference('none-on-an-unknown-synchronizer'),
    versions: ['3.4', '3.5'],
    change: preferring(
      (query) => query.delete('synchronizer-id'),
      (body) => ({ ...body, synchronizerId: '' }),
    ),
  },
  {
    id: 'preferred-synchronizer-cut',
    description:
      'The synchronizer for which a preference is asked is taken for its alias, and found nowhere.',
    killedBy: preference('same-on-its-synchronizer'),
    change: preferring(
      (query) => {
        const id = query.get('synchronizer-id');
        if (id !== null) query.set('synchronizer-id', id.split('::')[0] ?? '');
      },
      (body) => ({ ...body, synchronizerId: String(body['synchronizerId']).split('::')[0] ?? '' }),
    ),
  },
  {
    id: 'nothing-preferred-later',
    description: 'Nothing is preferred at a time that is yet to come.',
    killedBy: preference('same-at-a-later-time'),
    change: preferring(
      (query) => {
        if (query.has('vetting_valid_at')) query.set('package-name', 'none-then');
      },
      (body) =>
        body['vettingValidAt'] === undefined
          ? body
          : {
              ...body,
              packageVettingRequirements: listAt(body, 'packageVettingRequirements').map((one) => ({
                ...(one as Json),
                packageName: 'none-then',
              })),
            },
    ),
  },
  {
    id: 'malformed-party-prefers-nothing',
    description:
      'For a party whose name is malformed nothing is preferred, and nothing is refused.',
    killedBy: preference('malformed-party-refused'),
    change: preferring(
      (query) => {
        if (!query.getAll('parties').every(isParty)) query.set('parties', NOBODY);
      },
      (body) => ({
        ...body,
        packageVettingRequirements: listAt(body, 'packageVettingRequirements').map((one) => {
          const { packageName, parties } = one as { packageName: string; parties: string[] };
          return { packageName, parties: parties.map((p) => (isParty(p) ? p : NOBODY)) };
        }),
      }),
    ),
  },
];
