/** Where a finding holds and where it does not: the responses of an operation, or the elements of a list in them. */
import { isDeepStrictEqual } from 'node:util';
import { namesIn, step } from '../../contract/pointer.ts';
import {
  type CheckResult,
  type CompleteExchange,
  type Exchange,
  type Finding,
  hasResponse,
  isNothing,
  type Kept,
  pointerOf,
  type RelationFinding,
  type Requirement,
  ruleOf,
} from '../../model/index.ts';
import { judgeAlone } from '../any-traffic.ts';
import { COMPARED, REMEMBERED } from '../numbers.ts';
import { bodyOf, compared } from './body.ts';
import { withNames } from './renamed.ts';

/** An element of a list, a response, or the responses of a case. */
export interface Site {
  readonly exchanges: readonly CompleteExchange[];
  /** Absent for the responses of a case, and where only the `length` of the text is compared. */
  readonly value?: unknown;
  readonly length?: number;
  /** The index of an element in its list. */
  readonly index?: number;
  readonly fails: boolean;
  /** The places in it that findings of the rule are about, and the other names there; with asterisks for indexes. */
  readonly broken: readonly string[];
}

export interface Sites {
  readonly all: readonly Site[];
  /** The place of the finding in a site, with asterisks for indexes. */
  readonly own: string;
  /** The place of the elements in their responses; empty if these are the sites. */
  readonly list: string;
  readonly are: 'elements' | 'responses' | 'cases';
  /** False if the rule may find only the first element of a response: later ones are not judged. */
  readonly isComplete: boolean;
  /** The successes of the operation, in their order. */
  readonly received: readonly CompleteExchange[];
}

/** The sites of a finding about the body of a success; none if the rule cannot say where it holds. */
export function sitesOf(
  requirement: Requirement,
  finding: Finding,
  culprit: CompleteExchange,
  kept: readonly Kept[],
): Sites {
  const pointer = pointerOf(finding.at);
  const rule = ruleOf(requirement, finding);
  const isOfHeader = finding.at.part === 'header';
  if ((!pointer && !isOfHeader) || culprit.response.status >= 300) return NO_SITES;
  const received = receivedBy(rule, culprit, kept);
  if (!pointer) {
    const all = isOfHeader && 'check' in rule ? headersOf(rule, finding, received) : [];
    return { ...NO_SITES, all, received };
  }
  if ('relation' in rule) {
    const all = casesOf(rule, finding, culprit, kept);
    return { ...NO_SITES, all, are: 'cases', received };
  }
  const pattern = patternIn(pointer, bodyOf(culprit));
  const end = pattern.lastIndexOf('/*/') + '/*'.length;
  const isOfList = pattern.includes('/*/');
  const list = isOfList ? pattern.slice(0, end) : '';
  const place = pattern.slice(list.length);
  const others = received.filter((one) => one !== culprit).slice(0, COMPARED);
  const byExchange = compared([culprit, ...others]).map((exchange): readonly Site[] => {
    const findings = found(() => judgeAlone(rule, exchange, true));
    if (findings === undefined) return [];
    const body = bodyOf(exchange);
    const broken = withNames(findings, exchange).flatMap((one) => {
      const at = pointerOf(one.at);
      if (at === undefined) return [];
      const isSame = isAlike(one, finding) && patternIn(at, body) === pattern;
      const near = 'near' in one.actual ? one.actual.near : undefined;
      const beside = near && { at: at.replace(/[^/]*$/, step(near).slice(1)), isSame: false };
      return [{ at, isSame }, ...(beside ? [beside] : [])];
    });
    return elementsAt(body, list).map(({ at, value }) => {
      const inside = broken.filter((one) => one.at.startsWith(`${at}/`));
      return {
        exchanges: [exchange],
        value,
        index: Number(namesIn(at).at(-1)),
        fails: inside.some(({ isSame }) => isSame),
        broken: inside.map((one) => patternIn(one.at, body).slice(list.length)),
      };
    });
  });
  // A schema finds all of them.
  const isComplete =
    finding.keyword !== undefined ||
    byExchange.some((sites) => sites.filter(({ fails }) => fails).length > 1);
  // What should not be there is right where it is missing.
  const mayMiss = isNothing(finding.actual) || isNothing(finding.expected);
  const isJudged = ({ value, fails, broken }: Site): boolean =>
    fails || (broken.length === 0 && hasPlace(value, place, mayMiss));
  const all = byExchange.flatMap((sites) => {
    const first = isComplete ? -1 : sites.findIndex(({ fails }) => fails);
    return (first < 0 ? sites : sites.slice(0, first + 1)).filter(isJudged);
  });
  const are = isOfList ? 'elements' : 'responses';
  return { all: all.slice(0, REMEMBERED), own: place, list, are, isComplete, received };
}

/** The responses with elements: one fails if one of its elements does. */
export function responsesOf({ all, list }: Sites): readonly Site[] {
  const byExchange = new Map<CompleteExchange | undefined, Site>();
  for (const { exchanges, fails } of all) {
    const [one] = exchanges;
    const isKnown = byExchange.has(one) && !fails;
    if (one && !isKnown)
      byExchange.set(one, { exchanges, value: bodyOf(one), fails, broken: [list] });
  }
  return [...byExchange.values()];
}

/** The responses by the length of their text: what a header lacks may depend on it. */
function headersOf(
  rule: Requirement,
  finding: Finding,
  received: readonly CompleteExchange[],
): readonly Site[] {
  return received.slice(0, COMPARED).flatMap((exchange) => {
    const findings = found(() => judgeAlone(rule, exchange, true));
    if (findings === undefined) return [];
    const fails = findings.some((one) => isDeepStrictEqual(one.at, finding.at));
    return [{ exchanges: [exchange], length: exchange.response.text.length, fails, broken: [] }];
  });
}

const NO_SITES: Sites = {
  ...{ all: [], own: '', list: '', received: [] },
  are: 'responses',
  isComplete: true,
};

function isAlike(one: Finding, other: Finding): boolean {
  return (
    one.at.part === other.at.part &&
    one.keyword === other.keyword &&
    isNothing(one.actual) === isNothing(other.actual)
  );
}

/** The responses of the culprit's operation, with its status, that the rule may judge. */
function receivedBy(
  rule: Requirement,
  culprit: CompleteExchange,
  kept: readonly Kept[],
): readonly CompleteExchange[] {
  const probes = new Set(rule.probes.map(({ id }) => id));
  const own = kept.flatMap(({ exchange, purpose }) => {
    const isOfRule = rule.anyTraffic !== undefined || probes.has(purpose.probe ?? '');
    return isOfRule && isLike(exchange, culprit) ? [exchange] : [];
  });
  return compared(own.slice(0, REMEMBERED));
}

/** True for a response of the same operation with the same status. */
function isLike(exchange: Exchange, culprit: CompleteExchange): exchange is CompleteExchange {
  const { operation, method } = culprit.request;
  return (
    hasResponse(exchange) &&
    exchange.request.operation === operation &&
    exchange.request.method === method &&
    exchange.response.status === culprit.response.status
  );
}

/**
 * The cases of a relation with responses like that of the culprit only. If it blames single responses, these are sites,
 * and those of its case before the first of them: it may look for the first one only.
 */
function casesOf(
  { probes, relation }: Extract<Requirement, { relation: unknown }>,
  finding: Finding,
  culprit: CompleteExchange,
  kept: readonly Kept[],
): readonly Site[] {
  const ids = new Set(probes.map(({ id }) => id));
  const cases = new Map<string, Map<number, Exchange>>();
  for (const { exchange, purpose } of kept) {
    const { kind, probe = '', group, index, step = 0 } = purpose;
    if (kind !== 'case' || !ids.has(probe)) continue;
    const name = `${probe}#${group}@${index}`;
    if (!cases.has(name) && cases.size >= COMPARED) continue;
    // Of a request that is repeated until it shows a change, the last response counts.
    cases.set(name, (cases.get(name) ?? new Map<number, Exchange>()).set(step, exchange));
  }
  return [...cases.values()].flatMap((steps): readonly Site[] => {
    const all = [...steps].sort(([a], [b]) => a - b).map(([, exchange]) => exchange);
    const exchanges = compared(all.filter((one) => isLike(one, culprit)));
    if (exchanges.length < all.length) return [];
    const findings = found(() => relation(exchanges, new Set()));
    if (findings === undefined) return [];
    const fails = findings.some((one) => isAlike(one, finding));
    const first = exchanges.findIndex((one) =>
      findings.some(({ exchanges: [it, ...more] = [] }) => it === one && more.length === 0),
    );
    if (first < 0) return [{ exchanges, fails, broken: [] }];
    return exchanges
      .slice(0, first + 1)
      .map((one, i) => ({ exchanges: [one], fails: fails && i === first, broken: [] }));
  });
}

/** The findings of a rule; `undefined` if it does not judge. An error in Assay is reported where it judges a case. */
function found(judge: () => CheckResult): readonly RelationFinding[] | undefined {
  try {
    const result = judge();
    return typeof result === 'object' ? result : undefined;
  } catch {
    return undefined;
  }
}

/** The pointer with an asterisk for each index of a list. */
function patternIn(pointer: string, body: unknown): string {
  let value = body;
  return namesIn(pointer)
    .map((name) => {
      const isIndex = Array.isArray(value);
      value = memberOf(value, name);
      return isIndex ? '/*' : step(name);
    })
    .join('');
}

/** The values at a place with asterisks, each with its pointer. */
function elementsAt(
  body: unknown,
  pattern: string,
): readonly { readonly at: string; readonly value: unknown }[] {
  let all: { at: string; value: unknown }[] = [{ at: '', value: body }];
  for (const name of namesIn(pattern))
    all = all.flatMap(({ at, value }) => {
      if (name === '*' && Array.isArray(value))
        return value.map((one, i) => ({ at: `${at}/${i}`, value: one }));
      const member = memberOf(value, name);
      return member === undefined ? [] : [{ at: `${at}${step(name)}`, value: member }];
    });
  return all;
}

/** True if a value has the place itself, or if a place may be missing what has it. */
function hasPlace(value: unknown, own: string, mayMiss: boolean): boolean {
  const names = namesIn(own);
  const wanted = mayMiss ? names.slice(0, -1) : names;
  return elementsAt(value, wanted.map((name) => step(name)).join('')).length > 0;
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
