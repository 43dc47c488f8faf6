/** The title of a problem names what holds for all failures that show alike. */
import { expect, it } from 'vitest';
import {
  bodyPlace,
  type Counterexample,
  type Distinction,
  type Verdict,
  WIDE_SPELLING,
} from '../../model/index.ts';
import { inCommon } from './in-common.ts';

function verdict(rule: string, more: Partial<Verdict> = {}): Verdict {
  return {
    ...{ requirement: `pets/${rule}`, operation: `GET /${rule.split('/')[0]}`, level: 'MUST' },
    ...{ outcome: 'failed', statement: '', clause: '', exchanges: 1, conclusive: 1, evidence: [] },
    findings: [
      {
        kind: 'schema',
        at: bodyPlace('/code'),
        expected: { type: 'a text' },
        actual: { type: 'nothing' },
      },
    ],
    ...more,
  } as unknown as Verdict;
}

function sent(sends: string, wrong: Counterexample['wrong']): Pick<Verdict, 'counterexample'> {
  const counterexample = { sends, wrong, response: { status: 400, headers: {}, body: '' } };
  return { counterexample: counterexample as unknown as Counterexample };
}

const ONLY: Distinction = { at: 'path', is: 'contains', value: '%' };

it('a condition that most failures lack is left out', () => {
  const first = verdict('get/shape', { only: ONLY });
  const bare = [verdict('list/shape'), verdict('feed/shape')] as const;
  expect(inCommon([first, ...bare]).only).toBeUndefined();
  expect(inCommon([first, verdict('list/shape', { only: ONLY })]).only).toEqual(ONLY);
});

it('a condition that most failures have is that of one that shows none', () => {
  const bare = verdict('get/shape');
  const others = [verdict('list/shape', { only: ONLY }), verdict('feed/shape', { only: ONLY })];
  expect(inCommon([bare, ...others]).only).toEqual(ONLY);
  expect(inCommon([bare, ...others.slice(1)]).only).toBeUndefined();
  const spelling = (value: string): Distinction => ({ at: 'spelling', is: 'value', value });
  const [wide, narrow] = [spelling(WIDE_SPELLING), spelling('white space at the start of')];
  const wider = verdict('get/shape', { only: wide });
  expect(inCommon([wider, verdict('list/shape', { only: narrow })]).only).toEqual(narrow);
});

it('a condition of the path holds for requests with that character, which were not tried without it', () => {
  const first = verdict('get/shape', { only: ONLY });
  const to = (url: string): Partial<Verdict> => ({
    counterexample: { request: { method: 'GET', url, headers: {} } } as unknown as Counterexample,
  });
  const others = (url: string) => [verdict('feed/shape', to(url)), verdict('pet/shape', to(url))];
  expect(inCommon([first, ...others('http://x/pets/a%20b')]).only).toEqual(ONLY);
  expect(inCommon([first, ...others('http://x/pets/a?name=%20')]).only).toBeUndefined();
});

it('failures of other kinds do not matter', () => {
  const first = verdict('get/shape', { only: ONLY });
  const other = { findings: [] };
  expect(inCommon([first, verdict('get/a', other), verdict('get/b', other)]).only).toEqual(ONLY);
});

it.each([
  ['framing', 'requests that cannot be decoded'],
  ['schema', 'wrong requests'],
] as const)('requests that are wrong in several ways are described together', (wrong, sends) => {
  const first = verdict('get/shape', sent('a body that is cut', 'framing'));
  const others = [
    verdict('list/shape', sent('no body', wrong)),
    verdict('feed/shape', sent('a text', wrong)),
  ];
  expect(inCommon([first, ...others]).counterexample?.sends).toBe(sends);
});

it('a status that goes with the error is told by the rule that finds it everywhere', () => {
  const status = (due: string): Verdict['findings'] => [
    {
      ...{ kind: 'status', at: { part: 'status' }, actual: { statuses: [412] } },
      expected: { parts: [{ statuses: [400] }, { words: due }] },
    } as unknown as Verdict['findings'][number],
  ];
  const code = { findings: status(', which goes with code 9') };
  const first = verdict('get/deprecated', { ...sent('no body', 'framing'), findings: status('') });
  const all = [first, verdict('get/agree', code), verdict('list/agree', code)] as const;
  expect(inCommon(all).findings).toEqual(code.findings);
  expect(inCommon(all).counterexample?.sends).toBeUndefined();
});

it('so is the status of one operation, if more kinds of requests show it', () => {
  const findings = (due: number): Verdict['findings'] => [
    {
      ...{ kind: 'status', at: { part: 'status' }, actual: { statuses: [400] } },
      expected: { parts: [{ statuses: [404] }, { words: `, which goes with code ${due}` }] },
    } as unknown as Verdict['findings'][number],
  ];
  const first = verdict('get/known', {
    only: ONLY,
    failsIn: ['get/a#a-1@0'],
    findings: findings(1),
  });
  const agree = (...failsIn: readonly string[]) =>
    inCommon([first, verdict('get/agree', { failsIn, findings: findings(5) })]);
  expect(agree('get/a#a-1@0', 'get/b#b-1@0')).toMatchObject({ findings: findings(5) });
  expect(agree('get/a#a-1@0')).toMatchObject({ findings: findings(1), only: ONLY });
});
