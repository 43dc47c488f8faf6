/** Dry runs that name a vetted package as the list shows it. */
import { type CheckResult, type CompleteExchange, call, sent } from '../../../src/kit.ts';
import { difference, elements, member, string } from '../../kit/json.ts';
import { all, isAccepted, shown, unexpected, unless } from '../../kit/judges.ts';
import { expects200, expectsRejection } from '../../kit/statuses.ts';
import type { Area } from '../area.ts';
import { scenario } from '../laws/forms.ts';
import { connectedIn, isLasting, isPlace } from '../requests/members.ts';
import { unconnected } from '../requests/request-parts.ts';
import { errorOf, isRejectedAsMalformed } from '../responses/errors.ts';
import { rulesIn } from '../rules.ts';
import {
  beforeTrials,
  changingByName,
  referring,
  restoring,
  type VettingKind,
} from './vetting-changes.ts';
import { idsIn, namesIn, packagesIn } from './vetting-rows.ts';

const rule = rulesIn('4.2-package-vetting', 'packages/vetting-references.ts');

/** The last row of this participant with its packages: a mapper that repeats the first one has others here. */
function listedIn({ self, list }: Readonly<Record<string, unknown>>) {
  const own = string(self, 'participantId');
  const rows = elements(list, 'vettedPackages');
  const row = rows.findLast((one) => string(one, 'participantId') === own);
  const [vetted, ...others] = packagesIn(row).toReversed();
  const [synchronizerId, packageId] = [string(row, 'synchronizerId'), string(vetted, 'packageId')];
  // A server that executes the dry run does not change packages that are vetted at all times.
  const lasting = others.filter(isLasting).slice(0, MOST_OTHERS);
  return vetted === undefined
    ? undefined
    : {
        row,
        vetted,
        lasting,
        place: { participantId: own, synchronizerId, packageIds: [packageId] },
      };
}

/** The name with the most packages in a row, and the ids of these packages. */
function largestName(row: unknown): { readonly name: string; readonly packageIds: string[] } {
  const names = namesIn([row]).filter((one) => one !== '');
  const count = (name: string): number => names.filter((one) => one === name).length;
  const [name = ''] = names.toSorted((a, b) => count(b) - count(a));
  const packages = packagesIn(row).filter((one) => string(one, 'packageName') === name);
  return { name, packageIds: packages.map((one) => string(one, 'packageId')) };
}

/** The documents name the code of this rejection. */
function rejectedAs(exchange: CompleteExchange, code: string): CheckResult {
  const rejection = expectsRejection(exchange.response.status, 400);
  const found = errorOf(exchange)?.code;
  // A 400 may be plain text.
  const isRead = rejection?.length === 0 && found !== undefined;
  return isRead ? difference(code, found, '/code') : rejection;
}

const MOST_OTHERS = 9;

const PERIOD = {
  validFromInclusive: '2026-01-02T03:04:05Z',
  validUntilExclusive: '2126-01-02T03:04:05Z',
};

export const vettingReferences: Area = (ledger) => {
  const operation = ledger.operation('package-vetting-update');
  return scenario(operation, {
    name: 'as-listed',
    clause: 'vetting-is-updated',
    sends:
      'the list of vetted packages, and dry runs that vet some of them again: as listed and with force flags, one for a period after a change of all, by another version, by a version alone, after another serial and none, and with an unknown one; dry runs that remove and add all of a name, and one that names no synchronizer',
    effect: 'irreversible',
    needs: 'packages',
    notApplicableWhen: unconnected,
    steps: () => {
      const [self, list] = beforeTrials(ledger);
      const again =
        (change: Parameters<typeof referring>[1]) =>
        (bodies: Readonly<Record<string, unknown>>) => {
          const listed = listedIn(bodies);
          if (listed === undefined) return undefined;
          const undo = restoring(ledger, bodies['list'], listed.place);
          return { ...call(operation, { json: referring(listed, change) }), undo };
        };
      const byName =
        (kind: VettingKind, least = 1) =>
        (bodies: Readonly<Record<string, unknown>>) => {
          const listed = listedIn(bodies);
          const { name, packageIds } = largestName(listed?.row);
          if (listed === undefined || packageIds.length < least) return undefined;
          const undo = restoring(ledger, bodies['list'], { ...listed.place, packageIds });
          return { ...call(operation, { json: changingByName(kind, listed.row, name) }), undo };
        };
      return {
        ...{ self, list },
        same: again({ withOthers: true, forced: true }),
        period: again({ period: PERIOD }),
        otherVersion: again({ otherVersions: true }),
        versionOnly: again({ versionOnly: true }),
        otherSerial: again({ later: 1 }),
        asFirst: again({ asFirst: true }),
        oneUnknown: again({ withUnknown: true }),
        byName: byName('Unvet'),
        ambiguous: byName('Vet', 2),
        connected: call(ledger.operation('connected-synchronizers')),
        unplaced: (bodies) => {
          const listed = listedIn(bodies);
          if (listed === undefined) return undefined;
          const { synchronizerId: _, expectedTopologySerial: __, ...json } = referring(listed, {});
          const place = { ...listed.place, synchronizerId: undefined };
          return { ...call(operation, { json }), undo: restoring(ledger, bodies['list'], place) };
        },
      };
    },
  }).rules(
    rule('packages-are-vetted-as-listed', {
      given: ['self', 'list'],
      judge: ({ same }) => expects200(same.response.status),
    }),
    rule('vetting-again-keeps-packages', {
      given: ['same'],
      judge: ({ same }) => {
        const [before, now] = ['pastVettedPackages', 'newVettedPackages'].map((name) =>
          idsIn(shown(same, name)),
        );
        return before?.length === 0 ? undefined : difference(before, now, '/newVettedPackages');
      },
    }),
    rule('references-match-in-every-member', {
      given: ['same'],
      judge: ({ otherVersion }) => expectsRejection(otherVersion.response.status, [400, 404]),
    }),
    rule('references-name-a-package', {
      given: ['same'],
      judge: ({ versionOnly }) => expectsRejection(versionOnly.response.status, 400),
    }),
    rule('name-matches-each-version', {
      given: ['self', 'list'],
      judge: ({ byName }) => {
        // A participant may need what is removed.
        if (!isAccepted(byName))
          return isRejectedAsMalformed(byName)
            ? expects200(byName.response.status)
            : 'inapplicable';
        const left = namesIn([shown(byName, 'newVettedPackages')]);
        const [change] = elements(sent(byName.request), 'changes');
        const [one] = elements(change, 'operation', 'Unvet', 'value', 'packages');
        const name = string(one, 'packageName');
        return left.includes(name) ? [unexpected(name, '/newVettedPackages')] : [];
      },
    }),
    rule('ambiguous-references-are-rejected', {
      given: ['self', 'list'],
      judge: (at) => {
        const listed = listedIn({ self: at.self.response.body, list: at.list.response.body });
        if (largestName(listed?.row).packageIds.length < 2) return 'inapplicable';
        return expectsRejection(at.ambiguous.response.status, [400, 404]);
      },
    }),
    rule('absent-synchronizer-is-the-only-one', {
      given: ['same', 'connected'],
      judge: ({ connected, unplaced }) => {
        const [only, ...others] = connectedIn(connected);
        if (only === undefined) return 'inapplicable';
        if (others.length > 0)
          return rejectedAs(unplaced, 'PACKAGE_SERVICE_CANNOT_AUTODETECT_SYNCHRONIZER');
        if (!isAccepted(unplaced)) return expects200(unplaced.response.status);
        const found = string(shown(unplaced, 'newVettedPackages'), 'synchronizerId');
        return unless(isPlace(only, found), '/newVettedPackages/synchronizerId', only, found);
      },
    }),
    rule('each-reference-is-resolved', {
      given: ['same'],
      judge: ({ oneUnknown }) => expectsRejection(oneUnknown.response.status, [400, 404]),
    }),
    rule('serials-guard-changes', {
      given: ['same'],
      judge: ({ otherSerial, asFirst }) =>
        all(
          ...[otherSerial, asFirst].map(({ response }) =>
            expectsRejection(response.status, [400, 409]),
          ),
        ),
    }),
    rule('dry-run-shows-period', {
      given: ['same', 'period'],
      judge: ({ self, list, period }) => {
        const bodies = { self: self.response.body, list: list.response.body };
        const [id] = listedIn(bodies)?.place.packageIds ?? [];
        const found = packagesIn(shown(period, 'newVettedPackages')).find(
          (one) => string(one, 'packageId') === id,
        );
        if (!isAccepted(period) || found === undefined) return undefined;
        return Object.entries(PERIOD).flatMap(([name, time]) => {
          const text = member(found, name);
          const [expected, actual] = [time, `${text}`].map((one) => Date.parse(one));
          return expected === actual ? [] : difference(time, text, `/${name}`);
        });
      },
    }),
  );
};
