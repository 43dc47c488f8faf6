/** The files of `assay examples` against the documents, and against new servers. By night, also of an older ledger. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { folderWith } from '../../test/files.ts';
import { byDay } from '../../test/nightly.ts';
import { printed } from '../../test/printed.ts';
import type { JsonSchema, Operation } from '../contract/contract.ts';
import { dropAbsentNulls } from '../contract/null-as-absent.ts';
import { validator } from '../contract/validate.ts';
import { connect } from '../exchange/client.ts';
import { type Call, nameOf, rulesIn, type Surface } from '../model/index.ts';
import { registrationOf } from '../surfaces/index.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly text?: string;
  readonly base64?: string;
}

interface File {
  readonly operation: string;
  readonly kind: 'good' | 'bad';
  readonly wrong?: 'schema' | 'identifier' | 'framing';
  readonly requirements: readonly {
    readonly id: string;
    readonly row?: string;
    readonly level: string;
  }[];
  readonly before?: readonly Request[];
  readonly request: Request;
  readonly expected: { readonly statuses: readonly number[] };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: unknown;
    readonly text?: string;
  };
}

/** The texts of the files below a folder, by path. */
function treeOf(folder: string): Readonly<Record<string, string>> {
  const paths = readdirSync(folder, { recursive: true }).map((path) => join(folder, String(path)));
  const files = paths.filter((path) => statSync(path).isFile()).sort();
  return Object.fromEntries(
    files.map((path) => [relative(folder, path), readFileSync(path, 'utf8')]),
  );
}

const textOf = ({ body, text }: Request): string | undefined =>
  body === undefined ? text : JSON.stringify(body);

/** The ledger's documents count null as an absent member. */
const withoutNulls = ({ contract }: Operation, schema: JsonSchema, value: unknown): unknown =>
  contract.id.startsWith('ledger') ? dropAbsentNulls(contract, schema, value) : value;

const parsed = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

const CASES = byDay(
  [
    ['registry', undefined],
    ['ledger', '3.5'],
    ['ledger', '3.4'],
  ] as const,
  ([, version]) => version !== '3.4',
);

describe.each(CASES)('the examples of the %s %s', (name, version) => {
  let folder = '';
  let tree: Readonly<Record<string, string>> = {};
  let surface: Surface;
  let files: readonly (readonly [path: string, file: File, operation: Operation])[] = [];
  const arguments_ = [name, ...(version === undefined ? [] : ['--contract', version])];

  afterAll(() => rmSync(folder, { recursive: true }));
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-examples-'));
    const { suite, versions } = registrationOf(name);
    const contract = version === undefined ? undefined : await versions?.contract(version);
    surface = (await suite())(contract);
    expect(await printed('examples', folder, ...arguments_)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Written to .*: \d+ examples of the (registry|ledger)\.\n$/),
    });
    tree = treeOf(folder);
    const byName = new Map(surface.operations.map((one) => [one.name, one]));
    files = Object.entries(tree).flatMap(([path, text]) => {
      if (!/\/(good|bad)-[^/]*\.json$/.test(path)) return [];
      const file = JSON.parse(text) as File;
      const operation = byName.get(file.operation);
      return operation === undefined ? [] : [[path, file, operation] as const];
    });
  });

  it('are the same bytes each time, and replace those of an earlier call', async () => {
    const again = folderWith({});
    for (const _ of [1, 2]) await printed('examples', again, ...arguments_);
    expect(treeOf(again)).toEqual(tree);
  });

  it('have a valid request of each operation, and a bad one of each with a body', () => {
    const with_ = (kind: string): Set<string> =>
      new Set(files.flatMap(([, file]) => (file.kind === kind ? file.operation : [])));
    const [good, bad] = [with_('good'), with_('bad')];
    const names = (all: readonly Operation[]): string[] => all.map((one) => one.name);
    expect(names(surface.operations.filter((one) => !good.has(one.name)))).toEqual([]);
    const bodies = surface.operations.filter(
      ({ requestContent = {} }) => 'application/json' in requestContent,
    );
    expect(names(bodies.filter((one) => !bad.has(one.name)))).toEqual([]);
  });

  it('have a request for each kind of wrong one that the reference server rejects', () => {
    const shown = new Set(
      files.flatMap(([, { requirements }]) => requirements.map(({ id, row }) => nameOf(row ?? id))),
    );
    const lacking = rulesIn(surface).filter(
      ({ id, withControl, probes }) =>
        withControl && probes.some(({ wrong }) => wrong !== undefined) && !shown.has(nameOf(id)),
    );
    const names = new Set(lacking.map(({ id }) => nameOf(id)));
    expect([...names]).toEqual([]);
  });

  it('fit the request schema if they are good, and break it if they say so', () => {
    const wrong = files.flatMap(([path, { kind, wrong: mistake, request }, operation]) => {
      const { contract, request: schema } = operation;
      if (schema === undefined) return [];
      const value = parsed(textOf(request));
      const fits =
        value !== undefined &&
        validator(contract, schema).fits(withoutNulls(operation, schema, value));
      if (kind === 'good') return fits ? [] : [`${path} does not fit`];
      return mistake === 'schema' && fits ? [`${path} fits`] : [];
    });
    expect(wrong).toEqual([]);
    expect(files.filter(([, { wrong }]) => wrong === 'schema').length).toBeGreaterThan(15);
  });

  it('have responses that fit the schema of their status', () => {
    let judged = 0;
    const wrong = files.flatMap(([path, { response }, operation]) => {
      const { contract, responses } = operation;
      const [type = ''] = (response.headers['content-type'] ?? '').split(';');
      const schema = responses[response.status]?.[type];
      if (schema === undefined || type !== 'application/json') return [];
      judged++;
      const value = 'body' in response ? response.body : parsed(response.text);
      const errors = validator(contract, schema)(withoutNulls(operation, schema, value));
      return errors.map(({ at }) => `${path} ${at}`);
    });
    expect(wrong).toEqual([]);
    expect(judged).toBeGreaterThan(files.length / 2);
  });

  it('cite requirements of the surface', () => {
    const ids = new Set(surface.requirements.map(({ id }) => id));
    const cited = files.flatMap(([, { requirements }]) => requirements.map(({ id }) => id));
    expect(cited.filter((id) => !ids.has(id))).toEqual([]);
    expect(
      files.filter(([, { kind, requirements }]) => kind === 'bad' && requirements.length === 0),
    ).toEqual([]);
  });

  it('get the expected status from a new server', async () => {
    const reading = files.filter(
      ([, { before = [] }, { effect = 'read' }]) => before.length === 0 && effect === 'read',
    );
    const others = files.filter((one) => !reading.includes(one));
    const wrong = await replayed(reading);
    for (const one of others) wrong.push(...(await replayed([one])));
    expect(wrong).toEqual([]);
  });

  /** The examples that get another response at one new server. */
  async function replayed(some: typeof files): Promise<string[]> {
    const { reference } = registrationOf(name);
    const [caller] = reference.callers;
    const server = await reference.start({
      auth: caller !== undefined,
      ...(version !== undefined && { version }),
    });
    const headers = caller && { authorization: `Bearer ${server.tokens[caller]}` };
    const client = connect({
      baseUrl: new URL(server.url),
      timeoutMs: 10_000,
      ...(headers && { headers }),
    });
    const wrong: string[] = [];
    try {
      for (const [path, { before = [], request, expected, response }, operation] of some) {
        for (const one of before) await client.send(callOf(one, operation));
        const got = (await client.send(callOf(request, operation))).response;
        if (!expected.statuses.includes(got?.status ?? 0) || got?.status !== response.status)
          wrong.push(`${path}: ${got?.status} ${got?.text.slice(0, 200)}`);
      }
    } finally {
      await client.close();
      await server.close();
    }
    return wrong;
  }

  it('are the same requests in the .http files', () => {
    const inHttp = Object.entries(tree)
      .filter(([path]) => path.endsWith('.http'))
      .flatMap(([path, text]) => blocksOf(text).map((one) => `${path}: ${one}`));
    const inJson = files.flatMap(([path, { before = [], request }]) => {
      const http = path.replace(/[^/]*$/, 'requests.http');
      const all = [...before, request];
      // Bytes, and a text with the separator in it, are in the JSON file alone.
      if (all.some((one) => 'base64' in one || /^(###|<|>)/m.test(textOf(one) ?? ''))) return [];
      return all.map((one) => `${http}: ${one.method} ${one.path}\n${textOf(one) ?? ''}`);
    });
    expect(inHttp.toSorted()).toEqual(inJson.toSorted());
  });
});

function callOf({ method, path, headers, base64, ...parts }: Request, operation: Operation): Call {
  const body = base64 ?? textOf({ method, path, headers, ...parts });
  return {
    ...{ operation, method, path, headers },
    ...(body !== undefined && { body }),
    ...(base64 !== undefined && { encoding: 'base64' }),
  };
}

/** Method, path and body of each request of a .http file, as editors read it. */
function blocksOf(text: string): readonly string[] {
  return text
    .split(/^###.*\n/m)
    .slice(1)
    .map((block) => {
      const [, line = '', rest = ''] = /^(?:#.*\n)*(.*)\n([\s\S]*)$/.exec(block) ?? [];
      const [, method, path] = /^(\S+) \{\{baseUrl\}\}(\S*) HTTP\/1\.1$/.exec(line) ?? [];
      const [, body = ''] = /^(?:.+\n)*\n([\s\S]*)$/.exec(rest) ?? [];
      return `${method} ${path}\n${body.replace(/\n+$/, '')}`;
    });
}

it('a folder with files of others stays as it is', async () => {
  const folder = folderWith({ 'notes.txt': 'mine' });
  const { code, stderr } = await printed('examples', folder, 'registry');
  expect({ code, stderr: stderr.replaceAll(/\s+/g, ' ') }).toEqual({
    code: 3,
    stderr: expect.stringMatching(/Assay did not write\. Name an empty or a new folder/),
  });
  writeFileSync(join(folder, 'index.json'), '{"madeBy":"somebody","files":["notes.txt"]}');
  expect((await printed('examples', folder, 'registry')).code).toBe(3);
  expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('mine');
});
