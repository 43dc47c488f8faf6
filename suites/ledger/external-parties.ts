/** External parties: their topology is generated here, signed elsewhere, and then allocated. */
import {
  type Call,
  call,
  describe,
  type Finding,
  type Fixtures,
  finding,
  type Operation,
  type Requirement,
  requirement,
  sent,
} from '../../src/index.ts';
import { difference } from './alike.ts';
import { bytesAreBase64 } from './base64.ts';
import type { Area, Ledger } from './chapter.ts';
import { expectsError } from './errors.ts';
import { ABSENT } from './formats.ts';
import { strings } from './members.ts';
import { startingWith } from './parties.ts';
import { freshHint, notListed, wholeListUntil } from './party-life.ts';
import { lookUp } from './party-lookups.ts';
import { retryUntilShown } from './patience.ts';
import { sharedProbes } from './probes.ts';
import { changes, listIn, sequence, textIn } from './sequences.ts';
import { publicKeyOf, signatureOf } from './signing.ts';

type Bodies = Readonly<Record<string, unknown>>;

/** The requests that bring an external party into being. The first lists what earlier cases allocated. */
export interface Onboarding {
  readonly known: Call;
  readonly topology: (bodies: Bodies) => Call;
  readonly allocate: (bodies: Bodies) => Call | undefined;
  /** The same with a signature of other bytes. */
  readonly forged: (bodies: Bodies) => Call | undefined;
  /** The name of the party, which its key belongs to. */
  readonly hint: (bodies: Bodies) => string;
}

export function onboarding(ledger: Ledger, fixtures: Fixtures, tag: string): Onboarding {
  const [synchronizer = ABSENT.synchronizer] = fixtures.synchronizers;
  const hint = ({ known }: Bodies): string => freshHint(tag, known);
  const signed =
    (wrong: boolean) =>
    (bodies: Bodies): Call | undefined => {
      const { topology } = bodies;
      const fingerprint = textIn(topology, 'publicKeyFingerprint');
      const hash = textIn(topology, 'multiHash');
      if (fingerprint === undefined || hash === undefined) return undefined;
      const bytes = wrong ? Buffer.from('other bytes').toString('base64') : hash;
      return call(ledger.operation('external-parties-allocate'), {
        json: {
          synchronizer,
          identityProviderId: '',
          onboardingTransactions: listIn(topology, 'topologyTransactions').map((transaction) => ({
            transaction,
          })),
          multiHashSignatures: [signatureOf(hint(bodies), bytes, fingerprint)],
        },
      });
    };
  return {
    known: startingWith(ledger.operation('parties-list'), `assay-${tag}`, fixtures),
    topology: (bodies) =>
      call(ledger.operation('generate-topology'), {
        json: { synchronizer, partyHint: hint(bodies), publicKey: publicKeyOf(hint(bodies)) },
      }),
    allocate: signed(false),
    forged: signed(true),
    hint,
  };
}

export const externalParties: Area = (ledger) => [
  ...topologyOf(ledger.operation('generate-topology')),
  ...allocationOf(ledger),
];

function topologyOf(operation: Operation): readonly Requirement[] {
  const good = sharedProbes(operation)?.good;
  if (good === undefined) return [];
  return [
    requirement({
      id: 'ledger/generate-topology/serves-signing',
      level: 'MUST',
      clause: 'external-topology-is-generated',
      statement:
        'The answer holds the party of the asked name, its transactions, and the hash that is to be signed.',
      cause:
        'The name of the party is made of another key than the one that was sent, or multiHash is left empty.',
      fix: 'Take the fingerprint of the sent key, and hash all transactions together.',
      probes: [good],
      check: ({ request, response }) => {
        if (response.status !== 200) return undefined;
        const hint = textIn(sent(request), 'partyHint');
        const party = textIn(response.body, 'partyId');
        if (!party?.startsWith(`${hint}::`))
          return [finding('/partyId', `${hint}::…`, describe(party))];
        const { length } = listIn(response.body, 'topologyTransactions');
        if (length === 0) return [finding('/topologyTransactions', 'one at least', 'none')];
        return textIn(response.body, 'multiHash') && textIn(response.body, 'publicKeyFingerprint')
          ? []
          : [finding('body', 'multiHash and publicKeyFingerprint', 'one of them is empty')];
      },
    }),
    bytesAreBase64(operation, 'external-topology-is-generated', good, (body) => [
      textIn(body, 'multiHash') ?? '',
      ...strings(body, 'topologyTransactions'),
    ]),
  ];
}

function allocationOf(ledger: Ledger): readonly Requirement[] {
  const operation = ledger.operation('external-parties-allocate');
  const clause = 'external-parties-are-allocated';
  const life = sequence(operation, {
    name: 'scratch-party',
    sends:
      'the topology of an external party, with a wrong signature and then a good one, and the party',
    effect: 'irreversible',
    needs: 'synchronizers',
    steps: (fixtures, tag) => {
      const { known, topology, forged, allocate } = onboarding(ledger, fixtures, tag);
      return {
        known,
        topology,
        forged,
        allocate,
        get: ({ topology: made, allocate: done }) => {
          const party = textIn(made, 'partyId');
          const look = lookUp(ledger, party);
          if (look === undefined || textIn(done, 'partyId') === undefined) return look;
          return retryUntilShown(look, (body) => hosts(body, party).length === 0);
        },
        whole: ({ topology: made, get }) =>
          listIn(get, 'partyDetails').length === 0
            ? undefined
            : wholeListUntil(ledger, fixtures, textIn(made, 'partyId')),
      };
    },
  });
  return [
    ...changes(life, {
      clause: 'generated-topology-serves-allocation',
      statement: 'Generated topology transactions with a good signature are accepted.',
      cause:
        'The signature is checked against each transaction and not against the hash of them all, or they are decoded and encoded anew before.',
      fix: 'Check it against multiHash, over the bytes as they came.',
      good: ['allocate'],
      given: ['topology'],
    }),
    life.expects({
      name: 'named-as-generated',
      clause,
      statement: 'The allocated party is the one that the topology was generated for.',
      cause: 'The party gets a new name at its allocation.',
      fix: 'Take the name from the signed topology transactions.',
      given: ['topology', 'allocate'],
      judge: ({ topology, allocate }) =>
        difference(
          textIn(topology.response.body, 'partyId'),
          textIn(allocate.response.body, 'partyId'),
          '/partyId',
        ),
    }),
    life.expects({
      name: 'hosted-here',
      clause: 'external-parties-are-hosted-here',
      statement: 'The allocated party is known to the participant, as one that it hosts.',
      cause:
        'The answer comes before the topology is effective, or the party counts as one of another node.',
      fix: 'Wait until it is hosted here, and show it as local.',
      given: ['topology', 'allocate', 'get'],
      judge: ({ topology, get }) =>
        hosts(get.response.body, textIn(topology.response.body, 'partyId')),
    }),
    life.expects({
      name: 'listed-afterwards',
      clause: 'known-parties-are-listed',
      statement:
        'A party that is allocated, and so is found by its name, is in the list of parties.',
      cause: 'Only parties with keys of the participant are listed.',
      fix: 'List every party that the participant knows.',
      // Whoever does not list it takes its name for free when the case is sent again, and refuses it.
      given: ['topology', 'get', 'whole'],
      judge: ({ topology, whole }) =>
        notListed(whole.response.body, textIn(topology.response.body, 'partyId') ?? ''),
    }),
    life.expects({
      name: 'wrong-signature-refused',
      clause,
      statement: 'A signature of other bytes is refused with 400.',
      cause: 'Signatures are checked late or only by their form, or a failed check ends as a 500.',
      fix: 'Verify them before anything is stored, and answer 400.',
      given: ['topology', 'allocate'],
      judge: ({ forged }) => expectsError(forged, 400),
    }),
  ];
}

/** The first of the details is that party, as a local one. */
function hosts(body: unknown, party: string | undefined): readonly Finding[] {
  const [row] = listIn(body, 'partyDetails');
  if (row === undefined) return [finding('/partyDetails', `${party}`, 'none')];
  const { party: found, isLocal } = row as { party?: unknown; isLocal?: unknown };
  return difference({ party, isLocal: true }, { party: found, isLocal }, '/partyDetails/0');
}
