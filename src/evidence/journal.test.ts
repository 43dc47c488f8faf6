import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith } from '../../test/files.ts';
import { purpose } from '../../test/purpose.ts';
import { callTo } from '../../test/servers.ts';
import { redactor } from '../exchange/redact.ts';
import { ReceivedResponse } from '../exchange/response.ts';
import type { Exchange } from '../model/index.ts';
import { EXCHANGES, journalIn, readJournal } from './journal.ts';
import { Recorder } from './recorder.ts';

const LARGE = `${'é€'.repeat(200_000)} canary`;

function exchangeWith(text: string, startedAt: number): Exchange {
  const response = new ReceivedResponse(200, { 'content-type': 'text/plain' }, text);
  return { request: callTo('/x', { body: 'canary' }), response, startedAt, durationMs: 5 };
}

/** The journal of a run that got these texts and was then killed. */
function journalOf(texts: readonly string[]): string {
  const folder = folderWith({});
  const spool = journalIn(folder, {
    _assay: { surface: 'tiny', startedAt: new Date(1000).toISOString() },
  });
  const shown = {
    redact: redactor(['canary']),
    urlOf: () => 'http://127.0.0.1/x',
    headersOf: () => ({}),
    operator: {},
  };
  const recorder = new Recorder(shown, spool);
  for (const [i, text] of texts.entries())
    recorder.write(exchangeWith(text, 2000 + i), purpose(`p#s@${i}/0`));
  spool.flush();
  return join(folder, EXCHANGES);
}

it('a journal returns every exchange in order, without secrets, with each repeated text', () => {
  const path = journalOf(['', LARGE, 'x'.repeat(300), LARGE, 'x'.repeat(300), LARGE]);
  expect(readFileSync(path, 'utf8')).not.toContain('canary');
  expect(readFileSync(path).length).toBeLessThan(2 * Buffer.byteLength(LARGE));
  const { entries, settings, unfinished } = readJournal(path);
  const shown = LARGE.replace('canary', '[redacted]');
  const texts = ['', shown, 'x'.repeat(300), shown, 'x'.repeat(300), shown];
  expect(entries.map(({ response }) => response?.text)).toEqual(texts);
  expect(entries.map(({ ref }) => ref)).toEqual(texts.map((_, i) => `p#s@${i}/0`));
  expect(settings).toMatchObject({
    surface: 'tiny',
    requests: 6,
    durationMs: 1010,
    complete: false,
  });
  expect(unfinished).toBe('the run did not finish: judged from the 6 exchanges that were recorded');
});

it('a journal is read without its last line if that is incomplete', () => {
  const path = journalOf(['a', 'b']);
  appendFileSync(path, readFileSync(path, 'utf8').split('\n')[1]?.slice(0, 100) ?? '');
  const { entries, unfinished } = readJournal(path);
  expect(entries).toHaveLength(2);
  expect(unfinished).toMatch(/; the last one was incomplete and is left out$/);
});

it.each([
  ['is empty', () => '', 'it does not state how the run was made'],
  [
    'has a broken line',
    (text: string) => text.replace('{"started', '{started'),
    'its line 2 is not JSON',
  ],
  [
    'has an entry without a request',
    (text: string) => `${text}{}\n`,
    'log.entries[1] has no request',
  ],
])('a journal that %s is rejected with its name', (_, change, problem) => {
  const path = journalOf(['a']);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
  expect(() => readJournal(path)).toThrow(`${path}: ${problem}`);
});
