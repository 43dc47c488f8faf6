import { expect, test } from 'vitest';
import { acceptedCodings } from './header-list.ts';

test.each([
  [undefined, []],
  ['gzip, br', ['gzip', 'br']],
  ['gzip;q=0, identity', ['identity']],
  ['GZIP; q=0.000, br;q=0.5', ['br']],
  ['gzip;q=0.01', ['gzip']],
])('of Accept-Encoding %s, %j are accepted', (header, accepted) => {
  expect(acceptedCodings(header)).toEqual(accepted);
});
