import { describe, expect, it } from 'vitest';
import { purpose } from '../../../test/purpose.ts';
import { spotOf } from './faulty.ts';
import { mutationOf, textOf } from './mutation.ts';

describe('a mutation', () => {
  it.each(['drop 1 /users/*/the name', 'status * 500', 'crash *', 'set 0 /kind=A'])(
    'is the same after it was written and read: %s',
    (text) => expect(textOf(mutationOf(text))).toBe(text),
  );

  it('recognizes the position of a request in its case, and distinguishes repetitions', () => {
    expect(spotOf(purpose('users/good#all@0/2'))).toEqual({
      probe: 'users/good',
      ofCase: 'users/good#all@0',
      step: 2,
    });
    expect(spotOf(purpose('users/good#a/1@0/2!again+3'))).toMatchObject({
      ofCase: 'users/good#a/1@0!again',
      step: 2,
    });
    expect(spotOf(purpose('users/good#all@0/0!plain'))).toBeUndefined();
    expect(spotOf(purpose('users/presence/control'))).toBeUndefined();
  });
});
