/** Faults in the filters of vetted packages, and in where and when a package is preferred. */
import { altering } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { type Json, listAt } from '../operators/json.ts';
import { on, VETTED } from '../operators/operations.ts';
import { request } from '../operators/request.ts';
import { isParty } from '../parties/book.ts';
import type { Change } from '../steps.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

const PACKAGES = 'packageMetadataFilter';
const TOPOLOGY = 'topologyStateFilter';
const UNKNOWN = 'unknown::1220aa';

/** Reads the request for a preference in another way, for both operations. */
const preferring = (get: (query: URLSearchParams) => void, post: (body: Json) => Json): Change =>
  altering([on.preferredVersion, on.preferredPackages], ({ operationId, handle }) => ({
    handle: (call, ledger) => {
      if (operationId === on.preferredPackages)
        return handle({ ...call, body: post(call.body as Json) }, ledger);
      const query = new URLSearchParams(call.query);
      get(query);
      return handle({ ...call, query }, ledger);
    },
  }));

/** The body with other requirements on packages. */
const requiring = (body: Json, change: (one: Json) => Json): Json => ({
  ...body,
  packageVettingRequirements: (listAt(body, 'packageVettingRequirements') as Json[]).map(change),
});

export const vettingFaults: readonly LedgerFault[] = table({
  'vetting-package-ids-overlooked': {
    description: 'The list of vetted packages ignores the package ids of its filter.',
    killedBy: 'ledger/package-vetting-list/package-id-filter-selects-packages',
    versions: EVERY_VERSION,
    change: request(VETTED, `${PACKAGES}.packageIds`, edit.to([])),
  },
  'vetting-rows-chosen-by-package': {
    description: 'A filter on packages selects rows, which show all of their packages.',
    killedBy: 'ledger/package-vetting-list/package-id-filter-selects-packages',
    change: altering(VETTED, ({ handle }) => ({
      handle: async (call, ledger) => {
        const reply = await handle(call, ledger);
        const whole = listAt(reply.json, 'vettedPackages').map((row) => {
          const { participantId, synchronizerId } = row as Record<string, string>;
          return ledger.vetting.find(participantId ?? '', synchronizerId ?? '');
        });
        return { ...reply, json: { ...(reply.json as Json), vettedPackages: whole } };
      },
    })),
  },
  'vetting-synchronizers-overlooked': {
    description: 'The list of vetted packages ignores the synchronizers of its filter.',
    killedBy: 'ledger/package-vetting-list/topology-filter-selects-rows',
    versions: EVERY_VERSION,
    change: request(VETTED, `${TOPOLOGY}.synchronizerIds`, edit.to([])),
  },
  'filter-for-nothing-is-no-filter': {
    description: 'A filter of vetted packages that matches nothing counts as none.',
    killedBy:
      'ledger/package-vetting-list/{package-id-filter-selects-packages,topology-filter-selects-rows}',
    change: altering(VETTED, ({ handle }) => ({
      handle: async (call, ledger) => {
        const reply = await handle(call, ledger);
        if (listAt(reply.json, 'vettedPackages').length > 0) return reply;
        const body = { ...(call.body as Json), [PACKAGES]: undefined, [TOPOLOGY]: undefined };
        return handle({ ...call, body }, ledger);
      },
    })),
  },
  'vetting-filter-kept-for-one-page': {
    description: 'Further pages of vetted packages ignore the filter.',
    killedBy: 'ledger/package-vetting-list/pages-keep-filter',
    change: request(
      VETTED,
      '',
      edit.merge({ [PACKAGES]: undefined, [TOPOLOGY]: undefined }),
      ({ body }) => (body as Json)['pageToken'] !== '',
    ),
  },
  'preferred-on-any-synchronizer': {
    description: 'The preference ignores the synchronizer of the request.',
    killedBy:
      'ledger/{preferred-package-version,preferred-packages}/unknown-synchronizer-has-no-preference',
    versions: EVERY_VERSION,
    change: preferring(
      (query) => query.delete('synchronizer-id'),
      (body) => ({ ...body, synchronizerId: '' }),
    ),
  },
  'preferred-synchronizer-cut': {
    description: 'The preference reads the synchronizer as its alias and finds nothing.',
    killedBy:
      'ledger/{preferred-package-version,preferred-packages}/same-preference-on-its-synchronizer',
    change: preferring(
      (query) => {
        const id = query.get('synchronizer-id');
        if (id !== null) query.set('synchronizer-id', id.split('::')[0] ?? '');
      },
      (body) => ({ ...body, synchronizerId: String(body['synchronizerId']).split('::')[0] ?? '' }),
    ),
  },
  'nothing-preferred-later': {
    description: 'At a future time no package is preferred.',
    killedBy: 'ledger/{preferred-package-version,preferred-packages}/same-preference-at-later-time',
    change: preferring(
      (query) => {
        if (query.has('vetting_valid_at')) query.set('package-name', 'none-then');
      },
      (body) =>
        body['vettingValidAt'] === undefined
          ? body
          : requiring(body, (one) => ({ ...one, packageName: 'none-then' })),
    ),
  },
  'malformed-party-prefers-nothing': {
    description: 'For a malformed party no package is preferred, and nothing is rejected.',
    killedBy:
      'ledger/{preferred-package-version,preferred-packages}/{rejects-malformed-party,malformed-party-error}',
    change: preferring(
      (query) => {
        if (!query.getAll('parties').every(isParty)) query.set('parties', UNKNOWN);
      },
      (body) =>
        requiring(body, ({ packageName, parties }) => ({
          packageName,
          parties: (parties as string[]).map((party) => (isParty(party) ? party : UNKNOWN)),
        })),
    ),
  },
});
