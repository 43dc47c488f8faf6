/** Ids in paths: an unknown or slightly different id names nothing, in any encoding. */
import {
  between,
  type CompleteExchange,
  type Operation,
  type Probe,
  pathOf,
  wrongStatus,
} from '../../src/kit.ts';
import { stringAt } from '../kit/json.ts';
import { type Law, must, should, type Test } from '../kit/law.ts';
import { expects200, expectsRefusal, hasBrokenEscape, isGatewayError } from '../kit/statuses.ts';
import { changeApartFromTime } from './rotation.ts';

/** An operation with an id in its path, and the requests that are about ids. */
export interface Identified {
  readonly operation: Operation;
  readonly own: {
    readonly unknownIds: Probe;
    readonly rareIds: Probe;
    readonly nearId: Probe;
    readonly idWithParameter: Probe;
    readonly encodedId: Probe;
  };
}

/** An id that is not live; the registry may choose between the two statuses. */
export const refused = (...probes: readonly Probe[]): Test => ({
  followsFrom: ['rejects-unknown-id'],
  probes,
  withControl: true,
  check: (exchange) =>
    hasBrokenEscape(exchange.request.path)
      ? 'inapplicable'
      : isOfThisId(exchange)
        ? undefined
        : expectsRefusal(exchange, [400, 404]),
});

/** The response is about exactly the requested id: it exists, although nothing lists it. */
function isOfThisId({ request: { operation, path }, response }: CompleteExchange): boolean {
  const nth = operation.path.split('/').reverse().indexOf(`{${operation.pathParameters[0]}}`);
  const segment = pathOf(path).split('/').reverse()[nth] ?? '';
  return response.status === 200 && decoded(segment) === stringAt(response.body, 'id');
}

/** `undefined` if its percent-encoding is malformed. */
function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

export const ID_LAWS: readonly Law<Identified>[] = [
  must('rejects-unknown-id', 'unknown-ids-are-not-found', {
    statement: 'An unknown id is rejected.',
    cause:
      'The response is made of configuration without a lookup of the id, a cache responds for another id, or what was not found is sent as null.',
    fix: 'Look up the id first, and respond with 404 if there is no such thing.',
    on: ({ own }) => [own.unknownIds, own.rareIds],
    withControl: true,
    check: (exchange) => expectsRefusal(exchange, 404),
  }),
  should('unknown-id-is-404', 'unknown-ids-are-not-found', {
    statement: 'The rejection of an unknown id is a 404.',
    cause:
      'The error of the layer below decides: an id that a ledger client calls invalid becomes a 400, a missing row becomes a 410.',
    fix: 'Map not found to 404, and keep 400 for what cannot be a contract id.',
    followsFrom: ['rejects-unknown-id'],
    on: ({ own }) => own.unknownIds,
    withControl: true,
    check: ({ response: { status } }) => {
      if (status < 400 || isGatewayError(status)) return undefined;
      return status === 404 ? [] : [wrongStatus(404, status)];
    },
  }),
  must('rejects-near-id', 'ids-are-exact', {
    statement: 'An id that differs slightly from a live one is rejected.',
    cause:
      'Ids are compared without case, by prefix, after trimming, or after decoding twice, as some database collations do by default; or names are looked up too.',
    fix: 'Decode the path segment once, and compare it exactly with the stored id.',
    test: ({ own }) => refused(own.nearId),
  }),
  should('rejects-id-with-parameter', 'semicolons-belong-to-segments', {
    statement: 'A live id with a semicolon and more behind it is rejected.',
    cause:
      'The router takes a semicolon and what follows it off each path segment, as some do by default.',
    fix: 'Switch path parameters off in the router, or reject a path that has a semicolon.',
    test: ({ own }) => ({
      ...refused(own.idWithParameter),
      followsFrom: ['rejects-unknown-id', 'rejects-near-id'],
    }),
  }),
  should('percent-encoding-is-ignored', 'percent-encoding-is-transparent', {
    statement: 'An id with percent-encoded characters is the same id.',
    cause: 'Routes are matched on the raw path, so that %30 and 0 make two ids.',
    fix: 'Split the path first, then decode each segment once; most routers do so for declared parameters.',
    followsFrom: ['metadata-v1/instrument/accepts-request'],
    on: ({ own }) => own.encodedId,
    withControl: true,
    relation: ([plain, encoded, again]) => {
      if (!plain || !encoded || !again) return undefined;
      const accepted = expects200(encoded.response.status, plain.response.status === 200);
      return accepted?.length === 0
        ? changeApartFromTime(plain, encoded, again)
        : between([plain, encoded], accepted);
    },
  }),
];
