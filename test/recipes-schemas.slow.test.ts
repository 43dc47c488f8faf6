/** Checks the recipes of docs/ci.md and docs/container.md with the published parsers and schemas of their CI systems. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { rolldown } from 'rolldown';
import { beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { blocksOf, CI_PAGE, systemOf, workflowOf } from './recipes.ts';

const file = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const BLOCKS = [...blocksOf(CI_PAGE), ...blocksOf(file('docs/container.md'))];
const of = (system: string) => BLOCKS.filter((block) => systemOf(block) === system);

let github: typeof import('./workflow-parser.ts');
beforeAll(async () => {
  const dir = mkdtempSync(join(tmpdir(), 'assay-'));
  const input = fileURLToPath(new URL('workflow-parser.ts', import.meta.url));
  const build = await rolldown({ input, platform: 'node', logLevel: 'silent' });
  const { output } = await build.write({ dir });
  github = await import(pathToFileURL(join(dir, output[0].fileName)).href);
  return () => rmSync(dir, { recursive: true });
});

/** The errors of GitHub's own parser. */
async function workflowErrors(content: string): Promise<readonly string[]> {
  const { context, value } = github.parseWorkflow(
    { name: 'workflow.yml', content },
    new github.NoOperationTraceWriter(),
  );
  if (value === undefined) return context.errors.getErrors().map(({ message }) => message);
  await github.convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

function schemaErrors(schema: string, text: string): readonly string[] {
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false, logger: false });
  addFormats.default(ajv);
  const validate = ajv.compile(JSON.parse(file(`test/schemas/${schema}`)));
  validate(parse(text));
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath || '/'} ${message}`,
  );
}

it('there is a recipe for each system', () => {
  const systems = BLOCKS.map(systemOf);
  for (const system of ['github', 'gitlab', 'jenkins', 'azure', 'shell'])
    expect(systems).toContain(system);
});

it.each(of('github'))('GitHub reads the workflow under $heading', async (block) => {
  expect(await workflowErrors(workflowOf(block))).toEqual([]);
});

it('the parser of GitHub rejects a wrong workflow', async () => {
  const [workflow = ''] = of('github').map(workflowOf);
  for (const wrong of [
    workflow.replace('runs-on', 'runs_on'),
    workflow.replace('vars.REGISTRY_URL', 'vars.'),
    workflow.replace('on: [push]', 'on: [pushed]'),
  ])
    expect(await workflowErrors(wrong)).not.toEqual([]);
});

it('GitHub reads action.yml', () => {
  const errorsOf = (content: string) =>
    github
      .parseAction({ name: 'action.yml', content }, new github.NoOperationTraceWriter())
      .context.errors.getErrors();
  const action = file('action.yml');
  expect(errorsOf(action)).toEqual([]);
  expect(errorsOf(action.replace('using: composite', 'use: composite'))).not.toEqual([]);
});

it.each(of('gitlab'))('the recipe for GitLab under $heading fits its schema', ({ text }) => {
  expect(schemaErrors('gitlab-ci.json', text)).toEqual([]);
  expect(schemaErrors('gitlab-ci.json', text.replace('when: always', 'when: ever'))).not.toEqual(
    [],
  );
});

it.each(of('azure'))(
  'the recipe for Azure Pipelines under $heading fits its schema',
  ({ text }) => {
    expect(schemaErrors('azure-pipelines.json', text)).toEqual([]);
    for (const wrong of [
      text.replace('- script:', '- scripts:'),
      text.replace('condition: always()', 'conditions: always()'),
      text.replace('testResultsFormat: JUnit', 'testResultsFormat: JJUnit'),
    ])
      expect(schemaErrors('azure-pipelines.json', wrong)).not.toEqual([]);
  },
);

// Jenkins publishes no schema of declarative pipelines: only a running Jenkins validates them.
it('the Jenkinsfile has the sections of a declarative pipeline, and its braces close', () => {
  const [{ text } = { text: '' }] = of('jenkins');
  const bare = text.replace(/'[^'\n]*'/g, "''");
  let depth = 0;
  const sections: string[] = [];
  for (const line of bare.split('\n')) {
    const [, name] = /^\s*(\w+)\b.*\{/.exec(line) ?? [];
    if (depth === 1 && name !== undefined) sections.push(name);
    depth += line.split('{').length - line.split('}').length;
    expect(depth).toBeGreaterThanOrEqual(0);
  }
  expect(depth).toBe(0);
  expect(bare).toMatch(/^pipeline \{\n/);
  expect(sections).toEqual(['agent', 'environment', 'stages', 'post']);
});

it('every page names the release of package.json', () => {
  const { version } = JSON.parse(file('package.json')) as { version: string };
  for (const page of [
    'README.md',
    'CONTRIBUTING.md',
    'docs/ci.md',
    'docs/configuration.md',
    'docs/container.md',
    'docs/signing.md',
  ]) {
    const named = file(page).matchAll(
      /assay-(\d[\w.-]*?)\.tgz|\bassay@v(\d[\w.-]*)|\/assay:(\d[\d.]*)|release `v(\d[\d.]*)`/g,
    );
    for (const [text, ...versions] of named)
      expect(`${page}: ${text} is ${versions.find(Boolean)}`).toBe(
        `${page}: ${text} is ${version}`,
      );
  }
});

it('all pages name the same number of requests of the quick profile', () => {
  const named = (page: string): readonly (string | undefined)[] =>
    [...page.matchAll(/quick[^.]*? about (\d+)/g)].map(([, number]) => number);
  const [number] = named(file('README.md'));
  expect(number).toMatch(/^\d+$/);
  for (const page of [CI_PAGE, file('docs/configuration.md'), file('schemas/assay.schema.json')])
    expect(named(page)).toEqual([number]);
});
