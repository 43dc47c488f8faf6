/** The checks of commands at the same time that use one contract, or have one id. */
import {
  type CheckResult,
  type CompleteExchange,
  statuses,
  worded,
  wrongStatus,
} from '../../../src/kit.ts';
import { isAccepted } from '../../kit/judges.ts';

type Check = (...commands: readonly CompleteExchange[]) => CheckResult;

/** Exactly one of the commands succeeds. If none does, nothing follows: a ledger may reject both under contention. */
const oneOf =
  (...others: readonly number[]): Check =>
  (...commands) => {
    const accepted = commands.filter(isAccepted);
    if (accepted.length === 0) return undefined;
    if (accepted.length === 1) return [];
    return [wrongStatus(worded`${statuses(...others)} for all commands but one`, 200)];
  };

export const USED_ONCE_CHECKS = { oneSucceeds: oneOf(404, 409), isMadeOnce: oneOf(409) };
