/** Requests and responses as a report shows them: full URLs, no secrets. */

import type { HarView } from '../evidence/entry.ts';
import { atOnce, curl } from '../exchange/curl.ts';
import { placeholders, redactHeaders } from '../exchange/redact.ts';
import { startOf } from '../exchange/response.ts';
import type { Reproduced } from '../judge/experiment/trials.ts';
import type { ShownCase } from '../judge/judgement.ts';
import {
  type Call,
  type Counterexample,
  purposeText,
  type Reproduction,
  type Requirement,
} from '../model/index.ts';

const KEPT_BODY = 20_000;

/** The description of its probe; empty if the request was sent for another purpose, or if any valid one fails. */
export function sentFor(
  { probes }: Requirement,
  { purpose, step = -1, isOfAny }: ShownCase,
): Pick<Counterexample, 'sends' | 'wrong'> {
  // Those that detect the operations are sent for no case.
  if (purpose.kind === 'presence') return {};
  const { probe, group: label = '' } = purpose;
  const found = probes.find(({ id }) => id === probe);
  if (found === undefined || isOfAny) return {};
  const each = found.eachSends === undefined ? found.sends : `${found.eachSends}${caseIn(label)}`;
  const sends = found.sendsAt?.[step] ?? each;
  return { sends, ...(found.wrong && { wrong: found.wrong }) };
}

/** The case within its probe, as `: of minimum length`. A label that says only how requests are sent, or counts them, names no case. */
function caseIn(label: string): string {
  if (label.startsWith('in-a-row') || /^[a-z]+-\d+$/.test(label)) return '';
  const [, what, at] = /^(\d+|more|without|other |)\/(.+)$/.exec(label) ?? [];
  if (what !== undefined && at !== undefined)
    return `: ${ofMember(what, at.replace(/-\d+$/, '').replaceAll('/', '.'))}`;
  return `: ${/^[a-z-]+(?:[A-Z]\w*)?$/.test(label) ? label.replaceAll('-', ' ') : label}`;
}

/** `0 entries in transfer.holdings`, `without transfer`, `transfer.amount`. */
function ofMember(what: string, member: string): string {
  if (what === 'more' || /^\d/.test(what))
    return `${what} ${what === '1' ? 'entry' : 'entries'} in ${member}`;
  return what === '' ? member : `${what.trim()} ${member}`;
}

export function counterexampleOf(
  { exchange: { request, response }, purpose, seed: own, reproduction }: ShownCase,
  runSeed: number,
  shown: HarView,
): Counterexample {
  return {
    ...requestOf(request, shown),
    operation: request.operation.name,
    response: response
      ? {
          status: response.status,
          headers: redactHeaders(response.headers, shown.redact),
          // Cut last: a cut through a secret would leave a part of it that is not recognised.
          body: shown.redact(startOf(response)).slice(0, KEPT_BODY),
        }
      : null,
    seed: own ?? runSeed,
    path: purposeText(purpose),
    ...(reproduction ? { reproduction: reproductionOf(reproduction, request, shown) } : {}),
  };
}

function reproductionOf(
  { rows, lasts: _, origin: __, after, ...found }: Reproduced,
  request: Call,
  shown: HarView,
): Reproduction {
  const lines = rows.map((row) => atOnce(row.map((call) => requestOf(call, shown).curl)));
  const own = rows.flatMap((row, i) => (row.includes(request) ? [i + 1] : []));
  const [nth = lines.length] = own;
  // The same request may be sent twice, with two results.
  return {
    lines,
    ...found,
    ...(after && { after: after.map(purposeText) }),
    ...(own.length === 1 && nth < lines.length ? { shows: nth } : {}),
  };
}

/** A request as a command and as its parts, without secrets. */
export function requestOf(request: Call, shown: HarView): Pick<Counterexample, 'curl' | 'request'> {
  const url = shown.redact(shown.urlOf(request));
  const headers = shown.headersOf(request);
  const body = request.body === undefined ? undefined : shown.redact(request.body);
  const typed = {
    ...placeholders(headers, shown.redact, shown.operator),
    ...madeUp(request, shown),
    ...(request.altered === undefined ? {} : { authorization: 'Bearer $ALTERED_TOKEN' }),
  };
  // curl sends the one by itself, and says of itself what the other says of the kit.
  const { accept, 'user-agent': _, ...needed }: Readonly<Record<string, string>> = typed;
  const shownHeaders = accept === '*/*' || accept === undefined ? needed : { accept, ...needed };
  return {
    curl: curl(
      request.method,
      url,
      shownHeaders,
      body,
      request.encoding && bytesOf(request, shown),
    ),
    request: {
      method: request.method,
      url,
      headers: redactHeaders(headers, shown.redact, shown.operator),
      ...(body === undefined ? {} : { body }),
    },
  };
}

/** A credential that the kit made up is no secret, and the request fails by it. */
function madeUp(
  { anonymous, headers }: Call,
  { redact }: HarView,
): Readonly<Record<string, string>> {
  const { authorization } = headers;
  return anonymous && authorization !== undefined ? { authorization: redact(authorization) } : {};
}

/** The bytes of a body that is no text, without secrets. */
function bytesOf({ body = '' }: Call, { redact }: HarView): Buffer {
  const text = Buffer.from(body, 'base64').toString('latin1');
  return Buffer.from(redact(text), 'latin1');
}
