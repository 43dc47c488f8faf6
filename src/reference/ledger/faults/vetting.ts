/** Faults in the filters of vetted packages, and in where and when a package is preferred. */
import { altering } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { type Json, listAt } from '../operators/json.ts';
import { on, VETTED } from '../operators/operations.ts';
import { request } from '../operators/request.ts';
import { isParty } from '../parties/book.ts';
import type { Change } from '../steps.ts';
import { type LedgerFault, table } from './table.ts';

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
  'vetting-package-ids-overlooked | package-vetting-list/package-id-filter-selects-packages | both | The list of vetted packages ignores the package ids of its filter.':
    request(VETTED, `${PACKAGES}.packageIds`, edit.to([])),
  'vetting-rows-chosen-by-package | package-vetting-list/package-id-filter-selects-packages | A filter on packages selects rows, which show all of their packages.':
    altering(VETTED, ({ handle }) => ({
      handle: async (call, ledger) => {
        const reply = await handle(call, ledger);
        const whole = listAt(reply.json, 'vettedPackages').map((row) => {
          const { participantId, synchronizerId } = row as Record<string, string>;
          return ledger.vetting.find(participantId ?? '', synchronizerId ?? '');
        });
        return { ...reply, json: { ...(reply.json as Json), vettedPackages: whole } };
      },
    })),
  'vetting-synchronizers-overlooked | package-vetting-list/topology-filter-selects-rows | both | The list of vetted packages ignores the synchronizers of its filter.':
    request(VETTED, `${TOPOLOGY}.synchronizerIds`, edit.to([])),
  'filter-for-nothing-is-no-filter | package-vetting-list/{package-id-filter-selects-packages,topology-filter-selects-rows} | A filter of vetted packages that matches nothing counts as none.':
    altering(VETTED, ({ handle }) => ({
      handle: async (call, ledger) => {
        const reply = await handle(call, ledger);
        if (listAt(reply.json, 'vettedPackages').length > 0) return reply;
        const body = { ...(call.body as Json), [PACKAGES]: undefined, [TOPOLOGY]: undefined };
        return handle({ ...call, body }, ledger);
      },
    })),
  'vetting-filter-kept-for-one-page | package-vetting-list/pages-keep-filter | Further pages of vetted packages ignore the filter.':
    request(
      VETTED,
      '',
      edit.merge({ [PACKAGES]: undefined, [TOPOLOGY]: undefined }),
      ({ body }) => (body as Json)['pageToken'] !== '',
    ),
  'preferred-on-any-synchronizer | {preferred-package-version,preferred-packages}/unknown-synchronizer-has-no-preference | both | The preference ignores the synchronizer of the request.':
    preferring(
      (query) => query.delete('synchronizer-id'),
      (body) => ({ ...body, synchronizerId: '' }),
    ),
  'preferred-synchronizer-cut | {preferred-package-version,preferred-packages}/same-preference-on-its-synchronizer | The preference reads the synchronizer as its alias and finds nothing.':
    preferring(
      (query) => {
        const id = query.get('synchronizer-id');
        if (id !== null) query.set('synchronizer-id', id.split('::')[0] ?? '');
      },
      (body) => ({ ...body, synchronizerId: String(body['synchronizerId']).split('::')[0] ?? '' }),
    ),
  'nothing-preferred-later | {preferred-package-version,preferred-packages}/same-preference-at-later-time | At a future time no package is preferred.':
    preferring(
      (query) => {
        if (query.has('vetting_valid_at')) query.set('package-name', 'none-then');
      },
      (body) =>
        body['vettingValidAt'] === undefined
          ? body
          : requiring(body, (one) => ({ ...one, packageName: 'none-then' })),
    ),
  'malformed-party-prefers-nothing | {preferred-package-version,preferred-packages}/{rejects-malformed-party,malformed-party-error} | For a malformed party no package is preferred, and nothing is rejected.':
    preferring(
      (query) => {
        if (!query.getAll('parties').every(isParty)) query.set('parties', UNKNOWN);
      },
      (body) =>
        requiring(body, ({ packageName, parties }) => ({
          packageName,
          parties: (parties as string[]).map((party) => (isParty(party) ? party : UNKNOWN)),
        })),
    ),
});
