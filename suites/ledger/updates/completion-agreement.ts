/** Checks that compare completions with the updates that they name, which chapters name. */
import type { CheckResult, CompleteExchange, Finding, Place } from '../../../src/kit.ts';
import {
  between,
  bodyPlace,
  describe,
  sent,
  statuses,
  within,
  worded,
  wrongStatus,
} from '../../../src/kit.ts';
import { nanosecondsOf } from '../../kit/date-time.ts';
import { difference, isObject, type Json, member, string, strings } from '../../kit/json.ts';
import { eachOf, noOther, type Received, unless } from '../../kit/judges.ts';
import { errorOf } from '../responses/errors.ts';
import type { ShownUpdate } from '../responses/shown-updates.ts';
import { bothShown, eventsIn, lastNaming, naming, updatesIn } from '../responses/shown-updates.ts';
import { partiesOf } from './witnesses.ts';

type Agreement = (list: Received, ...lookups: readonly Received[]) => CheckResult;

export const AGREEMENT_CHECKS: Readonly<Record<string, Agreement>> = {
  namesItsUpdate,
  hasTheCommandOfItsUpdate: agreeing((completion, update, list) => [
    ...sameCommand(completion, update.value),
    ...sameSubmitter(completion, update),
    ...sameActors(completion, update, list),
  ]),
  isNamedByItsUpdate: agreeing(({ updateId, commandId }, { value }) => {
    const isNamed = string(value, 'commandId') !== '' || commandId === '';
    return unless(isNamed, inUpdate('commandId', updateId), describe(commandId), 'none');
  }),
  hidesTheCommand: ofOneParty(({ actAs, updateId }, { value }, party) => {
    if (strings(actAs).includes(party)) return [];
    const shown = ['commandId', 'paidTrafficCost'].find((name) => value[name]);
    return noOther(shown, inUpdate(`${shown}`, updateId), 'none for another party');
  }),
  showsTheCommand: ofOneParty(({ actAs, updateId, commandId }, { value }, party) => {
    if (!strings(actAs).includes(party)) return undefined;
    return within(difference(commandId, value['commandId'], '/commandId'), { of: `${updateId}` });
  }),
  isAlikeForAll: (all, one) =>
    one === undefined || all === undefined || partyOf(one) === undefined
      ? 'inapplicable'
      : bothShown([all, one], (updates, some) => {
          const known = new Map(updates.map((update) => [update.offset, update]));
          return eachOf(some, (update) => {
            const whole = known.get(update.offset);
            return whole && difference(headOf(whole), headOf(update));
          });
        }),
  hasItsSynchronizer: inTime('synchronizerId', (from) => string(from, 'synchronizerId')),
  hasItsRecordTime: inTime('recordTime', (from) =>
    String(nanosecondsOf(string(from, 'recordTime'))),
  ),
  hasItsTrace: agreeing((completion, { value }) => {
    const [expected, actual] = [traceOf(value), traceOf(completion)];
    if (expected === undefined || actual === undefined) return [];
    const of = `${completion['updateId']}`;
    return within(difference(expected, actual, '/traceContext/traceparent'), { of });
  }),
};

/** A member of an update, by the id of the update. */
function inUpdate(name: string, updateId: unknown): Place {
  return bodyPlace(`/${name}`, { of: `${updateId}` });
}

/** The id of the whole trace: each part of it may have a span of its own. */
const traceOf = (value: Json): string | undefined =>
  string(value, 'traceContext', 'traceparent').split('-')[1];

function namesItsUpdate(list: Received, found: Received, shown: Received): CheckResult {
  const completion = lastNaming(list);
  if (completion === undefined) return 'inapplicable';
  if (found?.response.status === 404 && errorOf(found)?.code === 'UPDATE_NOT_FOUND') {
    // One of several acting parties may not see the update.
    const listed = updatesIn(shown)?.find(({ offset }) => offset === completion['offset']);
    if (listed === undefined) return undefined;
    const other = difference(listed.value['updateId'], completion['updateId'], '/updateId');
    return other.length > 0
      ? other
      : [wrongStatus(worded`${statuses(200)} for ${string(completion, 'updateId')}`, 404)];
  }
  const [update] = updatesIn(found) ?? [];
  if (!list || !found || update === undefined) return undefined;
  return between([list, found], difference(completion['offset'], update.offset, '/offset'));
}

/** Members of an update that are the same for each of its readers. */
function headOf({ value }: ShownUpdate): object {
  const names = ['updateId', 'workflowId', 'effectiveAt', 'recordTime', 'synchronizerId'];
  return Object.fromEntries(names.map((name) => [name, value[name] ?? '']));
}

/** The party of a list for one party. */
function partyOf(list: CompleteExchange): string | undefined {
  const [party, ...others] = partiesOf(list) ?? [];
  return others.length === 0 ? party : undefined;
}

/** Judges the updates of the list for one party whose command has a completion. */
function ofOneParty(
  judge: (completion: Json, update: ShownUpdate, party: string) => Finding[] | undefined,
): Agreement {
  return (list, alone) => {
    const party = alone && partyOf(alone);
    // A run may have a single party.
    if (list === undefined || party === undefined) return 'inapplicable';
    const updates = updatesIn(alone);
    if (updates === undefined || alone === undefined) return undefined;
    const completions = new Map(naming(list).map((one) => [one['updateId'], one]));
    const result = eachOf(updates, (update) => {
      const completion = completions.get(update.value['updateId']);
      return completion && judge(completion, update, party);
    });
    return between([list, alone], result);
  };
}

/** Compares each completion of the list with its update, if the update is shown. */
function agreeing(
  compare: (completion: Json, update: ShownUpdate, list: CompleteExchange) => Finding[],
): Agreement {
  return (list, ...lookups) => {
    const known = new Map(
      lookups.flatMap((one) =>
        one === undefined || one.request.operation === list?.request.operation
          ? []
          : (updatesIn(one) ?? []).map((update) => [update.value['updateId'], update] as const),
      ),
    );
    const completions = naming(list);
    if (completions.length === 0 || list === undefined) return 'inapplicable';
    const result = eachOf(completions, (completion) => {
      const update = known.get(completion['updateId']);
      return update && compare(completion, update, list);
    });
    return result === 'inapplicable' ? undefined : result;
  };
}

function inTime(name: string, read: (from: Json) => unknown): Agreement {
  return agreeing(({ synchronizerTime }, update) => {
    const shown = isObject(synchronizerTime) ? synchronizerTime : {};
    return difference(read(update.value), read(shown), `/synchronizerTime/${name}`);
  });
}

/** Only the submitter sees the command and the cost, which a ledger may not have. A completion names its command. */
function sameCommand(completion: Json, update: Json): Finding[] {
  return ['commandId', 'paidTrafficCost'].flatMap((name) => {
    const [expected, actual] = [update, completion].map((one) => one[name] || undefined);
    const isKnown = expected !== undefined && (actual !== undefined || name === 'commandId');
    const of = `${completion['updateId']}`;
    return isKnown ? within(difference(expected, actual, `/${name}`), { of }) : [];
  });
}

/** A reassignment has one submitter, which is empty if the node does not host it. */
function sameSubmitter({ actAs, updateId }: Json, update: ShownUpdate): Finding[] {
  const parties = strings(actAs);
  const submitters = eventsIn(update).map(({ whole }) =>
    string(member(whole, 'value') ?? whole, 'submitter'),
  );
  const other = submitters.find((one) => one !== '' && !parties.includes(one));
  const isKnown = update.kind === 'Reassignment' && parties.length > 0;
  return isKnown ? noOther(other, inUpdate('submitter', updateId), describe(actAs)) : [];
}

/**
 * The first exercise of a transaction is one of its command, so its parties act in the command. The list shows those
 * that it is requested for.
 */
function sameActors(
  { actAs, updateId }: Json,
  update: ShownUpdate,
  list: CompleteExchange,
): Finding[] {
  const first = eventsIn(update).find(({ value }) => value['nodeId'] === 0);
  if (first?.kind !== 'ExercisedEvent' || strings(actAs).length === 0) return [];
  const requested = strings(sent(list.request), 'parties');
  const other = strings(first.value, 'actingParties').find(
    (party) => requested.includes(party) && !strings(actAs).includes(party),
  );
  const [only, ...others] = strings(actAs);
  const due = others.length === 0 ? worded`only ${only}` : describe(actAs);
  return noOther(other, inUpdate('actingParties', updateId), due);
}
