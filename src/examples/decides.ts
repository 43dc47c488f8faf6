/** Which rules a response decides: they hold with it, and fail with another one in its place. */
import type { CheckResult, CompleteExchange, HttpResponse, Requirement } from '../model/index.ts';

/** Exchanges of one case, and the position of the one that an example shows. */
export interface Shown {
  readonly exchanges: readonly CompleteExchange[];
  readonly at: number;
}

/** A rejection that no rule asks for. */
const OTHER_REJECTION = 418;

/**
 * Of these rules those that hold for the exchange, and fail if its response is the opposite one; then those about a
 * rejection that fail if it has another status.
 */
export function decidedBy(
  rules: readonly Requirement[],
  shown: Shown,
  opposite: HttpResponse,
): readonly Requirement[] {
  const response = shown.exchanges[shown.at]?.response;
  if (response === undefined) return [];
  const others = [opposite];
  if (response.status >= 400) others.push({ ...response, status: OTHER_REJECTION });
  const held = rules.filter((rule) => holds(rule, shown));
  const decided = others.flatMap((other) => {
    const turned = withResponse(shown, other);
    return held.filter((rule) => isAbout(rule, turned) && fails(rule, turned));
  });
  return [...new Set(decided)];
}

/** The documented statuses of the same kind with which all of these rules hold, and the own one. */
export function statusesFor(rules: readonly Requirement[], shown: Shown): readonly number[] {
  const one = shown.exchanges[shown.at];
  if (one === undefined) return [];
  const { request, response } = one;
  const kind = Math.floor(response.status / 100);
  const documented = Object.keys(request.operation.responses)
    .map(Number)
    .filter((status) => Math.floor(status / 100) === kind)
    .filter((status) => {
      const other = withResponse(shown, { ...response, status });
      return rules.every((rule) => holds(rule, other));
    });
  return [...new Set([...documented, response.status])].sort((a, b) => a - b);
}

/** False for a rule about any response of the operation: it says nothing about this request. */
function isAbout({ anyTraffic }: Requirement, { exchanges, at }: Shown): boolean {
  const one = exchanges[at];
  if (typeof anyTraffic !== 'function' || one === undefined) return anyTraffic !== true;
  return anyTraffic(one);
}

const holds = (rule: Requirement, shown: Shown): boolean => {
  const result = judged(rule, shown);
  return typeof result === 'object' && result.length === 0;
};

const fails = (rule: Requirement, shown: Shown): boolean => {
  const result = judged(rule, shown);
  return typeof result === 'object' && result.length > 0;
};

function judged(rule: Requirement, { exchanges, at }: Shown): CheckResult {
  const one = exchanges[at];
  try {
    if ('check' in rule) return one && rule.check(one, true);
    return 'relation' in rule ? rule.relation(exchanges, new Set()) : undefined;
  } catch {
    // A check reads what the opposite response does not have.
    return undefined;
  }
}

/** The response of another request is an answer here, whatever its status. */
function withResponse({ exchanges, at }: Shown, response: HttpResponse): Shown {
  const changed = exchanges.map((one, i) =>
    i === at ? { ...one, response, isAnswer: true as const } : one,
  );
  return { exchanges: changed, at };
}
