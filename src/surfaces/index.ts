/**
 * The surfaces of the kit, in the order in which they are listed: the one place that names them. What a surface
 * consists of is loaded when it is needed, so that help and version take no time.
 */
import { addFixtures } from '../input/fixture-schema.ts';
import { registrationAmong } from '../input/registrations.ts';
import type { Requirement, Surface } from '../model/index.ts';
import type { Registration, Versions } from '../model/registration.ts';
import { withRules } from '../plan/own-rules.ts';
import { ledger } from './ledger.ts';
import { registry } from './registry.ts';

/** The demo shows a failure of the first one. */
export const SURFACES: [Registration, ...Registration[]] = [registry, ledger];

/** The surface whose API has several versions: commands on contract versions are about it. */
export const VERSIONED: Registration & { readonly versions: Versions } = ledger;

/** Adds a surface that is not in the package. Each command knows it from then on. */
export async function register(one: Registration): Promise<void> {
  addFixtures((await one.fixtures()).schema);
  SURFACES.push(one);
}

/** Adds rules to a surface of the list, at each of its versions. Throws InputError for an unknown name. */
export function addRules(
  name: string,
  rulesOf: (surface: Surface) => readonly Requirement[],
): void {
  extend(registrationOf(name), (surface) => withRules(surface, rulesOf(surface)));
}

/** Changes a surface of the list, at each of its versions. */
export function extend(one: Registration, extended: (surface: Surface) => Surface): void {
  const { suite, apis } = one;
  SURFACES[SURFACES.indexOf(one)] = {
    ...one,
    suite: async () => {
      const make = await suite();
      return (contract) => extended(make(contract));
    },
    ...(apis && {
      apis: { ...apis, suite: async (...chosen) => extended(await apis.suite(...chosen)) },
    }),
  };
}

/** Replaces the list. */
export function changeSurfaces(all: readonly Registration[]): void {
  SURFACES.splice(0, SURFACES.length, ...all);
}

/** The surface with this name. Throws InputError for an unknown name. */
export function registrationOf(name: string): Registration {
  return registrationAmong(SURFACES, name);
}

/** The names of all surfaces, for help. */
export function surfaceNames(): string {
  return SURFACES.map(({ name }) => name).join(' or ');
}

/** The versions of the surface that has several, for help. */
export function versionNames(): string {
  return VERSIONED.versions.names.join(' or ');
}
