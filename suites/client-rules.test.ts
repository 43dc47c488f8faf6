/** Each rule for clients holds for the valid requests of the suite, and fails for a mistake of a client. */
import { expect, it } from 'vitest';
import {
  type Call,
  type CheckResult,
  call,
  type Fixtures,
  fixturesOf,
  type Surface,
} from '../src/kit.ts';
import { nameOf } from '../src/model/index.ts';
import { ledger, registry } from './index.ts';

const fixtures = (surface: Surface): Fixtures =>
  fixturesOf(surface, { ...surface.presumed, ...surface.exampleFixtures });

const operation = (surface: Surface, name: string) => {
  const found = surface.operations.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no operation ${name}`);
  return found;
};

/** The rules that judge these requests of one client, and the last result of each, by name. */
function judged(surface: Surface, requests: readonly Call[]): Map<string, CheckResult> {
  const results = new Map<string, CheckResult>();
  for (const rule of surface.clientRequirements ?? []) {
    if (!('watch' in rule)) throw new Error(`${rule.id} does not watch requests`);
    const own = requests.filter((one) => rule.probes.some((p) => p.operation === one.operation));
    const judge = rule.watch();
    for (const request of own)
      results.set(nameOf(rule.id), judge({ request, startedAt: 0, durationMs: 0 }));
  }
  return results;
}

const failed = (surface: Surface, ...requests: readonly Call[]): string[] =>
  [...judged(surface, requests)]
    .filter(([, result]) => typeof result === 'object' && result.length > 0)
    .map(([name]) => name);

const REGISTRY = registry() as unknown as Surface;
const LEDGER = ledger() as unknown as Surface;

/** A command with a disclosed contract and the context of a factory lookup. */
const exercise = (commandId: string): Call =>
  call(operation(LEDGER, 'submit-and-wait'), {
    json: {
      commandId,
      actAs: ['alice::1220aa'],
      commands: [
        {
          ExerciseCommand: {
            templateId: '#a:B:C',
            contractId: '00aa',
            choice: 'Transfer',
            choiceArgument: { extraArgs: { context: { values: { a: 1 } } }, commandId },
          },
        },
      ],
      disclosedContracts: [
        { contractId: '00aa', createdEventBlob: '', synchronizerId: '', templateId: '#a:B:C' },
      ],
    },
  });

const withdraw = (parts: object): Call =>
  call(operation(REGISTRY, 'allocation-v1/withdraw'), { path: { allocationId: '00aa' }, ...parts });

/** The mistakes of a client, and the rule that each breaks. */
const MISTAKES: readonly (readonly [rule: string, Surface, ...Call[]])[] = [
  ['body-is-json', REGISTRY, withdraw({ text: 'meta={}', contentType: 'text/plain' })],
  ['body-has-documented-shape', REGISTRY, withdraw({ json: { excludeDebugFields: 'true' } })],
  ['names-are-documented', REGISTRY, withdraw({ json: { excludeDebug: true } })],
  [
    'parameters-have-documented-types',
    REGISTRY,
    call(operation(REGISTRY, 'metadata-v1/instruments'), { query: { pageSize: 'ten' } }),
  ],
  [
    'context-is-not-reused',
    REGISTRY,
    call(operation(REGISTRY, 'transfer-v1/transfer-factory'), {
      json: { choiceArguments: { extraArgs: { context: { values: { a: { tag: 'AV_Text' } } } } } },
    }),
  ],
  ['body-is-json', LEDGER, call(operation(LEDGER, 'submit-and-wait'), { text: '{' })],
  ['body-has-documented-shape', LEDGER, call(operation(LEDGER, 'submit-and-wait'), { json: {} })],
  [
    'names-are-documented',
    LEDGER,
    call(operation(LEDGER, 'users-list'), { query: { pagesize: 10 } }),
  ],
  [
    'parameters-have-documented-types',
    LEDGER,
    call(operation(LEDGER, 'users-list'), { query: { pageSize: 'ten' } }),
  ],
  ['factory-context-is-for-one-choice', LEDGER, exercise('first'), exercise('second')],
];

it.each(MISTAKES.map(([rule, surface, ...requests]) => ({ rule, surface, requests })))(
  'a mistake breaks $rule of the $surface.name',
  ({ rule, surface, requests }) => {
    expect(failed(surface, ...requests)).toContain(rule);
  },
);

it.each([REGISTRY, LEDGER])('there is a mistake for each rule of the $name', (surface) => {
  const names = new Set((surface.clientRequirements ?? []).map(({ id }) => nameOf(id)));
  const broken = MISTAKES.filter(([, of]) => of === surface).map(([rule]) => rule);
  expect([...names].filter((name) => !broken.includes(name))).toEqual([]);
});

it.each([REGISTRY, LEDGER])('the valid requests of the $name break none', (surface) => {
  const good = surface.presenceProbes(fixtures(surface)).flatMap(({ control }) => control ?? []);
  expect(good.length).toBeGreaterThan(10);
  expect(failed(surface, ...good)).toEqual([]);
});

it('a lookup that sets a media type on a GET and a token, as the official client does, breaks none', () => {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer x' };
  const info = call(operation(REGISTRY, 'metadata-v1/info'));
  expect(failed(REGISTRY, { ...info, headers })).toEqual([]);
});
