/** The events of contracts with filters for their templates, an interface and any party. */
import { type Call, type CheckResult, call } from '../../../src/kit.ts';
import { member } from '../../kit/json.ts';
import { accepted, all, type Received } from '../../kit/judges.ts';
import { type Law, must } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import type { Area } from '../area.ts';
import type { FoundContract } from '../fixtures.ts';
import { across, KNOWN_FILTERS, lawsOf, readsKnownFilters, type Subject } from '../laws/forms.ts';
import type { EventFormat } from '../requests/formats.ts';
import {
  eventsBy,
  eventsOf,
  isOfAny,
  narrowFormats,
  ofTemplate,
  templateOf,
} from '../requests/formats.ts';
import { sameView } from '../responses/views.ts';
import { rulesIn } from '../rules.ts';
import { createdIn } from './contract-contents.ts';

const rule = rulesIn('4.2-contracts', 'contracts/event-filters.ts');

const CREATED = createdIn('events-by-contract-id');

const withFilters = once(({ operation }: Subject) =>
  across(operation, 'with-own-template', {
    sends:
      'a known contract without a filter and with one for its own template, and contracts of two templates with narrow filters',
    steps: (f) => {
      const [one, ...others] = f.contracts;
      const own = eventsBy(f.parties, ofTemplate(templateOf(one), true));
      const other = others.find((another) => templateOf(another) !== templateOf(one));
      const look = (of: FoundContract | undefined, eventFormat: EventFormat): Call =>
        call(operation, { json: { contractId: of?.contractId, eventFormat } });
      const [, ...narrow] = narrowFormats(f);
      return [
        look(one, eventsOf(f.parties)),
        look(one, own),
        ...[one, ...(other === undefined ? [] : [other])].flatMap((of) =>
          narrow.map((format) => look(of, format)),
        ),
      ];
    },
  }),
);

/** The second response must show the created event of the first one. */
function sameCreation(both: readonly Received[], except: readonly string[]): CheckResult {
  return accepted(
    (one) => member(one.response.body, ...CREATED),
    both,
    (expected, actual, _, found) =>
      sameView(found, 'CreatedEvent', expected, actual, { at: `/${CREATED.join('/')}`, except }),
  );
}

const LAWS: readonly Law<Subject>[] = [
  rule('own-template-filter-finds-events', {
    on: withFilters,
    relation: ([plain, own, ...others]) => {
      const any = others.find(isOfAny);
      return all(
        sameCreation([plain, own], ['createdEventBlob']),
        // Any party may be a witness then.
        ...(any ? [sameCreation([plain, any], ['createdEventBlob', 'witnessParties'])] : []),
      );
    },
  }),
  must('known-filters-are-accepted', 'event-formats-select-contracts', {
    ...KNOWN_FILTERS,
    on: withFilters,
    relation: readsKnownFilters,
  }),
];

export const eventFilters: Area = (ledger) =>
  lawsOf(LAWS, { operation: ledger.operation('events-by-contract-id') });
