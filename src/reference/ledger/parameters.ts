/** The syntax of query and path parameters. */
import { isDateTime } from './decode.ts';
import { DecodeError } from './failures.ts';
import type { ParameterKind } from './route.ts';
import type { Match } from './steps.ts';

/** Throws DecodeError for a malformed, repeated or missing parameter. */
export function checkParameters({ route, path }: Match, query: URLSearchParams): void {
  for (const [name, kind] of Object.entries(route.pathKinds ?? {})) {
    if (!reads(kind, path[name] ?? '')) {
      throw new DecodeError(`Invalid value for: path parameter ${name}`);
    }
  }
  for (const [name, kind] of Object.entries(route.query ?? {})) {
    const values = query.getAll(name);
    if (kind === 'needed' && values.length === 0) {
      throw new DecodeError(`Invalid value for: query parameter ${name} (missing)`);
    }
    const repeated = values.length > 1 && kind !== 'strings';
    if (repeated || !values.every((value) => reads(kind, value))) {
      throw new DecodeError(`Invalid value for: query parameter ${name}`);
    }
  }
}

function reads(kind: ParameterKind, value: string): boolean {
  switch (kind) {
    case 'int':
      return isWithin(value, 31n);
    case 'long':
      return isWithin(value, 63n);
    case 'bool':
      return value === 'true' || value === 'false';
    case 'date-time':
      return isDateTime(value);
    default:
      return true;
  }
}

function isWithin(value: string, bits: bigint): boolean {
  if (!/^[+-]?\d{1,20}$/.test(value)) return false;
  const number = BigInt(value.replace('+', ''));
  return number >= -(2n ** bits) && number < 2n ** bits;
}
