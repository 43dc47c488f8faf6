/** Which packages to prefer on one synchronizer, and at another time. */
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
} from '../../src/index.ts';
import { expects200, expectsRejection } from '../answers.ts';
import { holds } from './alike.ts';
import type { Area, Ledger } from './chapter.ts';
import { expectsError, mayBe } from './errors.ts';
import { ABSENT, pageOf } from './formats.ts';
import { elements, isLasting, member, string } from './members.ts';
import { requestsOf } from './questions.ts';
import { accepted, sequence } from './sequences.ts';

const CLAUSE = 'preferences-are-asked-for-a-place-and-a-time';
/** What is vetted for all times is vetted then. */
const MUCH_LATER = '2100-01-01T00:00:00Z';

/** What a question for a preference may hold besides its package and its parties. */
interface More {
  readonly synchronizer?: string;
  readonly validAt?: string;
}

interface Way {
  readonly operation: Operation;
  readonly asks: (name: string, parties: readonly string[], more?: More) => Call;
  /** The package and the synchronizer in an answer; `undefined` where nothing is preferred. */
  readonly preference: (body: unknown) => unknown;
}

/** Requirements on preferences for a synchronizer and for a time, asked in both ways. */
export const preferredPlaces: Area = (ledger) => [
  ...placesOf(ledger, byGet(ledger.operation('preferred-package-version'))),
  ...placesOf(ledger, byPost(ledger.operation('preferred-packages'))),
];

function byGet(operation: Operation): Way {
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

function byPost(operation: Operation): Way {
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

function placesOf(ledger: Ledger, { operation, asks, preference }: Way): readonly Requirement[] {
  const { needs, notApplicableWhen } = requestsOf(operation) ?? {};
  const two = ({ parties }: Fixtures): readonly string[] => parties.slice(0, 2);
  const asked = sequence(operation, {
    name: 'places-and-times',
    sends:
      'a good question; it for the synchronizer of its answer, for one that nobody knows, for a time long after, and for a party with a malformed name; and who vets the package',
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
        malformed: asks(name, ['assay*nobody::1220aa']),
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
      name: 'same-on-its-synchronizer',
      clause: CLAUSE,
      statement:
        'What is preferred on some synchronizer is preferred as well where just this synchronizer is asked for.',
      cause:
        'The synchronizer of the request is compared with an alias, or one without contracts is skipped.',
      fix: 'Compare the whole id, and compute both answers by one function.',
      judge: (at) => where(at.plain, () => sameAs(at.plain, at.there)),
    }),
    asked.expects({
      name: 'none-on-an-unknown-synchronizer',
      clause: CLAUSE,
      statement: 'On a synchronizer that nobody knows nothing is preferred.',
      cause: 'The synchronizer of the request is overlooked, or an unknown one counts as none.',
      fix: 'Look only at what is vetted on the synchronizer that was asked for.',
      judge: (at) =>
        where(at.plain, () => {
          const { status, body } = at.nowhere.response;
          if (status >= 500) return expectsRejection(status, '200 or 404');
          const found = status === 200 ? preference(body) : undefined;
          return found === undefined ? [] : [finding('the preference', 'none', describe(found))];
        }),
    }),
    asked.expects({
      name: 'same-at-a-later-time',
      level: 'SHOULD',
      clause: CLAUSE,
      statement: 'Where all is vetted without an end the same is preferred at a later time.',
      cause:
        'The time of the request is read in another format or zone, or times after now are taken for wrong.',
      fix: 'Compare it with the begin and the end of each vetted package, where there are any.',
      given: ['rows'],
      judge: (at) =>
        where(at.plain, () => {
          const vetted = elements(at.rows.response.body, 'vettedPackages');
          const isWhole = vetted.length < Number(member(sent(at.rows.request), 'pageSize'));
          const lasting = vetted.flatMap((one) => elements(one, 'packages')).every(isLasting);
          return isWhole && lasting ? sameAs(at.plain, at.later) : 'inapplicable';
        }),
    }),
    asked.expects({
      name: 'malformed-party-refused',
      level: 'SHOULD',
      clause: 'refusals-name-their-reason',
      statement: 'A party with characters that no party has is refused with 400 INVALID_ARGUMENT.',
      cause: 'The text goes to the look-up unread, nobody hosts it, and so nothing is preferred.',
      fix: 'Check the characters of party ids first, and answer 400 INVALID_ARGUMENT.',
      judge: ({ plain, malformed }) =>
        accepted(plain) || prefersNone(plain)
          ? expectsError(malformed, 400, 'INVALID_ARGUMENT')
          : undefined,
    }),
  ];
}
