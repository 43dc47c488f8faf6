/** Requests with other methods, media types, codings and framing. */
import { type Call, call, type Fixtures, type Probe } from '../../src/kit.ts';
import { inChunks, offeringCodings } from '../http/near-requests.ts';
import { drawn, probe, row } from '../kit/probes.ts';
import { alternatives, callFor, type Good, type Subject } from './subject.ts';

export interface MethodProbes {
  readonly codings: Probe;
  /** All operations share one HTTP library, so those of the core are enough. */
  readonly chunked?: Probe;
  readonly wrongMediaType: Probe;
  readonly wrongMethod: Probe;
}

export const baseOf = ({ fixtureNeed, control, baseline }: Subject) => ({
  ...fixtureNeed,
  control,
  baseline,
});

/** One case for each of some alternatives, with the valid requests in turn. */
export const eachOf =
  (subject: Subject) =>
  <T extends { readonly label: string }>(
    all: readonly T[],
    make: (one: T, good: Good) => Call,
  ) => ({
    caseGroups: (fixtures: Fixtures) =>
      alternatives(subject, fixtures, all, (one, g) => row(one.label, make(one, g))),
  });

/** Other methods and media types than the documented ones, and codings that a client offers. */
export function methodProbes(subject: Subject): MethodProbes {
  const { operation, options: plainly, rejectedCalls, validRequests } = subject;
  const base = baseOf(subject);
  const each = eachOf(subject);
  return {
    codings: probe(operation, 'codings', {
      ...base,
      sends: 'a valid request that asks for JSON, accepts gzip and br, and has a long header',
      // Each operation gets a request with the flag, even in the quick profile: for another thing than most requests.
      quick: 1,
      caseGroups: (fixtures) => {
        const [first, second = first] = validRequests(fixtures);
        if (second === undefined) return [];
        const request = callFor(operation, second, { ...plainly, excludeDebugFields: true });
        return [row('gzip-and-br', offeringCodings(request))];
      },
    }),
    ...(operation.core && {
      chunked: probe(operation, 'chunked-body', {
        ...base,
        sends: 'a valid request with its body in two chunks',
        quick: 0,
        ...each([{ label: 'chunked' }], (_, g) =>
          inChunks(callFor(operation, g, { ...plainly, excludeDebugFields: true })),
        ),
      }),
    }),
    wrongMediaType: probe(operation, 'wrong-media-type', {
      ...base,
      sends: 'JSON that is labelled as something else',
      eachSends: 'JSON that is labelled as something else',
      wrong: 'framing',
      quick: 0,
      ...each(
        [
          { label: 'text/plain' },
          { label: 'application/x-www-form-urlencoded' },
          { label: 'application/xml' },
          { label: 'multipart/form-data' },
          { label: '*/*' },
        ],
        ({ label }, g) => ({
          ...callFor(operation, g, plainly),
          headers: { 'content-type': label },
        }),
      ),
    }),
    wrongMethod: probe(operation, 'wrong-method', {
      ...base,
      sends: 'GET and PUT instead of the documented method, and DELETE for an unknown id',
      eachSends: 'a method that is not documented',
      wrong: 'framing',
      caseGroups: (fixtures) => [
        ...alternatives(subject, fixtures, ['get', 'put'], (label, g) =>
          row(
            label,
            label === 'get'
              ? call(operation, { path: g.path, method: 'GET' })
              : { ...callFor(operation, g, plainly), method: 'PUT' },
          ),
        ),
        // A server with such a route would delete something, so that only an id of nothing is sent.
        ...(operation.pathParameters.length === 0
          ? []
          : [drawn('delete', rejectedCalls.map(deleting))]),
      ],
    }),
  };
}

function deleting({ operation, path }: Call): Call {
  return { operation, path, method: 'DELETE', headers: {} };
}
