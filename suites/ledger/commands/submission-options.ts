/** Options of a command: how long its id may not be repeated, its earliest time, and packages to prefer. */
import type { Call, CheckResult, CompleteExchange, Fixtures } from '../../../src/kit.ts';
import { sent, worded } from '../../../src/kit.ts';
import { string, strings, member as within } from '../../kit/json.ts';
import { accepts, rejects, shown, unless } from '../../kit/judges.ts';
import { must } from '../../kit/law.ts';
import type { Bodies, Rule } from '../../kit/scenarios.ts';
import { expects200 } from '../../kit/statuses.ts';
import { lasting } from '../requests/request-parts.ts';
import { errorOf, isRejectedAsMalformed } from '../responses/errors.ts';
import { isNoDuplicate } from './submission-rules.ts';

/** How far the minimum of a command's time is ahead, in seconds: clocks of ledgers under load move on meanwhile. */
export const LATER = 8;

const PAST = '2020-01-01T00:00:00Z';

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
  const withPeriod = (seconds: unknown): object => ({
    deduplicationPeriod: { DeduplicationDuration: { value: lasting(seconds) } },
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
      // A minimum that has passed changes nothing.
      const past = { minLedgerTimeAbs: PAST, minLedgerTimeRel: undefined };
      return submit(bodies, 'since', { deduplicationPeriod, ...past });
    },
    bothMinima: (bodies: Bodies) =>
      submit(bodies, 'both-minima', { minLedgerTimeAbs: PAST, minLedgerTimeRel: lasting(1) }),
    noPeriod: (bodies: Bodies) => submit(bodies, 'no-period', withPeriod('soon')),
  };
}

/** A node may limit the periods that it deduplicates in. */
const unlessTooLong = (exchange: CompleteExchange, result: CheckResult): CheckResult =>
  errorOf(exchange)?.code === 'INVALID_DEDUPLICATION_PERIOD' ? 'inapplicable' : result;

/** The steps of `withOptions`. */
export type OptionStep = 'options' | 'period' | 'since' | 'bothMinima' | 'noPeriod';

/** The step `plain` is a command without options. */
export const OPTION_RULES: readonly Rule<'end' | 'create' | 'placed' | 'plain' | OptionStep>[] = [
  must('ledger-time-has-its-relative-minimum', 'ledger-times-have-a-minimum', {
    statement:
      'The ledger time of a transaction is not before the minimum of its command, counted from its request.',
    cause: 'minLedgerTimeRel is not read, or counts as a number of nanoseconds.',
    fix: 'Add it to the time of the request, and assign the later one of this minimum and the current time.',
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
  must('submission-options-are-accepted', 'submissions-have-options', {
    statement:
      'A command is accepted with a duration and with an offset for its deduplication, with a relative minimum of its time and one that has passed, and with a preferred package; two commands for a synchronizer are read.',
    cause:
      'Only one form of the deduplication period is read, an option is not known, or command ids are compared without regard to case.',
    fix: 'Read each documented form of deduplicationPeriod, minLedgerTimeRel, and packageIdSelectionPreference.',
    followsFrom: ['optional-members-are-optional'],
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
  must('rejects-two-minima', 'ledger-times-have-a-minimum', {
    statement: 'A command with an absolute and a relative minimum of its time is rejected.',
    cause: 'One of the two is taken silently.',
    fix: 'Respond with 400 if both are set.',
    followsFrom: ['ledger-time-has-its-minimum'],
    given: ['end', 'create', 'plain'],
    judge: rejects('bothMinima'),
  }),
  must('rejects-malformed-deduplication', 'ledger-requests-have-their-shape', {
    statement: 'A command is rejected if its deduplication period is no number of seconds.',
    cause: 'deduplicationPeriod is not read, or a malformed one counts as the default.',
    fix: 'Decode each form of the period, and respond with 400 if its value has a wrong type.',
    given: ['end', 'create', 'plain'],
    judge: rejects('noPeriod'),
  }),
];
