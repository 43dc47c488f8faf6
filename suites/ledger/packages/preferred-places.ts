/** Preferred packages on one synchronizer, and at another time, in both operations. */
import {
  type CheckResult,
  type CompleteExchange,
  call,
  describe,
  finding,
  type Operation,
} from '../../../src/index.ts';
import { expects200, expectsRejection } from '../../answers.ts';
import { elements, holds, member, string } from '../../kit/json.ts';
import { must, should } from '../../kit/law.ts';
import type { Area, Ledger } from '../area.ts';
import { mayBe } from '../laws/errors.ts';
import { isAccepted, unless } from '../laws/laws.ts';
import { scenario } from '../laws/scenarios.ts';
import type { Parts } from '../requests/asking.ts';
import { ABSENT } from '../requests/formats.ts';
import { isLasting } from '../requests/members.ts';
import { requestsOf } from '../requests/requests.ts';
import { two, whoVets } from './preferred-packages.ts';
import { isLastPage, packagesIn, rowsOf } from './vetting-rows.ts';

/** What a request may have besides its package and its parties. */
interface More {
  readonly synchronizer?: string;
  readonly validAt?: string;
}

interface Variant {
  readonly operation: Operation;
  readonly request: (name: string, parties: readonly string[], more: More) => Parts;
  /** The package and the synchronizer in a response; `undefined` where nothing is preferred. */
  readonly preference: (body: unknown) => unknown;
}

/** Preferences for a synchronizer and for a time, in both operations. */
export const preferredPlaces: Area = (ledger) => [
  ...placesOf(ledger, {
    operation: ledger.operation('preferred-package-version'),
    request: (name, parties, { synchronizer, validAt }) => ({
      query: {
        'package-name': name,
        parties,
        'synchronizer-id': synchronizer,
        vetting_valid_at: validAt,
      },
    }),
    preference: (body) => member(body, 'packagePreference'),
  }),
  ...placesOf(ledger, {
    operation: ledger.operation('preferred-packages'),
    request: (packageName, parties, { synchronizer, validAt }) => ({
      json: {
        packageVettingRequirements: [{ packageName, parties }],
        synchronizerId: synchronizer,
        vettingValidAt: validAt,
      },
    }),
    preference: (body) => {
      const [packageReference] = elements(body, 'packageReferences');
      const synchronizerId = member(body, 'synchronizerId');
      return packageReference === undefined ? undefined : { packageReference, synchronizerId };
    },
  }),
];

function placesOf(ledger: Ledger, { operation, request, preference }: Variant) {
  const life = scenario(operation, {
    name: 'places-and-times',
    clause: 'preferences-are-asked-for-a-place-and-a-time',
    sends:
      'a good request; the same for the synchronizer of its response, for an unknown one and for a time long after; and who vets the package',
    asGood: true,
    steps: (f) => {
      const [name = ''] = f.packageNames;
      const prefer = (more: More = {}) => call(operation, request(name, two(f), more));
      return {
        plain: prefer(),
        there: ({ plain }) => {
          const synchronizer = string(preference(plain), 'synchronizerId');
          return synchronizer === '' ? undefined : prefer({ synchronizer });
        },
        nowhere: prefer({ synchronizer: ABSENT.synchronizer }),
        rows: whoVets(ledger, f, name),
        // What is vetted for all times is vetted then.
        later: prefer({ validAt: '2100-01-01T00:00:00Z' }),
      };
    },
  });
  const none = requestsOf(operation)?.none;
  /** Where nothing is preferred at all, there is nothing to compare. */
  const where = (plain: CompleteExchange, judge: () => CheckResult): CheckResult => {
    if (mayBe(plain, none)) return 'inapplicable';
    if (!isAccepted(plain)) return undefined;
    return preference(plain.response.body) === undefined ? 'inapplicable' : judge();
  };
  const same = (plain: CompleteExchange, other: CompleteExchange): CheckResult => {
    const { status, body } = other.response;
    if (status === 200)
      return holds(preference(plain.response.body), preference(body), 'the preference');
    return mayBe(other, none)
      ? [finding('status', '200', `${status} ${none}`)]
      : expects200(status);
  };
  return life.rules(
    must('same-preference-on-its-synchronizer', {
      statement: 'A request for the synchronizer of the preference gets the same preference.',
      cause: 'The synchronizer is compared with an alias, or one without contracts is skipped.',
      fix: 'Compare whole ids; compute both responses by one function.',
      judge: (at) => where(at.plain, () => same(at.plain, at.there)),
    }),
    must('unknown-synchronizer-has-no-preference', {
      statement: 'An unknown synchronizer has no preference.',
      cause: 'The synchronizer of the request is ignored, or an unknown one counts as absent.',
      fix: 'Read only what is vetted on the synchronizer of the request.',
      judge: (at) =>
        where(at.plain, () => {
          const { status, body } = at.nowhere.response;
          if (status >= 500) return expectsRejection(status, '200 or 404');
          const found = status === 200 ? preference(body) : undefined;
          return unless(found === undefined, 'the preference', 'none', describe(found));
        }),
    }),
    should('same-preference-at-later-time', {
      statement: 'The preference stays the same at a later time if all vetting is unlimited.',
      cause: 'The time is read in another format or zone, or a later one is rejected.',
      fix: 'Compare the time with the begin and the end of each vetted package, if any.',
      given: ['rows'],
      judge: (at) =>
        where(at.plain, () => {
          const isLong = rowsOf(at.rows).flatMap(packagesIn).every(isLasting);
          return isLong && isLastPage(at.rows) ? same(at.plain, at.later) : 'inapplicable';
        }),
    }),
  );
}
