import { expect, test } from 'vitest';
import { mixed } from '../../test/sample-report.ts';
import {
  bodyPlace,
  type Counterexample,
  type Finding,
  type Verdict,
  worded,
} from '../model/index.ts';
import { titleOf } from './titles.ts';

const [failed] = mixed.verdicts.filter((v) => v.counterexample !== undefined) as [Verdict];
const counterexample = failed.counterexample as Counterexample;

/** The title of a failure with this finding, of an accepted request with this body. */
function titled(method: string, body: string, finding: Finding, more: Partial<Verdict> = {}) {
  const request = { ...counterexample.request, method, body };
  const response = { status: 200, headers: {}, body: '{}' };
  return titleOf({
    ...failed,
    requirement: 'registry/pets-v1/update/rule',
    findings: [finding],
    counterexample: { ...counterexample, request, response },
    ...more,
  });
}

const at = bodyPlace('/pet/notes/age');

test('a value in another form than it was sent is shown with what was sent, and without an accidental condition', () => {
  const wrong: Finding = {
    ...{ kind: 'body', keyword: 'type', at },
    expected: worded`a string`,
    actual: { value: 7 },
  };
  const only = { at: '/pet/notes/other', is: 'there' } as const;
  const body = '{"pet":{"notes":{"age":"007","other":"x"}}}';
  expect(titled('POST', body, wrong, { only })).toBe(
    'pet.notes.age: the number 7 instead of "007", as sent (pets-v1/update)',
  );
});

test('of a member that an update removes, the title says whether the update names it', () => {
  const lost: Finding = {
    ...{ kind: 'relation', at, compares: ['pets-v1/update'] },
    expected: { value: '5' },
    actual: { type: 'nothing' },
  };
  const what = 'pet.notes.age is missing, which the update does not name';
  expect(titled('PATCH', '{"pet":{"notes":{"other":"x"}}}', lost)).toContain(what);
  expect(titled('PATCH', '{"pet":{"notes":{"age":"5"}}}', lost)).not.toContain(what);
});
