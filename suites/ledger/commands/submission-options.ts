/** Options of a command: how long its id may not be repeated, its earliest time, and packages to prefer. */
import type { Call, CheckResult, CompleteExchange, Fixtures } from '../../../src/kit.ts';
import { sent, worded } from '../../../src/kit.ts';
import { string, strings, member as within } from '../../kit/json.ts';
import { type At, accepts, rejects, shown, unless } from '../../kit/judges.ts';
import type { Bodies, Rule } from '../../kit/scenarios.ts';
import { expects200 } from '../../kit/statuses.ts';
import { lasting } from '../requests/request-parts.ts';
import { errorOf, isRejectedAsMalformed } from '../responses/errors.ts';
import { rulesIn } from '../rules.ts';
import { isNoDuplicate } from './submission-rules.ts';

const rule = rulesIn('4.2-commands', 'commands/submission-options.ts');

/** How far the minimum of a command's time is ahead, in seconds: clocks of ledgers under load move on meanwhile. */
export const LATER = 8;

/** A minimum that has passed changes nothing. */
export const PAST = '2020-01-01T00:00:00Z';

/** True for a declared command that sets a minimum of its time itself. */
function hasMinimum({ request }: CompleteExchange): boolean {
  const command = Object(within(sent(request), 'commands'));
  return ['minLedgerTimeAbs', 'minLedgerTimeRel'].some((name) => name in command);
}

/** Commands with the documented options, and with a malformed one. */
export function withOptions(
  { commands: [declared] }: Fixtures,
  packagesOf: (bodies: Bodies) => readonly string[],
  submit: (bodies: Bodies, name: string, more: object) => Call,
) {
  const during = (value: object): object => ({
    deduplicationPeriod: { DeduplicationDuration: { value } },
  });
  const withPeriod = (seconds: unknown): object => during(lasting(seconds));
  const soon = (nanos: number): object => ({
    minLedgerTimeAbs: undefined,
    minLedgerTimeRel: { seconds: 0, nanos },
  });
  // One package of each name at most may be preferred.
  const own = strings(declared, 'packageIdSelectionPreference');
  return {
    options: (bodies: Bodies) => ({
      ...submit(bodies, 'options', {
        minLedgerTimeAbs: undefined,
        minLedgerTimeRel: lasting(LATER),
        packageIdSelectionPreference: own.length > 0 ? own : packagesOf(bodies),
      }),
      // A ledger may wait for that time.
      waitsMs: LATER * 1000,
    }),
    // Ids that differ in case only are different ids.
    period: (bodies: Bodies) => submit(bodies, 'SINCE', withPeriod(600)),
    since: (bodies: Bodies) => {
      const value = within(bodies['end'], 'offset') ?? 0;
      const deduplicationPeriod = { DeduplicationOffset: { value } };
      const past = { minLedgerTimeAbs: PAST, minLedgerTimeRel: undefined };
      return submit(bodies, 'since', { deduplicationPeriod, ...past });
    },
    bothMinima: (bodies: Bodies) =>
      submit(bodies, 'both-minima', { minLedgerTimeAbs: PAST, minLedgerTimeRel: lasting(1) }),
    noPeriod: (bodies: Bodies) => submit(bodies, 'no-period', withPeriod('soon')),
    // Without unknownFields, which the documents make optional.
    fraction: (bodies: Bodies) =>
      submit(bodies, 'fraction', { ...during({ seconds: 1, nanos: 500_000_000 }), ...soon(0) }),
    unset: (bodies: Bodies) =>
      submit(bodies, 'unset', { deduplicationPeriod: { Empty: {} }, ...soon(250_000_000) }),
    // The documents require nanos, and decoders may have a default: only a crash is wrong.
    partial: (bodies: Bodies) => submit(bodies, 'partial', during({ seconds: 30 })),
    zero: (bodies: Bodies) => submit(bodies, 'zero', withPeriod(0)),
    negativePeriod: (bodies: Bodies) => submit(bodies, 'negative-period', withPeriod(-60)),
    negativeOffset: (bodies: Bodies) =>
      submit(bodies, 'negative-offset', {
        deduplicationPeriod: { DeduplicationOffset: { value: -1 } },
      }),
  };
}

/** A node may limit the periods that it deduplicates in. */
const unlessTooLong = (exchange: CompleteExchange, result: CheckResult): CheckResult =>
  errorOf(exchange)?.code === 'INVALID_DEDUPLICATION_PERIOD' ? 'inapplicable' : result;

/** The steps of `withOptions`. */
export type OptionStep =
  | ('options' | 'period' | 'since' | 'bothMinima' | 'noPeriod')
  | ('fraction' | 'unset' | 'partial' | 'zero' | 'negativePeriod' | 'negativeOffset');

/** The step `plain` is a command without options. */
export const OPTION_RULES: readonly Rule<'end' | 'create' | 'placed' | 'plain' | OptionStep>[] = [
  rule('ledger-time-has-its-relative-minimum', {
    given: ['end', 'create', 'plain', 'options'],
    judge: ({ plain, options }) => {
      if (hasMinimum(plain)) return 'inapplicable';
      const [before, found] = [plain, options].map((one) =>
        string(shown(one, 'transaction'), 'effectiveAt'),
      );
      const later = Date.parse(found ?? '') - Date.parse(before ?? '');
      const expected = worded`${LATER} s after ${before}`;
      // The clocks of nodes behind one address may differ.
      const isEarly = later < (LATER - 1) * 1000;
      return unless(!isEarly, '/transaction/effectiveAt', expected, worded`${found}`);
    },
  }),
  rule('submission-options-are-accepted', {
    given: ['end', 'create'],
    judge: [
      accepts('options'),
      // The party may not be hosted on that synchronizer.
      ({ placed }) =>
        isRejectedAsMalformed(placed) ? expects200(placed.response.status) : undefined,
      (at) => unlessTooLong(at.period, accepts('period')(at)),
      (at) => unlessTooLong(at.since, accepts('since')(at)),
      ({ since }) => isNoDuplicate(since),
    ],
  }),
  rule('rejects-two-minima', {
    given: ['end', 'create', 'plain'],
    judge: rejects('bothMinima'),
  }),
  rule('rejects-malformed-deduplication', {
    given: ['end', 'create', 'plain'],
    judge: rejects('noPeriod'),
  }),
  rule('durations-are-accepted', {
    given: ['end', 'create'],
    judge: (['fraction', 'unset', 'zero'] as const).map(
      (step) => (at: At<'fraction' | 'unset' | 'zero'>) =>
        unlessTooLong(at[step], accepts(step)(at)),
    ),
  }),
  rule('rejects-negative-deduplication', {
    given: ['end', 'create', 'period', 'since'],
    judge: [rejects('negativePeriod'), rejects('negativeOffset')],
  }),
];
