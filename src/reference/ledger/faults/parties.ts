/** Faults in parties and in what the participant tells of itself. */
import { altering, answeringJson, refusing } from '../fault.ts';
import { digest } from '../ids.ts';
import { ok } from '../route.ts';
import { edited, type LedgerFault, listAt, of } from './tools.ts';

export const partyFaults: readonly LedgerFault[] = [
  {
    id: 'party-is-another',
    description: 'The look-up of a party answers with the last party of the list.',
    killedBy: of('parties-list', 'found-by-name'),
    collateral: [of('part*', '*')],
    versions: ['3.4', '3.5'],
    change: answeringJson('getV2PartiesParty', (json, _ask, { parties }) => {
      const last = parties.all().at(-1);
      return edited(json, 'partyDetails.*.party', () => last?.party);
    }),
  },
  {
    id: 'party-with-its-neighbours',
    description: 'The look-up of a party answers with all parties.',
    killedBy: of('parties-list', 'found-by-name'),
    collateral: [
      of('party', '*'),
      of('parties-list', 'near-names-are-others'),
      of('{parties-allocate,external-parties-allocate}', '*'),
    ],
    change: altering('getV2PartiesParty', ({ handle }) => ({
      handle: (ask, ledger) => {
        const query = new URLSearchParams(
          ledger.parties.all().map(({ party }): [string, string] => ['parties', party]),
        );
        return handle({ ...ask, query }, ledger);
      },
    })),
  },
  {
    id: 'participant-under-another-name',
    description: 'The participant gives itself another name than the list of vetted packages does.',
    killedBy: of('package-vetting-list', 'own-name-has-rows'),
    versions: ['3.4', '3.5'],
    change: answeringJson('getV2PartiesParticipant-id', (json) =>
      edited(json, 'participantId', (name) => `PAR::${String(name)}`),
    ),
  },
  {
    id: 'later-party-has-no-details',
    description: 'A party between the first and the last of the list has no details.',
    killedBy: of('party', 'listed-party-has-details'),
    change: answeringJson('getV2PartiesParty', (json, ask, { parties }) => {
      const amid = parties.all().slice(1, -1);
      return amid.some(({ party }) => party === ask.path['party']) ? { partyDetails: [] } : json;
    }),
  },
  {
    id: 'unknown-party-is-not-found',
    description: 'An unknown party is refused with 404 instead of an empty list.',
    killedBy: of('party', 'unknown-party'),
    collateral: [of('party', 'malformed-party')],
    change: altering('getV2PartiesParty', ({ handle }) => ({
      handle: async (ask, ledger) => {
        const reply = await handle(ask, ledger);
        if (listAt(reply.json, 'partyDetails').length > 0) return reply;
        ledger.parties.get(ask.path['party'] ?? '');
        return reply;
      },
    })),
  },
  {
    id: 'unknown-party-has-details',
    description: 'A party that nobody allocated has details.',
    killedBy: of('party', '{unknown-party,unknown-beside-changes-nothing}'),
    change: altering('getV2PartiesParty', ({ handle }) => ({
      handle: async (ask, ledger) => {
        const reply = await handle(ask, ledger);
        if (listAt(reply.json, 'partyDetails').length > 0) return reply;
        const localMetadata = { resourceVersion: '0', annotations: {} };
        const party = ask.path['party'];
        const details = { party, isLocal: false, localMetadata, identityProviderId: '' };
        return ok({ partyDetails: [details] });
      },
    })),
  },
  {
    id: 'party-local-elsewhere',
    description:
      'The look-up calls a party local that the list calls remote, and the other way round.',
    killedBy: of('parties-list', 'found-by-name'),
    change: answeringJson('getV2PartiesParty', (json) =>
      edited(json, 'partyDetails.*.isLocal', (local) => !local),
    ),
  },
  {
    id: 'malformed-party-crashes',
    description: 'A malformed party makes the ledger fall over.',
    killedBy: of('party', 'no-server-error'),
    collateral: [of('party', '{status-matches-code,malformed-party}')],
    change: refusing((reply, _error, _incoming, route) =>
      route?.operationId === 'getV2PartiesParty' && reply.status === 400
        ? { ...reply, status: 500 }
        : reply,
    ),
  },
  {
    id: 'party-filter-overlooked',
    description: 'The filter of the list of parties is overlooked.',
    killedBy: of('parties-list', 'filter-kept'),
    collateral: [of('parties-list', 'malformed-filter-refused')],
    change: altering('getV2Parties', ({ handle }) => ({
      handle: (ask, ledger) => {
        const query = new URLSearchParams(ask.query);
        query.delete('filter-party');
        return handle({ ...ask, query }, ledger);
      },
    })),
  },
  {
    id: 'participant-id-changes',
    description: 'The participant is called otherwise each time.',
    killedBy: of('participant-id', 'stable'),
    collateral: [
      of('package-vetting-list', 'own-*'),
      of('participant-id', 'slash-at-the-end-ignored'),
    ],
    change: (honest, ledger) => {
      let asked = 0;
      return answeringJson('getV2PartiesParticipant-id', (json) => {
        asked += 1;
        return edited(json, 'participantId', (id) =>
          String(id).replace(/[0-9a-f]{64}$/, digest(`participant ${asked}`)),
        );
      })(honest, ledger);
    },
  },
  {
    id: 'parties-beside-overlooked',
    description: 'Only the party of the path is told, whatever parties the query names.',
    killedBy: of('parties-list', 'others-beside-are-told'),
    change: answeringJson('getV2PartiesParty', (json) =>
      edited(json, 'partyDetails', (rows) => (rows as unknown[]).slice(0, 1)),
    ),
  },
  {
    id: 'party-filter-matches-anywhere',
    description: 'A filter of parties matches anywhere in their names.',
    killedBy: of('parties-list', 'filter-kept'),
    collateral: [of('parties-list', '*')],
    change: answeringJson('getV2Parties', (json, { query }, { parties }) => {
      const filter = query.get('filter-party') ?? '';
      const found = parties.all().filter(({ party }) => filter !== '' && party.includes(filter));
      return edited(json, 'partyDetails', (rows) => [...found, ...(rows as unknown[])]);
    }),
  },
  {
    id: 'topology-without-a-hash',
    description: 'The hash that is to be signed is left empty.',
    killedBy: of('generate-topology', 'serves-signing'),
    change: answeringJson('postV2PartiesExternalGenerate-topology', (json) =>
      edited(json, 'multiHash', () => ''),
    ),
  },
  {
    id: 'allocated-party-not-listed',
    description: 'A party is allocated and not known afterwards.',
    killedBy: of('parties-allocate', '{found-afterwards,listed-afterwards}'),
    collateral: [of('{parties-allocate,party-update}', '*')],
    allow: 'irreversible',
    change: altering('postV2Parties', () => ({
      handle: (ask, { parties }) => {
        const { partyIdHint } = ask.body as { partyIdHint: string };
        const localMetadata = { resourceVersion: '0', annotations: {} };
        const party = parties.idFor(partyIdHint);
        const details = { party, isLocal: true, localMetadata, identityProviderId: '' };
        return ok({ partyDetails: details });
      },
    })),
  },
  {
    id: 'party-allocated-twice',
    description: 'A party hint that is taken is allocated again.',
    killedBy: of('parties-allocate', 'same-name-refused'),
    allow: 'irreversible',
    change: altering('postV2Parties', ({ handle }) => ({
      handle: async (ask, ledger) => {
        const asked = ask.body as { partyIdHint: string };
        const taken = ledger.parties
          .all()
          .find(({ party }) => party.startsWith(`${asked.partyIdHint}::`));
        if (asked.partyIdHint === '' || taken === undefined) return handle(ask, ledger);
        return handle(
          { ...ask, body: { ...asked, partyIdHint: `${asked.partyIdHint}-2` } },
          ledger,
        );
      },
    })),
  },
  {
    id: 'party-annotations-not-kept',
    description: 'A change of the annotations of a party is answered and not kept.',
    killedBy: of('party-update', 'annotations-change'),
    collateral: [of('party-update', '*')],
    allow: 'irreversible',
    change: altering('patchV2PartiesParty', ({ handle }) => ({
      handle: async (ask, ledger) => {
        const party = ledger.parties.find(ask.path['party'] ?? '');
        const before = party === undefined ? undefined : { ...party };
        const reply = await handle(ask, ledger);
        if (party !== undefined) Object.assign(party, before);
        return reply;
      },
    })),
  },
  {
    id: 'unknown-party-beside-a-known-one',
    description: 'A party that nobody allocated has details when it is asked for beside another.',
    killedBy: of('parties-list', 'unknown-beside-changes-nothing'),
    change: altering('getV2PartiesParty', ({ handle }) => ({
      handle: async (ask, ledger) => {
        const { json } = await handle(ask, ledger);
        const [first] = listAt(json, 'partyDetails');
        const beside = ask.query.getAll('parties').filter((party) => !ledger.parties.find(party));
        const invented = beside.map((party) => ({ ...(first as object), party }));
        return ok({ partyDetails: [...listAt(json, 'partyDetails'), ...invented] });
      },
    })),
  },
];
