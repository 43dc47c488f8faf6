/** The forms of checks: each on a server that conforms, breaks the rule, and shows nothing about it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Call,
  type CompleteExchange,
  describe as describeValue,
  sent,
} from '../../../src/kit.ts';
import {
  type Change,
  judgedNotes,
  NOTES_KIT,
  reply,
  search,
  searching,
  textIn,
} from '../../../test/notes-surface.ts';
import { difference, string } from '../json.ts';
import { acceptedToo, unless } from '../judges.ts';
import { probe } from '../probes.ts';
import { lawsOf } from '../surface.ts';
import { stepsOf } from './cases.ts';
import type { Chapter } from './chapter.ts';
import { chapterRequirements } from './compile.ts';
import type { ChapterKit, List } from './kit.ts';
import { type MemberForm, memberLaws } from './members.ts';

/** The words of a note as a list, which its request selects from. */
const listOf = (exchange: CompleteExchange) => ({
  entries: string(exchange.response.body, 'text').split(' ').filter(Boolean),
  whole: true,
  exchange,
});
const wanted = ({ exchange }: List): string => string(sent(exchange.request), 'text');

const KIT: ChapterKit = {
  ...NOTES_KIT,
  clauseOf: () => undefined,
  holes: {},
  requests: () => ({}),
  words: () => ({}),
  sent: {},
  rowOf: () => {
    throw new Error('no rows');
  },
  checks: {
    milkIsMilk: ({ response }: CompleteExchange) => difference({ text: 'milk' }, response.body),
    isMilkOr: ({ response }: CompleteExchange, other: () => CompleteExchange) =>
      string(response.body, 'text') === 'milk'
        ? []
        : difference('tea', string(other().response.body, 'text')),
    echoes: ({ request, response }: CompleteExchange) => difference(sent(request), response.body),
  },
  reasons: {},
  memberForms: {},
  bodyMember: () => undefined,
  lists: {
    against: (all, other, compare) =>
      acceptedToo(listOf, [all, other], (whole, part) =>
        whole.entries.length === 0 ? 'inapplicable' : compare(whole, part),
      ),
    selected: (all, some) =>
      difference(
        all.entries.filter((word) => word === wanted(some)),
        some.entries,
      ),
    filtersOf: () => 1,
    showing: (words, mark, expected) =>
      unless(
        words.every((word) => String(word).includes(mark) === expected),
        '/text',
        'all',
        'some',
      ),
    same: (expected, actual) => difference(expected.length, actual.length),
  },
  credentials: {},
  timed: (one) => one,
  until: (one) => one,
  untilGone: (one) => one,
  sameView: (_exchange, _schema, expected, actual, { at }) => difference(expected, actual, at),
};

const api = {
  operation: () => search,
  has: (name: string) => name === 'search',
  isSince: () => true,
};

const PARTS = { statement: 'A rule.', cause: 'A.', fix: 'B.' };
const WORDS = { clause: 'notes-are-served', ...PARTS };
const REQUEST = { json: { text: '$text' } };

/** The requirements of rules about these cases. */
const rulesOf = (
  cases: NonNullable<Chapter['cases']>,
  rules: NonNullable<Chapter['rules']>,
  kit = KIT,
) => chapterRequirements(kit, api, { on: 'search', cases, rules });

const chapter = (form: string, value: unknown, given: string): Chapter => ({
  on: 'search',
  cases: {
    notes: {
      sends: 'some texts',
      request: REQUEST,
      steps: { milk: { text: 'milk' }, other: { text: 'bread' }, gold: { text: 'gold' } },
    },
  },
  rules: {
    rule: { ...WORDS, given, [form]: value },
  },
});

async function outcomeOf(
  form: string,
  value: unknown,
  change?: Change,
  given = 'milk',
): Promise<string> {
  const rules = chapterRequirements(KIT, api, chapter(form, value, given));
  const outcomes = await judgedNotes(change, rules);
  const found = Object.entries(outcomes).find(
    ([name, rule]) => name !== 'broken' && rule.includes('rule'),
  );
  return found?.[0] ?? 'nothing';
}

/** Another response to each request with this text. */
const answer =
  (text: string, status: number, body: object): Change =>
  (usual, request) =>
    textIn(request) === text ? reply(status, body) : usual;

/** A status that infrastructure in front of a server may send. */
const away = (text: string) => answer(text, 402, { error: 'pay' });

const longBread = answer('bread', 200, { text: 'bread', size: 2 });

describe.each<[form: string, value: unknown, broken: Change, inconclusive: Change]>([
  ['accepts', 'milk other', answer('bread', 404, { error: 'no' }), away('nothing')],
  ['rejected', 'gold 400 404', answer('gold', 200, { text: 'gold' }), away('gold')],
  ['rejected', 'gold gold 404', answer('gold', 200, { text: 'gold' }), away('gold')],
  ['check', 'echoes other? ', longBread, away('bread')],
  ['equal', 'milk /text = "milk"', answer('milk', 200, { text: 'tea' }), away('milk')],
  [
    'equal',
    ['gold? /text = "x"', 'other /text = other sent /text'],
    answer('bread', 200, { text: 'tea' }),
    away('bread'),
  ],
  ['same', { schema: 'Note', as: 'milk', is: 'other', except: 'text' }, longBread, away('nothing')],
  [
    'response',
    { step: 'other', status: '200 404', headers: { 'content-type': { pattern: 'json' } } },
    answer('bread', 418, { error: 'tea' }),
    away('bread'),
  ],
  [
    'response',
    { step: 'milk', body: { properties: { text: { const: 'milk' } } } },
    answer('milk', 200, { text: 'tea' }),
    away('milk'),
  ],
  ['response', { status: [200, 404] }, answer('bread', 500, { text: '' }), away('gold')],
  ['check', 'milkIsMilk milk', answer('milk', 200, { text: 'tea' }), away('nothing')],
  ['check', ['milkIsMilk milk', 'echoes other'], longBread, away('nothing')],
])('%s: %j', (form, value, broken, inconclusive) => {
  test('passes, fails, and says nothing', async () => {
    expect(await outcomeOf(form, value)).toBe('passed');
    expect(await outcomeOf(form, value, broken)).toBe('failed');
    expect(await outcomeOf(form, value, inconclusive)).not.toBe('failed');
    expect(await outcomeOf(form, value, undefined, 'gold')).toBe('cantTell');
  });
});

describe.each<[form: string, value: unknown, all: string, some: string, outcome: string]>([
  ['selects', 'other from milk', 'milk bread', 'bread', 'passed'],
  ['selects', 'other from milk', 'milk bread', 'milk bread', 'failed'],
  ['selects', 'other from milk', '', 'bread', 'inapplicable'],
  ['selects', 'other from milk by 2 filters', 'milk bread', 'milk', 'inapplicable'],
  ['only-on-request', { member: '!', without: 'milk', with: 'other' }, 'a b', 'a! b!', 'passed'],
  ['only-on-request', { member: '!', without: 'milk', with: 'other' }, 'a b', 'a! b', 'failed'],
  ['only-on-request', { member: '!', without: 'milk', with: 'other' }, 'a b', 'a!', 'failed'],
  ['only-on-request', { member: '!', without: 'milk', with: 'other' }, '', 'a!', 'inapplicable'],
])('%s: %j of the lists %j and %j', (form, value, all, some, outcome) => {
  test(`is ${outcome}`, async () => {
    const lists: Change = (usual, request) => {
      const text = textIn(request);
      if (text !== 'milk' && text !== 'bread') return usual;
      return reply(200, { text: text === 'milk' ? all : some });
    };
    expect(await outcomeOf(form, value, lists)).toBe(outcome);
  });
});

describe('a rule about members', () => {
  const small: MemberForm = ({ at, value }) =>
    value === undefined
      ? undefined
      : unless(Number(value) < 9, at, 'below 9', describeValue(value));
  const about = (rule: object) =>
    lawsOf(
      KIT,
      memberLaws(
        { small },
        (check) => () => ({
          probes: [notes],
          check: (exchange) =>
            exchange.response.status === 200 ? check(exchange.response.body, exchange) : undefined,
        }),
        { members: { rule: { ...WORDS, form: 'small', ...rule } } },
        KIT.clauseOf,
      ),
      [{ operation: search }],
    );
  const notes = probe(search, 'notes', { sends: 'a text', calls: () => [searching('milk')] });

  test.each<[size: number | undefined, outcome: string]>([
    [8, 'passed'],
    [9, 'failed'],
    [undefined, 'inapplicable'],
  ])('judges the size %j', async (size, outcome) => {
    const outcomes = await judgedNotes(
      answer('milk', 200, { text: 'milk', ...(size && { size }) }),
      about({ members: 'size' }),
    );
    expect(outcomes[outcome]).toEqual(['rule']);
  });

  test('is of operations whose responses can have them', () => {
    expect(about({ members: 'size', type: 'string' })).toEqual([]);
    expect(about({ members: 'length' })).toEqual([]);
    expect(about({ 'objects-with': 'text length' })).toEqual([]);
  });
});

test('a rejection sends the valid request with one change, and judges its status', async () => {
  const rules = chapterRequirements(KIT, api, {
    queries: [{ on: 'search', text: 'text', both: { text: '$value', more: null } }],
    rejections: {
      unknown: { ...WORDS, sends: 'gold', status: 404, needs: 'text', changes: [{ text: 'gold' }] },
      'both-ways': {
        ...WORDS,
        sends: 'silver, where the part is known',
        changes: [{ other: 1 }, { both: 'silver' }],
      },
      'of-others': { ...WORDS, sends: 'gold', needs: 'other', changes: [{ text: 'gold' }] },
    },
  });
  const { broken, passed } = await judgedNotes(answer('silver', 200, { text: 'silver' }), rules);
  expect(passed).toEqual(['rejects-unknown', 'unknown-error']);
  expect(broken).toEqual(['rejects-both-ways']);
});

test('a value that two responses lack is not compared', async () => {
  expect(await outcomeOf('equal', 'other /size = milk /size')).toBe('cantTell');
});

test('a step is made from an earlier response, and left out if that lacks the value', async () => {
  const rules = rulesOf(
    {
      notes: {
        sends: 'a text, and that of its response',
        request: REQUEST,
        steps: {
          first: { text: 'milk' },
          again: { text: '$steps.first.body#/text' },
          sized: { text: '$steps.first.body#/size' },
        },
      },
    },
    {
      again: { ...WORDS, equal: 'again /text = first /text' },
      sized: { ...WORDS, accepts: 'sized' },
    },
  );
  expect(await judgedNotes(undefined, rules)).toMatchObject({
    passed: ['again'],
    cantTell: ['sized'],
  });
  const sized = answer('milk', 200, { text: 'bread', size: 'gold' });
  expect(await judgedNotes(sized, rules)).toMatchObject({ passed: ['again'], broken: ['sized'] });
});

test('a step in brackets is read only where its check needs it', async () => {
  const rules = rulesOf(
    {
      notes: {
        sends: 'a text, and the size in its response as a text',
        request: REQUEST,
        steps: { milk: { text: 'milk' }, sized: { text: '$steps.milk.body#/size' } },
      },
    },
    {
      early: { ...WORDS, check: 'isMilkOr milk sized' },
      late: { ...WORDS, check: 'isMilkOr milk (sized)' },
    },
  );
  expect(await judgedNotes(undefined, rules)).toMatchObject({
    passed: ['late'],
    cantTell: ['early'],
  });
  const other = answer('milk', 200, { text: 'bread' });
  expect(await judgedNotes(other, rules)).toMatchObject({ cantTell: ['early', 'late'] });
});

test('what undoes a request has its values, and is sent only if a look shows that', () => {
  const kit: ChapterKit = {
    ...KIT,
    requests: () => ({
      look: { operation: 'search', json: { text: 'all' } },
      remove: {
        operation: 'search',
        json: { text: 'remove $text' },
        'only-if': { look: 'look', shows: { $holds: '$text' } },
      },
    }),
    holes: { holds: (_, wanted) => (body: unknown) => string(body, 'text') === wanted },
  };
  const { made } = stepsOf(
    kit,
    api,
    search,
    {
      sends: 'a text',
      request: { json: { text: '$text' }, undo: 'remove' },
      steps: { made: { text: 'milk' } },
    },
    KIT.example,
    'a55a',
  );
  const { undo } = made as Call;
  expect([sent(undo as Call), sent(undo?.onlyIf?.look as Call)]).toEqual([
    { text: 'remove milk' },
    { text: 'all' },
  ]);
  const seen = (text: string) => ({ response: { body: { text } } }) as CompleteExchange;
  expect(['milk', 'tea'].map((text) => undo?.onlyIf?.shows(seen(text)))).toEqual([true, false]);
});

test('a request whose undo needs an earlier response is made when that is there, and only then', () => {
  const made = stepsOf(
    {
      ...KIT,
      requests: () => ({ restore: { operation: 'search', json: { text: 'restore $former' } } }),
    },
    api,
    search,
    {
      sends: 'a text, and another one in its place',
      values: { former: '$steps.look.body#/text' },
      request: REQUEST,
      steps: { look: { text: 'all' }, change: { text: 'milk', undo: 'restore' } },
    },
    KIT.example,
    'a55a',
  );
  const change = made['change'] as (bodies: object) => Call | undefined;
  expect(sent(change({ look: { text: 'tea' } })?.undo as Call)).toEqual({ text: 'restore tea' });
  expect(change({ look: {} })).toBeUndefined();
});

describe('a rule of several cases', () => {
  const steps = { milk: { text: 'milk' }, gold: { text: 'gold' } };
  const rules = rulesOf(
    {
      one: {
        name: 'first',
        clause: 'notes-are-served',
        sends: 'one',
        scenario: true,
        request: REQUEST,
        steps,
      },
      two: {
        ...{ clause: 'codes-are-stable', sends: 'two', scenario: true, request: REQUEST },
        steps: { ...steps, bread: { text: 'bread' } },
      },
    },
    {
      served: {
        ...PARTS,
        case: 'one two',
        given: { one: 'milk', two: 'milk bread' },
        accepts: { one: 'milk', two: 'bread' },
      },
      listed: {
        ...PARTS,
        case: 'one two',
        clause: { one: 'codes-are-stable', two: 'notes-are-served' },
        accepts: 'milk',
      },
      'rejects two': { gold: { step: 'gold', clause: 'notes-are-served' } as never } as never,
    },
    { ...KIT, rowOf: (name) => ({ ...PARTS, name, level: 'MUST' }) },
  );

  test('has the clause of each, and the value for each', async () => {
    const [one, two] = rules.filter(({ id }) => id.endsWith('/served'));
    expect([one?.clause, two?.clause]).toEqual(['notes-are-served', 'codes-are-stable']);
    expect(one?.probes.map(({ id }) => id)).toEqual([expect.stringMatching(/first$/)]);
    const refusing = answer('milk', 404, { error: 'no' });
    const both = [one, two].flatMap((rule) => rule ?? []);
    expect(await judgedNotes(refusing, both)).toMatchObject({ cantTell: ['served', 'served'] });
  });

  test('may have a clause for each', () => {
    const listed = rules.filter(({ id }) => id.endsWith('/listed'));
    expect(listed.map(({ clause }) => clause)).toEqual(['codes-are-stable', 'notes-are-served']);
  });

  test('has rejected steps of the cases that are named', () => {
    const rejected = rules.filter(({ id }) => id.endsWith('/rejects-gold'));
    expect(rejected.map(({ clause }) => clause)).toEqual(['notes-are-served']);
    expect(rejected.map(({ probes: [probed] }) => probed?.id)).toEqual([
      expect.stringMatching(/two$/),
    ]);
  });
});

test('a check that needs an accepted step does not apply if it is rejected', async () => {
  expect(await outcomeOf('check', 'echoes other gold?')).toBe('inapplicable');
});

test('a rule without words of its own has the shared words of its name', () => {
  const words = () => ({ rule: { statement: 'Milk is milk.', cause: 'A.', fix: 'B.' } });
  const plain = chapter('accepts', 'milk', 'milk');
  const { cause: _, fix: __, statement: ___, ...rule } = plain.rules?.['rule'] ?? {};
  const [made] = chapterRequirements({ ...KIT, words }, api, { ...plain, rules: { rule } });
  expect(made).toMatchObject({ statement: 'Milk is milk.', fix: 'B.' });
  expect(() => chapterRequirements(KIT, api, { ...plain, rules: { rule } })).toThrow('no shared');
});

test('a step has the headers, the time and the right that it names, on the operations that it names', () => {
  const rules = rulesOf(
    {
      notes: {
        clause: { search: 'notes-are-served', other: 'codes-are-stable' },
        sends: 'texts',
        wrong: 'identifier',
        request: REQUEST,
        steps: {
          milk: { text: 'milk', headers: { trace: '$text-1' }, waits: 8, permitted: true },
          bread: { text: 'bread', on: 'other' },
        },
      },
    },
    { served: { ...PARTS, accepts: 'milk' } },
  );
  const [probe] = rules[0]?.probes ?? [];
  const [group] = probe?.caseGroups(NOTES_KIT.example) ?? [];
  const [steps] = group ? fc.sample(group.cases, 1) : [];
  expect(rules[0]?.clause).toBe('notes-are-served');
  expect(probe?.wrong).toBe('identifier');
  expect(steps).toEqual([
    expect.objectContaining({
      headers: expect.objectContaining({ trace: 'milk-1' }),
      waitsMs: 8000,
      permitted: true,
    }),
  ]);
});

test('a shared request has values for holes that no step and no case fills', async () => {
  const shared = { json: { text: '$text' }, values: { text: 'bread' } };
  const rules = rulesOf(
    {
      notes: { sends: 'texts', steps: { usual: 'shared', own: { send: 'shared', text: 'milk' } } },
    },
    { both: { ...WORDS, equal: ['usual /text = "bread"', 'own /text = "milk"'] } },
    { ...KIT, requests: () => ({ shared }) },
  );
  expect(await judgedNotes(undefined, rules)).toMatchObject({ passed: ['both'] });
});

describe('a rule about each response', () => {
  const good = probe(search, 'good', { sends: 'milk', calls: () => [searching('milk')] });
  const rules = rulesOf(
    {
      good: { sent: 'good' },
      own: {
        sends: 'two',
        each: true,
        request: REQUEST,
        steps: { a: { text: 'bread' }, b: { text: 'bread' } },
      },
    },
    {
      all: { ...WORDS, case: 'good own', each: 'echoes' },
      one: { ...WORDS, case: 'own', each: 'echoes' },
      elsewhere: { ...WORDS, case: 'own', on: 'others', each: 'echoes' },
    },
    { ...KIT, sent: { good: () => good } },
  );

  test('is about the responses of all its cases', async () => {
    const outcomes = (text: string) => judgedNotes(answer(text, 200, { text: 'no' }), rules);
    expect(await outcomes('none')).toMatchObject({ passed: ['all', 'one'] });
    expect(await outcomes('milk')).toMatchObject({ broken: ['all'], passed: ['one'] });
    expect(await outcomes('bread')).toMatchObject({ broken: ['all', 'one'] });
  });
});

test('a case for each member of a value fills its hole, and another step replaces one that cannot be made', async () => {
  const sent: string[] = [];
  const rules = rulesOf(
    {
      texts: {
        sends: 'a text, and what its response has',
        scenario: false,
        for: { wanted: '$texts' },
        request: REQUEST,
        steps: {
          first: { text: '$wanted' },
          again: { text: { $sizeIn: '$steps.first.exchange' }, else: { text: 'gold' } },
          sized: { text: '$steps.first.body#/size', else: { text: 'other $wanted' } },
        },
      },
    },
    { rule: { clause: 'notes-are-served', statement: 'A rule.', check: 'echoes first' } },
    {
      ...KIT,
      holes: {
        texts: () => ({ one: 'milk', two: 'bread' }),
        sizeIn: (_, list) => (list as CompleteExchange).response.body,
      },
      words: () => ({ rule: { cause: 'A.', fix: 'B.' } }),
    },
  );
  const change: Change = (usual, request) => {
    sent.push(JSON.stringify(textIn(request)));
    return usual;
  };
  expect(await judgedNotes(change, rules)).toMatchObject({ passed: ['rule'] });
  expect(sent).toEqual(expect.arrayContaining(['"other milk"', '"other bread"']));
  expect(rules[0]).toMatchObject({ cause: 'A.', fix: 'B.' });
});

test('cases have the names of their values, and a case with an effect may be no scenario', () => {
  const [rule] = rulesOf(
    {
      texts: {
        sends: 'a text',
        effect: 'irreversible',
        scenario: false,
        for: { text: { cold: 'milk', warm: { text: 'tea' } } },
        steps: { first: { json: { text: '$text' } } },
      },
    },
    { rule: { clause: 'notes-are-served', statement: 'A rule.', check: 'echoes first' } },
    { ...KIT, words: () => ({ rule: { cause: 'A.', fix: 'B.' } }) },
  );
  const [texts] = rule?.probes ?? [];
  expect(texts?.effect).toBe('irreversible');
  const bodies = texts?.caseGroups(KIT.example).map(({ label, cases }) => {
    const [[first] = []] = fc.sample(cases, 1);
    return [label, sent(first as Call)];
  });
  expect(bodies).toEqual([
    ['cold', { text: 'milk' }],
    ['warm', { text: { text: 'tea' } }],
  ]);
});
