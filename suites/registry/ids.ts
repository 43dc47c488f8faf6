/** Checks of ids in paths: an unknown or slightly different id names nothing, in any encoding. */
import {
  between,
  type CompleteExchange,
  type Operation,
  type Probe,
  pathOf,
} from '../../src/kit.ts';
import { stringAt } from '../kit/json.ts';
import { expects200, expectsRefusal, hasBrokenEscape } from '../kit/statuses.ts';
import type { Checks } from './check-types.ts';
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

export const ID_CHECKS = {
  /** An id that is not live; the registry may choose between the two statuses. */
  otherId: () => ({
    withControl: true,
    check: (exchange) =>
      hasBrokenEscape(exchange.request.path)
        ? 'inapplicable'
        : isOfThisId(exchange)
          ? undefined
          : expectsRefusal(exchange, [400, 404]),
  }),
  brokenEscape: () => ({
    withControl: true,
    check: (exchange) =>
      hasBrokenEscape(exchange.request.path)
        ? expectsRefusal(exchange, [400, 404])
        : 'inapplicable',
  }),
  sameId: () => ({
    withControl: true,
    relation: ([plain, encoded, again]) => {
      if (!plain || !encoded || !again) return undefined;
      const accepted = expects200(encoded.response.status, plain.response.status === 200);
      return accepted?.length === 0
        ? changeApartFromTime(plain, encoded, again)
        : between([plain, encoded], accepted);
    },
  }),
} satisfies Checks;

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
