/** The selected APIs of a surface, each at the newest or another version: `--api`, `--certify`. */
import type { Contract } from '../contract/contract.ts';
import {
  type Fixtures,
  needsOf,
  type Probe,
  type Requirement,
  type Surface,
} from '../model/index.ts';
import type { Registration } from '../model/registration.ts';
import { suggestion } from '../plan/suggestion.ts';
import { InputError } from './error.ts';

/** True for all APIs that the target offers, or these APIs: `allocation-v1`, `allocation-v1@1.0.0`. */
export type Certify = boolean | readonly string[];

interface Chosen {
  readonly api: string;
  readonly version?: string;
}

/** The names in texts such as `allocation-v1, metadata-v1@1.0.0`. Throws InputError. */
export function apiNames(option: string, texts: readonly string[]): readonly string[] {
  const names = texts.flatMap((text) => text.split(',')).map((name) => name.trim());
  if (names.includes(''))
    throw new InputError(`${option}: a name is empty. Write names as shown in the report.`);
  const apis = names.map((name) => chosenIn(name).api);
  const again = apis.find((api, i) => apis.indexOf(api) !== i);
  if (again !== undefined)
    throw new InputError(`${option}: ${again} is named twice. Name it once.`);
  return names;
}

function chosenIn(name: string): Chosen {
  const [, api = name, version] = /^([^@]*)@(.*)$/s.exec(name) ?? [];
  return version === undefined ? { api } : { api, version };
}

/** The surface with only these APIs, each at its version. Throws InputError for an unknown name. */
export async function surfaceOfApis(
  { name, suite, apis }: Registration,
  names: readonly string[],
): Promise<Surface> {
  const chosen = names.map(chosenIn);
  const wanted = chosen.map(({ api }) => api);
  const versions = chosen.flatMap(({ api, version }): [string, string][] =>
    version === undefined ? [] : [[api, version]],
  );
  if (apis !== undefined) {
    checkKnown(chosen, apis.list);
    for (const [api, version] of versions) await apis.contract(api, version);
    return onlyApis(await apis.suite(Object.fromEntries(versions), wanted), new Set(wanted));
  }
  const whole = (await suite())();
  const newest = new Map(whole.operations.map(({ contract }) => [contract.id, contract.version]));
  if (newest.size < 2)
    throw new InputError(
      `--api: a ${name} has only one API. Leave it out; --only selects operations.`,
    );
  checkKnown(
    chosen,
    [...newest.keys()].map((api) => ({ api })),
  );
  const older = versions.find(([api, version]) => version !== newest.get(api));
  if (older !== undefined)
    throw new InputError(`--api ${older.join('@')}: ${older[0]} has no such version here.`);
  return onlyApis(whole, new Set(wanted));
}

/** The contracts of these APIs, each of its version. Throws InputError for an unknown name. */
export async function contractsOfApis(
  { name, apis }: Registration,
  names: readonly string[],
): Promise<readonly Contract[]> {
  if (apis === undefined) throw new InputError(`--api: a ${name} has only one API. Leave it out.`);
  const chosen = names.map(chosenIn);
  checkKnown(chosen, apis.list);
  return Promise.all(chosen.map(({ api, version }) => apis.contract(api, version)));
}

function checkKnown(apis: readonly Chosen[], list: readonly Pick<Chosen, 'api'>[]): void {
  const known = list.map(({ api }) => api);
  const other = apis.map(({ api }) => api).find((api) => !known.includes(api));
  if (other !== undefined) throw unknown('--api: there is no API', other, known);
}

/** The names for a certificate, without versions. Throws InputError for APIs that the run does not test. */
export function certifiable(surface: Surface, certify: Certify): Certify {
  if (typeof certify === 'boolean') return certify;
  const known = new Map(surface.operations.map(({ contract }) => [contract.id, contract.version]));
  return certify.map((name) => {
    const { api, version } = chosenIn(name);
    const own = known.get(api);
    if (own === undefined)
      throw unknown('--certify: this run covers no API', api, [...known.keys()]);
    if (version === undefined || version === own) return api;
    throw new InputError(
      `--certify ${name}: this run covers ${api} ${own}. Choose its version with --api ${name}.`,
    );
  });
}

/** Given fixtures that no requirement of the surface needs. */
export function needlessFixtures(
  { operatorFixtures = [], requirements }: Surface,
  given: Partial<Fixtures> = {},
): readonly string[] {
  const needed = fixturesFor(requirements.flatMap(({ probes }) => probes));
  return operatorFixtures.filter((name) => !needed.has(name) && (given[name]?.length ?? 0) > 0);
}

function unknown(problem: string, api: string, known: readonly string[]): InputError {
  const all = `Known: ${known.join(', ')}.`;
  const meant = suggestion(api, known);
  const near = meant.startsWith(' Did') ? `${meant} ${all}` : ` ${all}`;
  return new InputError(`${problem} ${JSON.stringify(api)}.${near}`);
}

/** If none of these is served, the run also tries other APIs, which show whether the target responds at all. */
function onlyApis(surface: Surface, apis: ReadonlySet<string>): Surface {
  const isOwn = ({ probes: [probe] }: Requirement): boolean =>
    probe !== undefined && apis.has(probe.operation.contract.id);
  const requirements = surface.requirements.filter(isOwn);
  const { clientRequirements, discover, discoveryRequests, lookups } = surface;
  const { operatorFixtures = [] } = surface;
  const needed = fixturesFor(requirements.flatMap(({ probes }) => probes));
  const used = (given: Fixtures): Fixtures => {
    const left = operatorFixtures.filter((name) => !needed.has(name)).map((name) => [name, []]);
    return { ...given, ...Object.fromEntries(left) } as Fixtures;
  };
  return {
    ...surface,
    requirements,
    operations: surface.operations.filter(({ contract }) => apis.has(contract.id)),
    ...(clientRequirements && { clientRequirements: clientRequirements.filter(isOwn) }),
    ...(discover && { discover: (send, given, note) => discover(send, used(given), note) }),
    ...(discoveryRequests && { discoveryRequests: (given) => discoveryRequests(used(given)) }),
    ...(lookups && { lookups: (given) => lookups(used(given)) }),
  };
}

/** The fixtures that these requests need, or are better with. */
export function fixturesFor(probes: readonly Probe[]): ReadonlySet<string> {
  return new Set(probes.flatMap((probe) => [...needsOf(probe), probe.betterWith ?? []].flat()));
}
