/** Rules for the time at which a disclosed contract was created. */
import { describe, finding } from '../../src/kit.ts';
import { isDateTime, isPast } from '../kit/date-time.ts';
import { type Law, must, should } from '../kit/law.ts';
import { type Documented, eachEntry } from './disclosed-contracts.ts';

export const CREATED_AT_LAWS: readonly Law<Documented>[] = [
  must('created-at-form', 'created-at-is-a-date-time', {
    statement: 'debugCreatedAt, if present, is an existing RFC 3339 date and time.',
    cause: 'The default text of a date type has no zone, a space instead of the T, or is a number.',
    fix: 'Format it in UTC by RFC 3339, such as 2026-01-31T12:00:00.123456Z.',
    test: eachEntry(({ debugCreatedAt: time }) => {
      if (typeof time !== 'string') return 'inapplicable';
      return isDateTime(time)
        ? undefined
        : finding('debugCreatedAt', 'an RFC 3339 date-time', describe(time));
    }),
  }),
  should('created-at-is-past', 'created-at-is-past', {
    statement: 'debugCreatedAt, if present, is not in the future.',
    cause:
      'A local time is written as UTC, or another time of the contract is sent, such as a deadline.',
    fix: 'Send the time of creation from the created event, in UTC.',
    test: eachEntry(({ debugCreatedAt: time }, startedAt) => {
      if (typeof time !== 'string' || !isDateTime(time)) return 'inapplicable';
      return isPast(time, startedAt)
        ? undefined
        : finding('debugCreatedAt', 'a time in the past', describe(time));
    }),
  }),
];
