/** External parties: the server generates their topology, the client signs it, and the server allocates them. */
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
} from '../../../src/index.ts';
import type { Area, Ledger } from '../area.ts';
import { publicKeyOf, signatureOf } from '../commands/signing.ts';
import { bytesAreBase64 } from '../laws/base64.ts';
import { rejected } from '../laws/rejected-steps.ts';
import { freshHint, lookUp, notListed, startingWith, wholeListUntil } from '../laws/scratch.ts';
import { difference } from '../requests/alike.ts';
import { ABSENT } from '../requests/formats.ts';
import { strings } from '../requests/members.ts';
import { sharedProbes } from '../requests/probes.ts';
import { retryUntilShown } from '../requests/retry.ts';
import { changes, listIn, sequence, textIn } from '../requests/sequences.ts';

type Bodies = Readonly<Record<string, unknown>>;

/** The requests that allocate an external party. The first lists the parties of earlier cases. */
export interface Onboarding {
  readonly known: Call;
  readonly topology: (bodies: Bodies) => Call;
  readonly allocate: (bodies: Bodies) => Call | undefined;
  /** The same with the signature of other bytes. */
  readonly forged: (bodies: Bodies) => Call | undefined;
  /** The hint, which the key of the party belongs to. */
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
      id: 'ledger/generate-topology/topology-can-be-signed',
      level: 'MUST',
      clause: 'external-topology-is-generated',
      statement:
        'The response has a party with the requested hint, its transactions, and the hash to sign.',
      cause:
        'The id of the party comes from another key than the one in the request, or multiHash is empty.',
      fix: 'Take the fingerprint of the key in the request, and hash all transactions together.',
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
        'The signature is checked against each transaction instead of their hash, or after they are encoded anew.',
      fix: 'Check it against multiHash, over the bytes of the request.',
      good: ['allocate'],
      given: ['topology'],
    }),
    life.expects({
      name: 'allocates-generated-party',
      clause,
      statement: 'The allocated party is the one of the generated topology.',
      cause: 'The party gets a new id at its allocation.',
      fix: 'Take the id from the signed topology transactions.',
      given: ['topology', 'allocate'],
      judge: ({ topology, allocate }) =>
        difference(
          textIn(topology.response.body, 'partyId'),
          textIn(allocate.response.body, 'partyId'),
          '/partyId',
        ),
    }),
    life.expects({
      name: 'allocated-party-is-local',
      clause: 'external-parties-are-hosted-here',
      statement: 'A new party is local to the participant.',
      cause: 'The party counts as remote until its topology is effective.',
      fix: 'Respond when the participant hosts the party.',
      given: ['topology', 'allocate', 'get'],
      judge: ({ topology, get }) =>
        hosts(get.response.body, textIn(topology.response.body, 'partyId')),
    }),
    life.expects({
      name: 'listed-without-filter',
      clause: 'known-parties-are-listed',
      statement: 'A new party is also in the list without a filter.',
      cause: 'The list has only parties with keys of the participant.',
      fix: 'List every party that the participant knows.',
      // A server that does not list the party rejects its hint when the case is sent again.
      given: ['topology', 'get', 'whole'],
      judge: ({ topology, whole }) =>
        notListed(whole.response.body, textIn(topology.response.body, 'partyId') ?? ''),
    }),
    ...rejected(life, clause, ['topology', 'allocate'], { 'wrong-signature': ['forged'] }),
  ];
}

/** A finding unless the first of the details is that party, as a local one. */
function hosts(body: unknown, party: string | undefined): readonly Finding[] {
  const [row] = listIn(body, 'partyDetails');
  if (row === undefined) return [finding('/partyDetails', `${party}`, 'none')];
  const { party: found, isLocal } = row as { party?: unknown; isLocal?: unknown };
  return difference({ party, isLocal: true }, { party: found, isLocal }, '/partyDetails/0');
}
