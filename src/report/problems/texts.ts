/** Joins crashes on a text by what is unusual about it. */
import { statusesIn, type Verdict } from '../../model/index.ts';
import { groupBy, operationNameOf } from '../names.ts';
import type { Grouping } from './groups.ts';
import { decoded } from './keys.ts';
import { isStatus, statusIn } from './places.ts';
import { isCrash, membersIn, targetOf } from './requests.ts';

/** The unusual traits of the texts at each place of a request: of its path, and of each member of its body. */
type Texts = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The plainest request that crashes shows the trait that is the cause: another crash whose text has this trait too has
 * the same cause, at any operation. At one operation a crash for an unknown id, in a request without unusual texts,
 * explains those for unusual ids.
 */
export function joinTexts({ failures, groups }: Grouping): void {
  const crashes = failures
    .filter(isCrash)
    .map((verdict) => ({ verdict, texts: textsOf(verdict), isOfId: isOfId(verdict) }));
  for (const [, same] of groupBy(crashes, ({ verdict }) => statusIn(verdict.findings[0]?.actual))) {
    for (const cause of same)
      for (const other of same)
        if (explains(cause, other)) groups.join(other.verdict, cause.verdict);
  }
}

interface Crash {
  readonly verdict: Verdict;
  readonly texts: Texts;
  readonly isOfId: boolean;
}

function explains(cause: Crash, other: Crash): boolean {
  const isSame =
    operationNameOf(cause.verdict.requirement) === operationNameOf(other.verdict.requirement);
  return [...other.texts].some(([place, traits]) => {
    const own = cause.texts.get(place) ?? NONE;
    const isPlainId = cause.texts.size === 0 && place === PATH && cause.isOfId && isSame;
    return (own.size > 0 || isPlainId) && [...own].every((trait) => traits.has(trait));
  });
}

const NONE: ReadonlySet<string> = new Set();
const PATH = 'path';

/** True if a rule expects the rejection of an unknown id. */
function isOfId({ findings: [finding] }: Verdict): boolean {
  if (finding === undefined || !isStatus(finding)) return false;
  const statuses = statusesIn(finding.expected);
  return statuses.includes(404) && !statuses.includes(200);
}

/** Places with usual texts alone are left out. */
function textsOf({ counterexample }: Verdict): Texts {
  const { url = '', body } = counterexample?.request ?? {};
  const [path = ''] = targetOf(url);
  const members = membersIn(body) ?? [];
  const parts = [
    [PATH, path.split('/').map(decoded)] as const,
    ...members.map(([name, value]) => [`body ${name}`, textsIn(value)] as const),
  ];
  return new Map(
    parts
      .map(([place, texts]) => [place, new Set(texts.flatMap(traitsOf))] as const)
      .filter(([, traits]) => traits.size > 0),
  );
}

/** The names and the texts in a value. */
function textsIn(value: unknown): readonly string[] {
  const texts: string[] = [];
  JSON.stringify(value, (name, one: unknown) => {
    texts.push(name, ...(typeof one === 'string' ? [one] : []));
    return one;
  });
  return texts;
}

/** More characters than a contract id has, and than many columns hold. */
const LONG = 255;
const SPECIAL = `'"\\<>;%&$/`;

function traitsOf(text: string): readonly string[] {
  return [
    ...(text.length > LONG ? ['long'] : []),
    ...(/[^\0-\x7f]/.test(text) ? ['beyond ASCII'] : []),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: such characters are what is looked for.
    ...(/[\0-\x1f\x7f]/.test(text) ? ['a control character'] : []),
    ...[...SPECIAL].filter((one) => text.includes(one)),
  ];
}
