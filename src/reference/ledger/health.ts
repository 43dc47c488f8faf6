/** The health checks. They ignore tokens. Before 3.5 they are undocumented and respond to any method. */
import { everyone } from './auth.ts';
import { get, type Route } from './route.ts';
import { isSince, type Release } from './versions.ts';

const LIVE = get('/livez', {
  produces: 'none',
  authorise: everyone,
  handle: () => ({ status: 200 }),
});

const READY = get('/readyz', {
  produces: 'text/plain',
  authorise: everyone,
  handle: () => ({ status: 200, text: '[+] ledger ok (SERVING)\nreadyz check passed\n' }),
});

export function healthRoutes(version: Release): readonly Route[] {
  if (isSince(version, '3.5')) return [LIVE, READY];
  const undocumented = { anyMethod: true, token: 'never', produces: 'none' } as const;
  return [LIVE, READY].map((route) => ({ ...route, ...undocumented }));
}
