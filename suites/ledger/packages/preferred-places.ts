/** Preferred packages on one synchronizer, and at another time. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  describe,
  type Fixtures,
  finding,
  type Operation,
  type Requirement,
  sent,
} from '../../../src/index.ts';
import { expects200, expectsRejection } from '../../answers.ts';
import type { Area, Ledger } from '../area.ts';
import { mayBe } from '../laws/errors.ts';
import { holds } from '../requests/alike.ts';
import { ABSENT, pageOf } from '../requests/formats.ts';
import { elements, isLasting, member, string } from '../requests/members.ts';
import { requestsOf } from '../requests/requests.ts';
import { accepted, sequence } from '../requests/sequences.ts';

const CLAUSE = 'preferences-are-asked-for-a-place-and-a-time';
/** What is vetted for all times is vetted then. */
const MUCH_LATER = '2100-01-01T00:00:00Z';

/** What a request may have besides its package and its parties. */
interface More {
  readonly synchronizer?: string;
  readonly validAt?: string;
}

interface Variant {
  readonly operation: Operation;
  readonly asks: (name: string, parties: readonly string[], more?: More) => Call;
  /** The package and the synchronizer in a response; `undefined` where nothing is preferred. */
  readonly preference: (body: unknown) => unknown;
}

/** Preferences for a synchronizer and for a time, in both operations. */
export const preferredPlaces: Area = (ledger) => [
  ...placesOf(ledger, byGet(ledger.operation('preferred-package-version'))),
  ...placesOf(ledger, byPost(ledger.operation('preferred-packages'))),
];

function byGet(operation: Operation): Variant {
  return {
    operation,
    asks: (name, parties, { synchronizer, validAt } = {}) =>
      call(operation, {
        query: {
          'package-name': name,
          parties,
          'synchronizer-id': synchronizer,
          vetting_valid_at: validAt,
        },
      }),
    preference: (body) => member(body, 'packagePreference'),
  };
}

function byPost(operation: Operation): Variant {
  return {
    operation,
    asks: (packageName, parties, { synchronizer, validAt } = {}) =>
      call(operation, {
        json: {
          packageVettingRequirements: [{ packageName, parties }],
          ...(synchronizer === undefined ? {} : { synchronizerId: synchronizer }),
          ...(validAt === undefined ? {} : { vettingValidAt: validAt }),
        },
      }),
    preference: (body) => {
      const [packageReference] = elements(body, 'packageReferences');
      const synchronizerId = member(body, 'synchronizerId');
      return packageReference === undefined ? undefined : { packageReference, synchronizerId };
    },
  };
}

function placesOf(
  ledger: Ledger,
  { operation, asks, preference }: Variant,
): readonly Requirement[] {
  const { needs, notApplicableWhen } = requestsOf(operation) ?? {};
  const two = ({ parties }: Fixtures): readonly string[] => parties.slice(0, 2);
  const asked = sequence(operation, {
    name: 'places-and-times',
    sends:
      'a good request; the same for the synchronizer of its response, for an unknown one and for a time long after; and who vets the package',
    ...(needs === undefined ? {} : { needs }),
    ...(notApplicableWhen === undefined ? {} : { notApplicableWhen }),
    steps: (f) => {
      const [name = ''] = f.packageNames;
      const ask = (more?: More): Call => asks(name, two(f), more);
      const pageSize = pageOf(f, 'maxVettedPackagesPageSize', 100);
      const packageMetadataFilter = { packageIds: [], packageNamePrefixes: [name] };
      return {
        plain: ask(),
        there: ({ plain }) => {
          const synchronizer = string(preference(plain), 'synchronizerId');
          return synchronizer === '' ? undefined : ask({ synchronizer });
        },
        nowhere: ask({ synchronizer: ABSENT.synchronizer }),
        rows: call(ledger.operation('package-vetting-list'), {
          json: { packageMetadataFilter, pageSize },
        }),
        later: ask({ validAt: MUCH_LATER }),
      };
    },
  });
  const none = requestsOf(operation)?.none;
  const prefersNone = (plain: CompleteExchange): boolean => mayBe(plain, none);
  /** Where nothing is preferred at all, there is nothing to compare. */
  const where = (plain: CompleteExchange, judge: () => CheckResult): CheckResult => {
    if (prefersNone(plain)) return 'inapplicable';
    if (!accepted(plain)) return undefined;
    return preference(plain.response.body) === undefined ? 'inapplicable' : judge();
  };
  const sameAs = (plain: CompleteExchange, other: CompleteExchange): CheckResult => {
    if (!accepted(other)) {
      return prefersNone(other)
        ? [finding('status', '200', `${other.response.status} ${none}`)]
        : expects200(other.response.status);
    }
    const [owed, got] = [plain, other].map(({ response }) => preference(response.body));
    return holds(owed, got, 'the preference');
  };
  return [
    asked.expects({
      name: 'same-preference-on-its-synchronizer',
      clause: CLAUSE,
      statement: 'A request for the synchronizer of the preference gets the same preference.',
      cause: 'The synchronizer is compared with an alias, or one without contracts is skipped.',
      fix: 'Compare whole ids; compute both responses by one function.',
      judge: (at) => where(at.plain, () => sameAs(at.plain, at.there)),
    }),
    asked.expects({
      name: 'unknown-synchronizer-has-no-preference',
      clause: CLAUSE,
      statement: 'An unknown synchronizer has no preference.',
      cause: 'The synchronizer of the request is ignored, or an unknown one counts as absent.',
      fix: 'Read only what is vetted on the synchronizer of the request.',
      judge: (at) =>
        where(at.plain, () => {
          const { status, body } = at.nowhere.response;
          if (status >= 500) return expectsRejection(status, '200 or 404');
          const found = status === 200 ? preference(body) : undefined;
          return found === undefined ? [] : [finding('the preference', 'none', describe(found))];
        }),
    }),
    asked.expects({
      name: 'same-preference-at-later-time',
      level: 'SHOULD',
      clause: CLAUSE,
      statement: 'The preference stays the same at a later time if all vetting is unlimited.',
      cause:
        'The time of the request is read in another format or zone, or a later one is rejected.',
      fix: 'Compare the time with the begin and the end of each vetted package, if any.',
      given: ['rows'],
      judge: (at) =>
        where(at.plain, () => {
          const vetted = elements(at.rows.response.body, 'vettedPackages');
          const isWhole = vetted.length < Number(member(sent(at.rows.request), 'pageSize'));
          const lasting = vetted.flatMap((one) => elements(one, 'packages')).every(isLasting);
          return isWhole && lasting ? sameAs(at.plain, at.later) : 'inapplicable';
        }),
    }),
  ];
}
