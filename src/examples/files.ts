/** The files of examples: JSON for each, one file of requests for each operation, and an index of all. */
import { bodyJson } from '../contract/request-body.ts';
import { type Call, type HttpResponse, jsonOf, type Surface } from '../model/index.ts';
import type { Example, ShownRule } from './example.ts';
import { httpFile } from './http-file.ts';

export const INDEX = 'index.json';
/** The first member of the index, by which Assay knows a folder of its own. */
export const MADE_BY = 'assay examples';

const NOTE =
  'The ids and the response are those of the reference server (assay serve), which has the same ids each time it starts. The example works on a newly started server, after the preparation requests, if there are any. For another server, replace the ids with ids that exist there, and add a token if it requires one.';

export interface SurfaceExamples {
  readonly surface: Surface;
  readonly examples: readonly Example[];
  /** True if the server needs a bearer token. */
  readonly needsToken: boolean;
}

/** The files by their path below the folder. The same examples give the same bytes. */
export function filesOf(all: readonly SurfaceExamples[]): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const { surface, examples, needsToken } of all) {
    for (const one of examples) files.set(pathOf(surface, one), json(shown(one)));
    for (const operation of new Set(examples.map((one) => one.operation))) {
      const own = examples.filter((one) => one.operation === operation);
      files.set(
        `${surface.name}/${operation.name}/requests.http`,
        httpFile(operation, own, needsToken),
      );
    }
  }
  files.set(
    'http-client.env.json',
    json({ reference: { baseUrl: 'http://127.0.0.1:8080', token: '' } }),
  );
  const surfaces = all.map(({ surface, examples }) => ({
    surface: surface.name,
    contracts: contractsOf(surface),
    examples: examples.map((one) => indexed(surface, one)),
  }));
  files.set(
    INDEX,
    json({ madeBy: MADE_BY, note: NOTE, surfaces, files: [...files.keys(), INDEX] }),
  );
  return files;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const pathOf = ({ name: surface }: Surface, { operation, kind, name }: Example): string =>
  `${surface}/${operation.name}/${kind}-${name}.json`;

function contractsOf({ operations }: Surface): Readonly<Record<string, string>> {
  return Object.fromEntries(operations.map(({ contract }) => [contract.id, contract.version]));
}

function indexed(surface: Surface, one: Example): object {
  const { kind, operation, sends, statuses, rules } = one;
  return {
    file: pathOf(surface, one),
    ...{ operation: operation.name, kind, sends, statuses },
    requirements: rules.map(({ requirement: { id, level } }) => ({ id, level })),
  };
}

function shown(one: Example): object {
  const { operation, kind, sends, wrong, before, request, statuses, rules, response } = one;
  return {
    operation: operation.name,
    path: `${operation.method} ${operation.path}`,
    ...{ kind, sends, ...(wrong && { wrong }), note: NOTE },
    requirements: rules.map(ruleShown),
    ...(before.length > 0 && { before: before.map(requestShown) }),
    request: requestShown(request),
    expected: { statuses },
    response: responseShown(response),
  };
}

function ruleShown({ rule, requirement }: ShownRule): object {
  const { level, statement, clause } = rule;
  const row = rule === requirement ? {} : { row: rule.id };
  return { id: requirement.id, ...row, level, statement, clause };
}

function requestShown({ method, path, headers, body, encoding }: Call): object {
  if (body === undefined) return { method, path, headers };
  if (encoding !== undefined) return { method, path, headers, base64: body };
  return { method, path, headers, ...textOrJson(body, bodyJson(body)) };
}

/** The headers that a client reads; the others depend on the server and the time. */
const READ: readonly string[] = ['content-type', 'allow'];

function responseShown(response: HttpResponse): object {
  const { status, headers, text } = response;
  const read = Object.fromEntries(READ.flatMap((name) => entryOf(headers, name)));
  return { status, headers: read, ...(text === '' ? {} : textOrJson(text, jsonOf(response))) };
}

const entryOf = (headers: Readonly<Record<string, string>>, name: string) =>
  headers[name] === undefined ? [] : [[name, headers[name]] as const];

/** A value only if it stands for exactly this text. */
function textOrJson(text: string, value: unknown): object {
  return value !== undefined && JSON.stringify(value) === text ? { body: value } : { text };
}
