/** Choice contexts: which ids have one, and what meta may be. */
import { between, type Probe, wrongStatus } from '../../src/index.ts';
import { type Law, must, should } from '../kit/law.ts';
import {
  expects200,
  expectsAcceptance,
  expectsRefusal,
  isGatewayError,
  mayBeGateways,
} from '../kit/statuses.ts';
import { unexpectedChange } from './compare.ts';
import type { Context } from './probed.ts';

/** An id that is not one of a live contract; which of the two statuses it gets is left to the registry. */
const refused =
  (probes: (own: Context['own']) => readonly Probe[]): Law<Context>['test'] =>
  ({ own }) => ({
    followsFrom: ['rejects-unknown-id'],
    probes: probes(own),
    withControl: true,
    check: (exchange) => expectsRefusal(exchange, [400, 404]),
  });

export const CONTEXT_LAWS: readonly Law<Context>[] = [
  must('accepts-live-id', 'existing-allocation-has-a-context', {
    statement: 'A live contract has a choice context.',
    cause:
      'A 500 is a crash of the registry. For other statuses the fixture may be archived or on another network, the store of the registry may be behind, or the path parameter is changed before the lookup.',
    fix: 'Check the fixture first. Then look it up in the ledger itself before you respond with 404, and compare the id that the lookup gets with the id of the path.',
    test: ({ own }) => ({
      probes: [own.live],
      check: (exchange) => expectsAcceptance(exchange),
    }),
  }),
  must('accepts-any-meta', 'meta-is-accepted', {
    statement: 'meta may hold any strings under any names.',
    cause:
      'A schema with a fixed list of keys, a pattern for names or a limit on lengths rejects what other applications send.',
    fix: 'Decode meta as an open object of strings, and check neither names nor values.',
    test: ({ own }) => ({
      probes: [own.meta],
      comparative: true,
      withControl: true,
      check: ({ response }, accepted) => expects200(response.status, accepted),
    }),
  }),
  should('accepts-extreme-meta', 'names-and-values-are-any-strings', {
    statement: 'Unusual names, very many names and long values in meta are accepted.',
    cause:
      'Keys such as __proto__ and constructor collide with the members of an object, or limits are below a thousand keys or 16 kB.',
    fix: 'Keep meta in a true map (Map or Object.create(null) in JavaScript), and allow bodies of some 100 kB.',
    test: ({ own }) => ({
      probes: [own.extremeMeta],
      comparative: true,
      withControl: true,
      check: ({ response }, accepted) => expects200(response.status, accepted),
    }),
  }),
  must('rejects-unknown-id', 'unknown-allocation-is-not-found', {
    statement: 'An unknown contract id is rejected.',
    cause:
      "The context is made of the network's configuration without a lookup of the contract, or a cache responds for another id.",
    fix: 'Look up the contract first, and respond with 404 if there is none.',
    test: ({ own }) => ({
      probes: [own.unknownIds, own.rareIds],
      withControl: true,
      check: (exchange) => expectsRefusal(exchange, 404),
    }),
  }),
  should('unknown-id-is-404', 'unknown-allocation-is-not-found', {
    statement: 'The rejection of an unknown contract id is a 404.',
    cause:
      'The error of the layer below decides: an id that a ledger client calls invalid becomes a 400, a missing row becomes a 410.',
    fix: 'Map not found to 404, and keep 400 for what cannot be a contract id.',
    followsFrom: ['rejects-unknown-id'],
    test: ({ own }) => ({
      probes: [own.unknownIds],
      withControl: true,
      check: ({ response: { status } }) => {
        if (status < 400 || isGatewayError(status)) return undefined;
        return status === 404 ? [] : [wrongStatus(404, status)];
      },
    }),
  }),
  must('rejects-malformed-id', 'allocation-id-is-a-contract-id', {
    statement: 'An id that cannot be a contract id is rejected.',
    cause:
      'The path segment is used unchecked in a query, a file name or another URL, or is cleaned until it fits.',
    fix: 'Check it unchanged against the form of contract ids (00 or 01, then lower-case hex of even length), and respond with 400 or 404.',
    test: refused((own) => [own.malformedId, own.oddIds, own.slashed]),
  }),
  must('rejects-near-id', 'allocation-id-is-a-contract-id', {
    statement: 'An id that differs slightly from a live one is rejected.',
    cause:
      'Ids are compared without case, by prefix, after trimming, or after decoding twice; some database collations do this by default.',
    fix: 'Decode the path segment once, and compare it exactly with the stored id.',
    test: refused((own) => [own.nearId]),
  }),
  should('rejects-id-with-parameter', 'semicolons-belong-to-segments', {
    statement: 'A live id with a semicolon and more behind it is rejected.',
    cause:
      'The router takes a semicolon and what follows it off each path segment, as some do by default.',
    fix: 'Switch path parameters off in the router, or reject a path that has a semicolon.',
    test: refused((own) => [own.idWithParameter]),
  }),
  must('rejects-other-contracts', 'contexts-are-for-allocations-only', {
    statement: 'The contract id of something of another kind is rejected.',
    cause: 'The lookup finds any contract with this id.',
    fix: 'Read the contract through the interface of its kind, or check its template, and respond with 404 to all others.',
    test: refused((own) => [own.otherKind]),
  }),
  should('percent-encoding-is-ignored', 'percent-encoding-is-transparent', {
    statement: 'An id with percent-encoded characters is the same id.',
    cause: 'Routes are matched on the raw path, so that %30 and 0 make two ids.',
    fix: 'Split the path first, then decode each segment once; most routers do so for declared parameters.',
    test: ({ own }) => ({
      probes: [own.encodedId],
      withControl: true,
      relation: ([plain, encoded, again]) => {
        if (!plain || !encoded || !again) return undefined;
        const accepted = expects200(encoded.response.status, plain.response.status === 200);
        return accepted?.length === 0
          ? unexpectedChange(plain, encoded, again)
          : between([plain, encoded], accepted);
      },
    }),
  }),
  must('reassignment-is-409', 'reassignment-is-a-conflict', {
    statement: 'A request for a contract that is being reassigned gets a 409.',
    cause:
      'The id is wrong or the reassignment is complete, or the registry takes synchronizerId from its configuration and cannot see a reassignment.',
    fix: 'Check the fixture first. Then read the state of the contract, and respond with 409 and an error text from the unassignment until the assignment.',
    test: ({ own }) => ({
      probes: [own.reassigning],
      check: ({ response: { status } }) => {
        if (status === 409) return [];
        return mayBeGateways(status) ? undefined : [wrongStatus(409, status)];
      },
    }),
  }),
];
