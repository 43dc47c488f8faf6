/** Faults in parties and in what the participant reports of itself. */
import { altering } from '../fault.ts';
import { digest } from '../ids.ts';
import * as edit from '../operators/edits.ts';
import { listAt, valueAt } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { rejectAs, skip } from '../operators/rejections.ts';
import { ignoreQuery, misread, request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { remembering, restore } from '../operators/state.ts';
import { ok, type Reply } from '../reply.ts';
import { type LedgerFault, table } from './table.ts';

const localMetadata = { resourceVersion: '0', annotations: {} };
const isEmpty = ({ json }: Reply): boolean => listAt(json, 'partyDetails').length === 0;

export const partyFaults: readonly LedgerFault[] = table({
  'party-is-another | parties-list/read-as-listed | both | The lookup of a party returns the last party of the list.':
    respond(
      on.party,
      'partyDetails.*.party',
      (_old, _call, { parties }) => parties.all().at(-1)?.party,
    ),
  'allocation-grants-nothing | parties-allocate/named-user-may-act | both irreversible | The user that an allocation names gets no right.':
    request(on.allocate, 'userId', edit.to('')),
  'party-with-its-neighbours | parties-list/read-as-listed | The lookup of a party returns all parties.':
    misread(on.party, (_call, { parties }) => ({
      query: new URLSearchParams(
        parties.all().map(({ party }): [string, string] => ['parties', party]),
      ),
    })),
  'participant-under-another-name | package-vetting-list/participant-has-own-rows | both | The participant id differs from the one in the list of vetted packages.':
    respond(on.participant, 'participantId', edit.prepend('PAR::')),
  'later-party-has-no-details | party/listed-party-has-details | The lookup of a party in the middle of the list returns nothing.':
    respond(on.party, '', edit.to({ partyDetails: [] }), ({ path }, { parties }) =>
      parties
        .all()
        .slice(1, -1)
        .some(({ party }) => party === path['party']),
    ),
  'unknown-party-is-not-found | party/unknown-party-has-no-details | An unknown party gets 404 instead of an empty list.':
    altering(on.party, ({ handle }) => ({
      handle: async (call, ledger) => {
        const reply = await handle(call, ledger);
        if (isEmpty(reply)) ledger.parties.get(call.path['party'] ?? '');
        return reply;
      },
    })),
  'unknown-party-has-details | party/unknown-party-has-no-details | An unknown party has details.':
    altering(on.party, ({ handle }) => ({
      handle: async (call, ledger) => {
        const reply = await handle(call, ledger);
        if (!isEmpty(reply)) return reply;
        const own = { party: call.path['party'], isLocal: false, localMetadata };
        return ok({ partyDetails: [{ ...own, identityProviderId: '' }] });
      },
    })),
  'party-local-elsewhere | parties-list/read-as-listed | The lookup of a party contradicts the list on whether it is local.':
    respond(on.party, 'partyDetails.*.isLocal', (local) => !local),
  'malformed-party-crashes | party/no-server-error | A malformed party causes a server error.':
    rejectAs({ of: on.party, status: 400 }, 500),
  'party-filter-overlooked | parties-list/filter-limits-parties | The list of parties ignores its filter.':
    ignoreQuery(on.parties, 'filter-party'),
  'participant-id-changes | participant-id/participant-id-is-stable | The participant has another id each time.':
    remembering(() => {
      let n = 0;
      return respond(on.participant, 'participantId', (id) =>
        String(id).replace(/[0-9a-f]{64}$/, digest(`participant ${++n}`)),
      );
    }),
  'parties-beside-overlooked | parties-list/shows-parties-of-query | The lookup of a party ignores further parties in the query.':
    respond(on.party, 'partyDetails', edit.first(1)),
  'party-filter-matches-anywhere | parties-list/filter-limits-parties | A filter of parties matches anywhere in their names.':
    respond(on.parties, 'partyDetails', (rows, { query }, { parties }) => {
      const filter = query.get('filter-party') ?? '';
      const found = parties.all().filter(({ party }) => filter !== '' && party.includes(filter));
      return [...found, ...(rows as unknown[])];
    }),
  'topology-without-a-hash | generate-topology/topology-can-be-signed | Generated topology has an empty hash.':
    respond(on.topology, 'multiHash', edit.to('')),
  'fingerprint-of-another-key | generate-topology/fingerprint-is-in-party-id | The fingerprint with generated topology is that of another key.':
    respond(on.topology, 'publicKeyFingerprint', edit.to(`1220${digest('another key')}`)),
  'allocated-party-not-listed | parties-allocate/{read-as-created,listed-as-created} | irreversible | An allocated party is unknown afterwards.':
    skip(on.allocate, ({ body }, { parties }) => {
      const party = parties.idFor(String(valueAt(body, 'partyIdHint')));
      return ok({ partyDetails: { party, isLocal: true, localMetadata, identityProviderId: '' } });
    }),
  'party-allocated-twice | parties-allocate/{rejects-taken-hint,taken-hint-error} | irreversible | The server allocates a party with a hint that is taken.':
    request(on.allocate, 'partyIdHint', (hint, _call, { parties }) => {
      const taken = parties.all().some(({ party }) => party.startsWith(`${hint}::`));
      return hint !== '' && taken ? `${hint}-2` : hint;
    }),
  'party-annotations-not-kept | party-update/{update-changes-named-members,update-keeps-other-members,read-as-updated} | irreversible | The server does not store a change of the annotations of a party.':
    restore(on.updateParty, ({ path }, { parties }) => {
      const party = parties.find(path['party'] ?? '');
      const before = party && { ...party };
      return () => party && Object.assign(party, before);
    }),
  'unknown-party-beside-a-known-one | parties-list/unknown-party-adds-nothing | An unknown party has details beside a known one.':
    altering(on.party, ({ handle }) => ({
      handle: async (call, ledger) => {
        const { json } = await handle(call, ledger);
        const rows = listAt(json, 'partyDetails');
        const others = call.query.getAll('parties').filter((party) => !ledger.parties.find(party));
        const invented = others.map((party) => ({ ...(rows[0] as object), party }));
        return ok({ partyDetails: [...rows, ...invented] });
      },
    })),
});
