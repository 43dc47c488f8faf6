/** The registrations of surfaces, by their names. */

import type { Contract } from '../contract/contract.ts';
import type { DocumentFiles } from '../contract/documents.ts';
import { ASSAY } from '../model/package.ts';
import type { Registration } from '../model/registration.ts';
import { suggestion } from '../plan/suggestion.ts';
import { InputError } from './error.ts';

/** The registration with this name. Throws InputError for an unknown name. */
export function registrationAmong(
  registrations: readonly Registration[],
  name: string,
): Registration {
  const found = registrations.find((registration) => registration.name === name);
  if (found !== undefined) return found;
  const names = registrations.map((registration) => registration.name);
  if (/^https?:/i.test(name)) {
    throw new InputError(
      `${name} is a URL. The surface comes first: ${names.join(' or ')}. ${ASSAY} doctor ${name} finds out which one it is.`,
    );
  }
  throw new InputError(`there is no surface ${JSON.stringify(name)}.${suggestion(name, names)}`);
}

/** Every document of specs/ that the surfaces read; the build prepares them. */
export async function documentsOf(
  registrations: readonly Registration[],
): Promise<readonly DocumentFiles[]> {
  const all = (await Promise.all(registrations.map(({ documents }) => documents()))).flat();
  return [...new Map(all.map((one) => [one.name, one])).values()];
}

/** Every contract that the kit has. */
export async function ownContracts(
  registrations: readonly Registration[],
): Promise<readonly Contract[]> {
  return (await Promise.all(registrations.map(({ contracts }) => contracts()))).flat();
}

/**
 * The contract with this name: `3.5` where a surface has versions, `allocation-v1` or `allocation-v1@1.0.0` where it
 * has APIs. Throws InputError for a name that none has.
 */
export async function contractNamed(
  registrations: readonly Registration[],
  name: string,
): Promise<Contract> {
  const [, api = name, version] = /^([^@]*)@(.*)$/s.exec(name) ?? [];
  for (const { versions, apis } of registrations) {
    const known = [...(versions?.names ?? []), ...(versions?.earlier ?? [])];
    if (versions && known.includes(name)) return versions.contract(name);
    if (apis?.list.some((one) => one.api === api)) return apis.contract(api, version);
  }
  const names = registrations.flatMap(({ versions, apis }) => [
    ...(versions?.names ?? []),
    ...(apis?.list.map((one) => one.api) ?? []),
  ]);
  throw new InputError(`there is no contract ${JSON.stringify(name)}.${suggestion(api, names)}`);
}
