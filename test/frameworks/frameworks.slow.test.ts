/**
 * Small servers with the documented habits of real frameworks get the frozen verdicts, requirement by requirement. By
 * day, one server of each framework.
 */
import { expect, it } from 'vitest';
import { differencesNow } from '../corpus/frozen.ts';
import { corpusRuns } from '../corpus/runs.ts';
import { byDay } from '../nightly.ts';

const setups = (await corpusRuns()).filter(({ group }) => group === 'frameworks');

it.each(byDay(setups, ({ id }) => !/naive|closes/.test(id)))(
  '$id',
  { timeout: 60_000 },
  async (setup) => {
    expect(await differencesNow(setup)).toEqual([]);
  },
);
