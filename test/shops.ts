/** A surface of three APIs, and servers that serve some of their operations. */

import fc from 'fast-check';
import {
  type Contract,
  type Fixtures,
  type Operation,
  requirement,
  wrongStatus,
} from '../src/kit.ts';
import type { Probe, Report, Requirement, Surface } from '../src/model/index.ts';
import { call } from '../src/plan/call.ts';
import { type RunOptions, run } from '../src/run/run.ts';
import { type Served, serve } from './tiny-surface.ts';

/** A star marks the core operations of the surface. */
const APIS: Readonly<Record<string, readonly string[]>> = {
  'stock-v1': ['list*', 'look', 'count'],
  'order-v1': ['place*'],
  'return-v1': ['send', 'accept'],
};

/** `stock-v1/list`, and each other operation of the surface. */
export const EVERYTHING: readonly string[] = Object.entries(APIS).flatMap(([api, names]) =>
  names.map((name) => `${api}/${name.replace('*', '')}`),
);

function operation(contract: Contract, name: string): Operation {
  const own = name.replace('*', '');
  return {
    key: `${contract.id}#${own}`,
    operationId: own,
    name: `${contract.id}/${own}`,
    core: name.endsWith('*'),
    summary: own,
    method: 'GET',
    path: `/${contract.id}/${own}`,
    pathParameters: [],
    responses: { '200': { 'application/json': true } },
    contract,
  };
}

const OPERATIONS: readonly Operation[] = Object.entries(APIS).flatMap(([id, names], i) => {
  const contract = {
    id,
    version: '1.0.0',
    sha256: String(i).repeat(64),
    document: {},
    operations: [],
  };
  return names.map((name) => operation(contract, name));
});

function requirementsOf(operation: Operation): readonly Requirement[] {
  const good: Probe = {
    id: `${operation.name}/good`,
    operation,
    sends: 'a valid request',
    weight: 1,
    caseGroups: () => [{ label: 'good', once: true, cases: fc.constant([call(operation)]) }],
  };
  const about = (name: string, level: 'MUST' | 'SHOULD') => ({
    id: `shop/${operation.name}/${name}`,
    level,
    clause: 'requests-get-responses',
    statement: `The shop is ${name}.`,
    probes: [good],
  });
  return [
    requirement({ ...about('offered', 'MUST'), expects: 'presence' }),
    requirement({
      ...about('accepts', 'MUST'),
      check: ({ response: { status } }) => (status === 200 ? [] : [wrongStatus(200, status)]),
    }),
    requirement({
      ...about('has-json', 'SHOULD'),
      check: ({ response: { mediaType } }) =>
        mediaType === 'application/json' ? [] : [wrongStatus(200, 200)],
    }),
  ];
}

/** The surface; discovery finds the APIs in `advertised`, none by default. */
export function shop(advertised?: readonly string[]): Surface {
  return {
    name: 'shop',
    operations: OPERATIONS,
    requirements: OPERATIONS.flatMap(requirementsOf),
    emptyFixtures: { advertised: [] } as Partial<Fixtures>,
    presenceProbes: () =>
      OPERATIONS.map((one) => ({
        operation: one,
        control: call(one),
        unknownResource: { ...call(one), path: `${one.path}?unknown=1` },
        unknownPath: { ...call(one), path: '/nowhere' },
      })),
    ...(advertised && {
      discover: async (_send, given) => ({ ...given, advertised }) as Fixtures,
      advertised: {
        member: 'supportedApis',
        apis: (fixtures) => fixtures['advertised'] as readonly string[],
      },
    }),
  };
}

/** A server of these operations. Those in `wrong` respond with 500 to a valid request. */
export function shopWith(names: readonly string[], wrong: readonly string[] = []): Promise<Served> {
  const served = new Set(names.map((name) => `/${name}`));
  return serve(({ path, nth }) => {
    const [at = '', query] = path.split('?');
    if (!served.has(at)) return { status: 404, body: { error: 'no such path' } };
    if (query !== undefined) return { status: 400, body: { error: 'unknown parameter' } };
    return wrong.includes(at.slice(1))
      ? { status: 500, body: { error: `number ${nth}` } }
      : { status: 200, body: { ok: true } };
  });
}

/** The report of a run against a server of these operations. */
export async function shopReport(
  names: readonly string[],
  surface: Surface = shop(),
  options: Partial<RunOptions> = {},
): Promise<Report> {
  const { url } = await shopWith(names);
  return (await run({ seed: 1, runs: 1, timeoutMs: 2000, ...options, surface, url })).report;
}
