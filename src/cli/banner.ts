/** The lines about a run before it starts, and when it is known what the target offers. */

import { shownProxy } from '../exchange/forward-proxy.ts';
import { optionFor } from '../input/allowance.ts';
import { texts } from '../model/defined.ts';
import { apiOf, type FixtureName, isEmpty, needsOf, type Requirement } from '../model/index.ts';
import { ASSAY } from '../model/package.ts';
import type { Plan } from '../plan/plan.ts';
import { count, duration, thousands } from '../report/text.ts';
import type { RunOptions } from '../run/run.ts';

/** The requests, the pace and the duration. */
export function banner(
  plan: Plan,
  { ratePerSecond: rate, url, concurrency, trust, proxy }: RunOptions,
  showsHow: boolean,
  sent = 0,
): string {
  const change = showsHow ? '; change this with --rate' : '';
  const requests = sent + plan.requests;
  const pace = rate === undefined ? '' : ` ${paceOf(requests, rate)}${change}`;
  const most = thousands(requests + plan.extra);
  const together = concurrency === undefined ? '' : `, ${atOnce(concurrency)}`;
  const profile = plan.profile === 'quick' ? 'quick profile, ' : '';
  const first = `Sending ${count(requests, 'request')} to ${url.origin}${pace}${together}; at most ${most} if something fails (${profile}seed ${plan.seed}).`;
  const way = proxy?.(url);
  const through =
    way && `Requests go through the proxy ${shownProxy(way)}; --proxy none sends them directly.`;
  return [...texts(first, through, trust?.insecure && INSECURE), ''].join('\n');
}

/** The APIs that are left out, with the requests that remain, and the requirements of the others that cannot be tested. */
export function offeredBanner(
  plan: Plan,
  part: Plan,
  { headers = {}, ratePerSecond: rate }: Pick<RunOptions, 'headers' | 'ratePerSecond'>,
  sent = 0,
): string {
  const apis = new Set(part.requirements.flatMap(apisOf));
  const gone = new Set(plan.requirements.flatMap(apisOf).filter((api) => !apis.has(api)));
  const requests = sent + part.requests;
  const pace = rate === undefined ? '' : ` ${paceOf(requests, rate)}`;
  const leftOut =
    gone.size > 0 &&
    `Not offered, and left out: ${[...gone].join(', ')}. ${count(requests, 'request')} in all${pace}.`;
  const lacking = missing(part, 'authorization' in headers);
  return [...texts(leftOut, ...lacking, notAllowed(part)), ''].join('\n');
}

function apisOf({ probes }: Requirement): readonly string[] {
  return probes.flatMap(({ operation }) => apiOf(operation) ?? []);
}

const INSECURE = 'Certificates are not verified (--insecure), and the report states this.';

/** `up to 4 at a time` */
export function atOnce(concurrency: number): string {
  return concurrency === 1 ? 'one at a time' : `up to ${concurrency} at a time`;
}

/** `at 1.5/s: about 9 min 21 s` */
export function paceOf(requests: number, rate: number): string {
  return `at ${Number(rate.toPrecision(3))}/s: about ${duration((requests / rate) * 1000)}`;
}

/** A line on a token that expires before the end of the run; none if it does not, or if that is unknown. */
export function shortLived(
  { requests }: Plan,
  { ratePerSecond: rate }: RunOptions,
  lastsMs: number | undefined,
): string {
  const needed = rate === undefined ? 0 : (requests / rate) * 1000;
  if (lastsMs === undefined || lastsMs >= needed) return '';
  const takes = rate === undefined ? '' : `; the run takes about ${duration(needed)}`;
  const lasts = lastsMs > 0 ? `is valid for ${duration(lastsMs)}${takes}` : 'has expired';
  return `The token ${lasts}, and it cannot be renewed. Get one that lasts longer, keep it in a file that is updated (--token-file), fetch it (--oauth-token-url), or split the run with --only.\n`;
}

/** Fixtures that would allow more requests: neither the operator nor discovery has them. */
function missing(
  { blocked, forbidden, requirements, fixtures, unknownHere, surface }: Plan,
  hasToken: boolean,
): readonly string[] {
  const [out, kept] = [new Set(blocked), new Set(forbidden)];
  const silent = requirements.filter((r) => r.probes.every((p) => out.has(p))).length;
  const lacking = (name: FixtureName): boolean => isEmpty(fixtures, name);
  const helpful = requirements
    .flatMap((r) => r.probes)
    .flatMap((probe) => (kept.has(probe) ? [] : (probe.betterWith ?? [])));
  const wanted = [...new Set([...blocked.flatMap(needsOf), ...helpful])].filter(lacking);
  if (wanted.length === 0) return [];
  const cost =
    silent === 0 ? '' : `: ${silent} of ${requirements.length} requirements cannot be tested`;
  const { operatorFixtures = [], discoveryRemedy } = surface;
  const lost = wanted.filter((name) => unknownHere.includes(name));
  const others = wanted.filter((name) => !lost.includes(name));
  const own = others.filter((name) => operatorFixtures.includes(name));
  const shown = others.filter((name) => !own.includes(name));
  const remedy = discoveryRemedy?.(fixtures, hasToken) ?? 'You can name some in the fixtures.';
  return texts(
    shown.length > 0 && `The target shows no ${shown.join(', ')}${cost}. ${remedy}`,
    lost.length > 0 && `None of the ${lost.join(', ')} in the fixtures is live here${cost}.`,
    own.length > 0 &&
      `No fixtures for ${own.join(', ')}${shown.length + lost.length > 0 ? '' : cost}. Name them in a file for --fixtures (${ASSAY} serve ${surface.name} prints an example; ${ASSAY} init prompts for them).`,
  );
}

/** One line about requests that are not sent because the operator does not allow their effect. */
function notAllowed({ forbidden, requirements }: Plan): string | false {
  const kept = new Set(forbidden);
  const silent = requirements.filter((r) => r.probes.every((p) => kept.has(p)));
  const options = [...new Set(silent.flatMap(({ probes }) => probes.map(optionFor)))];
  return (
    silent.length > 0 &&
    `Not tested, because it is not allowed: ${silent.length} of ${requirements.length} requirements (${options.join(', ')}).`
  );
}
