/** Finds the route of a method and a path. It ignores trailing slashes and repeats of slashes. */

import { DecodeError, HttpError } from './errors.ts';
import type { Route } from './route.ts';
import type { Match } from './steps.ts';
import { isSince, type Release } from './versions.ts';

/** The paths of websockets: a plain GET gets 404 there and not 405. */
export const WEBSOCKETS: readonly string[] = [
  '/v2/commands/completions',
  '/v2/commands/command-completions',
  '/v2/state/active-contracts',
  '/v2/updates',
  '/v2/updates/flats',
  '/v2/updates/trees',
];

/** The route; literal segments take precedence over parameters. Throws 404 and 405. */
export function findRoute(
  routes: readonly Route[],
  method: string,
  pathname: string,
  version: Release,
): Match {
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const matching = routes
    .filter((route) => fits(segmentsOf(route), segments))
    .sort((a, b) => parametersOf(a) - parametersOf(b));
  const route = matching.find((one) => one.anyMethod === true || one.method === method);
  if (route !== undefined) return { route, path: readPath(segmentsOf(route), segments) };
  const websocket = method === 'GET' && WEBSOCKETS.includes(`/${segments.join('/')}`);
  if (matching.length === 0 || websocket) throw nothingThere(version);
  const allow = matching.map((one) => one.method).join(', ');
  throw new HttpError({ status: 405, text: 'Method Not Allowed', headers: { allow } });
}

function nothingThere(version: Release): HttpError {
  const json = {
    errors: ['Nothing is served at this path.'],
    ...(isSince(version, '3.5') ? { ledgerApiError: null } : {}),
    status: 404,
  };
  return new HttpError({ status: 404, json });
}

const split = new WeakMap<Route, readonly string[]>();

function segmentsOf(route: Route): readonly string[] {
  const known = split.get(route) ?? route.path.split('/').slice(1);
  split.set(route, known);
  return known;
}

function parametersOf(route: Route): number {
  return segmentsOf(route).filter(isParameter).length;
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}

function fits(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((segment, index) => isParameter(segment) || segment === segments[index])
  );
}

function readPath(
  template: readonly string[],
  segments: readonly string[],
): Record<string, string> {
  const path: Record<string, string> = {};
  for (const [index, segment] of template.entries()) {
    if (!isParameter(segment)) continue;
    const name = segment.slice(1, -1);
    try {
      path[name] = decodeURIComponent(segments[index] ?? '');
    } catch {
      throw new DecodeError(`Invalid value for: path parameter ${name}`);
    }
  }
  return path;
}
