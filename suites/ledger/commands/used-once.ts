/** The check of a contract that two commands use at the same time. */
import {
  type CheckResult,
  type CompleteExchange,
  statuses,
  worded,
  wrongStatus,
} from '../../../src/kit.ts';
import { isAccepted } from '../../kit/judges.ts';

/** Exactly one of the commands succeeds. If none does, nothing follows: a ledger may reject both under contention. */
export function oneSucceeds(...commands: readonly CompleteExchange[]): CheckResult {
  const accepted = commands.filter(isAccepted);
  if (accepted.length === 0) return undefined;
  if (accepted.length === 1) return [];
  return [wrongStatus(worded`${statuses(404, 409)} for all commands but one`, 200)];
}
