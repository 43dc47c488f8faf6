import { expect, it } from 'vitest';
import { darOf, packageOf, readDar } from './store.ts';

it('reads the package of an archive', () => {
  const one = packageOf('name', '1.2.3');
  expect(readDar(darOf(one))).toEqual(one);
});
