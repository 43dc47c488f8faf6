/** The self-description: OpenAPI and AsyncAPI documents made from the routes that are really served. */
import { stringify } from 'yaml';
import { everyone } from './auth.ts';
import type { Ledger } from './ledger.ts';
import { get, type ParameterKind, type Route } from './route.ts';
import { WEBSOCKETS } from './router.ts';

/** The routes of the documents. They ignore tokens. */
export function docsRoutes(served: () => readonly Route[]): readonly Route[] {
  const shared = { token: 'never', produces: 'text/plain', authorise: everyone } as const;
  const text = (value: object): { status: number; text: string } => ({
    status: 200,
    text: stringify(value),
  });
  return [
    get('/docs/openapi', {
      ...shared,
      handle: (_call, ledger) => text(openApi(served(), ledger)),
    }),
    get('/docs/asyncapi', {
      ...shared,
      handle: (_call, ledger) => text(asyncApi(served(), ledger)),
    }),
  ];
}

function infoOf({ build }: Ledger, title: string): object {
  const description = `The reference ledger of a test kit.\nMINIMUM_CANTON_VERSION=${build}`;
  return { title, version: build, description };
}

function openApi(routes: readonly Route[], ledger: Ledger): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    if (route.path.startsWith('/docs/') || route.anyMethod === true) continue;
    const methods = paths[route.path] ?? {};
    methods[route.method.toLowerCase()] = operationOf(route);
    paths[route.path] = methods;
  }
  return {
    openapi: '3.0.3',
    info: infoOf(ledger, 'JSON ledger API'),
    paths,
    components: { schemas: {} },
  };
}

function operationOf(route: Route): object {
  const { operationId, path, query, pathKinds, body, produces = 'application/json' } = route;
  const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: SCHEMAS[pathKinds?.[name] ?? 'string'],
  }));
  const inQuery = Object.entries(query ?? {}).map(([name, kind]) => ({
    name,
    in: 'query',
    required: kind === 'needed',
    schema: SCHEMAS[kind],
  }));
  const parameters = [...inPath, ...inQuery];
  const bodyType = body === 'bytes' ? 'application/octet-stream' : 'application/json';
  return {
    operationId,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { required: true, content: { [bodyType]: {} } } }),
    responses: {
      '200': {
        description: 'Success.',
        ...(produces === 'none' ? {} : { content: { [produces]: {} } }),
      },
    },
  };
}

const SCHEMAS: Readonly<Record<ParameterKind, object>> = {
  int: { type: 'integer', format: 'int32' },
  long: { type: 'integer', format: 'int64' },
  bool: { type: 'boolean' },
  'date-time': { type: 'string', format: 'date-time' },
  string: { type: 'string' },
  strings: { type: 'array', items: { type: 'string' } },
  needed: { type: 'string' },
};

function asyncApi(routes: readonly Route[], ledger: Ledger): object {
  const channels = WEBSOCKETS.flatMap((path) => {
    const route = routes.find((one) => one.path === path);
    const messages = { publish: { message: {} }, subscribe: { message: {} } };
    return route === undefined ? [] : [[path, messages] as const];
  });
  return {
    asyncapi: '2.6.0',
    info: infoOf(ledger, 'JSON ledger API, streams'),
    channels: Object.fromEntries(channels),
  };
}
