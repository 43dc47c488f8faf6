import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { mixed } from '../../test/sample-report.ts';
import { type Counterexample, type Shown, statuses, type Verdict, worded } from '../model/index.ts';
import { shownOperations, titleOf, titlesOf } from './titles.ts';
import { type PlacedInWords, placeOfWords } from './version-3.ts';

const failed = mixed.verdicts.find((v) => v.counterexample !== undefined) as Verdict;

function failing(
  { at, ...found }: Pick<PlacedInWords, 'at' | 'expected' | 'actual'> & Partial<PlacedInWords>,
  {
    status = 200,
    sends = 'an unknown id',
    failsIn,
    failsWhen,
    only,
    headers = {},
    body = '',
    ...others
  }: { status?: number; body?: string; headers?: Counterexample['request']['headers'] } & Pick<
    Counterexample,
    'sends' | 'rejects' | 'operation' | 'wrong'
  > &
    Pick<Verdict, 'failsIn' | 'failsWhen' | 'only'> = {},
): Verdict {
  const shown = { ...failed.counterexample, sends, ...others } as Counterexample;
  const request = { ...shown.request, headers };
  const response = { status, headers: {}, body };
  return {
    ...failed,
    requirement: 'registry/pets-v1/get/some-rule',
    findings: [{ kind: 'body', at: placeOfWords(at, found.kind), ...found }],
    counterexample: { ...shown, request, response },
    ...(failsIn && { failsIn }),
    ...(failsWhen && { failsWhen }),
    ...(only && { only }),
  };
}

const string: Shown = worded`a string`;
const absent: Shown = { type: 'nothing' };

// The titles of saved runs are in test/grouping/problems.txt; these are the ones that no saved run has.
test.each([
  [
    'a value that must be absent and is empty',
    failing({ at: '/debug', expected: absent, actual: { type: 'object', members: [], length: 0 } }),
    'For an unknown id: debug is present, but empty ({}) (pets-v1/get)',
  ],
  [
    'the elements in which it is, in place of the requests',
    failing({
      ...{ at: '/pets/3/name', expected: string, actual: absent },
      where: { at: '/id', is: 'one-of', values: ['a', 'b'], count: 2, of: 9 },
    }),
    'Only where id is "a" or "b" (2 of 9): pets[].name is missing (pets-v1/get)',
  ],
  [
    'equal members of an element',
    failing({
      ...{ at: '/pets/3/name', expected: string, actual: absent },
      where: { at: '/owner/id', is: 'same', as: '/sitter/id', count: 2, of: 9 },
    }),
    'Only where owner.id equals sitter.id: pets[].name is missing (pets-v1/get)',
  ],
  [
    'the position of a page',
    failing({
      ...{ at: '/next', expected: absent, actual: { value: '' } },
      where: { at: '', is: 'last-page', count: 2, of: 9 },
    }),
    'On the last page: next is present, but empty ("") (pets-v1/get)',
  ],
  [
    'where a wrong value comes from',
    failing({
      ...{ at: '/archived/offset', expected: { value: 7 }, actual: { value: 6 } },
      sameAs: { in: 'response', at: '/events/*/created/value/offset' },
    }),
    'For an unknown id: archived.offset: the number 6 (the value of created.offset) instead of the number 7 (pets-v1/get)',
  ],
  [
    'the object around what is missing',
    failing(
      { at: '/name', expected: string, actual: absent },
      { body: '{"pet":{"name":"Rex","age":3}}' },
    ),
    'For an unknown id: name is missing: it is in pet (pets-v1/get)',
  ],
  [
    'the header that the status of a refusal names',
    failing(
      { kind: 'status', at: 'status', expected: statuses(200), actual: statuses(406) },
      { status: 406, sends: 'the same request with several headers', headers: { accept: 'a/b' } },
    ),
    'For a request with accept a/b: 406 instead of 200 (pets-v1/get)',
  ],
  [
    'the condition of an absent value',
    failing(
      {
        ...{ at: '/pet/age', actual: { value: 3 } },
        expected: { type: 'nothing', with: { name: 'short', value: true } },
      },
      { failsIn: ['a#1', 'b#1'] },
    ),
    'pet.age is present with short true (3) (pets-v1/get)',
  ],
  [
    'two operations that differ, without the start of a long case',
    failing(
      {
        ...{ kind: 'relation', at: '/pet/name', compares: ['pets-v1/get', 'pets-v1/list'] },
        ...{ expected: { value: 'x'.repeat(30) }, actual: { value: 'y'.repeat(30) } },
      },
      {
        operation: 'pets-v1/get',
        sends: `the list of all pets, ${'and each of them by its id, '.repeat(4)}and the list again`,
      },
    ),
    `pet.name differs between pets-v1/get and pets-v1/list: "${'y'.repeat(30)}" in one, "${'x'.repeat(30)}" in the other [some-rule] (pets-v1: get, list)`,
  ],
  [
    'a rejected value by the response that showed it',
    failing(
      { kind: 'status', at: 'status', expected: statuses(200), actual: statuses(404) },
      { rejects: [{ 'pets-v1/list': ['/pets/*/id'] }] },
    ),
    'For what pets-v1/list shows as pets[].id: 404 instead of 200 (pets-v1/get)',
  ],
  [
    'an element that a list lacks',
    failing({ at: '/pets/-', expected: worded`the pet 7`, actual: absent }),
    'For an unknown id: pets: the pet 7 is missing (pets-v1/get)',
  ],
  [
    'the name in place of a missing one',
    failing({
      at: '/petName',
      expected: string,
      actual: { type: 'nothing', near: 'pet_name' },
      keyword: 'required',
    }),
    'petName is missing; pet_name is there instead (pets-v1/get)',
  ],
  [
    'the names in place of several missing ones',
    {
      ...failing({ at: '/petName', expected: string, actual: absent, keyword: 'required' }),
      findings: ['pet_name', 'pet_age', 'pet_owner'].map((near) => ({
        ...{
          kind: 'body',
          at: placeOfWords(`/${near.replace(/_./, (two) => two[1]?.toUpperCase() ?? '')}`),
        },
        ...{ expected: string, actual: { type: 'nothing', near }, keyword: 'required' },
      })),
    } as Verdict,
    'petName, petAge and 1 more are missing; pet_name, pet_age and 1 more are there instead (pets-v1/get)',
  ],
  [
    'what only the failing requests have, and not why valid requests are sent',
    failing(
      { at: '/legs/0/debug', expected: absent, actual: { value: 'x' } },
      { sends: 'valid requests', only: { at: '/transfer/legs', is: 'more', than: 1 } },
    ),
    'Only with more than 1 entry in transfer.legs: legs[].debug is present ("x") (pets-v1/get)',
  ],
  [
    'both what is wrong and what only the failing requests have',
    failing(
      { kind: 'status', at: 'status', expected: statuses(404), actual: statuses(200) },
      { wrong: 'identifier', only: { at: '?limit', is: 'above', than: 100 } },
    ),
    'For an unknown id, only with limit above 100: 200 instead of 404 (pets-v1/get)',
  ],
  [
    'a size that fails and one that passes, if the limit between them is not known',
    failing(
      { kind: 'status', at: 'status', expected: statuses(200), actual: statuses(400) },
      { only: { at: '/pet/name', is: 'longer', than: 24, from: 128 } },
    ),
    'Only with pet.name of 128 characters, not of 24: 400 instead of 200 (pets-v1/get)',
  ],
  [
    'a small limit without an exponent',
    failing(
      { kind: 'status', at: 'status', expected: statuses(200), actual: statuses(500) },
      { only: { at: '/transfer/amount', is: 'below', than: 1e-7 } },
    ),
    'Only with transfer.amount below 0.0000001: 500 instead of 200 (pets-v1/get)',
  ],
  [
    'a character anywhere in the body',
    failing(
      { kind: 'status', at: 'status', expected: statuses(200), actual: statuses(403) },
      { only: { at: '', is: 'contains', value: "'" } },
    ),
    `Only with "'" in the body: 403 instead of 200 (pets-v1/get)`,
  ],
  [
    'a value of the failing requests, and that they fail at times',
    failing(
      { at: '/name', expected: string, actual: absent },
      { sends: 'x', failsWhen: 'now-and-then', only: { at: '/flag', is: 'value', value: false } },
    ),
    'Intermittently, only with flag false: name is missing (pets-v1/get)',
  ],
  [
    'what a comparison describes, and not the operations, as that knows which one is wrong',
    failing(
      {
        ...{ kind: 'relation', at: '/version', compares: ['pets-v1/make', 'pets-v1/get'] },
        ...{ expected: worded`not ${{ value: '0' }}`, actual: { value: '0' } },
      },
      { operation: 'pets-v1/get', failsIn: ['a#1', 'b#1'] },
    ),
    'version: "0" instead of not "0" (pets-v1/get)',
  ],
  [
    'the operation that lacks a member',
    failing(
      {
        ...{ kind: 'relation', at: '/age', compares: ['pets-v1/list', 'pets-v1/get'] },
        ...{ expected: { value: 3 }, actual: absent },
      },
      { operation: 'pets-v1/get', body: '{"name":"a"}', failsIn: ['a#1', 'b#1'] },
    ),
    'age: missing in pets-v1/get, but the number 3 in pets-v1/list (pets-v1: get, list)',
  ],
  [
    'the characters that differ in texts that look alike',
    failing(
      { at: '/name', expected: { value: 'V\u00e4xel' }, actual: { value: 'Va\u0308xel' } },
      { failsIn: ['a#1', 'b#1'] },
    ),
    '"An optional member that has no value is absent, not null" fails: name: "Va\u0308xel" with U+0061 U+0308 (NFD) instead of "V\u00e4xel" with U+00E4 (NFC) (pets-v1/get)',
  ],
  [
    'the rule that one of several requests breaks, which have one description',
    failing(
      { kind: 'status', at: 'status', expected: statuses(404), actual: statuses(200) },
      { sends: 'a pet: made, removed, and removed again' },
    ),
    '"An optional member that has no value is absent, not null" fails: 200 instead of 404 (pets-v1/get)',
  ],
  [
    'the row of a rule that one of several requests breaks, without its second sentence',
    {
      ...failing(
        { kind: 'relation', at: 'the body', expected: absent, actual: worded`the pet 7` },
        { sends: 'all pets; those of one kind' },
      ),
      rowStatement: 'A filter selects the pets of its kind. They may be in any order.',
      findings: [
        {
          ...{ kind: 'relation', at: placeOfWords('the body'), row: 'registry/pets-v1/filter' },
          ...{ expected: absent, actual: worded`the pet 7` },
        },
      ],
    } as Verdict,
    '"A filter selects the pets of its kind" fails: the pet 7 is unexpected (pets-v1/get)',
  ],
  [
    'the end of a long path, if the rule has no room otherwise',
    failing(
      {
        ...{ kind: 'relation', at: `/pets/${'registry/'.repeat(7)}digest/value` },
        ...{ expected: { value: 'xyz' }, actual: { value: 'zyx' } },
      },
      { sends: 'a pet, and the same pet again', failsIn: ['a#1', 'b#1'] },
    ),
    '"An optional member that has no value is absent, not null" fails: ….registry.registry.registry.digest.value: "zyx" instead of "xyz" (pets-v1/get)',
  ],
  [
    'only the wrong one of two operations, if the rule knows it',
    {
      ...failing(
        { at: '/app', expected: { value: 'a' }, actual: { value: 'b' } },
        { operation: 'pets-v1/get', failsIn: ['a#1', 'b#1'] },
      ),
      findings: [
        {
          ...{ kind: 'relation', at: placeOfWords('/app'), blames: true },
          ...{ expected: { value: 'a' }, actual: { value: 'b' } },
          compares: ['pets-v1/list', 'pets-v1/get'],
        },
      ],
    } as Verdict,
    'app: "b" instead of "a" (pets-v1/get)',
  ],
  [
    'the kind of the one id that fails, if no fixture has it',
    failing(
      { kind: 'status', at: 'status', expected: statuses(404), actual: statuses(200) },
      {
        ...{ sends: 'the id of another pet', wrong: 'identifier' },
        only: { at: 'id in the path', is: 'value', value: 'ab'.repeat(20) },
      },
    ),
    'For the id of another pet: 200 instead of 404 (pets-v1/get)',
  ],
  [
    'a body that is missing, and not its media type',
    failing(
      {
        kind: 'header',
        at: 'content-type',
        expected: worded`application/json`,
        actual: worded`none`,
      },
      { status: 409 },
    ),
    'For an unknown id: no body in a 409 (pets-v1/get)',
  ],
  [
    'the case at the end of what is sent, however long that is',
    failing(
      { kind: 'status', at: 'status', expected: statuses(200), actual: statuses(400) },
      { sends: `the same value ${'with other white space and '.repeat(9)}so on: tabs` },
    ),
    expect.stringMatching(/^For the same value .*… \(tabs\): 400 instead of 200 \(pets-v1\/get\)$/),
  ],
  [
    'the request of a 304 that has one',
    failing(
      { kind: 'status', at: 'status', expected: statuses(200), actual: statuses(304) },
      { status: 304, sends: 'the ETag of another response', headers: { 'If-None-Match': '"x"' } },
    ),
    'For the ETag of another response: 304 instead of 200 (pets-v1/get)',
  ],
  [
    'an unknown id before anything that was sent with it',
    failing(
      { kind: 'status', at: 'status', expected: statuses(200), actual: statuses(500) },
      { only: { at: '/pets/*/id', is: 'unknown' } },
    ),
    'Only with an unknown id in pets[].id: 500 instead of 200 (pets-v1/get)',
  ],
  [
    'an empty list',
    failing(
      { kind: 'status', at: 'status', expected: statuses(200), actual: statuses(500) },
      { only: { at: '/pets', is: 'empty' } },
    ),
    'Only with an empty pets: 500 instead of 200 (pets-v1/get)',
  ],
  [
    'the one id that fails, and who accepts it',
    failing(
      { kind: 'status', at: 'status', expected: statuses(200), actual: statuses(404) },
      {
        only: {
          at: 'id in the path',
          is: 'value',
          value: 'ab'.repeat(20),
          acceptedBy: 'pets-v0/get',
        },
      },
    ),
    'Only for the id abab…, which pets-v0/get accepts: 404 instead of 200 (pets-v1/get)',
  ],
  [
    'what only a request with a description has, instead of the description',
    failing(
      {
        kind: 'status',
        at: 'status of the request with 25 legs',
        expected: statuses(200),
        actual: statuses(400),
      },
      { only: { at: '/legs/*/side', is: 'value', value: 'ReceiverSide' } },
    ),
    'Only with legs[].side "ReceiverSide": 400 instead of 200 (pets-v1/get)',
  ],
  [
    'the fixture of the one id that fails',
    failing(
      { kind: 'status', at: 'status', expected: statuses(200), actual: statuses(404) },
      { only: { at: 'id in the path', is: 'value', value: 'ab'.repeat(20), fixture: 'moving' } },
    ),
    'Only for the id abab… of the fixture moving: 404 instead of 200 (pets-v1/get)',
  ],
  [
    'the start of the ids that fail, and the end of a long path',
    failing(
      { kind: 'status', at: 'status', expected: statuses(200), actual: statuses(500) },
      {
        only: {
          ...{ at: 'id in the path', is: 'starts', value: '01' },
          and: { at: `/${'arguments/'.repeat(6)}*/provider`, is: 'there' },
        },
      },
    ),
    'Only with an id that starts with "01" in the path and with ….arguments.arguments.arguments.arguments[].provider: 500 instead of 200 (pets-v1/get)',
  ],
  [
    'the spelling of a body',
    failing(
      { kind: 'status', at: 'status', expected: statuses(200), actual: statuses(400) },
      { only: { at: 'spelling', is: 'value', value: 'white space at the start of' } },
    ),
    'Only with white space at the start of the body: 400 instead of 200 (pets-v1/get)',
  ],
  [
    'another Unicode normal form, and not an encoded slash in the same id',
    failing(
      {
        at: '/id',
        expected: { value: 'V\u00e4xel/1' },
        actual: { value: 'Va\u0308xel/1' },
      },
      { only: { at: 'path', is: 'beyond-ascii', value: '%2F' } },
    ),
    'Only with characters beyond ASCII in a path: id: "Va\u0308xel/1" with U+0061 U+0308 (NFD) instead of "V\u00e4xel/1" with U+00E4 (NFC) (pets-v1/get)',
  ],
  [
    'how often it fails, and no request by chance',
    {
      ...failing(
        { kind: 'status', at: 'status', expected: statuses(200), actual: statuses(500) },
        { sends: 'a body with optional members', failsWhen: 'now-and-then' },
      ),
      share: { count: 5, of: 201 },
    },
    'Intermittently (about 1 in 40): 500 instead of 200 (pets-v1/get)',
  ],
])('a title names %s', (_, verdict, title) => {
  expect(titleOf(verdict)).toEqual(title);
});

test('a title is one line of bounded length, even with hostile responses', () => {
  const text = 'a\nb\u001b[2J'.repeat(500);
  const verdict = failing(
    { at: `/${text}`, expected: { text }, actual: { text } },
    { sends: text },
  );
  const title = titleOf(verdict);
  expect(title.length).toBeLessThan(500);
  expect(stripVTControlCharacters(title).split('\n')).toEqual([title]);
});

test('no two problems have equal titles', () => {
  const shape = { at: '/name', expected: string, actual: absent, keyword: 'required' };
  const operations = ['pets-v1/get'];
  const verdicts = [
    failing(shape),
    failing(shape),
    failing(shape, { sends: 'an empty body' }),
    { ...failing(shape), requirement: 'registry/pets-v1/get/other-rule' },
    failing(shape),
  ];
  const titles = titlesOf(verdicts.map((verdict) => ({ verdict, operations })));
  expect(new Set(titles.map(({ title }) => title)).size).toBe(verdicts.length);
  expect(titles.slice(0, 3).map(({ what }) => what)).toEqual([
    'name is missing',
    'For an unknown id: name is missing',
    'For an empty body: name is missing',
  ]);
});

test('the label of an id is left out if ids of other forms fail too', () => {
  const [expected, actual] = [statuses(404), statuses(500)];
  const found = { kind: 'status', at: 'status', expected, actual } as const;
  const titleWhere = (...failsIn: readonly string[]) =>
    titleOf(failing(found, { sends: 'an unknown id: shortest', wrong: 'identifier', failsIn }));
  expect(titleWhere('get/rare-ids#shortest@0', 'get/rare-ids#longest@0')).toContain(
    'id (shortest): 500',
  );
  expect(titleWhere('get/rare-ids#shortest@0', 'get/unknown-ids#in-a-row@0')).toContain('id: 500');
});

test('the label of a case is left out if more than one other form fails', () => {
  const [expected, actual] = [statuses(400), statuses(200)];
  const found = { kind: 'status', at: 'status', expected, actual } as const;
  const failsIn = ['a', 'b', 'c'].map((label) => `get/near#${label}@0`);
  const title = titleOf(failing(found, { sends: 'an id close to a live one: a', failsIn }));
  expect(title).toContain('For an id close to a live one: 200');
});

test('an encoded slash and characters beyond ASCII are both named if no request tells them apart', () => {
  const [expected, actual] = [statuses(200), statuses(404)];
  const found = { kind: 'status', at: 'status', expected, actual } as const;
  const only = { at: 'path', is: 'beyond-ascii', value: '%2F' } as const;
  expect(titleOf(failing(found, { only }))).toContain(
    'Only with "%2F" or characters beyond ASCII in a path',
  );
});

test('a comparison names no operation that no failure blames, if one blames the other side', () => {
  const lacking = failing({ at: '/id', expected: string, actual: absent });
  const compared = (...compares: readonly string[]): Verdict => ({
    ...failing({ kind: 'relation', at: '/id', expected: string, actual: absent }),
    requirement: 'registry/pets-v2/get/versions-agree',
    findings: [{ ...lacking.findings[0], kind: 'relation', compares } as Verdict['findings'][0]],
  });
  const both = compared('pets-v1/get', 'pets-v2/get');
  expect(shownOperations([lacking, both])).not.toContain('pets-v2/get');
  expect(shownOperations([both, both])).toContain('pets-v2/get');
  expect(shownOperations([lacking, compared('pets-v2/get')])).toContain('pets-v2/get');
});
