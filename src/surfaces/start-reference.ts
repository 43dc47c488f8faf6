/** Starts the reference server of a surface with options that a person or a program gave. */

import { InputError } from '../input/error.ts';
import { defined } from '../model/defined.ts';
import { ASSAY } from '../model/package.ts';
import {
  isShownAt,
  type ReferenceOptions,
  type Registration,
  type Running,
  type Switch,
} from '../model/registration.ts';
import { suggestion } from '../plan/suggestion.ts';

export interface GivenOptions extends Omit<ReferenceOptions, 'limit'> {
  /** `2/s`, `120/m`, `1000/h`. */
  readonly limit?: string;
}

/** What the giver calls the options, for messages. */
export type OptionNames = Readonly<Record<keyof GivenOptions, string>>;

const prove = (): string => `${ASSAY} prove --list shows all.`;
/** The longest time of a timer. */
const MAX_LATENCY_MS = 2 ** 31 - 1;

/**
 * The running server on 127.0.0.1. Rejects with InputError for an unknown fault or variant, naming the nearest one, for
 * a limit in another form, and for what the surface does not have or the port cannot be.
 */
export async function startReference(
  { name, reference, versions }: Registration,
  given: GivenOptions,
  names: OptionNames,
): Promise<Running> {
  const { port = 0, faults = [], variants = [], auth = false, latencyMs = 0 } = given;
  if (auth && reference.callers.length === 0) {
    throw new InputError(`${names.auth}: the ${name} needs no token. Leave it out.`);
  }
  if (!Number.isInteger(latencyMs) || latencyMs < 0 || latencyMs > MAX_LATENCY_MS) {
    throw new InputError(
      `${names.latencyMs}: ${latencyMs} is not a whole number of milliseconds from 0 to ${MAX_LATENCY_MS}. Write one.`,
    );
  }
  const limit = given.limit === undefined ? undefined : limitOf(given.limit, names.limit);
  const slow = latencyMs > 0 ? names.latencyMs : limit && names.limit;
  if (slow !== undefined && reference.slows !== true) {
    throw new InputError(
      `${slow}: the reference server of ${name} does not support it. Leave it out.`,
    );
  }
  const version = given.version ?? versions?.names[0];
  if (given.version !== undefined && versions === undefined) {
    throw new InputError(`${names.version}: the ${name} has one contract. Leave it out.`);
  }
  if (version !== undefined) await versions?.contract(version);
  const all = await reference.faults();
  check(names.faults, faults, all, prove());
  const others = await reference.variants();
  check(names.variants, variants, others, `There are ${others.map(({ id }) => id).join(', ')}.`);
  for (const fault of all.filter(({ id }) => faults.includes(id))) {
    if (version === undefined || isShownAt(fault, version)) continue;
    const remedy = `Add ${names.version} ${fault.versions?.join(' or ')}.`;
    throw new InputError(
      `${names.faults} ${fault.id}: a ${name} of version ${version} does not support it. ${remedy}`,
    );
  }
  const options = { port, faults, variants, auth, ...defined({ version, limit }) };
  try {
    return await reference.start(latencyMs === 0 ? options : { ...options, latencyMs });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new InputError(
      `${names.port} ${port}: cannot be used (${code}). Name another port, or leave the option out.`,
    );
  }
}

/** The units of `--rate`. */
const WINDOWS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };
/** The most requests of a window: the time of each is kept. */
const MAX_REQUESTS = 100_000;

function limitOf(text: string, name: string): NonNullable<ReferenceOptions['limit']> {
  const [, digits = '', unit = ''] = /^(\d{1,6})\/(s|m|h)$/.exec(text) ?? [];
  const requests = Number(digits);
  const windowMs = WINDOWS[unit];
  if (windowMs === undefined || requests < 1 || requests > MAX_REQUESTS) {
    throw new InputError(
      `${name}: ${JSON.stringify(text)} is not a limit. Write a whole number of requests with its unit, such as 2/s, 120/m or 90/h, with at most ${MAX_REQUESTS} requests.`,
    );
  }
  return { requests, windowMs };
}

function check(
  option: string,
  named: readonly string[],
  all: readonly Switch[],
  remedy: string,
): void {
  const ids = all.map(({ id }) => id);
  for (const id of named) {
    if (ids.includes(id)) continue;
    throw new InputError(`${option} ${id}: nothing has this name.${suggestion(id, ids)} ${remedy}`);
  }
}
