/** Choice contexts: the ids that have one, and the allowed values of meta. */
import { wrongStatus } from '../../src/kit.ts';
import { type Law, must, should } from '../kit/law.ts';
import { expectsAcceptance, mayBeGateways } from '../kit/statuses.ts';
import { ID_LAWS, refused } from './ids.ts';
import type { Context } from './probed.ts';
import { acceptedToo } from './requests.ts';

export const CONTEXT_LAWS: readonly Law<Context>[] = [
  must('accepts-live-id', 'live-contracts-have-a-context', {
    statement: 'A live contract has a choice context.',
    cause:
      'A 500 is a crash of the registry. For other statuses the fixture may be archived, on another network or in a state without this choice, such as after its lock has expired, the store of the registry may be behind, or the path parameter is changed before the lookup.',
    causes: [
      {
        when: ({ exchange }) => exchange?.response?.status === 414,
        cause:
          'The router limits the length of a path parameter: to 100 characters by default in Fastify, and contract ids have 138.',
        fix: 'Raise the limit above 300 characters: routerOptions.maxParamLength in Fastify.',
      },
    ],
    fix: 'Check the fixture first. Then look it up in the ledger itself before you respond with 404, and compare the id that the lookup gets with the id of the path.',
    on: ({ own }) => own.live,
    ofGoodRequests: true,
    check: (exchange, _, accepted) => expectsAcceptance(exchange, accepted),
  }),
  must('accepts-any-meta', 'meta-is-accepted', {
    statement: 'meta may hold any strings under any names.',
    cause:
      'A schema with a fixed list of keys, a pattern for names or a limit on lengths rejects what other applications send.',
    fix: 'Decode meta as an open object of strings, and check neither names nor values.',
    test: ({ own }) => acceptedToo(own.meta),
  }),
  should('accepts-extreme-meta', 'names-and-values-are-any-strings', {
    statement: 'Unusual names, very many names and long values in meta are accepted.',
    cause:
      'Keys such as __proto__ and constructor collide with the members of an object, or limits are below a thousand keys or 16 kB.',
    fix: 'Keep meta in a true map (Map or Object.create(null) in JavaScript), and allow bodies of some 100 kB.',
    followsFrom: ['accepts-any-meta'],
    test: ({ own }) => acceptedToo(own.extremeMeta),
  }),
  ...ID_LAWS,
  must('rejects-malformed-id', 'ids-are-exact', {
    statement: 'An id that cannot be a contract id is rejected.',
    cause:
      'The path segment is used unchecked in a query, a file name or another URL, or is cleaned until it fits.',
    fix: 'Check it unchanged against the form of contract ids (00 or 01, then lower-case hex of even length), and respond with 400 or 404.',
    test: ({ own }) => refused(own.malformedId, own.oddIds, own.slashed),
  }),
  must('rejects-other-contracts', 'contexts-are-for-their-kind', {
    statement: 'The contract id of something of another kind is rejected.',
    cause: 'The lookup finds any contract with this id.',
    fix: 'Read the contract through the interface of its kind, or check its template, and respond with 404 to all others.',
    test: ({ own }) => refused(own.otherKind),
  }),
  must('reassignment-is-409', 'reassignment-is-a-conflict', {
    statement: 'A request for a contract that is being reassigned gets a 409.',
    cause:
      'The id is wrong or the reassignment is complete, or the registry takes synchronizerId from its configuration and cannot see a reassignment.',
    fix: 'Check the fixture first. Then read the state of the contract, and respond with 409 and an error text from the unassignment until the assignment.',
    on: ({ own }) => own.reassigning,
    check: ({ response: { status } }) => {
      if (status === 409) return [];
      return mayBeGateways(status) ? undefined : [wrongStatus(409, status)];
    },
  }),
];
