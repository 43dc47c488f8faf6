/** Preferred packages on one synchronizer, and at another time, in both operations. */
import type { CheckResult, CompleteExchange } from '../../../src/kit.ts';
import { call, describe, statuses, worded, wrongStatus } from '../../../src/kit.ts';
import { elements, holds, member, string } from '../../kit/json.ts';
import { isAccepted, unless } from '../../kit/judges.ts';
import { expects200, expectsRejection } from '../../kit/statuses.ts';
import type { Area, Ledger } from '../area.ts';
import { scenario } from '../laws/forms.ts';
import { ABSENT } from '../requests/formats.ts';
import { connectedIn, isLasting, isPlace } from '../requests/members.ts';
import { requestsOf } from '../requests/requests.ts';
import { mayBe } from '../responses/errors.ts';
import { rulesIn } from '../rules.ts';
import {
  isHigher,
  type More,
  type Preference,
  prefer,
  preferences,
  whoVets,
} from './preferences.ts';
import { isLastPage, packagesIn, rowsOf } from './vetting-rows.ts';

const rule = rulesIn('4.2-interactive-submission', 'packages/preferred-places.ts');

/** Preferences for a synchronizer and for a time, in both operations. */
export const preferredPlaces: Area = (ledger) =>
  preferences(ledger).flatMap((variant) => [
    ...placesOf(ledger, variant),
    ...ofMoreParties(ledger, variant),
  ]);

function placesOf(ledger: Ledger, variant: Preference) {
  const { operation, preferred } = variant;
  const life = scenario(operation, {
    name: 'places-and-times',
    clause: 'preferences-are-for-a-place-and-a-time',
    sends:
      'a good request; the same for the synchronizer of its response, for an unknown one and for a time long after; who vets the package; and the connected synchronizers',
    asGood: true,
    steps: (f) => {
      const [name] = f.packageNames;
      const at = (more: More) => prefer(variant, f, name, more);
      return {
        plain: at({}),
        there: ({ plain }) => {
          const synchronizer = string(preferred(plain), 'synchronizerId');
          return synchronizer === '' ? undefined : at({ synchronizer });
        },
        nowhere: at({ synchronizer: ABSENT.synchronizer }),
        rows: whoVets(ledger, f),
        // A package that is vetted at all times is vetted at that time.
        later: at({ validAt: '2100-01-01T00:00:00Z' }),
        connected: call(ledger.operation('connected-synchronizers')),
      };
    },
  });
  const none = requestsOf(operation)?.none;
  /** Without any preference there is nothing to compare. */
  const where = (plain: CompleteExchange, judge: () => CheckResult): CheckResult => {
    if (mayBe(plain, none)) return 'inapplicable';
    if (!isAccepted(plain)) return undefined;
    return preferred(plain.response.body) === undefined ? 'inapplicable' : judge();
  };
  const same = (plain: CompleteExchange, other: CompleteExchange): CheckResult => {
    const { status, body } = other.response;
    if (status === 200)
      return holds(preferred(plain.response.body), preferred(body), 'the preference');
    return mayBe(other, none)
      ? [wrongStatus(200, worded`${statuses(status)} ${none}`)]
      : expects200(status);
  };
  return life.rules(
    rule('same-preference-on-its-synchronizer', {
      judge: (at) => where(at.plain, () => same(at.plain, at.there)),
    }),
    rule('unknown-synchronizer-has-no-preference', {
      judge: (at) =>
        where(at.plain, () => {
          const { status, body } = at.nowhere.response;
          if (status >= 500) return expectsRejection(status, [200, 404]);
          const found = status === 200 ? preferred(body) : undefined;
          return unless(found === undefined, 'the preference', 'none', describe(found));
        }),
    }),
    rule('preference-is-on-a-connected-synchronizer', {
      given: ['connected'],
      judge: (at) =>
        where(at.plain, () => {
          const found = string(preferred(at.plain.response.body), 'synchronizerId');
          const isConnected = connectedIn(at.connected).some((place) => isPlace(place, found));
          return unless(isConnected, '/synchronizerId', 'a connected synchronizer', found);
        }),
    }),
    rule('same-preference-at-later-time', {
      given: ['rows'],
      judge: (at) =>
        where(at.plain, () => {
          const isLong = rowsOf(at.rows).flatMap(packagesIn).every(isLasting);
          return isLong && isLastPage(at.rows) ? same(at.plain, at.later) : 'inapplicable';
        }),
    }),
  );
}

/** A package that all participants of two parties vet is vetted by those of each of them. */
function ofMoreParties(ledger: Ledger, { operation, clause, request, preferred }: Preference) {
  const referenceIn = ({ response }: CompleteExchange) =>
    member(preferred(response.body), 'packageReference');
  return scenario(operation, {
    name: 'more-parties',
    ...(clause === undefined ? {} : { clause }),
    sends:
      'who vets which packages, and the preference for one of them: for two parties, and for the second one alone',
    asGood: true,
    needs: 'listedParties',
    steps: (f) => {
      const [own = ''] = f.parties;
      // Such a party most likely belongs to another participant, which may vet other packages.
      const other = f.listedParties.find((one) => !f.parties.includes(one)) ?? own;
      const names = (rows: unknown) => [unequal(rows) ?? f.packageNames[0] ?? ''];
      return {
        rows: call(ledger.operation('package-vetting-list'), { json: {} }),
        both: ({ rows }) => call(operation, request(names(rows), [own, other])),
        alone: ({ rows, both }) => {
          const synchronizer = string(preferred(both), 'synchronizerId');
          if (synchronizer === '') return undefined;
          return call(operation, request(names(rows), [other], { synchronizer }));
        },
      };
    },
  }).rules(
    rule('more-parties-have-no-higher-version', {
      given: ['both'],
      judge: ({ both, alone }) => {
        if (!isAccepted(both)) return undefined;
        if (referenceIn(both) === undefined) return 'inapplicable';
        if (!isAccepted(alone)) return undefined;
        const [more, one] = [both, alone].map((at) => string(referenceIn(at), 'packageVersion'));
        const isRight = one !== '' && !isHigher(more ?? '', one ?? '');
        return unless(isRight, '/packageVersion', one || 'none, as for one of the parties', more);
      },
    }),
  );
}

/** The name of packages of which some participants vet more than others. */
function unequal(list: unknown): string | undefined {
  const rows = elements(list, 'vettedPackages').map(packagesIn);
  const named = (name: string) => (one: unknown) => string(one, 'packageName') === name;
  return rows
    .flat()
    .map((one) => string(one, 'packageName'))
    .find((name) => {
      const counts = rows.map((row) => row.filter(named(name)).length).filter((n) => n > 0);
      return name !== '' && new Set(counts).size > 1;
    });
}
