/** The forms of rules: the requirements of a table, and their verdicts on a real server. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ReceivedResponse } from '../../src/exchange/response.ts';
import type { CheckResult, Requirement } from '../../src/kit.ts';
import { describe as describeValue, finding } from '../../src/kit.ts';
import {
  type Change,
  judgedNotes,
  NOTES_KIT,
  type Reply,
  reply,
  search,
  searching,
  textIn,
} from '../../test/notes-surface.ts';
import { string, stringAt } from './json.ts';
import { all, anyOf, noOther, unless, without } from './judges.ts';
import { type Law, must, requirementsOf, should } from './law.ts';
import { drawn, each, probe, random } from './probes.ts';
import { type Rejection, rejections } from './rejections.ts';
import { scenario } from './scenarios.ts';
import type { SurfaceKit } from './surface.ts';

const WORDS = { statement: 'A rule.', cause: 'A cause.', fix: 'A fix.' };
const BAD = finding('/status', '200', '500');

/** The result of a check in one word. */
function wordOf(result: CheckResult): string {
  if (typeof result !== 'object') return result ?? 'nothing';
  return result.length === 0 ? 'right' : 'wrong';
}

describe('several results', () => {
  test.each<[string, readonly CheckResult[], string, string]>([
    ['one wrong', [[], undefined, [BAD]], 'wrong', 'wrong'],
    ['one inconclusive', [undefined, []], 'right', 'right'],
    ['none conclusive', [undefined, undefined], 'nothing', 'nothing'],
    ['one inapplicable', [undefined, 'inapplicable'], 'inapplicable', 'nothing'],
    ['an inapplicable one first', ['inapplicable', []], 'inapplicable', 'right'],
  ])('with %s: all of them say %s, any of them %s', (_, results, ofAll, ofAny) => {
    expect([wordOf(all(...results)), wordOf(anyOf(results))]).toEqual([ofAll, ofAny]);
  });
});

test('a finding names surplus entries, and there is no finding without them', () => {
  expect(noOther(undefined, '/a', 'none')).toEqual([]);
  expect(noOther('x', '/a', 'none')).toEqual([finding('/a', 'none', describeValue('x'))]);
});

test('a value without a member keeps all its other members', () => {
  expect(without({ a: { b: 1, c: 2 }, d: 3 }, ['a', 'b'])).toEqual({ a: { c: 2 }, d: 3 });
  expect(without([1], ['a'])).toEqual([1]);
});

describe('a law', () => {
  interface Shape {
    readonly name: string;
    readonly corners: number;
    readonly clause?: string;
  }
  const square: Shape = { name: 'square', corners: 4, clause: 'squares' };
  const circle: Shape = { name: 'circle', corners: 0, clause: 'circles' };
  const one = probe(search, 'one', { sends: 'one request', calls: () => [searching('milk')] });
  const judging = () => ({ probes: [one], check: () => [] });
  const made = (law: Law<Shape>, ...shapes: readonly Shape[]): readonly Requirement[] =>
    requirementsOf([law], shapes, ({ name }) => `shapes/${name}`);

  test('makes one requirement for each subject to which it applies', () => {
    const law = must<Law<Shape>>('round', {
      ...WORDS,
      appliesTo: ({ corners }) => corners > 0,
      test: judging,
    });
    expect(made(law, square, circle)).toMatchObject([
      { id: 'shapes/square/round', level: 'MUST', clause: 'squares', ...WORDS },
    ]);
  });

  test('judges the probes that it is on, for each subject', () => {
    const law = must('round', {
      ...WORDS,
      on: (_: Shape) => one,
      withControl: true,
      check: (_, { corners }, accepted) => (corners > 0 && accepted ? [BAD] : []),
    });
    const said = made(law, square, circle).map((requirement) => {
      expect(requirement).toMatchObject({ probes: [one], withControl: true });
      if (!('check' in requirement)) throw new Error('it has no check');
      const check = (accepted: boolean) =>
        requirement.check({} as Parameters<typeof requirement.check>[0], accepted);
      return [true, false].map((accepted) => wordOf(check(accepted)));
    });
    expect(said).toEqual([
      ['wrong', 'right'],
      ['right', 'right'],
    ]);
  });

  test('that is changed later keeps its test', () => {
    const law = must('round', { ...WORDS, on: (_: Shape) => one, relation: () => [] });
    const [changed] = made({ ...law, statement: 'Another rule.' }, square);
    expect(changed).toMatchObject({ statement: 'Another rule.', probes: [one] });
  });

  test('makes no requirement for a subject that its test cannot judge', () => {
    const law = must<Law<Shape>>('round', { ...WORDS, test: () => undefined });
    expect(made(law, square)).toEqual([]);
  });

  test('has another level for an exception, with the reason', () => {
    const law = must<Law<Shape>>('round', 'shapes', {
      ...WORDS,
      except: ({ corners }) => (corners > 0 ? { level: 'SHOULD', reason: 'corners' } : undefined),
      test: judging,
    });
    const levels = made(law, square, circle).map(({ level, levelReason }) => [level, levelReason]);
    expect(levels).toEqual([
      ['SHOULD', 'corners'],
      ['MUST', undefined],
    ]);
  });

  test('without a clause, on a subject without one, is an error', () => {
    const law = should<Law<Shape>>('round', { ...WORDS, test: judging });
    expect(() => made(law, { name: 'blob', corners: 1 })).toThrow('round has no clause');
  });
});

describe('a probe', () => {
  const groups = (own: Parameters<typeof probe>[2]) =>
    probe(search, 'forms', own)
      .caseGroups({} as never)
      .map(({ label, once, requests }) => ({ label, once, requests }));
  const [milk, bread] = [searching('milk'), searching('bread')];

  test('sends its steps as one case', () => {
    expect(groups({ sends: '', steps: () => [milk, bread] })).toEqual([
      { label: 'forms', once: true, requests: 2 },
    ]);
  });

  test('sends labelled steps as one case each, and each single call as its own case', () => {
    const own = { sends: '', steps: () => ({ a: [milk, bread], b: [milk] }), calls: () => [bread] };
    expect(groups(own)).toEqual([
      { label: 'a', once: true, requests: 2 },
      { label: 'b', once: true, requests: 1 },
      { label: 'forms-1', once: true, requests: 1 },
    ]);
  });

  test('sends a fixed case once, and a random case for each run', () => {
    const cases = fc.constant(milk);
    expect([drawn('x', cases).once, random('x', cases).once]).toEqual([true, undefined]);
    expect(each([milk, bread]).map(({ label }) => label)).toEqual(['request-1', 'request-2']);
  });
});

/** The notes with error codes. */
const KIT: SurfaceKit = {
  ...NOTES_KIT,
  codeFindings: ({ response: { body } }, ...codes) =>
    unless(
      codes.length === 0 || codes.includes(string(body, 'code')),
      '/code',
      codes.join(' or '),
      string(body, 'code'),
    ),
};

/** These texts get these responses, and all others the conforming ones. */
const having =
  (texts: Readonly<Record<string, Reply>>): Change =>
  (usual, request) =>
    texts[request.method === 'POST' ? (textIn(request) ?? '') : ''] ?? usual;

const unknown = (code: string, status = 404): Reply => reply(status, { error: 'no note', code });
const found = (text: string): Reply => reply(200, { text });

const NO_NOTE: Rejection<{ operation: typeof search }> = must('no-note', 'notes-are-found', {
  ...WORDS,
  sends: 'a text of no note',
  status: 404,
  codes: ['NO_NOTE'],
  orElse: { status: 400, codes: ['BAD_TEXT'] },
  requests: () => [{ json: { text: 'gold' } }],
});

describe('a row of rejections', () => {
  const subjects = [{ operation: search }];
  const requirements = rejections(KIT, [NO_NOTE], subjects);
  const broken = async (texts: Readonly<Record<string, Reply>>) =>
    (await judgedNotes(having(texts), requirements))['broken'];

  test.each<[string, Reply, readonly string[]]>([
    ['the documented status and code', unknown('NO_NOTE'), []],
    ['the other right status and code', unknown('BAD_TEXT', 400), []],
    ['another code', unknown('LOST'), ['no-note-error']],
    ['the code of the other status', unknown('BAD_TEXT'), ['no-note-error']],
    ['another status', unknown('NO_NOTE', 410), ['no-note-error']],
    ['a success', found('gold'), ['rejects-no-note']],
    ['a crash', unknown('NO_NOTE', 500), ['rejects-no-note']],
    ['a gateway that is overloaded', unknown('', 503), []],
    ['a limit', unknown('', 429), []],
  ])('reports what is wrong with a response if it is %s', async (_, gold, expected) => {
    expect(await broken({ gold })).toEqual(expected);
  });

  test('is inconclusive if the valid request is rejected as well', async () => {
    const gold = unknown('LOST');
    const { passed, broken: wrong } = await judgedNotes(having({ gold, milk: gold }), requirements);
    expect({ passed, wrong }).toEqual({ passed: undefined, wrong: [] });
  });

  test('promises a code as a MUST only if the documents name it', () => {
    const named = (isNamed: boolean) =>
      rejections(KIT, [{ ...NO_NOTE, isNamed: () => isNamed }], subjects)[1];
    expect(named(true)).toMatchObject({ level: 'MUST', clause: 'notes-are-found' });
    expect(named(false)).toMatchObject({ level: 'SHOULD', clause: 'errors-have-codes' });
  });
});

describe('a scenario', () => {
  const { rules, rejects } = scenario(KIT, search, {
    name: 'chain',
    clause: 'notes-are-found',
    sends: 'a text, what was found by it, and a text of no note',
    steps: () => ({
      first: searching('bread'),
      second: ({ first }: Readonly<Record<string, unknown>>) => {
        const text = stringAt(first, 'text');
        return text === undefined ? undefined : searching(text);
      },
      last: searching('gold'),
    }),
  });
  const requirements = rules(
    must('finds-again', {
      ...WORDS,
      given: ['first'],
      judge: ({ first, second }) =>
        unless(
          stringAt(second.response.body, 'text') === stringAt(first.response.body, 'text'),
          '/text',
          'the same',
          'another',
        ),
    }),
    rejects({
      ...WORDS,
      name: 'no-note',
      given: ['first'],
      step: 'last',
      status: 404,
      codes: ['NO_NOTE'],
    }),
  );
  const gold = unknown('NO_NOTE');

  test.each<[string, Change, readonly string[] | undefined, readonly string[]]>([
    ['conforms', having({ gold }), ['finds-again', 'rejects-no-note', 'no-note-error'], []],
    [
      'finds another note by the second text',
      having({ gold, milk: found('bread'), bread: found('milk') }),
      ['rejects-no-note', 'no-note-error'],
      ['finds-again'],
    ],
    ['rejects the given step', having({ gold, bread: unknown('NO_NOTE') }), undefined, []],
    [
      'shows no text to go on with',
      having({ gold, bread: reply(200, {}) }),
      ['rejects-no-note', 'no-note-error'],
      [],
    ],
    ['forbids the last step', having({ gold: unknown('NO_NOTE', 403) }), ['finds-again'], []],
    [
      'accepts the last step',
      having({ gold: found('gold') }),
      ['finds-again'],
      ['rejects-no-note'],
    ],
    [
      'gives the last step another code',
      having({ gold: unknown('LOST') }),
      ['finds-again', 'rejects-no-note'],
      ['no-note-error'],
    ],
  ])('at a server that %s judges each rule by its own steps', async (_, change, passed, broken) => {
    const names = await judgedNotes(change, requirements);
    expect({ passed: names['passed'], broken: names['broken'] }).toEqual({ passed, broken });
  });

  test('blames the step that must be rejected, and no good one after it', () => {
    const chain = scenario(KIT, search, {
      name: 'wrong-first',
      clause: 'notes-are-found',
      sends: 'a text of no note, and two texts',
      steps: () => ({
        wrong: searching('gold'),
        good: searching('milk'),
        last: searching('bread'),
      }),
    });
    const given = ['good', 'last'] as const;
    const exchanges = ['gold', 'milk', 'bread'].map((text) => ({
      request: searching(text),
      response: new ReceivedResponse(200, {}, JSON.stringify({ text })),
      startedAt: 0,
      durationMs: 0,
    }));
    const [requirement] = chain.rejects({
      ...WORDS,
      name: 'no-note',
      given,
      step: 'wrong',
      status: 404,
    });
    const relation = requirement && 'relation' in requirement ? requirement.relation : undefined;
    const result = relation?.(exchanges, {} as never);
    expect(result).toMatchObject([{ exchange: exchanges[0] }]);
  });
});
