/** What holds for each operation of the ledger, whatever it does. */
import {
  finding,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
} from '../../src/index.ts';
import { expects200, expectsRejection, INFRASTRUCTURE, responseRules } from '../answers.ts';
import { ofAskedFor } from './asked-for.ts';
import { expectsDistrust, expectsServed, expectsUnauthenticated, mayBe } from './errors.ts';
import { ofAnswers } from './every-answer.ts';
import { ofErrors } from './every-error.ts';
import type { SharedProbes } from './probes.ts';
import { requestsOf } from './questions.ts';
import { ofRedirects } from './redirects.ts';

/** The requirements that hold for one operation. `more`: probes of its chapter whose answers are judged too. */
export function everyLedgerOperation(
  operation: Operation,
  {
    probes,
    presence,
    more,
  }: { probes: SharedProbes | undefined; presence: Probe; more: readonly Probe[] },
): Requirement[] {
  const id = (name: string): string => `ledger/${operation.name}/${name}`;
  const shared = Object.values(probes ?? {}) as Probe[];
  const credentials = shared.filter((p) => p.aboutCredentials);
  const asked = [...shared.filter((p) => !p.aboutCredentials), ...more];
  const all = probes === undefined ? [presence, ...more] : [...asked, ...credentials];
  const told = probes === undefined ? [presence, ...more] : asked;
  // A bare request shows no more than a good one does.
  const bodies = requestsOf(operation)?.unknown
    ? asked
    : asked.filter((p) => p !== probes?.unknown);
  return [
    requirement({
      id: id('offered'),
      level: levelOfPresence(operation),
      clause: 'ledger-operations-are-offered',
      statement: 'The operation is served: it answers otherwise than a path that nobody serves.',
      cause:
        'A gateway lets only some paths through, or drops a prefix that the node is configured with; else the node is older than the contract it is held to.',
      fix: 'Pass everything below the base URL on to the JSON API of the participant, /livez and /readyz too.',
      probes: told,
      expects: 'presence',
    }),
    requirement({
      id: id('answers'),
      level: 'MUST',
      clause: 'ledger-operations-are-offered',
      statement: 'Every request gets an answer; none ends in a closed connection or in silence.',
      cause:
        'A proxy in front has a shorter time-out than the node, or closes the connection at a long header, path or body.',
      fix: 'Raise its limits above those of the node, and let it answer 408, 413, 414 or 431 where they are reached.',
      probes: told,
      expects: 'answer',
    }),
    requirement({
      id: id('complete-responses'),
      level: 'SHOULD',
      clause: 'ledger-responses-are-complete',
      statement: 'No response is lost or cut off at random.',
      cause:
        'Some connections break while others work: a proxy with short timeouts or few workers, a node that is restarted, or the network in between.',
      fix: 'Compare the logs of both ends for the time of one loss; announce connections that will close with Connection: close.',
      probes: told,
      expects: 'completeness',
    }),
    requirement({
      id: id('no-server-error'),
      level: 'MUST',
      clause: 'ledger-answers-have-their-shape',
      statement: 'No request, however wrong, is answered with an internal error.',
      cause:
        'An exception in a decoder or in a check of a party, an identifier or an offset escapes and becomes a 500.',
      fix: 'Check these where the request is read and answer INVALID_ARGUMENT with 400; what is not there has a NOT_FOUND code and 404.',
      probes: all,
      anyTraffic: true,
      check: ({ response: { status } }) =>
        status < 500 || INFRASTRUCTURE.has(status) || status === 501
          ? []
          : [finding('status', 'a documented status', `${status}`)],
    }),
    ...(operation.openToAll === true ? [] : ofErrors(id, operation, all)),
    ...(bodies.length === 0 ? [] : ofAnswers(id, operation, bodies)),
    ...ofAskedFor(id, operation, asked),
    ...ofRedirects(id, operation, told),
    ...(probes === undefined
      ? ofChanging(id, operation, presence)
      : ofReading(id, operation, probes)),
    ...(probes === undefined ? [] : responseRules(id, asked)),
  ].map((one) => onlyOf(operation, one));
}

/** Some cases lead in with other operations or ask for what is near, which have their own shapes and statuses. */
function onlyOf(operation: Operation, one: Requirement): Requirement {
  if (!('check' in one)) return one;
  const { check } = one;
  const fixed = operation.path.split(/\{[^}]+\}/).map(literally);
  const template = new RegExp(`^${fixed.join('[^/]*')}(\\?|$)`);
  return requirement({
    ...one,
    check: (exchange, accepted) => {
      const { operation: asked, method, path } = exchange.request;
      const own = asked === operation && method === operation.method && template.test(path);
      return own ? check(exchange, accepted) : undefined;
    },
  });
}

function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The contract lets deprecated operations vanish, so their absence is no failure of a MUST. */
function levelOfPresence({ core, deprecated }: Operation): 'MUST' | 'SHOULD' {
  return core && deprecated === undefined ? 'MUST' : 'SHOULD';
}

function ofChanging(
  id: (name: string) => string,
  { requestContent }: Operation,
  presence: Probe,
): Requirement[] {
  if (requestContent === undefined) {
    return [
      requirement({
        id: id('empty-token-refused'),
        level: 'MUST',
        clause: 'missing-credentials-are-unauthenticated',
        statement: 'A removal of what nobody made, with an empty token, is refused.',
        cause:
          'The answer is sent before anybody looks at the token or at what there is to remove.',
        fix: 'Check the token first, then look it up, and answer 401 or 404.',
        probes: [presence],
        check: ({ response: { status } }) => expectsRejection(status, '401'),
      }),
    ];
  }
  if (requestContent['application/json'] === undefined) return [];
  return [
    requirement({
      id: id('malformed-json-refused'),
      level: 'MUST',
      clause: 'unreadable-requests-are-told-in-text',
      statement: 'A body that is not JSON is refused.',
      cause:
        'A lenient parser, or one that hands over an empty object when it fails, lets text through that is no JSON, and something is changed by a request that nobody can read.',
      fix: 'Use a strict parser and answer 400, in plain text if you like.',
      probes: [presence],
      check: ({ response: { status } }) => expectsRejection(status, '400'),
    }),
  ];
}

function ofReading(
  id: (name: string) => string,
  operation: Operation,
  probes: SharedProbes,
): Requirement[] {
  const { good, unknownMember, typeMismatch, malformed, noBody, wrongQuery, anonymous, badToken } =
    probes;
  const withControl = true as const;
  return [
    requirement({
      id: id('accepted'),
      // Whatever stands in front of a ledger may drop the body of a GET.
      level: operation.method === 'GET' && operation.request !== undefined ? 'SHOULD' : 'MUST',
      clause: 'ledger-answers-have-their-shape',
      statement: 'A good request is answered with 200.',
      cause:
        'Either the request is refused for a member or parameter that the document calls optional, or a proxy drops the body of a GET.',
      fix: 'The cause in the answer tells which; make optional what the document says is, and let bodies through.',
      probes: [good],
      check: (exchange) =>
        mayBe(exchange, requestsOf(operation)?.none)
          ? 'inapplicable'
          : expectsServed(exchange.response.status),
    }),
    ...when(unknownMember, (probe) => ({
      id: id('unknown-members-ignored'),
      level: 'SHOULD',
      clause: 'ledger-objects-are-open',
      statement: 'A member that the document does not name does not make a request fail.',
      cause:
        'A strict decoder, or a gateway that checks bodies against a closed schema, refuses members of newer clients.',
      fix: 'Let unknown members pass: the ledger ignores them.',
      probes: [probe],
      withControl,
      check: ({ response: { status } }) => expects200(status),
    })),
    ...when(typeMismatch, (probe) => ({
      id: id('misfits-refused'),
      level: 'MUST',
      clause: 'ledger-requests-have-their-shape',
      statement: 'A value of a wrong type is refused, wherever it stands.',
      cause:
        'The decoder converts (the text "5" to 5, 1 to true), or takes a default for what has not its type.',
      fix: 'Decode strictly at every depth, and answer 400 with the place of the value.',
      probes: [probe],
      withControl,
      check: ({ response: { status } }) => expectsRejection(status, '400'),
    })),
    ...refusedAsBadRequest(id, [typeMismatch, malformed, noBody, wrongQuery]),
    ...when(malformed, (probe) => ({
      id: id('malformed-json-refused'),
      level: 'MUST',
      clause: 'unreadable-requests-are-told-in-text',
      statement: 'A body that is not JSON is refused.',
      cause:
        'A lenient parser, or one that hands over an empty object when it fails, lets text through that is no JSON.',
      fix: 'Use a strict parser and answer 400, in plain text if you like.',
      probes: [probe],
      withControl,
      check: ({ response: { status } }) => expectsRejection(status, '400'),
    })),
    ...when(noBody, (probe) => ({
      id: id('body-required'),
      level: 'MUST',
      clause: 'unreadable-requests-are-told-in-text',
      statement: 'A request without its body is refused.',
      cause:
        'The body parser hands an empty body over as {} or null, and every member gets its default.',
      fix: 'Refuse a request without bytes with 400 before it is decoded.',
      probes: [probe],
      withControl,
      check: ({ response: { status } }) => expectsRejection(status, '400'),
    })),
    ...when(wrongQuery, (probe) => ({
      id: id('parameters-have-their-type'),
      level: 'MUST',
      clause: 'ledger-requests-have-their-shape',
      statement: 'A parameter that has not its type is refused.',
      cause:
        'Conversions such as parseInt take 10abc or an empty text, and a failed one ends as the default value.',
      fix: 'Convert the whole text strictly, and answer 400 with the name of the parameter.',
      probes: [probe],
      withControl,
      check: ({ response: { status } }) => expectsRejection(status, '400'),
    })),
    ...when(anonymous, (probe) => ({
      id: id('needs-a-token'),
      level: 'MUST',
      clause: 'missing-credentials-are-unauthenticated',
      statement: 'Without a token the request is rejected.',
      cause:
        'Only some routes are behind the authentication, or a gateway adds a token of its own to requests without one.',
      fix: 'Put every path but the version and the health checks behind it, and answer 401.',
      probes: [probe],
      withControl,
      check: expectsUnauthenticated,
    })),
    ...when(badToken, (probe) => ({
      id: id('bad-token-refused'),
      level: 'MUST',
      clause: 'credentials-are-bearer-tokens',
      statement: 'With a token that nobody issued the request is rejected.',
      cause:
        'The token is decoded but its signature is not checked, or a check that cannot reach its keys lets requests pass.',
      fix: "Verify signature, audience and expiry with the issuer's keys before anything else, and answer 401 when that is not possible.",
      probes: [probe],
      withControl,
      check: expectsDistrust,
    })),
  ];
}

function when(probe: Probe | undefined, make: (probe: Probe) => Requirement): Requirement[] {
  return probe === undefined ? [] : [requirement(make(probe))];
}

function refusedAsBadRequest(
  id: (name: string) => string,
  wrong: readonly (Probe | undefined)[],
): Requirement[] {
  const probes = wrong.filter((probe) => probe !== undefined);
  if (probes.length === 0) return [];
  return [
    requirement({
      id: id('refused-with-400'),
      level: 'MUST',
      clause: 'ledger-requests-have-their-shape',
      statement: 'The refusal of a request that has not the documented shape is a 400.',
      cause:
        'A gateway or a framework answers failed validation with 422 or 415, or the look-up of what is named runs before the body is decoded and says 404.',
      fix: 'Decode the whole request first, and answer 400 for whatever has not its type.',
      probes,
      withControl: true,
      check: ({ response: { status } }) => {
        if (status < 400 || status >= 500 || INFRASTRUCTURE.has(status)) return undefined;
        return status === 400 ? [] : [finding('status', '400', `${status}`)];
      },
    }),
  ];
}
