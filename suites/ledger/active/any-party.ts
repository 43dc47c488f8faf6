/** Filters for any party select what each party sees. */
import { type Call, finding, type Requirement, worded } from '../../../src/kit.ts';
import { accepted } from '../../kit/judges.ts';
import { must, should } from '../../kit/law.ts';
import type { Area } from '../area.ts';
import { ownProbe, ruled } from '../laws/forms.ts';
import {
  ANYTHING,
  type EventFormat,
  eventsOf,
  eventsOfAny,
  ofTemplate,
  readsAny,
  templatesOf,
} from '../requests/formats.ts';
import { when } from '../requests/offsets.ts';
import {
  against,
  entriesIn,
  inFormats,
  isWhole,
  keysOf,
  type Listing,
  selectedIn,
} from '../responses/entries.ts';
import { listingsOf } from './contracts.ts';
import { ofTemplates, ofTheParties } from './formats.ts';

export const contractsOfAnyParty: Area = (ledger) => listingsOf(ledger).flatMap(ofContracts);

export const readsNotAny: ReturnType<typeof when> = when(
  'the token is not known to have the right to read as any party',
  (f) => f.caller.length > 0 && !readsAny(f),
);

/** The rules for lists and lookups. */
export const ANY_PARTY = {
  statement: 'A filter for any party selects at least what filters by party select.',
  cause: 'filtersForAnyParty is rejected, or stands for one party only.',
  fix: 'Select for every party that the participant knows.',
} as const;

export const OF_TEMPLATE = {
  statement: 'A template filter for any party selects exactly what is of its template.',
  cause:
    'A template filter counts for named parties only, or the filter for any party is a wildcard.',
  fix: 'Apply the filters for any party as those for a party.',
} as const;

function ofContracts(listing: Listing): readonly Requirement[] {
  const probe = ownProbe(listing.operation, 'for-any-party', {
    sends:
      'active contracts at one offset: of the parties, of any party, of one party beside one template of any party, and of this template alone',
    needs: ['parties', 'ledgerEnd'],
    notApplicableWhen: readsNotAny,
    steps: (f) => {
      const [one = ''] = f.parties;
      const [template = ''] = templatesOf(f);
      const some = template === '' ? ANYTHING : ofTemplate(template, true);
      const formats: Readonly<Record<string, EventFormat>> = {
        ...{ named: eventsOf(f.parties), any: eventsOfAny(ANYTHING) },
        both: { ...eventsOfAny(some), ...eventsOf([one]) },
        ...(template !== '' && { ofTemplate: eventsOfAny(some) }),
      };
      return Object.values<Call>(inFormats(listing, f, formats));
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
    should('party-filters-add-to-any-party', clause, {
      statement: 'Filters by party and for any party select exactly what either of them selects.',
      cause: 'The two kinds of filters are rejected together, or one of them wins.',
      fix: 'Select what either of them selects.',
      relation: ([, any, both]) =>
        accepted(
          selectedIn,
          [any, both],
          (all, some) =>
            all.entries.length > 0 && all.whole && some.whole
              ? ofTheParties(all, some)
              : 'inapplicable',
          true,
        ),
    }),
    must('any-party-filter-selects-template', clause, {
      ...OF_TEMPLATE,
      followsFrom: ['any-party-filter-selects-all', 'template-filter-selects-template'],
      relation: ([, any, , some]) =>
        some === undefined ? 'inapplicable' : against(any, some, ofTemplates),
    }),
  ]);
}
