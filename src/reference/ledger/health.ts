/** The health checks. 3.4 serves them undocumented, for any method, and looks at no token. */
import { everyone } from './auth.ts';
import type { Version } from './ledger.ts';
import type { Route } from './route.ts';

/** The routes of this area. */
export function healthRoutes(version: Version): readonly Route[] {
  const old = version === '3.4';
  const shared = {
    method: 'GET',
    since: version,
    authorise: everyone,
    ...(old ? ({ anyMethod: true, token: 'never', produces: 'none' } as const) : {}),
  };
  return [
    {
      produces: 'none',
      ...shared,
      operationId: 'getLivez',
      path: '/livez',
      handle: () => ({ status: 200 }),
    },
    {
      produces: 'text/plain',
      ...shared,
      operationId: 'getReadyz',
      path: '/readyz',
      handle: () => ({ status: 200, text: '[+] ledger ok (SERVING)\nreadyz check passed\n' }),
    },
  ];
}
