/** Commands with values that their types cannot have, and with values that they may have or not. */
import {
  between,
  type CheckResult,
  type CompleteExchange,
  call,
  type Operation,
  type Shown,
  sent,
  statuses,
  worded,
  wrongStatus,
} from '../../../src/kit.ts';
import type { Json } from '../../kit/json.ts';
import { anyOf, blaming, isAccepted } from '../../kit/judges.ts';
import type { Law } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import { isRejection } from '../../kit/rejections.ts';
import { expectsAcceptance, expectsRejection } from '../../kit/statuses.ts';
import type { Area } from '../area.ts';
import { lawsOf, ownProbe, type Subject } from '../laws/forms.ts';
import { when, whenAny } from '../requests/offsets.ts';
import { unconnected } from '../requests/request-parts.ts';
import { prepared } from '../requests/requests.ts';
import { expectsError } from '../responses/errors.ts';
import { rulesIn } from '../rules.ts';
import { isSince, nearest } from '../versions.ts';
import {
  creatingCommand,
  type Kind,
  replaced,
  richest,
  TEXT_KINDS,
  type Value,
  valuesIn,
} from './values.ts';

const rule = rulesIn('4.2-commands', 'commands/wrong-values.ts');

export const createsNothingAtAll: ReturnType<typeof when> = when(
  'the declared commands create nothing that has arguments',
  (f) => f.commands.length > 0 && argumentsOf(richest(f)).length === 0,
);

/** A minimum that has passed changes nothing. */
const PAST = '2020-01-01T00:00:00Z';

/** The codes of values that do not fit their types. */
const UNFIT = ['INVALID_ARGUMENT', 'COMMAND_PREPROCESSING_FAILED'] as const;

/** The first value of the first kind that there is, is replaced. */
interface Change {
  readonly kinds: readonly Kind[];
  readonly by: unknown | ((value: unknown) => unknown);
  /** What stands there then. */
  readonly is: string;
}

/** No type that JSON writes in the form of the value can have the other one. */
const WRONG: readonly Change[] = [
  { kinds: [...TEXT_KINDS, 'number'], by: { assayUnknownField: 'x' }, is: 'an object' },
  { kinds: ['boolean'], by: 'assay', is: 'a text' },
  { kinds: ['list'], by: 'assay', is: 'a text' },
  {
    kinds: ['object', 'variant'],
    by: (value: unknown) => (Object.keys(Object(value)).length > 0 ? [] : 'assay'),
    is: 'an array or a text',
  },
];

/** A type that JSON writes in the form of the value may have the other one, or not. */
const UNUSUAL: readonly Change[] = [
  { kinds: ['integer', 'decimal'], by: 7, is: 'a JSON number' },
  { kinds: ['decimal', 'integer'], by: `${'9'.repeat(40)}.5`, is: 'a number of 40 digits' },
  { kinds: ['date'], by: '2026-02-30', is: 'a date that does not exist' },
  { kinds: ['time'], by: '2026-13-01T25:00:00Z', is: 'a time that does not exist' },
  { kinds: ['contractId'], by: 'assay', is: 'a text that is not a contract id' },
  { kinds: ['party'], by: 'assay/no party', is: 'a text that is not a party' },
  { kinds: ['name'], by: 'AssayNoSuchName', is: 'an unknown name' },
];

/** Ledgers before 3.5 have no rejection for it. */
const UNKNOWN_TAG: Change = {
  kinds: ['variant'],
  by: (value: unknown) => ({ ...Object(value), tag: 'AssayNoSuchTag' }),
  is: 'a variant with an unknown tag',
};

/** The values in the arguments of the contract that a body creates. */
function argumentsOf(body: Json | undefined): readonly Value[] {
  const [name = '', parts] = creatingCommand(body) ?? [];
  const path = [name, 'createArguments'];
  return valuesIn(parts?.['createArguments'], path).filter((one) => one.path.length > path.length);
}

interface Changed {
  readonly body: Json;
  /** What stands where. */
  readonly what: Shown;
}

/** The body with each of these changes, if its contract has such a value. */
function changed(body: Json, changes: readonly Change[]): readonly Changed[] {
  const values = argumentsOf(body);
  const [name = '', parts] = creatingCommand(body) ?? [];
  return changes.flatMap(({ kinds, by, is }) => {
    const [found] = kinds.flatMap((one) => values.find(({ kind }) => kind === one) ?? []);
    if (found === undefined) return [];
    const other: unknown = typeof by === 'function' ? by(found.value) : by;
    const commands = (body['commands'] as readonly Json[]).map((one) =>
      one[name] === parts ? replaced(one, found.path, other) : one,
    );
    const what = worded`${is} at ${found.path.slice(1).join('/')}`;
    return [{ body: { ...body, commands }, what }];
  });
}

/** The body with an object in place of a text. */
export const wrongly = (body: Json | undefined): Json | undefined =>
  body && changed(body, WRONG.slice(0, 1))[0]?.body;

const unusual = ({ contract }: Operation): readonly Change[] =>
  isSince(nearest(contract.version), '3.5') ? [...UNUSUAL, UNKNOWN_TAG] : UNUSUAL;

/** The preparation of the command with most kinds of values, then with wrong values, then with unusual ones. */
const CHANGED = once(({ operation }: Subject) =>
  ownProbe(operation, 'wrong-values', {
    notApplicableWhen: whenAny(unconnected, createsNothingAtAll),
    mayBeRejected: true,
    sends:
      'the declared command with most kinds of values, then with values of other types, and with values that its types may not have',
    steps: (f) => {
      const body = richest(f);
      const all = [...WRONG, ...unusual(operation)];
      const others = body === undefined ? [] : changed(body, all).map((one) => one.body);
      const bodies = [body ?? [], ...others].flat();
      return bodies.map((one) => call(operation, { json: prepared({ ...f, commands: [one] }) }));
    },
  }),
);

/** Judges the wrong requests, or the unusual ones, if the first request is accepted. */
const eachOne =
  (which: 'wrong' | 'unusual', judge: (exchange: CompleteExchange, what: Shown) => CheckResult) =>
  ([good, ...others]: readonly CompleteExchange[], { operation }: Subject): CheckResult => {
    if (good === undefined || !isAccepted(good)) return undefined;
    const body = Object(sent(good.request)) as Json;
    const count = changed(body, WRONG).length;
    const isMeant = (_: unknown, i: number): boolean => i < count === (which === 'wrong');
    const made = changed(body, [...WRONG, ...unusual(operation)]).filter(isMeant);
    if (made.length === 0) return 'inapplicable';
    const results = others.filter(isMeant).map((one, i) => {
      const what = made[i]?.what;
      return what && between([good, one], blaming(one, judge(one, what)));
    });
    return anyOf(results);
  };

const LAWS: readonly Law<Subject>[] = [
  rule('rejects-value-of-other-type', {
    on: CHANGED,
    relation: eachOne('wrong', ({ response: { status } }, what) => {
      const result = expectsRejection(status, 400);
      const isWrong = typeof result === 'object' && result.length > 0;
      return isWrong ? [wrongStatus(400, worded`${statuses(status)} for ${what}`)] : result;
    }),
  }),
  rule('value-of-other-type-error', {
    on: CHANGED,
    relation: eachOne('wrong', (one) =>
      isRejection(one) ? expectsError(one, 400, ...UNFIT) : undefined,
    ),
  }),
  rule('unusual-values-are-read', {
    on: CHANGED,
    relation: eachOne('unusual', ({ response: { status } }, what) => {
      if (status === 200 || status === 400) return [];
      // A crash is the subject of a rule for every response.
      return status === 404 || status === 409
        ? [wrongStatus([200, 400], worded`${statuses(status)} for ${what}`)]
        : undefined;
    }),
  }),
  rule('absolute-time-is-accepted', {
    on: ({ operation }) =>
      ownProbe(operation, 'absolute-time', {
        sends: 'a good request with a minimum of its time that has passed',
        steps: (f) => {
          const minLedgerTime = { time: { MinLedgerTimeAbs: { value: PAST } } };
          return [call(operation, { json: { ...prepared(f), minLedgerTime } })];
        },
      }),
    withControl: true,
    check: (exchange) => expectsAcceptance(exchange, true),
  }),
];

export const wrongValuesOfCommands: Area = (ledger) =>
  lawsOf(LAWS, { operation: ledger.operation('prepare') });
