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
      id: id('accepts-live-allocation'),
      level: 'MUST',
      clause: 'existing-allocation-has-a-context',
      statement: 'A live allocation has a choice context.',
      cause:
        'A 500 is a crash of the registry. For other statuses the fixture may be archived or on another network, the store of the registry may be behind, or the path parameter is changed before the lookup.',
      fix: 'Check the fixture first. Then ask the ledger itself before you respond with 404, and compare the id that the lookup gets with the id of the path.',
      probes: [probes.live],
      check: ({ response }) => expects200(response.status),
    }),
    requirement({
      id: id('accepts-any-meta'),
      level: 'MUST',
      clause: 'meta-is-accepted',
      statement: 'meta may hold any strings under any names.',
      cause:
        'A schema with a fixed list of keys, a pattern for names or a limit on lengths rejects what other applications send.',
      fix: 'Decode meta as an open object of strings, and check neither names nor values.',
      probes: [probes.meta],
      comparative: true,
      withControl: true,
      check: ({ response }, accepted) => expects200(response.status, accepted),
    }),
    requirement({
      id: id('accepts-extreme-meta'),
      level: 'SHOULD',
      clause: 'names-and-values-are-any-strings',
      statement: 'Unusual names, very many names and long values in meta are accepted.',
      cause:
        'Keys such as __proto__ and constructor collide with the members of an object, or limits are below a thousand keys or 16 kB.',
      fix: 'Keep meta in a true map (Map or Object.create(null) in JavaScript), and allow bodies of some 100 kB.',
      probes: [probes.extremeMeta],
      comparative: true,
      withControl: true,
      check: ({ response }, accepted) => expects200(response.status, accepted),
    }),
    requirement({
      id: id('rejects-unknown-id'),
      level: 'MUST',
      clause: 'unknown-allocation-is-not-found',
      statement: 'An unknown allocation id is rejected.',
      cause:
        "The context is made of the network's configuration without a lookup of the allocation, or a cache responds for another id.",
      fix: 'Look up the allocation first, and respond with 404 if there is none.',
      probes: [probes.unknownIds, probes.rareIds],
      withControl: true,
      check: ({ response }) => expectsRejection(response.status, '404'),
    }),
    requirement({
      id: id('unknown-id-is-404'),
      level: 'SHOULD',
      clause: 'unknown-allocation-is-not-found',
      statement: 'The rejection of an unknown allocation id is a 404.',
      cause:
        'The error of the layer below decides: an id that a ledger client calls invalid becomes a 400, a missing row becomes a 410.',
      fix: 'Map not found to 404, and keep 400 for what cannot be a contract id.',
      probes: [probes.unknownIds],
      withControl: true,
      check: ({ response: { status } }) => {
        if (status < 400 || isGatewayError(status)) return undefined;
        return status === 404 ? [] : [finding('status', '404', `${status}`)];
      },
    }),
    requirement({
      id: id('rejects-malformed-id'),
      level: 'MUST',
      followsFrom: ['rejects-unknown-id'],
      clause: 'allocation-id-is-a-contract-id',
      statement: 'An id that cannot be a contract id is rejected.',
      cause:
        'The path segment is used unchecked in a query, a file name or another URL, or is cleaned until it fits.',
      fix: 'Check it unchanged against the form of contract ids (00 or 01, then lower-case hex of even length), and respond with 400 or 404.',
      probes: [probes.malformedId, probes.oddIds, slashed],
      withControl: true,
      check: ({ response }) => expectsRejection(response.status, '400 or 404'),
    }),
    requirement({
      id: id('rejects-near-id'),
      level: 'MUST',
      followsFrom: ['rejects-unknown-id'],
      clause: 'allocation-id-is-a-contract-id',
      statement: 'An id that differs slightly from a live one is rejected.',
      cause:
        'Ids are compared without case, by prefix, after trimming, or after decoding twice; some database collations do this by default.',
      fix: 'Decode the path segment once, and compare it exactly with the stored id.',
      probes: [probes.nearId],
      withControl: true,
      check: ({ response }) => expectsRejection(response.status, '400 or 404'),
    }),
    requirement({
      id: id('rejects-other-contracts'),
      level: 'MUST',
      followsFrom: ['rejects-unknown-id'],
      clause: 'contexts-are-for-allocations-only',
      statement: 'The contract id of something other than an allocation is rejected.',
      cause: 'The lookup finds any contract with this id.',
      fix: 'Read the contract through the allocation interface, or check its template, and respond with 404 to all others.',
      probes: [probes.otherKind],
      withControl: true,
      check: ({ response }) => expectsRejection(response.status, '400 or 404'),
    }),
    requirement({
      id: id('percent-encoding-is-ignored'),
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
      id: id('reassignment-is-409'),
      level: 'MUST',
      clause: 'reassignment-is-a-conflict',
      statement: 'A request for a contract that is being reassigned gets a 409.',
      cause:
        'The id is wrong or the reassignment is complete, or the registry takes synchronizerId from its configuration and cannot see a reassignment.',
      fix: 'Check the fixture first. Then read the state of the contract, and respond with 409 and an error text from the unassignment until the assignment.',
      probes: [probes.reassigning],
      check: ({ response: { status } }) => {
        if (status === 409) return [];
        return isGatewayError(status) ? undefined : [finding('status', '409', `${status}`)];
      },
    }),
  ];
}
