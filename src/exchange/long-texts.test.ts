/** A long text that comes again costs little: it is decoded, parsed and redacted once. */
import { expect, it, vi } from 'vitest';
import { callTo } from '../../test/servers.ts';
import { Recorder } from '../evidence/recorder.ts';
import { received } from './received.ts';
import { ReceivedResponse, START_BYTES } from './response.ts';

const LENGTH = 900_000;
const long = (content: string): string => JSON.stringify({ content: content.repeat(LENGTH) });
const arrived = (text: string | Buffer): ReceivedResponse =>
  received({
    status: 200,
    headers: { 'content-type': 'application/json' },
    chunks: [Buffer.from(text)],
    bytes: text.length,
    limit: 2 * LENGTH,
    sha256: undefined,
  });

it('equal long texts share one body, also when others came between', () => {
  const [first, again] = [arrived(long('x')), arrived(long('x'))];
  const { body } = first;
  for (const letter of 'abcdef') arrived(long(letter)).body;
  expect(again.body).toBe(body);
});

it('the body of a long text is found without its text', () => {
  const response = arrived(long('x'));
  const { body } = response;
  response.release(() => {
    throw new Error('the text was read back');
  });
  expect(response.body).toBe(body);
});

it('a received text has the digest of the same text in a recording, also if it is not UTF-8', () => {
  for (const bytes of [Buffer.from(long('é').slice(0, LENGTH)), Buffer.alloc(LENGTH, 0xe9)]) {
    const response = arrived(bytes);
    const recorded = new ReceivedResponse(200, response.headers, response.text);
    expect(response.textDigest).toBe(recorded.textDigest);
  }
});

it('of a text that is too long the start is kept, without half a character, and its bytes are counted', () => {
  const bytes = Buffer.from(`x${'é'.repeat(LENGTH)}`);
  const response = received({
    ...{ status: 200, headers: {}, chunks: [bytes], bytes: bytes.length },
    ...{ limit: LENGTH, sha256: undefined },
  });
  expect(response).toMatchObject({ truncated: true, bytes: bytes.length });
  expect(response.text).toBe(bytes.toString().slice(0, response.text.length));
  expect(response.text.length).toBeLessThan(START_BYTES);
  expect(response.misencoded).toBeUndefined();
});

it('long texts are redacted once, whatever came between', () => {
  const redact = vi.fn((text: string) => text);
  const recorder = new Recorder({ redact, urlOf: () => '', headersOf: () => ({}), operator: {} });
  const texts = ['x', ...'abcdef', 'x'].map(long);
  const exchanges = texts.map((text) => ({
    request: callTo('/'),
    response: arrived(text),
    startedAt: 0,
    durationMs: 0,
  }));
  const first = exchanges.map((exchange, i) => {
    recorder.write(exchange, { kind: 'discovery', nth: i });
    return recorder.placeOf(exchange)?.content?.textOf;
  });
  expect(first).toEqual([0, 1, 2, 3, 4, 5, 6, 0].map((i) => `discovery/${i}`));
  expect(redact.mock.calls.filter(([text]) => text === texts[0])).toHaveLength(1);
});
