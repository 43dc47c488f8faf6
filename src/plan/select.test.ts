import { expect, it } from 'vitest';
import { registry } from '../../suites/registry/index.ts';
import { SelectionError, select } from './select.ts';

const all = registry().requirements;
const isOfBrowsers = ({ group }: (typeof all)[number]): boolean => group === 'browsers';

it('a group that is left out takes its rules along, and nothing else', () => {
  const chosen = select(all, { without: ['browsers'] });
  expect(chosen).toEqual(all.filter((one) => !isOfBrowsers(one)));
  expect(all.length - chosen.length).toBeGreaterThan(21);
});

it('an unknown group is an error that names the nearest one', () => {
  const chosen = () => select(all, { without: ['browser'] });
  expect(chosen).toThrow(SelectionError);
  expect(chosen).toThrow('"browser" is not a group of rules. Did you mean browsers?');
});

it('an unknown group of requirements without groups is an error', () => {
  const none = all.filter((one) => !isOfBrowsers(one));
  expect(() => select(none, { without: ['browsers'] })).toThrow('There is none here.');
});

it('a group cannot be left out and selected', () => {
  expect(() => select(all, { without: ['browsers'], only: 'varies-by-origin' })).toThrow(
    '--without browsers leaves out everything that varies-by-origin selects.',
  );
});
