/** The events of contracts with filters for their templates, an interface and any party. */
import { type Call, type CheckResult, call, type Step } from '../../../src/kit.ts';
import type { From } from '../../kit/chapters/template.ts';
import { member } from '../../kit/json.ts';
import { accepted, all, type Received } from '../../kit/judges.ts';
import type { FoundContract } from '../fixtures.ts';
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
import { createdIn } from './contract-contents.ts';

const CREATED = createdIn('events-by-contract-id');

/** A contract without a filter and with one, and contracts of two templates with narrow filters. */
export function withOwnTemplate({ fixtures: f, operation }: From): readonly Step[] {
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
}

/** The second response must show the created event of the first one. */
function sameCreation(both: readonly Received[], except: readonly string[]): CheckResult {
  return accepted(
    (one) => member(one.response.body, ...CREATED),
    both,
    (expected, actual, _, found) =>
      sameView(found, 'CreatedEvent', expected, actual, { at: `/${CREATED.join('/')}`, except }),
  );
}

/** With the filters, the events are those of the request without one. */
export function ownTemplateFindsEvents(
  plain: Received,
  own: Received,
  ...others: readonly Received[]
): CheckResult {
  const any = others.find((one) => one !== undefined && isOfAny(one));
  return all(
    sameCreation([plain, own], ['createdEventBlob']),
    // Any party may be a witness then.
    ...(any ? [sameCreation([plain, any], ['createdEventBlob', 'witnessParties'])] : []),
  );
}
