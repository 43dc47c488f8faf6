/** Events pass the filters of their request and carry what these request, in each response of any operation. */
import type { CheckResult, CompleteExchange, Finding, Shown } from '../../../src/kit.ts';
import { describe, finding, statuses, worded, wrongStatus } from '../../../src/kit.ts';
import { canHave } from '../../kit/can-have.ts';
import { elements, isObject, type Json, member, string, strings } from '../../kit/json.ts';
import { eachOf, noOther, unless } from '../../kit/judges.ts';
import type { Law } from '../../kit/law.ts';
import { onTraffic, type Probed } from '../laws/forms.ts';
import { formatOf } from '../laws/list-contents.ts';
import { qualifiedName, templateOf } from '../requests/formats.ts';
import { sentMembers, type Variant, variantOf } from '../requests/members.ts';
import { entriesOf } from '../responses/entries.ts';
import { errorOf } from '../responses/errors.ts';
import { eventsIn, updatesIn } from '../responses/shown-updates.ts';
import { viewsIn } from '../responses/views.ts';
import { rulesIn } from '../rules.ts';

const rule = rulesIn('4.2-every-operation', 'across/event-formats.ts');

/** An event, and the format that selects it. */
interface Selected {
  readonly event: Json;
  readonly format: unknown;
  /** True if the event creates its contract, or shows its creation. */
  readonly isCreated: boolean;
}

export const FORMAT_LAWS: readonly Law<Probed>[] = [
  rule('events-pass-their-filters', {
    appliesTo: hasFormat,
    test: onEvents((one) => {
      const filters = filtersFor(one);
      const isSelected = filters.length === 0 || filters.some((filter) => selects(filter, one));
      const named = [...new Set(filters.map(nameIn))].join(' or ');
      return unless(isSelected, '/templateId', named, describe(one.event['templateId'], 200));
    }),
  }),
  rule('events-carry-what-is-requested', {
    appliesTo: hasFormat,
    test: onEvents((one) => (one.isCreated ? extrasIn(one) : undefined)),
  }),
  rule('events-need-no-known-interface', {
    appliesTo: ({ operation }) => LISTS.has(operation.name),
    test: onTraffic('all', (exchange) => {
      const { status } = exchange.response;
      const code = errorOf(exchange)?.code ?? '';
      if (namesTemplate(exchange)) return undefined;
      const actual = worded`${statuses(status)} ${code}: the request names no template and no interface`;
      if (UNKNOWN_TEMPLATE.test(code)) return [wrongStatus(200, actual)];
      return status === 200 ? [] : undefined;
    }),
  }),
  rule('implemented-interfaces-are-requested', {
    appliesTo: (probed) => hasFormat(probed) && showsInterfaces(probed),
    followsFrom: [
      ...['events-have-their-members', 'events-pass-their-filters'],
      'events-carry-what-is-requested',
    ],
    test: onEvents((one) => {
      if (one.isCreated) return undefined;
      const named = strings(one.event, 'implementedInterfaces').map(qualifiedName);
      const open = one.event['consuming'] === false ? [] : viewsRequestedFor(one);
      const other = named.find((id) => !open.includes(id));
      return noOther(other, '/implementedInterfaces', open.join(' or ') || 'none');
    }),
  }),
];

/** Codes of rejections of templates and interfaces that are unknown. */
const UNKNOWN_TEMPLATE = /^(?:NO_)?(?:TEMPLATES|INTERFACE)/;

/** True for a request with a filter for a template or an interface, or with a command. */
const namesTemplate = ({ request }: CompleteExchange): boolean =>
  /"(?:templateId|interfaceId)"/.test(`${request.body}`);

/** Pages and lookups show the same updates, and mostly without exercises of interfaces. */
const LISTS: ReadonlySet<string> = new Set(['updates', 'updates-flats', 'updates-trees']);

/** True for an operation whose requests have filters. Those for trees have none but wildcards. */
function hasFormat({ operation: { contract, name, request } }: Probed): boolean {
  if (request === undefined || name === 'updates-trees') return false;
  return canHave(contract, request, (member) => member === 'filtersByParty');
}

/** True for an operation whose responses have events that name implemented interfaces. */
function showsInterfaces({ operation: { contract, responses } }: Probed): boolean {
  const schema = responses[200]?.['application/json'] ?? {};
  return canHave(contract, schema, (member) => member === 'implementedInterfaces');
}

/** Judges each event of an accepted response whose format is known. */
function onEvents(judge: (one: Selected) => readonly Finding[] | undefined): Law<Probed>['test'] {
  return onTraffic('bodies', (exchange): CheckResult => {
    if (exchange.response.status !== 200) return undefined;
    const isNamed = ({ event }: Selected): boolean =>
      ['templateId', 'packageName'].every((name) => string(event, name) !== '');
    return eachOf(selectedIn(exchange).filter(isNamed), judge);
  });
}

const CREATES = /^(CreatedEvent|JsAssignmentEvent)$/;

/** The events of a response with their formats. The older form of a request has one format for all. */
function selectedIn(exchange: CompleteExchange): readonly Selected[] {
  const { body } = exchange.response;
  const { eventFormat, filter } = sentMembers(exchange);
  const { includeTransactions, includeReassignments } = formatOf(exchange);
  const single = eventFormat ?? filter;
  const ofUpdates = (updatesIn(exchange) ?? []).flatMap((update) => {
    const format =
      update.kind === 'Reassignment'
        ? includeReassignments
        : member(includeTransactions, 'eventFormat');
    return eventsIn(update).map(({ kind, value }) => ({
      event: value,
      format: single ?? format,
      isCreated: CREATES.test(kind),
    }));
  });
  const lookedUp = [
    { event: member(body, 'created', 'createdEvent'), isCreated: true },
    { event: member(body, 'archived', 'archivedEvent'), isCreated: false },
    ...entriesOf(body).map(({ created }) => ({ event: created, isCreated: true })),
  ].map((one) => ({ ...one, format: single }));
  return [...ofUpdates, ...lookedUp].filter(
    (one): one is Selected => isObject(one.event) && isObject(one.format),
  );
}

/** The filters of a party; without any, everything is selected. */
function filtersIn(filters: unknown): readonly Variant[] {
  const all = elements(filters, 'cumulative').map(
    (one) => variantOf(member(one, 'identifierFilter'))[0] ?? { kind: 'Empty', value: {} },
  );
  return all.length === 0 ? [{ kind: 'Empty', value: {} }] : all;
}

const ofAny = (format: unknown): readonly Variant[] => {
  const any = member(format, 'filtersForAnyParty');
  return isObject(any) ? filtersIn(any) : [];
};

const byParty = (format: unknown): readonly (readonly [string, unknown])[] =>
  Object.entries(Object(member(format, 'filtersByParty')));

/** The filters of the parties that see an event, and of any party. */
function filtersFor(one: Selected): readonly Variant[] {
  return [...ofOwn(one), ...ofAny(one.format)];
}

function ofOwn({ event, format }: Selected): readonly Variant[] {
  const seeing = strings(event, 'witnessParties');
  const own = byParty(format).filter(([party]) => seeing.includes(party));
  return own.flatMap(([, filters]) => filtersIn(filters));
}

const flagOf = ({ value }: Variant, name: string): boolean => member(value, 'value', name) === true;

/** The template or the interface that a filter names. */
function nameIn({ value }: Variant): string {
  return string(value, 'value', 'templateId') || string(value, 'value', 'interfaceId') || 'any';
}

/** False if a filter certainly does not select an event: an interface shows only by a view that it requests. */
function selects(filter: Variant, { event, isCreated }: Selected): boolean {
  const name = nameIn(filter);
  // The id of a package also stands for its later versions.
  if (filter.kind === 'TemplateFilter') return !name.startsWith('#') || name === templateOf(event);
  if (filter.kind !== 'InterfaceFilter') return true;
  return (
    !isCreated ||
    !flagOf(filter, 'includeInterfaceView') ||
    viewsIn(event).includes(qualifiedName(name))
  );
}

/** True for a filter that selects an event exactly if `selects` says so. */
function isCertain(filter: Variant): boolean {
  return filter.kind !== 'InterfaceFilter' || flagOf(filter, 'includeInterfaceView');
}

/** Module and entity of the interfaces whose views the filters for an event request. */
function viewsRequestedFor(one: Selected): readonly string[] {
  return filtersFor(one)
    .filter((filter) => flagOf(filter, 'includeInterfaceView'))
    .map((filter) => qualifiedName(nameIn(filter)));
}

/** The blob, with the kinds of filters that request it, and where they are: a server may read its flag in some of them only. */
function askedFor(one: Selected): Shown {
  const kindsIn = (filters: readonly Variant[], where: string): readonly string[] =>
    filters.filter(wantsBlob).map(({ kind }) => `${kind} in ${where}`);
  const kinds = [
    ...kindsIn(ofOwn(one), 'filtersByParty'),
    ...kindsIn(ofAny(one.format), 'filtersForAnyParty'),
  ];
  return worded`a blob, as its ${[...new Set(kinds)].join(' and ')} requests`;
}

const wantsBlob = (filter: Variant): boolean => flagOf(filter, 'includeCreatedEventBlob');

function extrasIn(one: Selected): readonly Finding[] {
  const wanting = filtersFor(one).filter(wantsBlob);
  const isDue = wanting.some((filter) => isCertain(filter) && selects(filter, one));
  const isThere = string(one.event, 'createdEventBlob') !== '';
  const expected = isDue || (isThere && wanting.length > 0);
  if (isThere !== expected)
    return [
      expected
        ? finding('/createdEventBlob', askedFor(one), 'none')
        : finding('/createdEventBlob', 'no blob, as no filter requests one', 'a blob'),
    ];
  const open = viewsRequestedFor(one);
  const other = viewsIn(one.event).find((id) => !open.includes(id));
  return noOther(other, '/interfaceViews', open.join(' or ') || 'no view');
}
