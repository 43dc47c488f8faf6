/** Choice contexts: the ids that have one, the allowed values of meta, and that each is about the requested contract. */
import {
  type CheckResult,
  type CompleteExchange,
  describe,
  finding,
  type RelationFinding,
  worded,
  wrongStatus,
} from '../../src/kit.ts';
import { type Law, may, must, should } from '../kit/law.ts';
import {
  expectsAcceptance,
  expectsRefusal,
  hasBrokenEscape,
  mayBeGateways,
} from '../kit/statuses.ts';
import { contextOf } from './disclosed-contracts.ts';
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
      'Keys such as constructor and toString collide with the members of an object, or limits are below a thousand keys or 16 kB.',
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
  may('rejects-broken-escape', 'broken-escapes-are-open', {
    statement: 'A path with a percent sign that starts no escape is rejected.',
    cause: 'The server in front of the handlers, or the framework, takes the text as it is.',
    fix: 'Respond with 400, or leave it to the HTTP server.',
    on: ({ own }) => own.oddIds,
    withControl: true,
    check: (exchange) =>
      hasBrokenEscape(exchange.request.path)
        ? expectsRefusal(exchange, [400, 404])
        : 'inapplicable',
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
  should('discloses-own-contract', 'context-is-of-its-contract', {
    statement: 'A context does not disclose another requested contract in place of its own.',
    cause:
      'The context is not looked up by the id of the path but by a position in a list, by a key that several contracts share, or in a cache that every id hits.',
    fix: 'Look it up by the whole contract id.',
    on: ({ shared }) => shared.together,
    relation: inPlaceOfAnother,
  }),
  should('errors-name-no-other-contract', 'errors-name-only-the-requested-contract', {
    statement: 'The error for an unknown id names no contract that the request did not name.',
    cause: 'The error lists what the registry does know, or is kept from an earlier request.',
    fix: 'Contract ids are all that keeps contexts private, so name the id of this request and no other.',
    on: ({ own }) => [own.unknownIds, own.rareIds],
    anyTraffic: true,
    check: ({ request, response }) => {
      if (response.status !== 404) return 'inapplicable';
      const others = [...response.text.matchAll(/\b0[01][0-9a-f]{64,}\b/g)]
        .map(([found]) => found)
        .filter((found) => !`${request.path} ${request.body}`.includes(found));
      return others.map((other) => finding('body', 'no other contract id', describe(other)));
    },
  }),
];

function inPlaceOfAnother(exchanges: readonly CompleteExchange[]): CheckResult {
  const good = exchanges.filter((e) => e.response.status === 200);
  const requested = new Set(good.map(idOf));
  if (requested.size < 2) return undefined;
  const found = good.map((e): 'nothing' | 'own' | RelationFinding => {
    const own = idOf(e);
    const ids = (contextOf(e.response.body)?.entries ?? []).map((entry) => entry['contractId']);
    if (ids.includes(own)) return 'own';
    const other = ids.find((cid) => requested.has(String(cid)));
    if (other === undefined) return 'nothing';
    const expected = worded`the contract ${describe(own)}`;
    const found = finding('disclosedContracts', expected, describe(other));
    return { ...found, exchanges: [e] };
  });
  if (found.every((one) => one === 'nothing')) return 'inapplicable';
  return found.filter((one) => typeof one === 'object');
}

/** The requested id, which the two segments of the choice follow in the path. */
function idOf({ request }: CompleteExchange): string {
  return decodeURIComponent(request.path.replace(/\?.*/s, '').split('/').at(-3) ?? '');
}
