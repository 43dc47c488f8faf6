/** Reads the JSON value of a request's body. */
import type { Contract, JsonSchema, Operation } from './contract.ts';
import { jsonReader } from './recent.ts';
import { validator } from './validate.ts';

/** The JSON value of a body text; `undefined` if it is not JSON. Equal texts share one value. */
export const bodyJson: (text: string) => unknown = jsonReader();

/** The JSON value of a request's body; `undefined` without a body and for one that is not JSON. */
export function sent({ body }: { readonly body?: string }): unknown {
  return body === undefined ? undefined : bodyJson(body);
}

/** Several requirements in a row read the body of the same request. */
let last:
  | { readonly request: unknown; readonly body: string; readonly breaks: boolean }
  | undefined;

/** True when a body text is missing, is not JSON or breaks the operation's request schema. */
export function breaksRequest({ contract, request }: Operation, body: string | undefined): boolean {
  if (request === undefined || body === undefined) return true;
  if (last?.request !== request || last.body !== body)
    last = { request, body, breaks: !fits(contract, request, bodyJson(body)) };
  return last.breaks;
}

/** No value fits a schema that cannot be compiled. */
function fits(contract: Contract, schema: JsonSchema, value: unknown): boolean {
  try {
    return value !== undefined && validator(contract, schema).fits(value);
  } catch {
    return false;
  }
}
