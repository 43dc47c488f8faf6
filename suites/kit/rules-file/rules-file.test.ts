/** A user's own rules: each kind on a server that conforms, breaks it, and shows nothing about it. */
import { describe, expect, test } from 'vitest';
import type { Requirement } from '../../../src/kit.ts';
import { withRules } from '../../../src/kit.ts';
import {
  type Change,
  judgedNotes,
  reply,
  reportOnNotes,
  surface,
  textIn,
} from '../../../test/notes-surface.ts';
import { ownRequirements } from './compile.ts';
import type { OwnRule, RulesFile } from './data.ts';
import { chapterKitOf } from './kit.ts';

const CASES: NonNullable<RulesFile['cases']> = {
  milk: { on: 'search', request: { json: { text: 'milk' } } },
  gold: { on: 'search', request: { json: { text: 'gold' } } },
  both: {
    on: 'search',
    request: { json: { text: '$text' } },
    steps: { first: { text: 'milk' }, second: { text: 'bread' } },
  },
  chained: {
    on: 'search',
    request: { json: { text: '$text' } },
    steps: { first: { text: 'milk' }, second: { text: '$steps.first.body#/text' } },
  },
};

const requirementsWith = (rule: OwnRule): readonly Requirement[] => {
  const file = {
    surface: 'notes',
    cases: CASES,
    rules: { own: { clause: 'House rule 1.', ...rule } },
  };
  return withRules(surface, ownRequirements(surface, chapterKitOf(surface), file)).requirements;
};

/** A rule on several operations fails if it fails on one. */
async function outcomeOf(rule: OwnRule, change?: Change): Promise<string> {
  const outcomes = await judgedNotes(change, requirementsWith(rule));
  const found = ['failed', 'passed'].find((name) => outcomes[name]?.includes('own'));
  return found ?? 'open';
}

/** Another response to each request with this text. */
const answer =
  (text: string, status: number, body: object, headers?: object): Change =>
  (usual, request) =>
    textIn(request) === text ? reply(status, body, headers) : usual;

const stored: Change = (usual) => ({ headers: { ...usual.headers, 'cache-control': 'no-store' } });
const storedIf =
  (isMeant: (status: number) => boolean): Change =>
  (usual, request) =>
    isMeant(usual.status) ? stored(usual, request) : usual;
const sized =
  (size: number): Change =>
  (usual) =>
    usual.status === 200 ? reply(200, { ...JSON.parse(String(usual.body)), size }) : usual;
const noStore = { 'cache-control': 'no-store' };
const away: Change = () => reply(402, { error: 'pay' });

describe.each<[rule: OwnRule, conforming: Change | undefined, broken: Change | undefined]>([
  [{ response: { headers: { 'Cache-Control': 'no-store' } } }, stored, undefined],
  [{ response: { of: 'every', headers: noStore } }, stored, storedIf((status) => status === 200)],
  [
    { response: { of: 'rejected', headers: noStore } },
    storedIf((status) => status >= 400),
    storedIf((status) => status === 200),
  ],
  [
    { response: { headers: { 'x-debug': false } } },
    undefined,
    (usual) => ({ headers: { ...usual.headers, 'x-debug': '1' } }),
  ],
  [
    { response: { headers: { 'content-type': { pattern: '^application/json$' } } } },
    undefined,
    (usual) => ({ headers: { ...usual.headers, 'content-type': 'text/json' } }),
  ],
  [{ response: { body: { required: ['text'] } } }, undefined, answer('milk', 200, {})],
  [{ response: { body: { type: 'object' } } }, undefined, answer('milk', 200, [])],
  [
    { members: 'text', form: { pattern: '^[a-z]+$' } },
    undefined,
    answer('milk', 200, { text: 'MILK' }),
  ],
  [{ case: 'milk', accepts: 'request' }, undefined, answer('milk', 404, { error: 'none' })],
  [{ case: 'gold', rejected: 'request 404' }, undefined, answer('gold', 200, { text: 'gold' })],
  [{ case: 'gold', response: { status: 404 } }, undefined, answer('gold', 400, { error: 'no' })],
  [
    {
      case: 'both',
      response: { step: 'second', body: { properties: { text: { const: 'bread' } } } },
    },
    undefined,
    answer('bread', 200, { text: 'milk' }),
  ],
  [
    { case: 'both', equal: 'second /size = first /size' },
    sized(1),
    (usual, request) => sized(textIn(request) === 'milk' ? 1 : 2)(usual, request),
  ],
  [
    { case: 'chained', equal: 'second /text = "milk"' },
    undefined,
    answer('milk', 200, { text: 'bread' }),
  ],
])('%j', (rule, conforming, broken) => {
  test('passes, fails, and says nothing', async () => {
    expect(await outcomeOf(rule, conforming)).toBe('passed');
    expect(await outcomeOf(rule, broken)).toBe('failed');
    if (rule.response?.of === undefined) expect(await outcomeOf(rule, away)).toBe('open');
  });
});

test('a rejection proves nothing if the target rejects every request', async () => {
  const rejecting: Change = () => reply(400, { error: 'no' });
  expect(await outcomeOf({ case: 'gold', rejected: 'request 400' }, rejecting)).toBe('open');
});

test('a failure has its clause, and the advice that the rule has', async () => {
  const rule = { response: { headers: noStore }, statement: 'No cache.', fix: 'Set it.' };
  const { verdicts } = await reportOnNotes(undefined, requirementsWith(rule));
  const [failed] = verdicts.filter(({ requirement }) => requirement.endsWith('/own'));
  expect(failed).toMatchObject({
    ...{ outcome: 'failed', level: 'MUST', statement: 'No cache.', clause: 'House rule 1.' },
    fix: 'Set it.',
    findings: [{ kind: 'header', at: { part: 'header', name: 'cache-control' } }],
  });
  expect(failed).not.toHaveProperty('cause');
});
