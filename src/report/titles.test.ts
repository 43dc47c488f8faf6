import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { mixed } from '../../test/sample-report.ts';
import {
  type Counterexample,
  type Finding,
  type Shown,
  statuses,
  type Verdict,
  worded,
} from '../model/index.ts';
import { titleOf, titlesOf } from './titles.ts';

const failed = mixed.verdicts.find((v) => v.counterexample !== undefined) as Verdict;

function failing(
  found: Pick<Finding, 'at' | 'expected' | 'actual'> & Partial<Finding>,
  {
    status = 200,
    sends = 'an unknown id',
    ...others
  }: { status?: number } & Pick<Counterexample, 'sends' | 'rejects'> = {},
): Verdict {
  const shown = { ...failed.counterexample, sends, ...others } as Counterexample;
  const response = { status, headers: {}, body: '' };
  return {
    ...failed,
    requirement: 'registry/pets-v1/get/some-rule',
    findings: [{ kind: 'body', ...found }],
    counterexample: { ...shown, response },
  };
}

const string: Shown = worded`a string`;
const absent: Shown = { type: 'nothing' };

test.each([
  [
    'a status of one of several requests, which its place names',
    failing(
      {
        ...{ kind: 'status', at: 'status of a body of 128 KiB' },
        ...{ expected: statuses(200), actual: statuses(413) },
      },
      { status: 413, sends: 'bodies of several sizes' },
    ),
    'status of a body of 128 KiB: 413 instead of 200 (pets-v1/get)',
  ],
  [
    'a status after what was sent',
    failing({ kind: 'status', at: 'status', expected: statuses(404), actual: statuses(500) }),
    '500 instead of 404 for an unknown id (pets-v1/get)',
  ],
  [
    'a rejected value by the response that showed it',
    failing(
      { kind: 'status', at: 'status', expected: statuses(200), actual: statuses(404) },
      { rejects: [{ 'pets-v1/list': ['/pets/*/id'] }] },
    ),
    '404 instead of 200 for what pets-v1/list shows as pets[].id (pets-v1/get)',
  ],
  [
    'a place without indexes, and no request, where a good response breaks its schema',
    failing({ at: '/pets/3/na~1me', expected: string, actual: { value: 7 }, keyword: 'type' }),
    'pets[].na/me: the number 7 instead of a string (pets-v1/get)',
  ],
  [
    'an element that a list lacks',
    failing({ at: '/pets/-', expected: worded`the pet 7`, actual: absent }),
    'pets: the pet 7 is missing, for an unknown id (pets-v1/get)',
  ],
  [
    'an element that a list has in another request',
    failing({ kind: 'relation', at: 'the body', expected: absent, actual: worded`the pet 7` }),
    'the pet 7 is unexpected, for an unknown id (pets-v1/get)',
  ],
  [
    'an element in place of another one',
    failing({ at: '/pets/-', expected: { value: 'a' }, actual: { value: 'b' } }),
    'pets: "b" instead of "a", for an unknown id (pets-v1/get)',
  ],
  [
    'a missing member of an error with its status',
    failing(
      { at: '/error', expected: string, actual: absent, keyword: 'required' },
      { status: 404 },
    ),
    'error is missing in a 404, for an unknown id (pets-v1/get)',
  ],
  [
    'no place where several responses disagree as a whole',
    failing({ kind: 'relation', at: 'the body', expected: worded`3 pets`, actual: worded`2 pets` }),
    '2 pets instead of 3 pets, for an unknown id (pets-v1/get)',
  ],
  [
    'the name in place of a missing one',
    failing({
      at: '/petName',
      expected: string,
      actual: { type: 'nothing', near: 'pet_name' },
      keyword: 'required',
    }),
    'petName is missing; there is pet_name (pets-v1/get)',
  ],
  [
    'what must not be there',
    failing({ at: '/debugName', expected: absent, actual: { value: 'x' } }),
    'debugName is there, for an unknown id (pets-v1/get)',
  ],
  [
    'a header',
    failing(
      { kind: 'header', at: 'allow', expected: worded`the methods`, actual: absent },
      { status: 405, sends: 'GET or PUT' },
    ),
    'the header allow is missing in a 405, for GET or PUT (pets-v1/get)',
  ],
  [
    'an operation that is not served',
    failing({
      kind: 'status',
      at: 'the operation',
      expected: worded`a response of its own`,
      actual: worded`what an unknown path gets`,
    }),
    'not served: it gets what an unknown path gets, for an unknown id (pets-v1/get)',
  ],
])('a title names %s', (_, verdict, title) => {
  expect(titleOf(verdict)).toBe(title);
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
    'name is missing, for an unknown id',
    'name is missing, for an empty body',
  ]);
});
