import { InputError } from '../../input/error.ts';
import type { Flags } from '../../input/flags.ts';
import { defined, texts } from '../../model/defined.ts';
import type { Surface } from '../../model/index.ts';
import type { Registration } from '../../model/registration.ts';
import { registrationOf, SURFACES } from '../../surfaces/index.ts';

/** The surface with this name, or all surfaces. Throws InputError for an unknown name or version. */
export async function surfacesNamed(
  name: string | undefined,
  version?: string,
): Promise<readonly Surface[]> {
  if (name !== undefined) checkSurface(name, defined({ contract: version }));
  const registrations = name === undefined ? SURFACES : [registrationOf(name)];
  return Promise.all(registrations.map((registration) => surfaceAt(registration, version)));
}

async function surfaceAt({ suite, versions }: Registration, version?: string): Promise<Surface> {
  const contract = version === undefined ? undefined : await versions?.contract(version);
  return (await suite())(contract);
}

/** These surfaces, and after them the same at the older versions of their APIs. */
export async function everyVersion(surfaces: readonly Surface[]): Promise<readonly Surface[]> {
  const older = surfaces.flatMap(({ name }) => {
    const one = registrationOf(name);
    const { names = [], earlier = [] } = one.versions ?? {};
    return [...names.slice(1), ...earlier].map((version) => surfaceAt(one, version));
  });
  return [...surfaces, ...(await Promise.all(older))];
}

/** Throws InputError for an unknown surface, and for options that it does not have. */
export function checkSurface(name: string, flags: Flags): void {
  const { sampled, changing, versions } = registrationOf(name);
  if (!sampled && flags.runs !== undefined)
    throw new InputError(
      `--runs: only for the surface ${namesOf((one) => one.sampled)}. A ${name} gets the same requests in each run, without random values. Leave it out; --profile quick, --level must and --only send fewer requests.`,
    );
  const given = texts(
    versions === undefined && flags.contract !== undefined && '--contract',
    versions === undefined && flags.contractFile !== undefined && '--contract-file',
    !changing && flags.allowWrites && '--allow-writes',
    !changing && flags.allowIrreversible && '--allow-irreversible',
    !changing && flags.strictRead && '--strict-read',
  );
  if (given.length === 0) return;
  const others = namesOf((one) => one.versions !== undefined || one.changing);
  throw new InputError(
    `${given.join(', ')}: only for the surface ${others}. The ${name} has one contract, and a run only reads it. Leave the option out.`,
  );
}

function namesOf(has: (registration: Registration) => boolean): string {
  return SURFACES.filter(has)
    .map(({ name }) => name)
    .join(' or ');
}
