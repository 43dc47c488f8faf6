/** Every reader of foreign files, as a function of a name and bytes, with a valid file. */
import { stringify } from 'yaml';
import { baselineOf } from '../../src/cli/baseline.ts';
import { configOf } from '../../src/input/config.ts';
import { contractIn } from '../../src/input/contract-file.ts';
import { InputError } from '../../src/input/error.ts';
import { checkFixtures } from '../../src/input/fixtures.ts';
import { sourceOf } from '../../src/input/source.ts';
import { reportOf } from '../../src/output/report-folder.ts';
import { harOf, judgeHar } from '../../src/record/archive.ts';
import { recordedRuns } from '../../src/record/settings.ts';
import { startRegistry } from '../../src/reference/registry.ts';
import { pack, unpack } from '../../src/report/attest/bundle.ts';
import type { Files } from '../../src/report/attest/statement.ts';
import { checkAttestation } from '../../src/report/attest/statement-check.ts';
import { toJson } from '../../src/report/formats/json.ts';
import { contradictions } from '../../src/report/summary-check.ts';
import { planOf, type ReportWithEvidence, run } from '../../src/run/run.ts';
import { mergeParts } from '../../src/shards/merge.ts';
import { readPart } from '../../src/shards/part.ts';
import { SURFACES, VERSIONED } from '../../src/surfaces/index.ts';
import { ledger } from '../../suites/ledger/index.ts';
import { registry } from '../../suites/registry/index.ts';
import { mixed } from '../sample-report.ts';
import { publicKey, signed, small } from '../signed-report.ts';

export interface Reader {
  readonly name: string;
  /** The kind of the file, which decides the changes. */
  readonly kind: 'json' | 'yaml' | 'bytes';
  readonly seeds: readonly Buffer[];
  /** The share of the files that this reader gets; all by default. A slow reader gets fewer. */
  readonly share?: number;
  /** Reads a file. Throws only InputError. */
  readonly read: (name: string, bytes: Uint8Array) => unknown;
}

const FIXTURES = {
  allocations: [`00${'ab'.repeat(68)}`],
  parties: ['alice::1220ff'],
  choiceArguments: [{ a: { b: ['x', 1, null] }, amount: '1.5' }],
  interfaces: ['#a:B:C'],
};
const SETTINGS = {
  fixtures: FIXTURES,
  rate: '2/s',
  timeout: 1000,
  only: ['registry/*'],
  headers: { 'x-a': 'b' },
  contract: 3.5,
};
const BASELINE = [
  {
    requirement: 'registry/allocation-v1/withdraw/x',
    operation: 'a#b',
    owner: 'me',
    reason: 'known',
    expires: '2026-12-31',
  },
];
const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Theirs', version: '3.4.99' },
  paths: {
    '/v2/users/{user}': {
      parameters: [{ name: 'user', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        operationId: 'getUser2',
        responses: {
          200: {
            description: 'A user.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/User' } } },
          },
        },
      },
    },
    '/v2/other': { post: { requestBody: { content: { 'application/json': {} } }, responses: {} } },
  },
  components: {
    schemas: {
      User: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'string', pattern: '^[a-z]+$', minLength: 1 },
          more: { type: 'array', items: { $ref: '#/components/schemas/User' }, nullable: true },
          kind: {
            oneOf: [{ type: 'integer', minimum: 0, exclusiveMinimum: true }, { enum: ['a'] }],
          },
        },
        additionalProperties: { type: 'string' },
      },
    },
  },
};

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const yaml = (value: unknown): Buffer => Buffer.from(stringify(value));

/** The readers; some read the evidence of a run that this function makes. */
export async function readers(): Promise<readonly Reader[]> {
  const shards = await shardsOfRun();
  const [first, second] = shards;
  const { all, files, envelope } = signed(small);
  const report = { ...mixed, verdicts: mixed.verdicts.slice(0, 12) };
  return [
    {
      name: 'har',
      kind: 'json',
      seeds: [first.har, json(foreignHar())],
      read: (name, bytes) => recordedRuns(harOf(name, bytes), name),
    },
    {
      name: 'report',
      kind: 'json',
      seeds: [Buffer.from(toJson(report)), first.report],
      read: (name, bytes) => contradictions(reportOf(name, bytes)),
    },
    {
      name: 'judged har',
      kind: 'json',
      share: 0.02,
      seeds: [first.har],
      read: async (name, bytes) => judgeHar(harOf(name, bytes), name, SURFACES).catch(asInput),
    },
    {
      name: 'planned contract',
      kind: 'yaml',
      share: 0.02,
      seeds: [yaml(DOCUMENT), json(DOCUMENT)],
      read: async (name, bytes) => {
        const contract = await contractIn(VERSIONED.versions, { name, bytes });
        return planOf({ surface: ledger(contract), url: new URL('http://x') });
      },
    },
    {
      name: 'fixtures',
      kind: 'yaml',
      seeds: [yaml(FIXTURES), json(FIXTURES)],
      read: (name, bytes) => checkFixtures(sourceOf(name, bytes)),
    },
    {
      name: 'settings',
      kind: 'yaml',
      seeds: [yaml(SETTINGS), json(SETTINGS)],
      read: (name, bytes) => configOf(sourceOf(name, bytes), '/nowhere', {}),
    },
    {
      name: 'baseline',
      kind: 'yaml',
      seeds: [yaml(BASELINE), json(BASELINE)],
      read: (name, bytes) => baselineOf(sourceOf(name, bytes)),
    },
    {
      name: 'contract',
      kind: 'yaml',
      seeds: [yaml(DOCUMENT), json(DOCUMENT)],
      read: (name, bytes) => contractIn(VERSIONED.versions, { name, bytes }),
    },
    {
      name: 'bundle',
      kind: 'bytes',
      seeds: [Buffer.from(pack(all)), Buffer.from(pack(new Map([['a', Buffer.from('b')]])))],
      read: (name, bytes) => {
        const unpacked = unpack(bytes);
        if (unpacked.problem !== undefined) throw new InputError(`${name}: ${unpacked.problem}`);
        return unpacked.files;
      },
    },
    {
      name: 'attestation',
      kind: 'json',
      seeds: [Buffer.from(envelope)],
      read: (name, bytes) => trusted(name, Buffer.from(bytes).toString(), files),
    },
    {
      name: 'statement',
      kind: 'json',
      seeds: [Buffer.from(JSON.parse(envelope).payload, 'base64')],
      read: (name, bytes) => {
        const { envelope: forged } = signed(small, undefined, () => parsedOr(bytes));
        return trusted(name, forged, files);
      },
    },
    {
      name: 'shard report',
      kind: 'json',
      seeds: [first.report],
      read: (name, bytes) => merged(name, bytes, first.har, second),
    },
    {
      name: 'shard evidence',
      kind: 'json',
      seeds: [first.har],
      read: (name, bytes) => merged(name, first.report, bytes, second),
    },
  ];
}

interface Shard {
  readonly report: Buffer;
  readonly har: Buffer;
}

const REGISTRY = registry();

/** Two shards of a small run against the reference registry. */
async function shardsOfRun(): Promise<readonly [Shard, Shard]> {
  const server = await startRegistry({});
  try {
    const only = 'registry/allocation-v1/{withdraw,cancel}/operation-exists';
    const options = { surface: REGISTRY, url: new URL(server.url), only, runs: 1 };
    const ran = async (index: number): Promise<Shard> => {
      const shard = { index, of: 2 };
      return shortened(await run({ ...options, fixtures: server.fixtures, shard }));
    };
    return [await ran(1), await ran(2)];
  } finally {
    await server.close();
  }
}

/** The shard with two exchanges, so that it can be read often in a short time. */
function shortened({ report, evidence }: ReportWithEvidence): Shard {
  const { log }: { log: { entries: readonly object[] } } = JSON.parse(JSON.stringify(evidence));
  const verdicts = report.verdicts.map((verdict) => ({ ...verdict, evidence: [1] }));
  return {
    report: Buffer.from(toJson({ ...report, verdicts })),
    har: json({ log: { ...log, entries: log.entries.slice(0, 2) } }),
  };
}

/** An archive like those of browsers. */
function foreignHar(): object {
  const headers = [{ name: 'content-type', value: 'application/json' }];
  const content = { size: 2, mimeType: 'application/json', text: 'e30=', encoding: 'base64' };
  const request = { method: 'GET', url: 'http://x/v2/users/a?b=c', headers, cookies: [] };
  const response = { status: 200, headers, content, bodySize: 2 };
  const startedDateTime = '2026-01-01T00:00:00Z';
  return { log: { version: '1.2', entries: [{ startedDateTime, time: 3, request, response }] } };
}

/** The signed statement. Throws if it cannot be trusted. */
function trusted(name: string, envelope: string, files: Files): unknown {
  const { problems, statement } = checkAttestation({ envelope, files, bundled: true }, publicKey);
  if (problems.length > 0) throw new InputError(`${name}: ${problems.join()}`);
  return statement;
}

/** Merges both shards, as `merge` does. */
function merged(name: string, report: Uint8Array, har: Uint8Array, other: Shard): unknown {
  const first = readPart(name, Buffer.from(report).toString(), Buffer.from(har).toString());
  if ('problem' in first) throw new InputError(first.problem);
  const second = readPart('other', other.report.toString(), other.har.toString());
  if ('problem' in second) throw new Error(second.problem);
  return mergeParts([first, second], REGISTRY);
}

/** A selection that this kit does not know is also an error of the file. */
function asInput(error: Error & { code?: unknown }): never {
  throw error.code === 'ASSAY_SELECTION' ? new InputError(error.message) : error;
}

function parsedOr(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return Buffer.from(bytes).toString();
  }
}
