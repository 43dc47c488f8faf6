import { expect, it } from 'vitest';
import { purpose } from '../../test/purpose.ts';
import { callTo } from '../../test/servers.ts';
import { ReceivedResponse, startOf } from '../exchange/response.ts';
import { Evidence } from '../judge/evidence.ts';
import type { Exchange } from '../model/index.ts';
import { archiveOf } from './archive.ts';
import { type Archive, plainArchive } from './archive-file.ts';
import type { HarView } from './entry.ts';
import { readHar } from './read.ts';
import { Recorder } from './recorder.ts';
import { Spool } from './spool.ts';

const LARGE = 'x'.repeat(1_000_000);
/** This many large texts fit into an archive. */
const HOLDS = 63;

const SHOWN: HarView = {
  urlOf: () => 'http://127.0.0.1/x',
  headersOf: ({ headers }) => headers,
  redact: (text) => text,
  operator: {},
};

function exchangeWith(text: string): Exchange {
  const response = new ReceivedResponse(200, { 'content-type': 'text/plain' }, text);
  return { request: callTo('/x'), response, startedAt: 0, durationMs: 1 };
}

/** The archive of these exchanges; the verdict of a requirement points at one of them. */
function recording(
  exchanges: readonly (readonly [string, Exchange])[],
  pointedAt: number,
): Archive {
  const recorder = new Recorder(SHOWN);
  const evidence = new Evidence(recorder.write);
  for (const [ref, exchange] of exchanges) evidence.add(exchange, purpose(ref));
  const verdict = { requirement: { id: 'r' }, evidence: [pointedAt] };
  const ended = { verdicts: [verdict], evidence: evidence.kept, complete: true };
  return archiveOf(ended as unknown as Parameters<typeof archiveOf>[0], { _traffic: {} }, recorder);
}

function textsIn(archive: Archive): readonly (() => string | undefined)[] {
  const { entries } = readHar(JSON.stringify(archive), 'evidence.har');
  return entries.map(
    ({ response }) =>
      () =>
        response?.text,
  );
}

it('an archive leaves out texts that would make it too large, and keeps those of verdicts longest', () => {
  const all = Array.from(
    { length: HOLDS + 3 },
    (_, i) => [`p#s@0/${i}`, exchangeWith(i + LARGE)] as const,
  );
  const texts = textsIn(recording(all, HOLDS + 2));
  expect(texts[0]?.()).toBe(`0${LARGE}`);
  expect(texts[HOLDS + 2]?.()).toBe(`${HOLDS + 2}${LARGE}`);
  expect(texts[HOLDS]).toThrow('the body is not in the recording');
});

it('an archive has a repeated text once', () => {
  const all = Array.from(
    { length: 2 * HOLDS },
    (_, i) => [`p#s@0/0${i > 0 ? `!again~${i}` : ''}`, exchangeWith(LARGE)] as const,
  );
  const archive = recording(all, 2);
  expect(JSON.stringify(archive).length).toBeLessThan(3 * LARGE.length);
  for (const text of textsIn(archive)) expect(text()).toBe(LARGE);
});

it('an archive leaves the bodies on the disk, and keeps the last ones in memory', () => {
  const all = Array.from(
    { length: 40 },
    (_, i) => [`p#s@0/${i}`, exchangeWith(i + LARGE)] as const,
  );
  const archive = recording(all, 0);
  const [[, first] = [], [, second] = []] = all;
  expect(first?.response?.text).toBe(`0${LARGE}`);
  archive.discard();
  expect(() => second?.response?.text).toThrow();
  expect(all.at(-1)?.[1].response?.text).toBe(`39${LARGE}`);
});

it('an archive has the beginning of a body without room, and no rule judges it', () => {
  const recorder = new Recorder(SHOWN, new Spool('/dev/full'));
  recorder.spool.append('x');
  recorder.spool.flush();
  const all = Array.from({ length: 20 }, (_, i) => exchangeWith(i + LARGE));
  for (const [i, exchange] of all.entries()) recorder.write(exchange, purpose(`p#s@0/${i}`));
  const [first] = all;
  expect(first?.response && startOf(first.response)).toBe(`0${LARGE}`.slice(0, 20_000));
  expect(() => first?.response?.body).toThrow('there was no space to keep the body');
  expect(all.at(-1)?.response?.text).toBe(`19${LARGE}`);
});

it.each([0, 1, 3])(
  'an archive of %d entries is one JSON text, and so is a plain archive',
  (count) => {
    const all = Array.from(
      { length: count },
      (_, i) =>
        [`p#"entries":[] é€@0/${i}`, exchangeWith(`"é€" ${i} ${'\u2028'.repeat(300)}`)] as const,
    );
    const archive = recording(all, 0);
    const text = Buffer.concat([...archive.chunks()]).toString();
    expect(text).toBe(`${JSON.stringify(archive)}\n`);
    expect(Buffer.concat([...plainArchive(archive.toJSON()).chunks()]).toString()).toBe(text);
  },
);

it('an archive has the texts of exchanges that a replay sends for one case', () => {
  const all = [1, 2, 3].map(
    (i) => [`p#s@0/0`, exchangeWith(`${'same text '.repeat(100)}${i % 2}`)] as const,
  );
  const texts = textsIn(recording(all, 2)).map((text) => text());
  expect(texts).toEqual(all.map(([, { response }]) => response?.text));
});

it('a text that came before the run stands in the archive once, and its repetitions name that entry', () => {
  const recorder = new Recorder(SHOWN);
  const evidence = new Evidence(recorder.write);
  const text = 'x'.repeat(1000);
  recorder.write(exchangeWith(text), purpose('before/0'));
  for (const ref of ['p#s@0/0', 'p#s@0/0!again', 'p#s@0/0!again~2'])
    evidence.add(exchangeWith(text), purpose(ref));
  const ended = { verdicts: [], evidence: evidence.kept, complete: true };
  const archive = archiveOf(ended as never, { _traffic: {} }, recorder);
  expect(textsIn(archive).map((read) => read())).toEqual([text, text, text]);
  expect(JSON.stringify(archive).split(text)).toHaveLength(2);
});
