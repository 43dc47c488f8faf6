/** The request of a failure and its response in SARIF 2.1.0 (§3.46, §3.47). */
import type { Counterexample } from '../../model/index.ts';
import { cut } from '../text.ts';

const BODY = 20_000;
const PROTOCOL = { protocol: 'HTTP', version: '1.1' } as const;

/** The members `webRequest` and `webResponse` of a result. Long bodies are cut. */
export function webExchange({ request, response }: Counterexample): object {
  const { method, url, headers, body } = request;
  const parameters = parametersOf(url);
  return {
    webRequest: {
      ...PROTOCOL,
      method,
      target: cut(url, BODY),
      headers: shortened(headers),
      ...(Object.keys(parameters).length > 0 ? { parameters } : {}),
      ...(body === undefined ? {} : { body: { text: cut(body, BODY) } }),
    },
    webResponse:
      response === null
        ? { noResponseReceived: true }
        : {
            ...PROTOCOL,
            statusCode: response.status,
            headers: shortened(response.headers),
            body: { text: cut(response.body, BODY) },
          },
  };
}

function parametersOf(url: string): Record<string, string> {
  const start = url.indexOf('?');
  return start < 0 ? {} : shortened(Object.fromEntries(new URLSearchParams(url.slice(start))));
}

function shortened(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [cut(name, 1000), cut(value, BODY)]),
  );
}
