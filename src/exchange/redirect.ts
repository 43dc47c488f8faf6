import type { HttpResponse } from '../model/index.ts';

/** The path and query of a redirect, if it leads to the origin of the URL. */
export function movedTo(url: string, { status, headers }: HttpResponse): { movedTo?: string } {
  const { location } = headers;
  if (status < 300 || status >= 400 || location === undefined) return {};
  if (!URL.canParse(location, url)) return {};
  const to = new URL(location, url);
  return to.origin === new URL(url).origin ? { movedTo: to.pathname + to.search } : {};
}
