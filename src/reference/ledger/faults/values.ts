/** Faults in the values of commands: how they are read, and how events show them. */
import { DecodeError, LedgerError } from '../errors.ts';
import { type LedgerFault, rejecting, respondingJson, table, together } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { isRecord, type Json, valueAt } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { reject } from '../operators/rejections.ts';
import { request } from '../operators/request.ts';
import { everyObject, respond } from '../operators/respond.ts';
import type { Change } from '../steps.ts';
import { from } from '../versions.ts';

/** Edits the arguments of the contracts that a request creates, in a preparation and in a submission. */
const reads = (path: string, change: edit.Edit): Change =>
  together(
    request(on.prepare, `commands.*.value.createArguments.${path}`, change),
    request(on.forTransaction, `commands.commands.*.value.createArguments.${path}`, change),
  );

/** Edits each value inside shown arguments. */
const shows = (change: edit.Plain): Change => {
  const each = (value: unknown): unknown => {
    const inner = Array.isArray(value)
      ? value.map(each)
      : isRecord(value)
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, each(one)]))
        : value;
    return change(inner);
  };
  return everyObject(
    (event) => 'createArgument' in event || 'choiceArgument' in event,
    (event) => {
      for (const name of ['createArgument', 'choiceArgument']) {
        if (name in event) event[name] = each(event[name]);
      }
    },
  );
};

/** Edits the texts of this form inside shown arguments. */
const showsTexts = (form: RegExp, change: (text: string) => unknown): Change =>
  shows((value) => (typeof value === 'string' && form.test(value) ? change(value) : value));

const INTEGER = /^-?\d+$/;
const NUMBER = /^-?\d+(\.\d+)?$/;

export const valueFaults: readonly LedgerFault[] = table({
  'stored-integers-are-doubles': {
    description: 'Integers in the arguments of a looked up contract are rounded to doubles.',
    killedBy: 'ledger/submit-and-wait-for-transaction/lookup-keeps-arguments',
    change: respondingJson(on.updateById, (body) => {
      edit.walk(body, (value) => {
        for (const [name, one] of Object.entries(value))
          if (typeof one === 'string' && /^\d{16,19}$/.test(one))
            value[name] = String(BigInt(Number(one)));
      });
      return body;
    }),
  },
  'unknown-tag-crashes': {
    description: 'A variant with an unknown tag in the arguments of a command crashes the decoder.',
    killedBy: 'ledger/prepare/no-server-error',
    versions: from('3.5'),
    change: rejecting((reply, error) =>
      error instanceof LedgerError && /a tag of/.test(error.message)
        ? { status: 500, text: 'Internal server error' }
        : reply,
    ),
  },
  'long-number-crashes': {
    description: 'A number with more digits than its type allows crashes the value decoder.',
    killedBy: 'ledger/prepare/no-server-error',
    change: reject([on.prepare, on.forTransaction], new RangeError('too many digits'), ({ body }) =>
      /"\d{30}/.test(JSON.stringify(body)),
    ),
  },
  'unreal-date-not-found': {
    description: 'A date that does not exist is looked up in a calendar, and gets 404.',
    killedBy: 'ledger/prepare/unusual-values-are-read',
    change: rejecting((reply, error) =>
      error instanceof LedgerError && /a Date/.test(error.message)
        ? { ...reply, status: 404 }
        : reply,
    ),
  },
  'days-roll-over': {
    description: 'A day that does not exist in its month becomes a day of the next month.',
    killedBy: 'ledger/prepare/rejects-impossible-text',
    change: reads('begins', (date) =>
      String(date).endsWith('-02-30') ? String(date).replace('-02-30', '-03-02') : date,
    ),
  },
  'numbers-read-to-first-letter': {
    description: 'An Int64 in a command is parsed from the start of its text.',
    killedBy: 'ledger/submit-and-wait-for-transaction/impossible-texts-are-rejected',
    change: reads('places', (text) => /^[+-]?\d+/.exec(String(text))?.[0] ?? text),
  },
  'empty-list-is-a-map': {
    description: 'An empty list instead of a map is read as an empty map.',
    killedBy: 'ledger/prepare/rejects-value-of-other-type',
    change: reads('labels', (value) => (Array.isArray(value) && value.length === 0 ? {} : value)),
  },
  'objects-become-texts': {
    description: 'An object instead of a string is converted to a string.',
    killedBy: 'ledger/submit-and-wait-for-transaction/rejects-value-of-other-type',
    change: reads('name', (value) => (isRecord(value) ? String(value) : value)),
  },
  'numbers-without-quotes': {
    description: 'Int64 and Numeric in events are JSON numbers.',
    killedBy: 'ledger/submit-and-wait-for-transaction/numbers-in-values-are-text',
    change: showsTexts(NUMBER, Number),
  },
  'dates-with-times': {
    description: 'Dates in events have a time.',
    killedBy: 'ledger/submit-and-wait-for-transaction/values-have-their-encoding',
    change: showsTexts(/^\d{4}-\d\d-\d\d$/, (date) => `${date}T00:00:00Z`),
  },
  'maps-as-pairs': {
    description: 'Records and maps inside the arguments of events are lists of pairs.',
    killedBy: 'ledger/submit-and-wait-for-transaction/values-have-their-encoding',
    change: shows((value) =>
      isRecord(value) && Object.keys(value).length === 1 ? Object.entries(value) : value,
    ),
  },
  'integers-through-doubles': {
    description: 'Events show integers as the nearest double.',
    killedBy: 'ledger/submit-and-wait-for-transaction/contract-keeps-arguments',
    change: showsTexts(INTEGER, (text) => String(Number(text))),
  },
  'negatives-unsigned': {
    description: 'Events show negative integers as unsigned numbers of 64 bits.',
    killedBy: 'ledger/submit-and-wait-for-transaction/contract-keeps-arguments',
    change: showsTexts(/^-\d+$/, (text) => String(BigInt.asUintN(64, BigInt(text)))),
  },
  'letters-above-ffff-lost': {
    description: 'Events show a question mark in place of each letter above U+FFFF.',
    killedBy: 'ledger/submit-and-wait-for-transaction/contract-keeps-arguments',
    change: showsTexts(/[\u{10000}-\u{10ffff}]/u, (text) =>
      text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?'),
    ),
  },
  'empty-texts-are-null': {
    description: 'Events show an empty text as null, because the database stores no empty texts.',
    killedBy: 'ledger/submit-and-wait-for-transaction/contract-keeps-arguments',
    change: showsTexts(/^$/, () => null),
  },
  'small-numbers-with-exponents': {
    description: 'Events show small decimals with an exponent, as doubles are written.',
    killedBy: 'ledger/submit-and-wait-for-transaction/values-have-their-encoding',
    change: showsTexts(/^-?0\.0{6}\d+$/, (text) => String(Number(text))),
  },
  'times-to-the-second': {
    description: 'Events show times without fractions of a second.',
    killedBy: 'ledger/submit-and-wait-for-transaction/contract-keeps-arguments',
    change: showsTexts(/\.\d+Z$/, (time) => time.replace(/\.\d+Z$/, 'Z')),
  },
  'last-elements-lost': {
    description: 'Events show each list without its last element.',
    killedBy: 'ledger/submit-and-wait-for-transaction/contract-keeps-arguments',
    change: shows((value) => (Array.isArray(value) ? value.slice(0, -1) : value)),
  },
  'record-field-dropped': {
    description: 'A record inside the arguments of an event lacks its last field.',
    killedBy: 'ledger/submit-and-wait-for-transaction/contract-keeps-arguments',
    change: shows((value) =>
      isRecord(value) && 'least' in value ? { least: value['least'] } : value,
    ),
  },
  'choice-shows-contract': {
    description: 'An exercised event shows the arguments of its contract instead of its own.',
    killedBy: 'ledger/submit-and-wait-for-transaction/exercise-keeps-argument',
    change: respond(on.forTransaction, 'transaction.events', (events) => {
      const shown = events as readonly Json[];
      const argument = shown
        .map((event) => valueAt(event, 'CreatedEvent.createArgument'))
        .find((one) => one !== undefined);
      return argument
        ? edit.edited(events, '*.ExercisedEvent.choiceArgument', edit.to(argument))
        : events;
    }),
  },
  'absolute-minimum-unknown': {
    description: 'A preparation reads only a relative minimum time.',
    killedBy: 'ledger/prepare/absolute-time-is-accepted',
    change: reject(
      on.prepare,
      new DecodeError('Invalid value for: body (expected MinLedgerTimeRel)'),
      ({ body }) => valueAt(body, 'minLedgerTime.time.case') === 'MinLedgerTimeAbs',
    ),
  },
  'fractions-rejected': {
    description: 'A deduplication period is rejected unless it has whole seconds.',
    killedBy: 'ledger/submit-and-wait-for-transaction/durations-are-accepted',
    change: reject(
      on.forTransaction,
      new DecodeError('Invalid value for: body (expected whole seconds)'),
      ({ body }) => Number(valueAt(body, 'commands.deduplicationPeriod.value.value.nanos')) > 0,
    ),
  },
  'periods-in-minutes': {
    description: 'Completions show the minutes of a deduplication period as its seconds.',
    killedBy: 'ledger/submit-and-wait-for-transaction/completion-covers-deduplication',
    change: everyObject(
      (completion) => 'deduplicationPeriod' in completion,
      ({ deduplicationPeriod }) => {
        const duration = valueAt(deduplicationPeriod, 'DeduplicationDuration.value');
        if (isRecord(duration)) duration['seconds'] = Math.floor(Number(duration['seconds']) / 60);
      },
    ),
  },
  'negative-period-is-none': {
    description: 'A negative deduplication period counts as none.',
    killedBy: 'ledger/submit-and-wait-for-transaction/rejects-negative-deduplication',
    change: request(on.forTransaction, 'commands.deduplicationPeriod', (period) => {
      const seconds = valueAt(period, 'value.value.seconds');
      return typeof seconds === 'number' && seconds < 0 ? { case: 'Empty', value: {} } : period;
    }),
  },
});
