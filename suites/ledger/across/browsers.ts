/** Web pages that call the ledger: a preflight for each operation, and the requests of a page to two of them. */
import { call, type Operation, type Probe, UNREADABLE } from '../../../src/kit.ts';
import {
  BROWSER_RULES,
  fromPage,
  otherPageOf,
  pageOf,
  preflightOf,
  validFromPage,
} from '../../http/browsers.ts';
import { statedOn } from '../../http/rules.ts';
import type { Law } from '../../kit/law.ts';
import { probe, row } from '../../kit/probes.ts';
import type { Area } from '../area.ts';
import { lawsOf, ownProbe, type Subject } from '../laws/forms.ts';
import { pageOf as pageSize } from '../requests/formats.ts';
import { undecodable } from '../requests/probes.ts';
import { rulesIn } from '../rules.ts';
import { sameIds } from '../state/checks.ts';

const rule = rulesIn('4.2-every-operation', 'across/browsers.ts');

interface Called extends Subject {
  readonly preflight: Probe;
  /** One layer in front of all operations adds the headers, so that two of them show it. */
  readonly paged?: readonly Probe[];
}

const LAWS: readonly Law<Called>[] = statedOn<Called>(BROWSER_RULES, {
  'allows-browsers': {
    clause: 'browsers-can-call',
    on: ({ preflight }) => preflight,
    fix: 'Let the gateway in front of the ledger answer preflights without a token, and add the headers to every response. If only known pages may call, name one of them with --origin URL. If no page calls the API, leave these rules out with --without browsers.',
  },
  'responses-allow-browsers': {
    clause: 'browsers-can-call',
    on: ({ paged }) => paged,
  },
  'varies-by-origin': {
    clause: 'responses-vary-by-origin',
    on: ({ operation, paged }) => (operation.method === 'GET' ? paged : undefined),
  },
  'credentials-need-an-origin': {
    clause: 'credentials-name-their-origin',
    on: ({ paged }) => paged,
  },
});

/** Requests that differ in their origin alone get the id of the same participant; a single other one is proof. */
const SAME_ID: Law<Called> = rule('same-id-for-every-page', {
  on: ({ paged }) => paged,
  appliesTo: ({ operation }) => operation.name === 'participant-id',
  proof: 'once',
  relation: (exchanges) => sameIds(exchanges),
});

export const browsers: Area = ({ contract, has, operation }) => {
  const paged = new Map<Operation, readonly Probe[]>(
    ['participant-id', 'package-vetting-list']
      .filter(has)
      .map((name) => [operation(name), probesOf(operation(name))]),
  );
  return contract.operations.filter(isCalled).flatMap((one) => {
    const own = paged.get(one);
    return lawsOf([...LAWS, SAME_ID], {
      operation: one,
      preflight: preflight(one),
      ...(own && { paged: own }),
    });
  });
};

/** No page calls what is about to be removed, nor health checks, nor what only some ledgers have. */
function isCalled({ deprecated, removalAnnounced, optional, path }: Operation): boolean {
  const stays = deprecated === undefined && !removalAnnounced && optional === undefined;
  return stays && path.startsWith('/v2/');
}

const changes = ({ effect = 'read' }: Operation): boolean => effect !== 'read';

function preflight(operation: Operation): Probe {
  return probe(operation, 'preflight', {
    sends: 'the preflight (OPTIONS) of another request',
    aboutCredentials: true,
    wrong: 'framing',
    // OPTIONS is safe; but whoever allows reading only wants nothing at the paths of changes.
    ...(changes(operation) && { effect: 'undecodable' }),
    caseGroups: (f) => [row('options', preflightOf(undecodable(operation), pageOf(f)))],
  });
}

const about = { aboutCredentials: true } as const;

/**
 * Of a GET also the same without an origin, because caches keep what it gets, and of a second page, because a server may
 * keep the first one; of a POST also one of a second page that is rejected.
 */
function probesOf(operation: Operation): readonly Probe[] {
  const isGet = operation.method === 'GET';
  const good = ownProbe(operation, 'from-a-page', {
    ...about,
    sends: `a valid request from a web page${isGet ? ', one without an origin, and one from a second page' : ''}`,
    mayBeRejected: true,
    caseGroups: (f) => {
      const json = { pageSize: pageSize(f, 'maxVettedPackagesPageSize', 2) };
      const plain = call(operation, isGet ? {} : { json });
      const more = isGet ? [plain, validFromPage(plain, otherPageOf(f))] : [];
      return [row('good', validFromPage(plain, pageOf(f)), ...more)];
    },
  });
  if (isGet) return [good];
  const wrong = ownProbe(operation, 'error-for-a-page', {
    ...about,
    sends: 'a body that is not JSON from a web page',
    wrong: 'framing',
    caseGroups: (f) => [
      row('rejected', fromPage(call(operation, { text: UNREADABLE }), otherPageOf(f))),
    ],
  });
  return [good, wrong];
}
