/** The choice contexts of an allocation: which ids have one, and what meta may be. */
import { finding, type Probe, type Requirement, requirement } from '../../src/index.ts';
import { expects200, expectsRejection, isGatewayError } from '../answers.ts';
import { difference, same } from './compare.ts';
import type { ContextProbes } from './context-probes.ts';
import type { Subject } from './subject.ts';

export function contexts(
  { operation }: Subject,
  probes: ContextProbes,
  slashed: Probe,
): Requirement[] {
  const id = (name: string): string => `registry/${operation.name}/${name}`;
  return [
    requirement({
      id: id('live-allocation-answered'),
      level: 'MUST',
      clause: 'existing-allocation-has-a-context',
      statement: 'A live allocation has a choice context.',
      cause: 'A 500 is a crash of the registry, whatever the fixture.',
      fix: 'Otherwise see first that the fixture is still active and on this network. Else the store behind the registry has not taken it in yet, so ask the ledger itself before you answer 404; or the path parameter was changed on its way to the look-up.',
      probes: [probes.live],
      check: ({ response }) => expects200(response.status),
    }),
    requirement({
      id: id('meta-accepted'),
      level: 'MUST',
      clause: 'meta-is-accepted',
      statement: 'meta may hold any texts under any names.',
      cause:
        'A schema with a fixed list of keys, a pattern for names or a limit on lengths refuses what other applications put there.',
      fix: 'Decode meta as an open map of texts, and check neither names nor values.',
      probes: [probes.meta],
      comparative: true,
      withControl: true,
      check: ({ response }, accepted) => expects200(response.status, accepted),
    }),
    requirement({
      id: id('meta-extremes-accepted'),
      level: 'SHOULD',
      clause: 'names-and-values-are-any-strings',
      statement: 'Unusual names, very many of them and long values in meta are accepted as well.',
      cause:
        'Keys such as __proto__ and constructor meet the members of an object, and small limits meet a thousand keys or 16 kB of text.',
      fix: 'Keep meta in a true map (Map or Object.create(null) in JavaScript), and allow bodies of some 100 kB.',
      probes: [probes.extremeMeta],
      comparative: true,
      withControl: true,
      check: ({ response }, accepted) => expects200(response.status, accepted),
    }),
    requirement({
      id: id('unknown-id-refused'),
      level: 'MUST',
      clause: 'unknown-allocation-is-not-found',
      statement: 'An id that no allocation has is refused.',
      cause:
        "The context is made of the network's configuration alone and nobody looks the allocation up, or a cache answers for another id.",
      fix: 'Look the allocation up first, and answer 404 when there is none.',
      probes: [probes.unknownIds, probes.rareIds],
      withControl: true,
      check: ({ response }) => expectsRejection(response.status, '404'),
    }),
    requirement({
      id: id('unknown-id-404'),
      level: 'SHOULD',
      clause: 'unknown-allocation-is-not-found',
      statement: 'The refusal of an id that no allocation has is a 404.',
      cause:
        'The error of the layer below decides: a ledger client calls the id invalid and it becomes a 400, a missing row becomes a 410.',
      fix: 'Map not found to 404, and keep 400 for what cannot be a contract id at all.',
      probes: [probes.unknownIds],
      withControl: true,
      check: ({ response: { status } }) => {
        if (status < 400 || isGatewayError(status)) return undefined;
        return status === 404 ? [] : [finding('status', '404', `${status}`)];
      },
    }),
    requirement({
      id: id('malformed-id-refused'),
      level: 'MUST',
      clause: 'allocation-id-is-a-contract-id',
      statement: 'An id that no contract can have is refused.',
      cause:
        'The path segment goes unread into a query, a file name or another URL, or is cleaned until it fits.',
      fix: 'Check it as it is against the form of contract ids (00 or 01, then lower-case hex of even length), and answer 400 or 404.',
      probes: [probes.malformedId, probes.oddIds, slashed],
      withControl: true,
      check: ({ response }) => expectsRejection(response.status, '400 or 404'),
    }),
    requirement({
      id: id('near-id-refused'),
      level: 'MUST',
      clause: 'allocation-id-is-a-contract-id',
      statement: 'An id that is nearly the live one is not answered as the live one.',
      cause:
        'Ids are compared without case, by their beginning, after trimming, or decoded once more than the router did; some database collations do this unasked.',
      fix: 'Decode the path segment once, and compare it with the stored id exactly.',
      probes: [probes.nearId],
      withControl: true,
      check: ({ response }) => expectsRejection(response.status, '400 or 404'),
    }),
    requirement({
      id: id('other-kind-refused'),
      level: 'MUST',
      clause: 'contexts-are-for-allocations-only',
      statement: 'The contract id of something that is no allocation is refused.',
      cause: 'The look-up takes any contract with this id, whatever it is.',
      fix: 'Read the contract through the allocation interface, or check its template, and answer 404 to all others.',
      probes: [probes.otherKind],
      withControl: true,
      check: ({ response }) => expectsRejection(response.status, '400 or 404'),
    }),
    requirement({
      id: id('encoded-id-same'),
      level: 'MAY',
      clause: 'percent-encoding-is-transparent',
      statement: 'An id with percent-encoded characters is the same id.',
      cause: 'Routes are matched on the raw path, so that %30 and 0 make two ids.',
      fix: 'Split the path first, then decode each segment once; most routers do so for declared parameters.',
      probes: [probes.encodedId],
      withControl: true,
      relation: ([plain, encoded]) => {
        if (!plain || !encoded || plain.response.status !== 200) return undefined;
        if (encoded.response.status !== 200)
          return [finding('status', '200', `${encoded.response.status}`)];
        return same(plain, encoded) ? [] : [difference(plain, encoded)];
      },
    }),
    requirement({
      id: id('reassigning-409'),
      level: 'MUST',
      clause: 'reassignment-is-a-conflict',
      statement: 'While a contract is being reassigned between synchronizers the answer is a 409.',
      cause: 'First see that the id is right and that the contract is still being reassigned.',
      fix: 'A registry that takes synchronizerId from its configuration, or leaves it empty, cannot see a reassignment. Read the state of the contract itself, and answer 409 with an error text from the unassignment until it is assigned again.',
      probes: [probes.reassigning],
      check: ({ response: { status } }) => {
        if (status === 409) return [];
        return isGatewayError(status) ? undefined : [finding('status', '409', `${status}`)];
      },
    }),
  ];
}
