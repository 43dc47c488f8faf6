/** The requests of web pages: wallets in browsers call registries directly. */
import type { Arbitrary } from 'fast-check';
import type { Call, Fixtures, Operation, Probe } from '../../src/kit.ts';
import {
  BROWSER_ACCEPT,
  fromPage,
  otherPageOf,
  pageOf,
  preflightOf,
  validFromPage,
} from '../http/browsers.ts';
import { drawn, type Own, probe, row } from '../kit/probes.ts';

export interface BrowserProbes {
  readonly preflight: Probe;
  readonly fromPage: Probe;
  /** Absent where no request is wrong: a list without parameters. */
  readonly pageError?: Probe;
}

/** What the requests of a page are made of. */
interface Asked {
  readonly base: Partial<Own>;
  /** The plainest valid request. */
  readonly control: (fixtures: Fixtures) => Call | undefined;
  /** A request whose path no registry knows; a preflight needs nothing that exists. */
  readonly unknown: Call;
  /** Requests that the operation rejects. */
  readonly rejected: Arbitrary<Call> | undefined;
}

export function browserProbes(
  operation: Operation,
  { base, control, unknown, rejected }: Asked,
): BrowserProbes {
  // A registry may reject the page with 403: that is about its origin, not about a token.
  const paged = { ...base, aboutCredentials: true, quick: 0 } as const;
  return {
    preflight: probe(operation, 'preflight', {
      control,
      sends: 'the preflight (OPTIONS) of another request',
      aboutCredentials: true,
      wrong: 'framing',
      quick: 1,
      caseGroups: (fixtures) => [
        row('options', preflightOf(control(fixtures) ?? unknown, pageOf(fixtures))),
      ],
    }),
    fromPage: probe(operation, 'from-a-page', {
      ...paged,
      sends:
        operation.method === 'GET'
          ? 'a valid request from a web page, one without an origin, and one from a second page'
          : 'a valid request from a web page',
      mayBeRejected: true,
      caseGroups: (fixtures) => {
        const plain = control(fixtures);
        if (plain === undefined) return [];
        const good = validFromPage(plain, pageOf(fixtures));
        // Only a GET is kept by caches, which need to know what a response depends on.
        const other = validFromPage(plain, otherPageOf(fixtures));
        return [row('good', ...(plain.method === 'GET' ? [good, plain, other] : [good]))];
      },
    }),
    ...(rejected && {
      pageError: probe(operation, 'error-for-a-page', {
        ...paged,
        // A server may keep the origin of the first page that called.
        sends: 'an invalid request from a web page, by a browser that prefers HTML to other types',
        wrong: operation.pathParameters.length > 0 ? 'identifier' : 'schema',
        caseGroups: (fixtures) => {
          const page = otherPageOf(fixtures);
          return [
            drawn(
              'rejected',
              rejected.map((one) =>
                fromPage({ ...one, headers: { ...one.headers, accept: BROWSER_ACCEPT } }, page),
              ),
            ),
          ];
        },
      }),
    }),
  };
}

/** All probes of a page. */
export function probesOfPages({ preflight, fromPage, pageError }: BrowserProbes): readonly Probe[] {
  return [preflight, fromPage, ...(pageError ? [pageError] : [])];
}
