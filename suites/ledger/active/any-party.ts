/** Filters for any party select what each party sees. */
import { finding, type Operation, type Requirement, worded } from '../../../src/kit.ts';
import { accepted } from '../../kit/judges.ts';
import { must, should } from '../../kit/law.ts';
import type { Area } from '../area.ts';
import { ofUpdates, ownProbe, ruled } from '../laws/forms.ts';
import {
  ANYTHING,
  type EventFormat,
  eventsOf,
  eventsOfAny,
  movesIn,
  readsAny,
} from '../requests/formats.ts';
import { activeAtEnd, listInWindow, when } from '../requests/offsets.ts';
import { entriesIn, isWhole, keysOf, sameEntries } from '../responses/entries.ts';
import { noneIsLost, updatesIn } from '../responses/shown-updates.ts';

export const anyParty: Area = ({ operation: at }) => [
  ...ofContracts(at('active-contracts')),
  ...inUpdates(at('updates')),
];

/** A filter for any party of the participant, with these filters by party. */
function formatOf(filtersByParty: EventFormat['filtersByParty'] = {}): EventFormat {
  return { ...eventsOfAny(ANYTHING), filtersByParty };
}

const notApplicableWhen = when(
  'the token is not known to have the right to read as any party',
  (f) => f.caller.length > 0 && !readsAny(f),
);

const ANY_PARTY = {
  statement: 'A filter for any party selects at least what filters by party select.',
  cause: 'filtersForAnyParty is rejected, or stands for one party only.',
  fix: 'Select for every party that the participant knows.',
} as const;

function ofContracts(operation: Operation): readonly Requirement[] {
  const probe = ownProbe(operation, 'for-any-party', {
    sends:
      'active contracts at one offset: of the parties, of any party, and of both in one request',
    needs: ['parties', 'ledgerEnd'],
    notApplicableWhen,
    steps: (f) => {
      const named = eventsOf(f.parties);
      const formats = [named, formatOf(), formatOf(named.filtersByParty)];
      return formats.map((eventFormat) => activeAtEnd(operation, f, eventFormat));
    },
  });
  const clause = 'event-formats-select-contracts';
  return ruled(probe, [
    must('any-party-filter-selects-all', clause, {
      ...ANY_PARTY,
      relation: (exchanges) =>
        accepted(
          entriesIn,
          exchanges,
          (expected, shown, _, any) => {
            // A list that reached the limit may continue.
            if (expected.length === 0 || !isWhole(any)) return 'inapplicable';
            const known = keysOf(shown);
            const lost = keysOf(expected).find((key) => !known.includes(key));
            return lost === undefined ? [] : [finding('', worded`also ${lost}`, 'none there')];
          },
          true,
        ),
    }),
    should('party-filters-keep-any-party', clause, {
      statement: 'Filters by party remove nothing from a filter for any party.',
      cause: 'The two kinds of filters are rejected together, or the one by party wins.',
      fix: 'Select what either of them selects.',
      relation: ([, ...exchanges]) =>
        accepted(
          entriesIn,
          exchanges,
          (expected, shown, any, both) =>
            expected.length > 0 && isWhole(any) && isWhole(both)
              ? sameEntries(expected, shown, both)
              : 'inapplicable',
          true,
        ),
    }),
  ]);
}

function inUpdates(operation: Operation): readonly Requirement[] {
  const probe = ofUpdates(operation, 'for-any-party', {
    needs: ['updates', 'parties'],
    notApplicableWhen,
    sends: 'the updates of a range that the parties see, and those that any party sees',
    steps: (f) =>
      [eventsOf(f.parties), formatOf()].map((format) =>
        listInWindow(operation, f, movesIn(format)),
      ),
  });
  return ruled(probe, [
    must('any-party-filter-selects-all', 'updates-follow-their-filters', {
      ...ANY_PARTY,
      relation: ([named, any]) =>
        accepted(updatesIn, [named, any], () => noneIsLost(named, any), true),
    }),
  ]);
}
