/** Commands with values that their types cannot have, and with values that they may have or not. */
import {
  between,
  type Call,
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
import type { From } from '../../kit/chapters/template.ts';
import type { Json } from '../../kit/json.ts';
import { anyOf, blaming, isAccepted } from '../../kit/judges.ts';
import { isRejection } from '../../kit/rejections.ts';
import { expectsAcceptance, expectsRejection } from '../../kit/statuses.ts';
import { when } from '../requests/offsets.ts';
import { prepared } from '../requests/requests.ts';
import { errorOf, expectsError, isRejectedInText } from '../responses/errors.ts';
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

export const createsNothingAtAll: ReturnType<typeof when> = when(
  'the declared commands create nothing with arguments',
  (f) => f.commands.length > 0 && argumentsOf(richest(f)).length === 0,
);

/** The codes of values that do not fit their types. */
const UNFIT = ['INVALID_ARGUMENT', 'COMMAND_PREPROCESSING_FAILED'] as const;

/** The first value of the first kind that there is, is replaced. */
interface Change {
  readonly kinds: readonly Kind[];
  readonly by: unknown | ((value: unknown) => unknown);
  /** What stands there then. */
  readonly is: string;
  /** The text whose rejection shows that the field is no text, so that this one must be rejected too. */
  readonly like?: string;
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
  { kinds: ['integer'], by: '4x', is: '4x' },
  { kinds: ['integer'], by: '9'.repeat(40), is: 'a whole number of 40 digits', like: '4x' },
  { kinds: ['decimal'], by: '12,50', is: '12,50' },
  {
    kinds: ['decimal', 'integer'],
    by: `${'9'.repeat(40)}.5`,
    is: 'a number of 40 digits',
    like: '12,50',
  },
  { kinds: ['date'], by: '2026-13-01', is: 'the date 2026-13-01' },
  { kinds: ['date'], by: '2026-02-30', is: 'the date 2026-02-30', like: '2026-13-01' },
  { kinds: ['time'], by: '2026-01-31T25:00:00Z', is: 'the time 2026-01-31T25:00:00Z' },
  {
    kinds: ['time'],
    by: '2026-02-30T12:00:00Z',
    is: 'the time 2026-02-30T12:00:00Z',
    like: '2026-01-31T25:00:00Z',
  },
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

/** Texts that no Int64, Numeric, Date, Time, Party or ContractId has; a field of another type keeps them. */
const IMPOSSIBLE: readonly (readonly [kind: Kind, text: string])[] = [
  ...(['4x', '', '1.5', '9223372036854775808'] as const).map((one) => ['integer', one] as const),
  ...(['12,50', ''] as const).map((one) => ['decimal', one] as const),
  ...(['2026-02-30', '2026-13-01'] as const).map((one) => ['date', one] as const),
  ['time', '2026-02-30T12:00:00Z'],
  ['time', '2026-01-31T25:00:00Z'],
  ['party', ''],
  ['contractId', 'assay'],
];

/** Values that their types allow, and that encoders often show wrong: each in a command of its own, which a template may reject. */
const EXTREME: readonly Change[] = [
  // As an unsigned number it would be 2⁶⁴ - 1.
  { kinds: ['integer'], by: '-1', is: '-1' },
  // Many libraries write smaller numbers than 0.000001 with an exponent.
  { kinds: ['decimal'], by: '0.0000001', is: '0.0000001' },
  // The letters have four bytes in UTF-8, and two units in UTF-16.
  {
    kinds: ['text', 'name'],
    by: 'Assay \u{1f4dc}\u{1d538}',
    is: 'a text with letters above U+FFFF',
  },
  // Some databases have no empty text.
  { kinds: ['text', 'name'], by: '', is: 'an empty text' },
  // Many libraries cut microseconds, and some round times before 1970 to a later one.
  { kinds: ['time'], by: '1969-12-31T23:59:58.250123Z', is: 'a time before 1970' },
];

/** The values in the arguments of the contract that a body creates. */
function argumentsOf(body: Json | undefined): readonly Value[] {
  const [name = '', parts] = creatingCommand(body) ?? [];
  const path = [name, 'createArguments'];
  return valuesIn(parts?.['createArguments'], path).filter((one) => one.path.length > path.length);
}

interface Changed {
  readonly change: Change;
  /** The path of the value. */
  readonly at: string;
  readonly body: Json;
  /** What stands where. */
  readonly what: Shown;
}

/** The body with each of these changes, if its contract has such a value. */
function changed(body: Json, changes: readonly Change[]): readonly Changed[] {
  const values = argumentsOf(body);
  const [name = '', parts] = creatingCommand(body) ?? [];
  return changes.flatMap((change) => {
    const { kinds, by, is } = change;
    const [found] = kinds.flatMap((one) => values.find(({ kind }) => kind === one) ?? []);
    if (found === undefined) return [];
    const other: unknown = typeof by === 'function' ? by(found.value) : by;
    const commands = (body['commands'] as readonly Json[]).map((one) =>
      one[name] === parts ? replaced(one, found.path, other) : one,
    );
    const at = found.path.slice(1).join('/');
    return [{ change, at, body: { ...body, commands }, what: worded`${is} at ${at}` }];
  });
}

/** The body with an object in place of a text. */
export const wrongly = (body: Json | undefined): Json | undefined =>
  body && changed(body, WRONG.slice(0, 1))[0]?.body;

/** The body with each of the impossible texts; none for one whose kind of value its contract lacks. */
export const impossible = (body: Json | undefined): readonly (Json | undefined)[] =>
  IMPOSSIBLE.map(([kind, by]) => body && changed(body, [{ kinds: [kind], by, is: by }])[0]?.body);

/** The body with each of the extreme values; none for one whose kind of value its contract lacks. */
export const extreme = (body: Json | undefined): readonly (Json | undefined)[] =>
  EXTREME.map((one) => body && changed(body, [one])[0]?.body);

const unusual = ({ contract }: Operation): readonly Change[] =>
  isSince(nearest(contract.version), '3.5') ? [...UNUSUAL, UNKNOWN_TAG] : UNUSUAL;

/** The preparation of the command with most kinds of values, then with wrong values, then with unusual ones. */
export function wrongValues({ fixtures: f, operation }: From): readonly Call[] {
  const body = richest(f);
  const all = [...WRONG, ...unusual(operation)];
  const others = body === undefined ? [] : changed(body, all).map((one) => one.body);
  const bodies = [body ?? [], ...others].flat();
  return bodies.map((one) => call(operation, { json: prepared({ ...f, commands: [one] }) }));
}

/** Judges the wrong requests, or the unusual ones, if the first request is accepted. */
const eachOne =
  (which: 'wrong' | 'unusual', judge: (exchange: CompleteExchange, what: Shown) => CheckResult) =>
  (good: CompleteExchange, ...others: readonly CompleteExchange[]): CheckResult => {
    if (!isAccepted(good)) return undefined;
    const { operation } = good.request;
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

/** True for a value that its decoder rejects: a template has other codes for texts that it does not like. */
const isUnfit = (one: CompleteExchange): boolean =>
  one.response.status === 400 &&
  (isRejectedInText(one) || UNFIT.some((code) => errorOf(one)?.code === code));

/** A field that rejects one text as no value of its type is no text, and rejects others of that kind too. */
function rejectsLike(good: CompleteExchange, ...others: readonly CompleteExchange[]): CheckResult {
  if (!isAccepted(good)) return undefined;
  const { operation } = good.request;
  const made = changed(Object(sent(good.request)) as Json, [...WRONG, ...unusual(operation)]);
  const results = made.flatMap(({ change: { like }, at, what }, i) => {
    const one = others[i];
    const first = made.findIndex(({ change, at: place }) => change.by === like && place === at);
    const refused = others[first];
    if (like === undefined || one === undefined || refused === undefined) return [];
    if (!isUnfit(refused)) return [undefined];
    const { status } = one.response;
    const expected = statuses(400);
    const found = isAccepted(one)
      ? [wrongStatus(worded`${expected} as for ${like}`, worded`${statuses(status)} for ${what}`)]
      : expectsRejection(status, 400);
    return [between([good, refused, one], blaming(one, found))];
  });
  return results.length === 0 ? 'inapplicable' : anyOf(results);
}

export const WRONG_VALUE_CHECKS = {
  rejectWrongValues: eachOne('wrong', ({ response: { status } }, what) => {
    const result = expectsRejection(status, 400);
    const isWrong = typeof result === 'object' && result.length > 0;
    return isWrong ? [wrongStatus(400, worded`${statuses(status)} for ${what}`)] : result;
  }),
  haveErrorOfWrongValues: eachOne('wrong', (one) =>
    isRejection(one) ? expectsError(one, 400, ...UNFIT) : undefined,
  ),
  readUnusualValues: eachOne('unusual', ({ response: { status } }, what) => {
    if (status === 200 || status === 400) return [];
    // A crash is the subject of a rule for every response.
    return status === 404 || status === 409
      ? [wrongStatus([200, 400], worded`${statuses(status)} for ${what}`)]
      : undefined;
  }),
  rejectImpossibleTexts: rejectsLike,
  isAcceptedToo: (exchange: CompleteExchange) => expectsAcceptance(exchange, true),
};
