/** Responses with data of the request right before them: shown by two different requests before the same one. */
import { INDEPENDENT, NO_CHANCE, TOGETHER } from '../../availability/numbers.ts';
import {
  type Call,
  type Exchange,
  endOf,
  isAccepted,
  isOwnStatus,
  jsonOf,
  type Kept,
  type Pattern,
  pointerOf,
} from '../../model/index.ts';
import { isSameCall, keyOf } from '../../plan/call.ts';
import type { Plan } from '../../plan/plan.ts';
import { onlyReads } from '../case.ts';
import { BEFORE, FEW, RECOVERY_MS } from '../numbers.ts';
import type { Failure } from '../observations.ts';
import { leavesOf, placeIn, sentIn, steadyOf, textsOf, valueIn } from './leaves.ts';
import { groupOf, type Suspect } from './suspect.ts';

/** Finds responses with data of the request before them; searches once for each kind of failure of an operation. */
export class LeftOvers {
  readonly #known = new Map<string, Pattern | undefined>();
  /** Operations whose requests were shown to get the whole response of the request before. */
  readonly #proven = new Map<string, Pattern>();
  #waits = 0;
  /** True for a request that is not wrong on purpose: its own response depends on no other one. */
  readonly #isGood: (kept: Kept) => boolean;

  constructor({ probes }: Plan) {
    const wrong = new Set(
      probes.flatMap(({ probe }) => (probe.wrong === undefined ? [] : probe.id)),
    );
    this.#isGood = ({ purpose: { probe = '' } }) => !wrong.has(probe);
  }

  /** The pattern, if the response is that of the request before it, or has a value of it, whatever that request is. */
  async of(suspect: Suspect): Promise<Pattern | undefined> {
    const { shown } = suspect;
    const { response, request } = shown.culprit;
    if (!onlyReads(shown.at.planned.probe) || response === undefined || response.status >= 300)
      return undefined;
    const group = `${request.operation.key} ${groupOf(shown)}`;
    if (!this.#known.has(group) && this.#known.size < TOGETHER)
      this.#known.set(group, await this.#search(suspect));
    return this.#known.get(group);
  }

  async #search(suspect: Suspect): Promise<Pattern | undefined> {
    const { culprit } = suspect.shown;
    const kept = suspect.kept
      .filter(this.#isGood)
      .map(({ exchange }) => exchange)
      .filter((one) => (one.request.operation.effect ?? 'read') === 'read');
    const origins = originsOf(culprit, kept).slice(0, FEW);
    const proven = this.#proven.get(culprit.request.operation.key);
    const text = steadyOf(culprit.response);
    if (proven && origins.some(({ response }) => steadyOf(response) === text)) return proven;
    for (const origin of origins) {
      const other = otherThan(origin, culprit.request, kept);
      if (other === undefined || !suspect.affordable()) continue;
      const at = await this.#follows(suspect, origin.request, other.request);
      if (at === undefined) continue;
      const operation = origin.request.operation.name;
      const pattern = { is: 'of-another', when: 'before', operation } as const;
      if (at !== '') return { ...pattern, at };
      this.#proven.set(culprit.request.operation.key, pattern);
      return pattern;
    }
    return undefined;
  }

  /**
   * The place whose value follows the request before, each time; empty for the whole response. `undefined` if the
   * response does not follow it.
   */
  async #follows(suspect: Suspect, first: Call, second: Call): Promise<string | undefined> {
    const { shown, trials } = suspect;
    const send = async (call: Call): Promise<Exchange> => trials.send(call, shown.at);
    // A response that is still that of the request before may be kept for some time.
    const sendOther = async (call: Call, before: string): Promise<Exchange> => {
      const one = await send(call);
      if (steadyOf(one.response) !== before || ++this.#waits > 2 * FEW) return one;
      return send({ ...call, delayMs: NO_CHANCE * RECOVERY_MS });
    };
    let isWhole = true;
    let common: readonly string[] | undefined;
    let last = '';
    for (let n = 0; n < INDEPENDENT; n++) {
      const a = await sendOther(first, last);
      const afterA = await send(shown.culprit.request);
      const b = await sendOther(second, steadyOf(a.response));
      const afterB = await send(shown.culprit.request);
      if (![a, b].every(isAccepted)) return undefined;
      const [textA, textB] = [steadyOf(a.response), steadyOf(b.response)];
      const hasA = steadyOf(afterA.response) === textA;
      isWhole &&= textA !== textB && hasA && steadyOf(afterB.response) === textB;
      const found = new Set(valuesFrom({ a, afterA, b, afterB }));
      const both = [...(common ?? found)].filter((leaf) => found.has(leaf));
      if (!isWhole && both.length === 0) return undefined;
      common = both;
      last = textB;
    }
    return isWhole ? '' : placeOfFailure(shown, (common ?? []).map(placeIn));
  }
}

/** The place of the values that explains the failure: empty for a status. A value elsewhere does not explain it. */
function placeOfFailure({ findings: [finding] }: Failure, places: readonly string[]) {
  if (isOwnStatus(finding?.at)) return '';
  const wanted = (finding && pointerOf(finding.at))?.replace(/\/\d+(?=\/|$)/g, '/*') ?? '';
  return places.find((place) => place === wanted || place.startsWith(`${wanted}/`));
}

/**
 * Earlier requests with the same response, or with a value that the blamed response has and another one to the same
 * request lacks: the latest of each operation.
 */
function originsOf(culprit: Exchange, kept: readonly Exchange[]): readonly Exchange[] {
  const { request } = culprit;
  const text = steadyOf(culprit.response);
  const same = kept.filter((one) => one !== culprit && isSameCall(one.request, request));
  const own = leavesOf(culprit.response);
  const strange = [...own].filter((leaf) =>
    same.some((one) => jsonOf(one.response) !== undefined && !leavesOf(one.response).has(leaf)),
  );
  const before = kept
    .filter((one) => endOf(one) <= culprit.startedAt && !isSameCall(one.request, request))
    .sort((a, b) => a.startedAt - b.startedAt)
    .slice(-BEFORE)
    .reverse();
  const isOrigin = (one: Exchange): boolean => {
    if (!isAccepted(one)) return false;
    const isOwn = one.request.operation === request.operation;
    if (isOwn && text !== '' && steadyOf(one.response) === text) return true;
    if (strange.length === 0) return false;
    const [leaves, texts] = [leavesOf(one.response), textsIn(one)];
    return strange.some(
      (leaf) => (isOwn && leaves.has(leaf)) || texts.has(JSON.parse(valueIn(leaf))),
    );
  };
  const byOperation = new Map<string, Exchange>();
  for (const one of before.filter(isOrigin)) {
    const { key } = one.request.operation;
    if (!byOperation.has(key)) byOperation.set(key, one);
  }
  return [...byOperation.values()];
}

/** The request to the same operation whose response differs most. */
function otherThan(
  origin: Exchange,
  culprit: Call,
  kept: readonly Exchange[],
): Exchange | undefined {
  const own = leavesOf(origin.response);
  const others = kept.filter(
    (one) =>
      one.request.operation === origin.request.operation &&
      isAccepted(one) &&
      ![origin.request, culprit].some((call) => isSameCall(call, one.request)),
  );
  const byText = new Map(others.map((one) => [steadyOf(one.response), one]));
  const lacks = (one: Exchange): number => {
    const leaves = leavesOf(one.response);
    return leaves.size === 0 ? 0 : [...own].filter((leaf) => !leaves.has(leaf)).length;
  };
  const [most] = [...byText.values()]
    .slice(-BEFORE)
    .map((one) => [one, lacks(one)] as const)
    .sort(([, a], [, b]) => b - a);
  return most && most[1] > 0 ? most[0] : undefined;
}

/** The values that the response has only after the request with these values. */
function valuesFrom(sent: Readonly<Record<'a' | 'afterA' | 'b' | 'afterB', Exchange>>) {
  const { a, afterA, b, afterB } = sent;
  const isOwn = keyOf(a.request) !== keyOf(afterA.request);
  const [leavesA, leavesB] = [leavesOf(a.response), leavesOf(b.response)];
  const [textsA, textsB] = [textsIn(a), textsIn(b)];
  const later = leavesOf(afterB.response);
  return [...leavesOf(afterA.response)].filter((leaf) => {
    const value: unknown = JSON.parse(valueIn(leaf));
    const text = typeof value === 'string' ? value : '';
    const isOfA = (isOwn && leavesA.has(leaf)) || textsA.has(text);
    return isOfA && !later.has(leaf) && !leavesB.has(leaf) && !textsB.has(text);
  });
}

function textsIn({ request, response }: Exchange): ReadonlySet<string> {
  return textsOf(jsonOf(response), sentIn(request));
}
