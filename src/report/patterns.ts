/** What the other responses of a run show of a failure, as a title has it. */
import type { Pattern, Verdict } from '../model/index.ts';
import { partOf } from './conditions.ts';
import { line } from './text.ts';
import { LONGEST_PART } from './title-places.ts';

/** When it happens, by its pattern: `for about 4 s at a time`, `after another request`. */
export function patternWhen({ pattern }: Verdict): string | undefined {
  if (pattern?.is === 'period') return `for ${timeOf(pattern)}`;
  if (pattern?.is !== 'of-another') return undefined;
  return pattern.when === 'before' ? 'right after another request' : 'while other requests run';
}

/** `some time`, `about 4 s at a time`, `1 to 4 s at a time`. */
function timeOf({ leastMs, mostMs }: Extract<Pattern, { is: 'period' }>): string {
  if (leastMs === undefined || mostMs === undefined) return 'some time';
  if (mostMs <= NARROW * leastMs) return `about ${seconds((leastMs + mostMs) / 2)} s at a time`;
  return `${seconds(leastMs)} to ${seconds(mostMs)} s at a time`;
}

/** Bounds that are closer are one time. */
const NARROW = 1.6;

function seconds(ms: number): string {
  return ms < 2000 ? String(Math.round(ms / 100) / 10) : String(Math.round(ms / 1000));
}

/** The whole effect, if the pattern says more than the finding; `came` and `due` are its values. */
export function patternEffect(
  pattern: Pattern | undefined,
  came: string,
  due: string,
): string | undefined {
  switch (pattern?.is) {
    case 'no-route': {
      const like = pattern.isAsUnknown ? 'as for a path that does not exist' : 'also invalid ones';
      return `${came} for all requests, ${like}, instead of ${due}`;
    }
    case 'cut':
      return 'bytes' in pattern
        ? `the body is cut after ${pattern.bytes} bytes`
        : 'the body is cut if it has characters beyond ASCII';
    default:
      return undefined;
  }
}

/** What is added to the effect: whose data they are. */
export function patternOrigin({ pattern, counterexample }: Verdict): string {
  if (pattern?.is !== 'of-another') return '';
  const { when, at, operation, differsIn } = pattern;
  if (differsIn !== undefined) return `, as with ${partOf(differsIn)} of the other request`;
  const what = at === undefined ? 'with the data of' : 'as in the response to';
  const whose =
    operation === counterexample?.operation ? '' : ` to ${line(operation, LONGEST_PART)}`;
  return `, ${what} the ${when === 'before' ? 'request before' : 'other request'}${whose}`;
}
