/** Judges traffic that another program recorded, by the rules for any exchange. */
import { InputError } from '../../input/error.ts';
import type { Surface } from '../../model/index.ts';
import { count } from '../../report/text.ts';
import type { ReportWithEvidence } from '../../run/run.ts';
import type { Har } from '../har/read.ts';
import { exchangesBelow, guessedBase, textOf } from './read.ts';
import { type Side, TrafficReport } from './report.ts';

/**
 * Judges recorded traffic by the rules for any sender and purpose: the responses of the server, or the requests of the
 * client. Without `given`, the base URL is that of most requests to operations. The evidence contains only judged
 * exchanges. Throws InputError if no request is to an operation.
 */
export function judgeTraffic(
  { entries, unfinished }: Har,
  surface: Surface,
  file: string,
  given?: URL,
  side: Side = 'server',
): ReportWithEvidence {
  const { operations, name } = surface;
  const base = given === undefined ? guessedBase(entries, operations) : textOf(given);
  const matched = base === undefined ? [] : exchangesBelow(base, entries, operations);
  if (base === undefined || matched.length === 0) {
    const below = given === undefined ? '' : ` below ${base}`;
    throw new InputError(
      `${file}: none of its ${count(entries.length, 'request')} is to an operation of the ${name}${below}. Check --surface and --base.`,
    );
  }
  const report = new TrafficReport(surface, base, { keepAll: true });
  for (const one of matched) report.learn(one);
  for (const one of matched) report.add(one);
  const others = entries.length - matched.length;
  return report.of(side, 'recorded traffic', [
    `judged from recorded traffic: ${count(matched.length, 'request')} to operations below ${base}`,
    ...(others > 0 ? [`${count(others, 'recorded request')} to anything else left out`] : []),
    ...(unfinished === undefined ? [] : [unfinished]),
  ]);
}
