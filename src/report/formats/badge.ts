import type { ApiReport, ApiResult, Report } from '../../model/index.ts';
import { surfaceOf } from '../../model/index.ts';
import { apiRows } from '../apis.ts';
import { unserved, unservedIn } from '../served.ts';

const LOOKS: Readonly<Record<ApiResult, { readonly words: string; readonly color: string }>> = {
  conforming: { words: 'conforming', color: 'brightgreen' },
  nonconforming: { words: 'failing', color: 'red' },
  partial: { words: 'not fully judged', color: 'lightgrey' },
  'not-offered': { words: 'not offered', color: 'lightgrey' },
};

/** A badge is one short line; each API has its own badge. */
const NAMED = 2;

/**
 * The report as badge.json for an endpoint badge of shields.io. Red if a MUST failed, grey if MUSTs are open or
 * operations are missing. The message names what conforms or what is missing, and the day. A share of passed
 * requirements would mean nothing.
 */
export function toBadge(report: Report): string {
  const { apis = report.contract.map(({ id, version }) => ({ api: id, version })), result } =
    report;
  const named = apis.filter((api) => !('result' in api) || api.result !== 'not-offered');
  const names =
    named.length > NAMED
      ? `${surfaceOf(report.verdicts[0]?.requirement ?? '')}, ${named.length} APIs`
      : named.map(({ api, version }) => `${api} ${version}`).join(' + ');
  const missing = result === 'partial' ? unserved(report) : [];
  const words =
    missing.length > 0 ? missing.join('; ') : `${names || 'no contract'} · ${LOOKS[result].words}`;
  return badge(report, result, words);
}

/** The badge of each offered API, by its name. Empty if the report is about one whole API. */
export function apiBadges(report: Report): ReadonlyMap<string, string> {
  const shown = new Set(apiRows(report).map(({ api }) => api));
  const own = (report.apis ?? []).filter(({ api }) => shown.has(api));
  return new Map(own.map((api) => [api.api, badge(report, api.result, wordsOf(api))]));
}

function wordsOf(api: ApiReport): string {
  const missing = api.result === 'partial' ? unservedIn(api) : undefined;
  return missing ?? `${api.api} ${api.version} · ${LOOKS[api.result].words}`;
}

function badge({ kit, run }: Report, result: ApiResult, words: string): string {
  const content = {
    schemaVersion: 1,
    label: kit.name,
    message: `${words}, ${run.startedAt.slice(0, 10)}`,
    color: LOOKS[result].color,
    // A page that embeds the badge cannot change this colour.
    ...(result === 'nonconforming' ? { isError: true } : {}),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}
