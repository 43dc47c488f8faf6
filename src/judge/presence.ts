/** Finds out, before anything is judged, whether an operation exists and accepts a valid request. */
import type { Operation } from '../contract/contract.ts';
import { pathOf } from '../contract/match.ts';
import { dropAbsentNulls } from '../contract/null-as-absent.ts';
import { validator } from '../contract/validate.ts';
import {
  type Call,
  type Exchange,
  jsonOf,
  type PresenceProbe,
  type Purpose,
  type Send,
} from '../model/index.ts';
import { isSameCall, keyOf } from '../plan/call.ts';
import { wantsCredential } from './credential.ts';

/**
 * `served`: it accepted something, or rejects in its own words; `absent`: its response equals that of an unknown path,
 * or is a 404 that is not the operation's; `unimplemented`: its response is 501, and that of an unknown path is not;
 * `redirected`: it redirects a valid request, and no unknown path; `switched-off`: it says so, and is deprecated;
 * `disabled`: it says so, and is not deprecated.
 */
export type Presence =
  | ('served' | 'absent' | 'unimplemented' | 'redirected' | 'unknown')
  | ('switched-off' | 'disabled');

export interface PresenceResult {
  readonly probe: PresenceProbe;
  readonly presence: Presence;
  readonly control?: Exchange;
  /** The earlier control, which was refused. */
  readonly failed?: Exchange;
  readonly unknownResource: Exchange;
  readonly unknownPath: Exchange;
}

/** True if the target serves at least one of the operations. */
export function isHere(results: Iterable<PresenceResult>): boolean {
  return [...results].some(({ presence }) => presence === 'served');
}

/** The purpose of a request that finds out whether an operation is served. */
export function presencePurpose({ name }: Operation, about: string): Purpose {
  return { kind: 'presence', probe: name, about };
}

/** The purpose of such a request at a later time. */
export function lookPurpose(operation: Operation, about: string): Purpose {
  return { ...presencePurpose(operation, about), kind: 'look' };
}

/** True if none of the requests got a response. */
export function isSilent({ control, unknownResource, unknownPath }: PresenceResult): boolean {
  return [control, unknownResource, unknownPath].every((e) => e?.response === undefined);
}

/** Responses to unknown paths: many operations share one path, which is requested once. */
export type UnknownPaths = Map<string, readonly [first: Exchange, again: Exchange]>;

/**
 * Sends the presence probes of one operation. Requests the unknown path twice, to see what differs by itself. If no
 * probe gets a response in time, `gone` first finds out whether the target responds at all.
 */
export async function detectPresence(
  presenceProbes: PresenceProbe,
  send: Send,
  gone: (silent: Exchange) => Promise<boolean>,
  paths: UnknownPaths = new Map(),
): Promise<PresenceResult> {
  const { operation } = presenceProbes;
  const [control, failed] = await sendControl(presenceProbes, send);
  // A path without an id has one request for both.
  const unknown =
    control && isSameCall(control.request, presenceProbes.unknownResource)
      ? control
      : await send(presenceProbes.unknownResource, presencePurpose(operation, 'unknown'));
  const sent = {
    probe: presenceProbes,
    unknownResource: unknown,
    ...(control && { control }),
    ...(failed && { failed }),
  };
  const mute = [control, unknown].every((e) => !e || e.noResponse?.kind === 'timeout');
  if (mute && (await gone(unknown))) return { ...sent, presence: 'unknown', unknownPath: unknown };
  const nowhere = async (path: Call): Promise<readonly [first: Exchange, again: Exchange]> => {
    const key = keyOf(path);
    const known = paths.get(key);
    const first = known?.[0] ?? (await send(path, presencePurpose(operation, 'absent')));
    const again = known?.[1] ?? (await send(path, presencePurpose(operation, 'absent-again')));
    if (first.response && again.response) paths.set(key, [first, again]);
    return [first, again];
  };
  const [absent, again] = await nowhere(presenceProbes.unknownPath);
  const presence = presenceOf(control, unknown, absent, again);
  const result = { ...sent, presence, unknownPath: absent };
  if (presence !== 'served' || accepted(control) || !isOfOneKind(unknown, absent)) return result;
  // A response may repeat the request, so that another body at the unknown path makes another one.
  const own = { ...presenceProbes.unknownResource, path: presenceProbes.unknownPath.path };
  if (isSameCall(own, presenceProbes.unknownPath)) return result;
  const [ownAbsent, ownAgain] = await nowhere(own);
  const ownPresence = presenceOf(control, unknown, ownAbsent, ownAgain);
  return { ...sent, presence: ownPresence, unknownPath: ownAbsent };
}

/** True for responses with the same status and media type. */
function isOfOneKind(one: Exchange, other: Exchange): boolean {
  const [a, b] = [one.response, other.response];
  return a !== undefined && a.status === b?.status && a.mediaType === b.mediaType;
}

/** Repeats a control once that is refused or breaks off: at random, this would hide all that is wrong on purpose. */
async function sendControl(
  { control, operation }: PresenceProbe,
  send: Send,
): Promise<readonly [control?: Exchange, failed?: Exchange]> {
  if (control === undefined) return [];
  const first = await send(control, presencePurpose(operation, 'control'));
  const { response, noResponse } = first;
  if (response === undefined && noResponse?.kind !== 'reset') return [first];
  if (response && (response.status < 400 || wantsCredential(response))) return [first];
  return [await send(control, presencePurpose(operation, 'control-again')), first];
}

function presenceOf(
  control: Exchange | undefined,
  unknown: Exchange,
  absent: Exchange,
  again: Exchange,
): Presence {
  if (accepted(control) && !alike(control, absent, again)) return 'served';
  if (unknown.response === undefined || absent.response === undefined) return 'unknown';
  // The documented method is used: a target that does not allow it does not serve the operation.
  if (unknown.response.status === 405) return 'absent';
  // If a gateway requires credentials at every path, presence is unknown.
  if (wantsCredential(unknown.response) && wantsCredential(absent.response)) return 'unknown';
  if ([unknown, absent].every(isMoved)) return 'unknown';
  // If a parser or a gateway rejects each path in the same way, presence is unknown.
  if (alike(unknown, absent, again)) return rejectsAll(absent) ? 'unknown' : 'absent';
  const { operation } = unknown.request;
  const sent = control === undefined ? [unknown] : [control, unknown];
  // A server that still has a deprecated operation rejects in its own words; of any other one, only the id may be missing.
  const isPlain = operation.pathParameters.length === 0 && control !== undefined;
  if ((mayBeGone(operation) || isPlain) && sent.every(isForeign)) return 'absent';
  if (isRedirect(control ?? unknown)) return 'redirected';
  return unknown.response.status === 501 ? 'unimplemented' : 'served';
}

/** True for an operation that a target may have switched off, or lack, as a whole: it is deprecated. */
export function mayBeGone({ switchedOff }: Operation): boolean {
  return switchedOff !== undefined && switchedOff.members === undefined;
}

/**
 * The results, corrected by comparison: if another operation accepts a live id, and this one has a 404 of its gateway
 * for the same id, this one is absent. So is one that only some servers have, if its 404 is that of no operation and
 * another one that the same servers have is absent.
 */
export function comparedPresence(results: readonly PresenceResult[]): readonly PresenceResult[] {
  const live = new Set(
    results.flatMap((one) => (accepted(one.control) ? [idsOf(one.control)] : [])),
  );
  const compared = results.map((one) =>
    one.control && live.has(idsOf(one.control)) ? absentIfForeign(one) : one,
  );
  const lacked = new Set(
    compared.flatMap(({ presence, probe: { operation } }) =>
      presence === 'absent' ? (operation.optional ?? []) : [],
    ),
  );
  return compared.map((one) =>
    lacked.has(one.probe.operation.optional ?? '') ? absentIfForeign(one) : one,
  );
}

function absentIfForeign(one: PresenceResult): PresenceResult {
  const { presence, control, unknownResource } = one;
  const isAbsent =
    presence === 'served' && [control ?? unknownResource, unknownResource].every(isForeign);
  return isAbsent ? { ...one, presence: 'absent' } : one;
}

/**
 * True if an operation seems absent but may only not know the id: no valid request shows more, and its 404 is the
 * documented error, which some servers also send for unknown paths.
 */
export function mayOnlyMissId({ presence, control, unknownResource }: PresenceResult): boolean {
  const { operation } = unknownResource.request;
  return (
    presence === 'absent' &&
    control === undefined &&
    operation.pathParameters.length > 0 &&
    unknownResource.response?.status === 404 &&
    !isForeign(unknownResource)
  );
}

/** The sent values of the path parameters; empty for a path without any. */
function idsOf(exchange: Exchange | undefined): string {
  if (exchange === undefined) return '';
  const { operation, path } = exchange.request;
  const sent = pathOf(path).split('/');
  const names = operation.path.split('/');
  // The base URL may have a path of its own.
  const skipped = sent.length - names.length;
  return names.flatMap((name, i) => (name.startsWith('{') ? [sent[i + skipped]] : [])).join('/');
}

/** True for a 404 that does not come from the operation: its body is not the documented error. */
export function isForeign({ request: { operation }, response }: Exchange): boolean {
  if (response?.status !== 404 || response.truncated) return false;
  const { contract, responses } = operation;
  const content = responses['404'] ?? responses['default'];
  const schema = content?.['application/json'];
  const body = jsonOf(response);
  if (schema === undefined || body === undefined) return true;
  return !validator(contract, schema).fits(dropAbsentNulls(contract, schema, body));
}

/** Statuses for an unknown path from a server that knows its paths. */
const DENIED: ReadonlySet<number> = new Set([404, 405, 410, 501]);

/** True for a rejection with another status, or whose body cannot be read: both show nothing. */
function rejectsAll({ response }: Exchange): boolean {
  if (response === undefined || response.status < 400) return false;
  return response.truncated || !DENIED.has(response.status);
}

/** True for a missing response that the next operation of the same target would have as well. */
export function isFinal({ noResponse }: Exchange): boolean {
  return noResponse?.kind !== 'timeout' && noResponse?.kind !== 'reset';
}

export function accepted(exchange: Exchange | undefined): boolean {
  return exchange?.response?.status === 200;
}

function isRedirect({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 300 && response.status < 400;
}

/** True for a redirect to the same path with another slash, host or scheme, which servers also send for unknown paths. */
export function isMoved(exchange: Exchange): boolean {
  const {
    request: { path },
    response,
  } = exchange;
  const location = isRedirect(exchange) ? response?.headers['location'] : undefined;
  if (location === undefined || !URL.canParse(location, NOWHERE_ELSE)) return false;
  const { pathname } = new URL(location, NOWHERE_ELSE);
  const asked = pathOf(path);
  return pathname.replace(/\/$/, '').endsWith(asked.replace(/\/$/, ''));
}

const NOWHERE_ELSE = 'http://localhost';

/**
 * True if a response equals the one to an unknown path. Words of the request and numbers do not count, nor do as many
 * other words as differ between two responses to the same unknown path: request ids, time stamps, nonces.
 */
export function alike(one: Exchange | undefined, absent: Exchange, again: Exchange): boolean {
  if (!one?.response || !absent.response || !again.response) return false;
  if (!isOfOneKind(one, absent)) return false;
  const paths = [one.request.path, absent.request.path];
  const words = wordsOf(one, paths);
  const first = wordsOf(absent, paths);
  const second = wordsOf(again, paths);
  const stable = new Set([...first].filter((word) => second.has(word)));
  const moving = Math.max(first.size, second.size) - stable.size;
  const own = [...words].filter((word) => !stable.has(word)).length;
  return own <= moving && words.size - own === stable.size;
}

/** The words of a response without those of the compared paths: a segment may also be a member of every error. */
function wordsOf({ response }: Exchange, paths: readonly string[]): ReadonlySet<string> {
  const segments = paths.flatMap((path) => path.split('/')).filter((s) => s.length > 3);
  const echoed = [...paths, ...segments.sort((a, b) => b.length - a.length)];
  const text = echoed.reduce((left, echo) => left.replaceAll(echo, ' '), response?.text ?? '');
  const words = text.split(/[\s"'<>(){}[\],:;=]+/);
  return new Set(words.filter((word) => word !== '' && !isNumber(word)));
}

/** True for a decimal or hexadecimal number: a time, an id, a count. */
function isNumber(word: string): boolean {
  return /^[0-9a-f-]+$/i.test(word) && /\d/.test(word);
}
