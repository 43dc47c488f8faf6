/** The callers of a kind of their own, such as web pages, and the operations that they can call: it follows from the verdicts. */
import type { Report, Verdict } from '../model/index.ts';
import { groupBy, nameOf, operationNameOf, operationsText } from './names.ts';
import { line } from './text.ts';

/** What one kind of callers can call. Operations without a verdict on it do not count. */
export interface Callers {
  /** Such as `Web wallets`. */
  readonly callers: string;
  /** The number of operations that they can call. */
  readonly callable: number;
  /** The short names of the operations that they cannot call. */
  readonly blocked: readonly string[];
}

/**
 * One for each kind of callers that a verdict is about. An operation is blocked if one of its rules fails, and not known
 * if a rule was not sampled there that fails at another one.
 */
export function callersOf({ verdicts }: Pick<Report, 'verdicts'>): readonly Callers[] {
  const about = verdicts.filter(({ blocks }) => blocks !== undefined);
  const failing = new Set(about.filter(isFailed).map((v) => nameOf(v.requirement)));
  const isUnknown = (v: Verdict): boolean =>
    v.reason === 'not-sampled' && failing.has(nameOf(v.requirement));
  return groupBy(about, ({ blocks = '' }) => blocks).flatMap(([callers, own]): Callers[] => {
    const known = groupBy(own, ({ requirement }) => operationNameOf(requirement)).filter(
      ([, all]) => all.some(isFailed) || (all.some(isPassed) && !all.some(isUnknown)),
    );
    const blocked = known.filter(([, all]) => all.some(isFailed)).map(([name]) => name);
    return known.length === 0
      ? []
      : [{ callers, callable: known.length - blocked.length, blocked }];
  });
}

const isFailed = ({ outcome }: Verdict): boolean => outcome === 'failed';
const isPassed = ({ outcome }: Verdict): boolean => outcome === 'passed';

/** The most operations that a line names; others are counted. */
const NAMED = 6;

/** `can call 18 of 21 operations; blocked: transfer-v1: accept, reject, withdraw` */
export function callableText({ callable, blocked }: Omit<Callers, 'callers'>): string {
  const all = callable + blocked.length;
  const text = `can call ${callable} of ${all} operation${all === 1 ? '' : 's'}`;
  if (blocked.length === 0) return text;
  return `${text}; blocked: ${callable === 0 ? 'all' : operationsText(blocked, NAMED)}`;
}

/** A line for each kind of callers: `Web wallets: can call 21 of 21 operations`. */
export function callerLines(report: Pick<Report, 'verdicts'>): readonly string[] {
  return callersOf(report).map((one) => `${line(one.callers, 40)}: ${callableText(one)}`);
}

/** The groups of rules that the run left out, in one sentence; nothing if it left out none. */
export function leftOutLines({ run: { without = [] } }: Pick<Report, 'run'>): readonly string[] {
  if (without.length === 0) return [];
  const names = without.map((name) => line(name, 40)).join(', ');
  return [`The rules about ${names} were left out (--without ${names})`];
}
