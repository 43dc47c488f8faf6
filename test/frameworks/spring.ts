/**
 * Spring Boot with Jackson behind Tomcat. Documented habits: text after the JSON value is ignored
 * (FAIL_ON_TRAILING_TOKENS is off); scalars are converted: "true", "True" and 1 to booleans, an empty string to null,
 * numbers and booleans to strings; unknown members are ignored. Each error is JSON with timestamp, status, error and
 * path, where `error` is the text of the status. Tomcat itself rejects an encoded slash and a malformed escape, with an
 * HTML page.
 */
import { jsonReply, Rejection, type Reply, textReply } from '../../src/reference/registry/reply.ts';
import type { Incoming } from '../../src/reference/registry/steps.ts';
import { allowing, found, isJson, locate, members, parsed, type Setup, server } from './setup.ts';

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  415: 'Unsupported Media Type',
  500: 'Internal Server Error',
};

const failed = (status: number, { target: path }: Incoming): Reply =>
  jsonReply(status, {
    timestamp: '2026-11-22T08:00:00.000+00:00',
    status,
    error: REASONS[status],
    path,
  });

const BY_TOMCAT = /%2f|%5c|%00|%(?![0-9a-f]{2})/i;
const tomcat = textReply(
  400,
  '<!doctype html><html lang="en"><head><title>HTTP Status 400 – Bad Request</title></head></html>',
  'text/html;charset=utf-8',
);

/** The first JSON object of a text; the rest of the text is ignored. */
function firstObject(text: string): { value: unknown } | undefined {
  for (let end = text.length; end > 0; end = text.lastIndexOf('}', end - 2) + 1) {
    const json = parsed(text.slice(0, end));
    if (json) return json;
  }
  return undefined;
}

class Unreadable extends Error {}

function booleanOf(value: unknown): boolean | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isInteger(value)) return value !== 0;
  if (typeof value === 'string' && /^(?:true|True|TRUE|false|False|FALSE)$/.test(value))
    return value.toLowerCase() === 'true';
  throw new Unreadable();
}

/** Converts meta to a `Map<String, String>`: each scalar becomes a string. */
function checkMeta(meta: unknown): void {
  if (meta === undefined || meta === null) return;
  if (typeof meta !== 'object' || Array.isArray(meta)) throw new Unreadable();
  if (Object.values(meta).some((v) => typeof v === 'object' && v !== null)) throw new Unreadable();
}

/** The replies before the controller, the same in each setup. */
function early(incoming: Incoming, known: boolean): Reply | undefined {
  if (BY_TOMCAT.test(incoming.target)) return tomcat;
  if (!known) return failed(404, incoming);
  if (incoming.method !== 'POST') return allowing(failed(405, incoming));
  if (incoming.text === '') return failed(400, incoming);
  return isJson(incoming) ? undefined : failed(415, incoming);
}

const naive = server((incoming, registry) => {
  const route = registry.route(incoming.target);
  const rejected = early(incoming, route !== undefined);
  if (rejected || route === undefined) return rejected ?? failed(404, incoming);
  const json = firstObject(incoming.text);
  const { excludeDebugFields, meta, choiceArguments } = members(json?.value);
  const isFactory = route.kind === 'factory';
  try {
    if (json === undefined || members(json.value) !== json.value) throw new Unreadable();
    if (!isFactory) checkMeta(meta);
    if (isFactory && choiceArguments !== undefined && choiceArguments !== null)
      if (members(choiceArguments) !== choiceArguments) throw new Unreadable();
    const flag = booleanOf(excludeDebugFields) ?? false;
    // request.choiceArguments().get("allocation")
    if (isFactory && !choiceArguments) return failed(500, incoming);
    const id = locate(registry, route);
    if (id instanceof Rejection) return failed(id.status, incoming);
    return found(registry, incoming, route, id, flag);
  } catch (error) {
    if (error instanceof Unreadable) return failed(400, incoming);
    throw error;
  }
});

const careful = server((incoming, registry) => {
  const route = registry.route(incoming.target);
  const rejected = early(incoming, route !== undefined);
  if (rejected || route === undefined) return rejected ?? failed(404, incoming);
  const json = parsed(incoming.text);
  const checked = json && registry.check(json.value, route);
  if (checked === undefined || checked instanceof Rejection) return failed(400, incoming);
  const id = locate(registry, route);
  if (id instanceof Rejection) return failed(id.status, incoming);
  return found(registry, incoming, route, id, checked.excludeDebugFields);
});

export const spring: readonly Setup[] = [
  {
    id: 'spring',
    statement: 'with FAIL_ON_TRAILING_TOKENS, without coercions, with @NotNull',
    change: careful,
  },
  {
    id: 'spring, naive',
    statement: 'as Jackson comes, and nothing checked for null',
    change: naive,
  },
];
