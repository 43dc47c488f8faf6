/** Checks of the events of updates: each by itself, and against its update. */
import {
  type CheckResult,
  type CompleteExchange,
  describe,
  type Finding,
  finding,
} from '../../../src/index.ts';
import { qualifiedName } from '../active/entries.ts';
import { isObject } from '../requests/alike.ts';
import { elements, type Json, string, strings } from '../requests/members.ts';
import { judged } from './rules.ts';
import { eventsIn, type ShownEvent, type ShownUpdate, updatesIn } from './shown-updates.ts';

/** No update comes without an event. */
export function noneIsEmpty(exchange: CompleteExchange): CheckResult {
  return judged(exchange, ({ offset, value }) =>
    elements(value, 'events').length > 0
      ? []
      : [finding(`/events of the update at offset ${offset}`, 'at least one', 'none')],
  );
}

/** The members that every event needs. A signatory is no observer. */
export function eventsAreWhole(exchange: CompleteExchange): CheckResult {
  return ofEvents(exchange, ({ kind, value }) => {
    const packageName = filled(value, 'packageName', string(value, 'packageName'));
    if (kind === 'ExercisedEvent')
      return [...packageName, ...filled(value, 'actingParties', strings(value, 'actingParties'))];
    if (!createsIn(kind)) return packageName;
    const signatories = strings(value, 'signatories');
    const both = strings(value, 'observers').find((party) => signatories.includes(party));
    return [
      ...packageName,
      ...filled(value, 'signatories', signatories),
      ...(isObject(value['createArgument'])
        ? []
        : [finding('/createArgument', 'an object', describe(value['createArgument']))]),
      ...(both === undefined ? [] : [finding('/observers', 'no signatory', both)]),
    ];
  });
}

/** The representative package of a created event. */
export function packagesAreRepresented(exchange: CompleteExchange): CheckResult {
  return ofEvents(exchange, ({ kind, value }) =>
    createsIn(kind)
      ? filled(value, 'representativePackageId', string(value, 'representativePackageId'))
      : undefined,
  );
}

const PARTIES = ['signatories', 'observers', 'actingParties', 'witnessParties'] as const;

/** A party is a name and the fingerprint of its key. */
export function partiesAreWhole(exchange: CompleteExchange): CheckResult {
  return ofEvents(exchange, ({ value }) => {
    for (const name of PARTIES) {
      const cut = strings(value, name).find((party) => !/^.+::.+$/.test(party));
      if (cut !== undefined) return [finding(`/${name}`, 'name::fingerprint', describe(cut))];
    }
    return [];
  });
}

/** The events of a contract have the template and the package name of its creation. */
export function eventsAreOfTheirContract(exchange: CompleteExchange): CheckResult {
  const events = updatesIn(exchange)?.flatMap(eventsIn);
  if (events === undefined) return undefined;
  const created = new Map(
    events.flatMap(({ kind, value }) =>
      createsIn(kind) ? [[string(value, 'contractId'), identityOf(value)] as const] : [],
    ),
  );
  const results = events.flatMap(({ kind, value }) => {
    const expected = created.get(string(value, 'contractId'));
    if (createsIn(kind) || expected === undefined) return [];
    const actual = identityOf(value);
    return [actual === expected ? [] : [finding(`${kind} /templateId`, expected, actual)]];
  });
  return results.length === 0 ? 'inapplicable' : results.flat();
}

/** Packages are upgraded: only their name stays, and the template in it. */
function identityOf(value: Json): string {
  return `${qualifiedName(string(value, 'templateId'))} of ${string(value, 'packageName')}`;
}

/** The effective time of a transaction is the creation time of its contracts. */
export function createdWithTheTransaction(exchange: CompleteExchange): CheckResult {
  return ofTransactions(exchange, (update) => {
    const effective = Date.parse(string(update.value, 'effectiveAt'));
    return eventsIn(update).flatMap(({ kind, value }): Finding[] => {
      const created = Date.parse(string(value, 'createdAt'));
      const known = kind === 'CreatedEvent' && !Number.isNaN(effective + created);
      if (!known || created === effective) return [];
      const expected = `${string(update.value, 'effectiveAt')}, as effectiveAt of its transaction`;
      return [finding('/createdAt', expected, string(value, 'createdAt'))];
    });
  });
}

/** Ledger time may be ahead of record time by minutes, and by hours where it was prepared for signing. */
const MOST_AHEAD = 25 * 60 * 60 * 1000;

export function recordedInTime(exchange: CompleteExchange): CheckResult {
  return ofTransactions(exchange, ({ value }) => {
    const [effective, recorded] = ['effectiveAt', 'recordTime'].map((name) => string(value, name));
    const ahead = Date.parse(`${effective}`) - Date.parse(`${recorded}`);
    if (!(ahead > MOST_AHEAD)) return [];
    return [finding('/recordTime', `not long before ${effective}`, `${recorded}`)];
  });
}

function createsIn(kind: string): boolean {
  return kind === 'CreatedEvent' || kind === 'JsAssignmentEvent';
}

function filled(value: Json, name: string, actual: string | readonly string[]): Finding[] {
  return actual.length > 0 ? [] : [finding(`/${name}`, 'a value', describe(value[name] ?? null))];
}

function ofTransactions(
  exchange: CompleteExchange,
  rule: (update: ShownUpdate) => readonly Finding[],
): CheckResult {
  return judged(exchange, (update) => (update.kind === 'Transaction' ? rule(update) : undefined));
}

/** Judges the events of transactions and reassignments. */
function ofEvents(
  exchange: CompleteExchange,
  rule: (event: ShownEvent) => readonly Finding[] | undefined,
): CheckResult {
  return judged(exchange, (update) => {
    if (update.kind !== 'Transaction' && update.kind !== 'Reassignment') return undefined;
    const results = eventsIn(update).map(rule);
    return results.every((one) => one === undefined)
      ? undefined
      : results.flatMap((one) => one ?? []).slice(0, 1);
  });
}
