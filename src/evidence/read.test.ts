import { describe, expect, it } from 'vitest';
import { entryOf } from '../../test/entry.ts';
import { callTo } from '../../test/servers.ts';
import { ReceivedResponse } from '../exchange/response.ts';
import type { Call, Exchange } from '../model/index.ts';
import { readHar } from './read.ts';

/** An archive of another origin with one entry. */
function archive(entry: object, log: object = {}): string {
  const request = { method: 'GET', url: 'http://a.example/x', headers: [] };
  const whole = { request, startedDateTime: '2026-01-02T03:04:05.678Z', time: 12.5, ...entry };
  return JSON.stringify({ log: { version: '1.2', entries: [whole], ...log } });
}

function first(text: string): ReturnType<typeof readHar>['entries'][number] {
  const [entry] = readHar(text, 'x.har').entries;
  if (entry === undefined) throw new Error('no entry');
  return entry;
}

describe('an archive of the kit', () => {
  const json = { 'content-type': 'application/json', 'x-id': '7' };
  const exchanges: Exchange[] = [
    {
      request: callTo('/a?b=%20', { body: '{"a":"\ud800é"}', headers: json }),
      response: new ReceivedResponse(404, json, '{"error":"no"}', 14),
      startedAt: 1_767_323_045_678,
      durationMs: 3.0625,
    },
    {
      request: callTo('/raw', { body: 'UEsDBA==', encoding: 'base64' }),
      response: new ReceivedResponse(
        200,
        { 'content-type': 'application/octet-stream' },
        '\ufffd\ufffdA',
        9,
        true,
        { sha256: 'ab'.repeat(32) },
      ),
      startedAt: 1,
      durationMs: 0,
    },
    {
      request: callTo('/latin-1'),
      response: new ReceivedResponse(200, json, '{"a":"\ufffd"}', 9, false, {
        misencoded: true,
        miscoded: 'br',
      }),
      startedAt: 3,
      durationMs: 1,
    },
    {
      request: callTo('/gone'),
      noResponse: { kind: 'timeout', message: 'too late' },
      startedAt: 2,
      durationMs: 1000,
    },
  ];
  const shown = {
    urlOf: ({ path }: Call) => `http://h${path}`,
    headersOf: ({ headers }: Call) => headers,
    redact: (text: string) => text,
    operator: {},
  };
  const har = {
    log: {
      entries: exchanges.map((exchange, index) =>
        entryOf(exchange, `p#s@${index}/0`, shown, exchange.response?.text ?? ''),
      ),
    },
  };
  const { entries } = readHar(JSON.stringify(har), 'evidence.har');

  it('returns the exchanges, bytes and times included', () => {
    expect(entries).toHaveLength(exchanges.length);
    for (const [
      index,
      { request, response, noResponse, startedAt, durationMs },
    ] of exchanges.entries()) {
      const { path, method, body, headers } = request;
      const got = entries[index];
      expect(got).toMatchObject({ index, ref: `p#s@${index}/0`, method, url: `http://h${path}` });
      expect(got).toMatchObject({ headers, startedAt, durationMs });
      expect([got?.body, got?.silence, got?.response]).toEqual([body, noResponse, response]);
    }
  });
});

describe('an archive of another origin', () => {
  it('may have a byte order mark, repeated headers, pseudo-headers and the fields of a form', () => {
    const headers = [
      { name: ':status', value: '200' },
      { name: 'X-A', value: '1' },
      { name: 'x-a', value: '2' },
      { name: 7 },
    ];
    const request = {
      ...{ method: 'POST', url: 'http://a.example/x', headers },
      postData: { mimeType: 'x', params: [{ name: 'a', value: 'b c' }, { name: 'd' }] },
    };
    const entry = first(`\ufeff${archive({ request, response: { status: 0 } })}`);
    expect(entry).toMatchObject({ headers: { 'x-a': '1, 2' }, body: 'a=b+c&d=' });
    expect(entry.startedAt).toBe(Date.parse('2026-01-02T03:04:05.678Z'));
    expect(readHar(archive({}), 'x').settings).toBeUndefined();
  });

  it('may have bodies in base64: text is decoded, raw bytes keep their digest', () => {
    const bytes = Buffer.from('{"a":"é"}');
    const content = { text: bytes.toString('base64'), encoding: 'base64', size: 1 };
    const json = [{ name: 'Content-Type', value: 'application/json' }];
    const raw = [{ name: 'Content-Type', value: 'application/octet-stream' }];
    const { response } = first(archive({ response: { status: 200, headers: json, content } }));
    expect(response).toMatchObject({ body: { a: 'é' }, bytes: bytes.length });
    expect(response?.sha256).toBeUndefined();
    const other = first(archive({ response: { status: 200, headers: raw, content } }));
    expect(other.response?.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('has the media type of the content only if all headers were left out', () => {
    const content = { mimeType: 'application/json', text: '{}' };
    const bare = first(archive({ response: { status: 200, content } }));
    expect(bare.response?.mediaType).toBe('application/json');
    const headers = [{ name: 'date', value: 'x' }];
    const own = first(archive({ response: { status: 200, headers, content } }));
    expect(own.response?.mediaType).toBe('');
  });

  it.each<[string, object, string]>([
    ['a blocked request', { response: { status: 0 } }, 'unrecorded'],
    ['a request under way', {}, 'unrecorded'],
    ['a response that only announces one', { response: { status: 101 } }, 'unrecorded'],
    ['a silence of the kit', { _silence: { kind: 'reset', message: 'm' } }, 'reset'],
    ['a silence of an unknown kind', { _silence: { kind: 'sulk' } }, 'unrecorded'],
  ])('%s is no response', (_, entry, kind) => {
    expect(first(archive(entry)).silence?.kind).toBe(kind);
  });

  it('distinguishes an empty body from one that was not recorded', () => {
    const response = (content: object) =>
      first(archive({ response: { status: 200, content } })).response;
    expect(response({ size: 0 })?.text).toBe('');
    for (const lost of [{ size: 5 }, {}, { size: -1 }]) {
      expect(response(lost)?.status).toBe(200);
      expect(() => response(lost)?.text).toThrow('not in the recording');
      expect(() => response(lost)?.body).toThrow('not in the recording');
    }
  });
});

it.each([
  ['{"log":', 'it is not JSON'],
  ['[]', 'the member log is missing'],
  ['{"log":{}}', 'the list log.entries is missing'],
  ['{"log":{"entries":[null]}}', 'log.entries[0] has no request'],
  ['{"log":{"entries":[{"request":{"url":"x"}}]}}', 'log.entries[0].request has no method'],
])('%s is rejected with the place and the remedy', (text, problem) => {
  const reject = (): unknown => readHar(text, 'my.har');
  expect(reject).toThrow(`my.har: ${problem}`);
  expect(reject).toThrow('Name an HTTP Archive');
  expect(reject).toThrow(expect.objectContaining({ code: 'ASSAY_INPUT' }));
});
