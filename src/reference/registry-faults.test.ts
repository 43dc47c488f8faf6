import picomatch from 'picomatch';
import { Pool } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import { contractIdOf, digest } from './registry/contracts.ts';
import { buildModel } from './registry/model.ts';
import { startRegistry } from './registry.ts';
import { REGISTRY_FAULTS } from './registry-faults.ts';

const CONTEXTS = ['withdraw', 'execute-transfer', 'cancel'];
const FACTORY = 'allocation-factory';
const MUST_EVERYWHERE =
  'offered answers documented-status no-server-error json-media-type body-shape error-body errors-stay-good malformed-json-refused body-required body-type-refused flag-type-refused optional-members json-text-irrelevant debug-fields-omitted flag-default flag-changes-nothing-else flag-ends-with-its-request no-leak-between-requests blob-not-empty duplicates-agree created-at-form';
const MUST_CONTEXTS =
  'live-allocation-answered meta-accepted unknown-id-refused malformed-id-refused near-id-refused other-kind-refused reassigning-409 meta-type-refused meta-value-type-refused';
const MUST_FACTORY = 'declared-arguments-answered choice-arguments-required';
const SHOULD_EVERYWHERE =
  'no-null-members framework-error-body error-text no-internals-in-errors wrong-method-refused refused-with-400 unknown-members-tolerated media-type-parameter debug-keys-absent unique-names repeats-agree contract-ids-disclosed context-data-form contract-id-form template-id-form blob-base64 blobs-differ synchronizer-id-form one-synchronizer complete-responses';
const SHOULD_CONTEXTS =
  'meta-extremes-accepted unknown-id-404 own-allocation-disclosed errors-name-no-others';
const SHOULD_FACTORY = 'choice-arguments-type-refused factory-disclosed awkward-numbers-accepted';

const named = (chapters: readonly string[], names: string): string[] =>
  chapters.flatMap((chapter) => names.split(' ').map((name) => `registry/${chapter}/${name}`));
const REQUIREMENTS = [
  ...named([...CONTEXTS, FACTORY], `${MUST_EVERYWHERE} ${SHOULD_EVERYWHERE}`),
  ...named(CONTEXTS, `${MUST_CONTEXTS} ${SHOULD_CONTEXTS}`),
  ...named([FACTORY], `${MUST_FACTORY} ${SHOULD_FACTORY}`),
  ...named(['withdraw', FACTORY], 'large-bodies-accepted'),
];

describe('the table of faults', () => {
  it('has ids of its own, in kebab case, and one sentence each', () => {
    const ids = REGISTRY_FAULTS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, description } of REGISTRY_FAULTS) {
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)+$/);
      expect(description).toMatch(/^[^\n]*\.$/);
    }
  });

  it.each(REGISTRY_FAULTS)('$id names requirements that exist', (fault) => {
    for (const glob of [fault.killedBy, ...(fault.collateral ?? [])]) {
      expect(
        REQUIREMENTS.filter((id) => picomatch.isMatch(id, glob)),
        glob,
      ).not.toEqual([]);
    }
  });

  it.each(REQUIREMENTS)('has a fault for %s', (requirement) => {
    const catching = REGISTRY_FAULTS.filter(({ killedBy }) => picomatch(killedBy)(requirement));
    expect(catching).not.toEqual([]);
  });
});

interface Question {
  readonly path: string;
  readonly body?: string;
  readonly method?: 'POST' | 'GET' | 'PUT';
  readonly type?: string;
}

const FACTORY_PATH = '/registry/allocation-instruction/v1/allocation-factory';
const contextPath = (id: string, name = 'withdraw'): string =>
  `/registry/allocations/v1/${id}/choice-contexts/${name}`;
const meta = (key: string, value: unknown = 'x'): string =>
  JSON.stringify({ meta: { [key]: value } });
const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });

/** Requests of which each fault must answer at least one in another way than the honest server. */
function questions(fixtures: Fixtures): Question[] {
  const [live = ''] = fixtures.allocations;
  const last = fixtures.allocations.at(-1) ?? '';
  const path = contextPath(live);
  const ids = [
    ...fixtures.allocations,
    ...fixtures.reassigning,
    `00${'ab'.repeat(68)}`,
    live.toUpperCase(),
    live.slice(0, -2),
    `${live}00`,
    `${live.slice(0, 66)}${'0'.repeat(72)}`,
    `%20${live}`,
    `%22${live}%22`,
    `0x${live}`,
    `${live}%23`,
    `${live}${'0'.repeat(120)}`,
    `01${live.slice(2)}`,
    `01${'ab'.repeat(68)}`,
    `00${'ab'.repeat(32)}`,
    `00${'ab'.repeat(126)}`,
    contractIdOf('configuration'),
    contractIdOf(`holding ${live}`),
    contractIdOf('input of leg-1'),
    'constructor',
    '%20',
    '%zz',
    'a'.repeat(2100),
    `${live}%00x`,
    `%2530${live.slice(1)}`,
    'zz',
    '',
    'a'.repeat(600),
    '00%2Fab',
  ];
  const bodies = [
    '{"excludeDebugFields":true}',
    '{"excludeDebugFields": true}',
    '{"excludeDebugFields":false}',
    '{"meta":{},"excludeDebugFields":true}',
    '{"excludeDebugFields":true,"meta":{"a":"b"}}',
    '{"meta":{"a":"b","c":1}}',
    ...['"true"', '"yes"', '1', '0', '[]', '{}'].map((flag) => `{"excludeDebugFields":${flag}}`),
    '{"excludeDebugFields":null}',
    `{"later":"${'x'.repeat(110_000)}"}`,
    '{"later":12345678901234567}',
    '{"excludeDebugFields":true,"later":1}',
    ...['{"later":null}', '{"meta":null}', '{"choiceArguments":{}}'],
    ...['[]', '"text"', '7', 'null', 'false', '{"a":', '\n{}', '{\n}', '{"later":1}', '{}'],
    ...['[]', '"text"', '3'].map((value) => `{"meta":${value}}`),
    ...[
      ...['__proto__', 'constructor', '', 'a/b', 'values', 'debugNote', '$where'],
      ...['k'.repeat(41), 'k'.repeat(400)],
    ].map((key) => `{"meta":{"${key}":"x"}}`),
    ...[1, null, '', 'null', 'a\nb', 'a\0b', 'é', '\u0001', '\ud800', 'x'.repeat(9000)].map(
      (value) => meta('a', value),
    ),
    JSON.stringify({ meta: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [i, ''])) }),
  ];
  const [choiceArguments] = fixtures.choiceArguments;
  const factoryBodies = [{ choiceArguments }, { choiceArguments, excludeDebugFields: true }, {}]
    .concat(
      [{ allocation: {} }, {}, 'text', null, [], nested(9)].map((value) => ({
        choiceArguments: value as never,
      })),
    )
    .map((body) => JSON.stringify(body));
  return [
    ...ids.map((id) => ({ path: contextPath(id), body: '{}' })),
    ...[...fixtures.reassigning, `00${'ab'.repeat(68)}`].flatMap((id) =>
      ['{"excludeDebugFields":true}', '{"meta":{"note":"x"}}', '{"meta":1}'].map((body) => ({
        path: contextPath(id),
        body,
      })),
    ),
    ...bodies.map((body) => ({ path, body })),
    ...factoryBodies.map((body) => ({ path: FACTORY_PATH, body })),
    ...['execute-transfer', 'cancel'].flatMap((name) =>
      [live, last].map((id) => ({ path: contextPath(id, name), body: '{}' })),
    ),
    { path },
    { path, method: 'GET' },
    { path, method: 'PUT', body: '{}' },
    { path, body: '{}', type: 'application/json; charset=utf-8' },
  ];
}

/** Many small requests under the flag, for defects that are rare. */
const manyLean = (path: string): Question[] =>
  Array.from({ length: 120 }, (_, i) => ({
    path,
    body: `{"excludeDebugFields":true,"meta":{"n":"${i}"}}`,
  }));

type Fixtures = Awaited<ReturnType<typeof startRegistry>>['fixtures'];

/** The questions in the order in which they are asked; those of one group are under way together. */
function groups(fixtures: Fixtures): Question[][] {
  const path = contextPath(fixtures.allocations[0] ?? '');
  return [
    ...questions(fixtures).map((question) => [question]),
    [{ path: contextPath(buildModel().factoryId), body: '{}' }],
    [true, false, true, false].map((flag) => ({ path, body: `{"excludeDebugFields":${flag}}` })),
    ...manyLean(path).map((question) => [question]),
  ];
}

async function ask(pool: Pool, { path, body, method = 'POST', type }: Question): Promise<string> {
  try {
    const headers = { 'content-type': type ?? 'application/json' };
    const signal = AbortSignal.timeout(2000);
    const reply = await pool.request({ path, method, body: body ?? null, signal, headers });
    const { 'content-type': mediaType, 'content-encoding': coding } = reply.headers;
    return `${reply.statusCode} ${mediaType} ${coding} ${digest(await reply.body.text())}`;
  } catch (error) {
    return (error as Error).name;
  }
}

/** What a registry with these faults answers, as comparable text, group by group; ends when `enough` says so. */
async function answersWith(
  faults: readonly string[],
  enough: (group: string, index: number) => boolean = () => false,
): Promise<string[]> {
  const registry = await startRegistry({ faults });
  const pool = new Pool(registry.url, { connections: 4 });
  const answers: string[] = [];
  try {
    for (const [index, group] of groups(registry.fixtures).entries()) {
      const answer = (await Promise.all(group.map((one) => ask(pool, one)))).join('\n');
      answers.push(answer);
      if (enough(answer, index)) break;
    }
    return answers;
  } finally {
    await pool.destroy();
    await registry.close();
  }
}

describe('each fault', () => {
  let honest: string[] = [];
  beforeAll(async () => {
    honest = await answersWith([]);
  });

  it('is compared with a server that always answers the same', async () => {
    expect(await answersWith([])).toEqual(honest);
  });

  it.each(REGISTRY_FAULTS)('$id changes an answer', async ({ id }) => {
    const answers = await answersWith([id], (answer, index) => answer !== honest[index]);
    expect(answers.at(-1)).not.toBe(honest[answers.length - 1]);
  });
});
