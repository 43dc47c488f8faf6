/** External parties: the server generates the topology, the client signs it, and the server allocates the party. */
import type { Call, Fixtures } from '../../../src/kit.ts';
import { call, describe, finding, sent, worded } from '../../../src/kit.ts';
import { difference, elements, member, stringAt } from '../../kit/json.ts';
import { accepts, lacking, shownText, unless } from '../../kit/judges.ts';
import type { Law } from '../../kit/law.ts';
import type { Bodies, Rule } from '../../kit/scenarios.ts';
import type { Area, Ledger } from '../area.ts';
import { lawsOf, onAnyBody, onGoodBody, type Subject, scenario } from '../laws/forms.ts';
import { bodyMember } from '../requests/documented.ts';
import { ABSENT, pageOf } from '../requests/formats.ts';
import { retryUntilShown } from '../requests/retry.ts';
import { publicKeyOf, signatureOf } from '../requests/signing.ts';
import {
  actsAs,
  freshHint,
  lookUp,
  notListed,
  rightsOfUser,
  scratchUser,
  startingWith,
  wholeListUntil,
} from '../resources/scratch.ts';
import { rulesIn } from '../rules.ts';

const rule = rulesIn('4.2-parties', 'users/external-parties.ts');

/** The requests that allocate an external party. The first lists the parties of earlier cases. */
interface Onboarding {
  readonly known: Call;
  readonly topology: (bodies: Bodies) => Call;
  readonly allocate: (bodies: Bodies) => Call | undefined;
  /** The same requests with a signature of other bytes. */
  readonly forged: (bodies: Bodies) => Call | undefined;
  /** The hint, from which the key of the party follows. */
  readonly hint: (bodies: Bodies) => string;
}

/** `owner`: the user that gets the right to act as the party, if there is one. */
function onboarding(
  ledger: Ledger,
  fixtures: Fixtures,
  tag: string,
  owner: (bodies: Bodies) => string | undefined = () => undefined,
): Onboarding {
  const [synchronizer = ABSENT.synchronizer] = fixtures.synchronizers;
  const hint = ({ known }: Bodies): string => freshHint(tag, known);
  const signed =
    (wrongBytes?: string) =>
    (bodies: Bodies): Call | undefined => {
      const { topology } = bodies;
      const fingerprint = stringAt(topology, 'publicKeyFingerprint');
      const hash = stringAt(topology, 'multiHash');
      if (fingerprint === undefined || hash === undefined) return undefined;
      const onboardingTransactions = elements(topology, 'topologyTransactions').map(
        (transaction) => ({ transaction }),
      );
      return call(ledger.operation('external-parties-allocate'), {
        json: {
          synchronizer,
          identityProviderId: '',
          onboardingTransactions,
          multiHashSignatures: [signatureOf(hint(bodies), wrongBytes ?? hash, fingerprint)],
          userId: owner(bodies),
        },
      });
    };
  return {
    known: startingWith(ledger, `assay-${tag}`, fixtures),
    topology: (bodies) =>
      call(ledger.operation('generate-topology'), {
        json: { synchronizer, partyHint: hint(bodies), publicKey: publicKeyOf(hint(bodies)) },
      }),
    allocate: signed(),
    forged: signed(Buffer.from('other bytes').toString('base64')),
    hint,
  };
}

const TOPOLOGY_LAWS: readonly Law<Subject>[] = [
  rule('topology-can-be-signed', {
    test: onGoodBody((body, { request }) => {
      const hint = stringAt(sent(request), 'partyHint');
      const party = stringAt(body, 'partyId');
      if (!party?.startsWith(`${hint}::`))
        return [finding('/partyId', worded`${hint}::…`, describe(party))];
      if (elements(body, 'topologyTransactions').length === 0)
        return [finding('/topologyTransactions', 'one at least', 'none')];
      const empty = ['multiHash', 'publicKeyFingerprint'].find((name) => !stringAt(body, name));
      return unless(empty === undefined, `/${empty}`, 'what it names', undefined);
    }),
  }),
  rule('fingerprint-is-in-party-id', {
    test: onAnyBody((body) => {
      const shown = stringAt(body, 'publicKeyFingerprint');
      const [, expected] = (stringAt(body, 'partyId') ?? '').split('::');
      return expected === undefined || !shown
        ? undefined
        : difference(expected, shown, '/publicKeyFingerprint');
    }),
  }),
];

type Named = 'topology' | 'owner' | 'allocate' | 'ownerRights';

/** Of documents whose allocations name a user. */
const NAMED_USER_MAY_ACT: Rule<Named> = rule('named-user-may-act', {
  given: ['topology', 'owner', 'allocate', 'ownerRights'],
  judge: ({ topology, ownerRights }) => {
    const party = shownText(topology, 'partyId');
    const mayAct = actsAs(ownerRights.response.body, party);
    return mayAct ? [] : [lacking(worded`the right to act as ${party ?? ''}`, '/rights')];
  },
});

export const externalParties: Area = (ledger) => {
  const operation = ledger.operation('external-parties-allocate');
  // Older ledgers do not read the member.
  const isNamed = bodyMember(operation, 'userId') !== undefined;
  const life = scenario(operation, {
    name: 'scratch-party',
    clause: 'external-parties-are-allocated',
    sends:
      'the topology of an external party, with a wrong signature and then a good one, the party, and the rights of a scratch user that the allocation names',
    effect: 'irreversible',
    needs: 'synchronizers',
    steps: (fixtures, tag) => {
      const id = `assay-${tag}-owner`;
      const user = scratchUser(ledger, id);
      const owner = ({ owner: made }: Bodies) => (isNamed && member(made, 'user') ? id : undefined);
      const { known, topology, forged, allocate } = onboarding(ledger, fixtures, tag, owner);
      return {
        known,
        owner: () => (isNamed ? user.create : undefined),
        topology,
        forged,
        allocate,
        get: ({ topology: made, allocate: done }) => {
          const party = stringAt(made, 'partyId');
          const look = lookUp(ledger, party);
          if (look === undefined || stringAt(done, 'partyId') === undefined) return look;
          return retryUntilShown(look, (body) => hosts(body, party).length === 0);
        },
        whole: ({ topology: made, get }) =>
          elements(get, 'partyDetails').length === 0
            ? undefined
            : wholeListUntil(
                ledger,
                stringAt(made, 'partyId'),
                pageOf(fixtures, 'maxPartiesPageSize', 1000),
              ),
        ownerRights: (bodies) => {
          const party = stringAt(bodies['allocate'], 'partyId');
          if (owner(bodies) === undefined || party === undefined) return undefined;
          return retryUntilShown(rightsOfUser(ledger, id), (body) => actsAs(body, party));
        },
        removeOwner: (bodies) => (owner(bodies) === undefined ? undefined : user.remove),
      };
    },
  });
  return [
    ...lawsOf(TOPOLOGY_LAWS, {
      operation: ledger.operation('generate-topology'),
      clause: 'external-topology-is-generated',
    }),
    ...life.rules(
      rule('accepted', {
        given: ['topology'],
        judge: accepts('allocate'),
      }),
      rule('allocates-generated-party', {
        given: ['topology', 'allocate'],
        judge: ({ topology, allocate }) =>
          difference(shownText(topology, 'partyId'), shownText(allocate, 'partyId'), '/partyId'),
      }),
      rule('allocated-party-is-local', {
        given: ['topology', 'allocate', 'get'],
        judge: ({ topology, get }) => hosts(get.response.body, shownText(topology, 'partyId')),
      }),
      ...(isNamed ? [NAMED_USER_MAY_ACT] : []),
      rule('listed-without-filter', {
        // A server that does not list the party rejects its hint when the case is sent again.
        given: ['topology', 'get', 'whole'],
        judge: ({ topology, whole }) =>
          notListed(whole.response.body, shownText(topology, 'partyId')),
      }),
      life.rejected(['topology', 'allocate'], { 'wrong-signature': ['forged'] }),
    ),
  ];
};

/** A finding unless the first of the details is that party, hosted here. */
function hosts(body: unknown, party: string | undefined) {
  const [row] = elements(body, 'partyDetails');
  if (row === undefined) return [finding('/partyDetails', party, 'none')];
  const found = { party: member(row, 'party'), isLocal: member(row, 'isLocal') };
  return difference({ party, isLocal: true }, found, '/partyDetails/0');
}
