/** Requests as a .http file, which HTTP clients of editors send: a request line, headers, an empty line, the body. */
import type { Operation } from '../contract/contract.ts';
import type { Call } from '../model/index.ts';
import type { Example } from './example.ts';

/** The requests of an operation. `{{baseUrl}}` and `{{token}}` come from the environment of the client. */
export function httpFile(
  { method, path, openToAll }: Operation,
  examples: readonly Example[],
  needsToken: boolean,
): string {
  const own = needsToken && openToAll !== true ? ['authorization: Bearer {{token}}'] : [];
  const head = [
    `# Examples of ${method} ${path}.`,
    '# http-client.env.json has {{baseUrl}}. The ids are those of the reference server: assay serve.',
  ];
  const isHere = ({ before, request }: Example): boolean => [...before, request].every(isText);
  const left = examples.filter((one) => !isHere(one)).map(({ kind, name }) => `${kind}-${name}`);
  const elsewhere =
    left.length === 0
      ? []
      : [
          `# Available only as JSON, because a text file cannot hold their bytes: ${left.join(', ')}.`,
        ];
  const requests = examples.filter(isHere).flatMap((one) => requestsOf(one, own));
  return [...head, ...elsewhere, '', ...requests].join('\n');
}

function requestsOf(example: Example, own: readonly string[]): readonly string[] {
  const { kind, name, sends, before, request, statuses, rules } = example;
  const preparing = before.flatMap((call, i) => [
    `### ${kind} ${name}, preparation ${i + 1}`,
    ...lines(call, own),
  ]);
  return [
    ...preparing,
    `### ${kind} ${name}`,
    `# Sends ${sends}.`,
    `# Expected: ${statuses.join(' or ')}.`,
    ...rules.map(({ rule, requirement }) => `# ${rule.level} ${requirement.id}: ${rule.statement}`),
    ...lines(request, own),
  ];
}

function lines({ method, path, headers, body }: Call, own: readonly string[]): readonly string[] {
  return [
    `${method} {{baseUrl}}${path} HTTP/1.1`,
    ...own,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ['', body]),
    '',
  ];
}

/** False for bytes, and for a text that an editor would read as the end of the request or as a variable. */
function isText({ body = '', path, encoding }: Call): boolean {
  return encoding === undefined && !/^(###|<|>)/m.test(body) && !/\{\{/.test(body + path);
}
