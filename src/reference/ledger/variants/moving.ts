/** A ledger whose users, identity providers, parties and contracts come and go during the run. */
import { notFound } from '../errors.ts';
import {
  beforeEach,
  handling,
  type LedgerVariant,
  respondingJson,
  table,
  together,
} from '../fault.ts';
import type { Ledger } from '../ledger.ts';
import type { Kept } from '../metadata.ts';
import { packageOf } from '../packages/store.ts';
import { LOCAL_PARTIES, REMOTE_PARTIES, SEED_IDP, SYNCHRONIZERS } from '../seed.ts';
import type { Change } from '../steps.ts';
import { submit } from './data.ts';

/** Discovery is over after this many requests. */
const FIRST = 60;
const EVERY = 40;
/** Cases of several requests, among others at the same time, meet one edit at most. */
const EDITED_EVERY = 100;

const [ALICE = ''] = LOCAL_PARTIES;

/** Archives the oldest contract that its owner alone signed. */
function archiveOne(ledger: Ledger): void {
  const found = [...ledger.history.contracts.values()].find(
    ({ archived, moves, contract: { signatories } }) =>
      archived === undefined && moves.length === 0 && signatories.join() === ALICE,
  );
  if (found === undefined) return;
  const contractId = found.contract.id;
  const choice = { choice: 'Archive', argument: {}, throughInterface: false };
  submit(ledger, ALICE, { kind: 'exercise', contractId, ...choice });
}

const GUESTS = ['alice-app', 'bob-app', 'carol-app', 'dave-app'];

function leave(ledger: Ledger): void {
  for (const id of GUESTS) if (ledger.users.find(id) !== undefined) ledger.users.remove(id);
  const isThere = ledger.idps
    .all()
    .some(({ identityProviderId: id }) => id === SEED_IDP.identityProviderId);
  if (isThere && ledger.users.of(SEED_IDP.identityProviderId).length === 0)
    ledger.idps.remove(SEED_IDP.identityProviderId);
}

const moving: Change = (steps, ledger) => {
  let received = 0;
  const isGone = (party: string): boolean => received > FIRST && REMOTE_PARTIES.includes(party);
  const shown = (json: unknown): unknown => {
    const { partyDetails, ...rest } = json as { partyDetails: readonly { party: string }[] };
    return { partyDetails: partyDetails.filter(({ party }) => !isGone(party)), ...rest };
  };
  return together(
    respondingJson(['getV2Parties', 'getV2PartiesParty'], shown),
    handling('patchV2PartiesParty', (handle) => (call, at) => {
      const party = call.path['party'] ?? '';
      if (isGone(party)) throw notFound('PARTY_NOT_FOUND', 'party', party);
      return handle(call, at);
    }),
    beforeEach((nth) => {
      received = nth;
      if (nth === FIRST) leave(ledger);
      if (nth <= FIRST || nth % EVERY > 0) return;
      archiveOne(ledger);
      ledger.users.add({ id: `guest-${nth}` });
      const before = `guest-${nth - 2 * EVERY}`;
      if (ledger.users.find(before) !== undefined) ledger.users.remove(before);
    }),
  )(steps, ledger);
};

/** Another administrator edits what others made; scratch users and parties are left alone. */
const edited = beforeEach((nth, { users, parties, vetting }) => {
  if (nth % EDITED_EVERY > 0) return;
  const edit = (kept: Kept): void => {
    kept.annotations = { ...kept.annotations, edited: String(nth) };
    kept.resourceVersion += 1;
  };
  for (const user of users.all()) if (!user.id.startsWith('assay')) edit(user);
  for (const party of parties.all()) if (!party.party.startsWith('assay')) edit(party);
  const [row] = vetting.all();
  if (row) vetting.put({ ...row, topologySerial: row.topologySerial + 1 });
});

/** Periods with and without the last synchronizer, in requests. */
const PERIOD = 600;

const away = beforeEach((nth, ledger) => {
  const isAway = Math.floor(nth / PERIOD) % 2 === 1;
  ledger.synchronizers = isAway ? SYNCHRONIZERS.slice(0, -1) : SYNCHRONIZERS;
});

const uploads = beforeEach((nth, { packages }) => {
  if (nth % EVERY === 0) packages.put(packageOf(`package-${nth}`, '1.0.0'));
});

export const movingVariants: readonly LedgerVariant[] = table({
  'comings-and-goings': {
    description:
      'Initial users, parties, contracts and an identity provider disappear after a while, and others come and go.',
    everywhere: true,
    change: moving,
  },
  'synchronizer-comes-and-goes': {
    description: 'The ledger loses its last synchronizer and reconnects, several times.',
    change: away,
  },
  'others-upload': {
    description: 'Other administrators upload packages during the run.',
    change: uploads,
  },
  'edited-meanwhile': {
    description: 'Users, parties and vetted packages are repeatedly edited by others.',
    change: edited,
  },
});
