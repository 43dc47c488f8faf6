/** Reduces a response to its documented members: others may vary. */
import { type CompleteExchange, onlyDescribed } from '../../src/kit.ts';

/** The exchange, with only documented members in the JSON body of a success, at any depth. */
export function asDocumented(exchange: CompleteExchange): CompleteExchange {
  const { request, response } = exchange;
  const { contract, responses } = request.operation;
  const schema = responses[200]?.['application/json'];
  if (response.status !== 200 || schema === undefined) return exchange;
  let body: unknown;
  const get = (from: typeof response, name: string | symbol): unknown => {
    if (name !== 'body') return Reflect.get(from, name, from);
    body ??= onlyDescribed(contract, schema, from.body);
    return body;
  };
  return { ...exchange, response: new Proxy(response, { get }) };
}
