/** What of a response its document names: a server may show more, which changes by itself. */
import type { CompleteExchange } from '../../../src/kit.ts';
import { onlyDocumented } from '../requests/documented.ts';

/** An exchange whose body, of a success as JSON, has the documented members only, at any depth. */
export function asDocumented(exchange: CompleteExchange): CompleteExchange {
  const { request, response } = exchange;
  const { contract, responses } = request.operation;
  const schema = responses[200]?.['application/json'];
  if (response.status !== 200 || schema === undefined) return exchange;
  let body: unknown;
  const get = (from: typeof response, name: string | symbol): unknown => {
    if (name !== 'body') return Reflect.get(from, name, from);
    body ??= onlyDocumented(contract, schema, from.body);
    return body;
  };
  return { ...exchange, response: new Proxy(response, { get }) };
}
