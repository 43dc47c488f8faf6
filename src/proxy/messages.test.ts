import { describe, expect, it } from 'vitest';
import {
  type Framing,
  requestFraming,
  requestHead,
  responseFraming,
  responseHead,
  withHost,
} from './head.ts';
import { Messages } from './messages.ts';

interface Read {
  readonly passed: string;
  /** The parsed heads, bodies and ends, in order. */
  readonly found: string;
}

/** Reads a text in pieces of this many bytes. */
function read(text: string, size: number, framing: (head: Buffer) => Framing): Read {
  const found: string[] = [];
  const messages = new Messages({
    head: (bytes) => {
      found.push(`[${bytes.toString('latin1').split(/\r?\n/)[0]}]`);
      return { framing: framing(bytes), bytes };
    },
    data: (bytes) => found.push(bytes.toString('latin1')),
    end: () => found.push('.'),
  });
  const bytes = Buffer.from(text, 'latin1');
  const out: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size)
    out.push(...messages.push(bytes.subarray(at, at + size)));
  out.push(messages.end());
  return { passed: Buffer.concat(out).toString('latin1'), found: found.join('') };
}

const ofRequest = (bytes: Buffer): Framing => {
  const head = requestHead(bytes);
  return head === undefined ? 'opaque' : requestFraming(head);
};
const ofResponse = (bytes: Buffer): Framing => {
  const head = responseHead(bytes);
  return head === undefined ? 'opaque' : responseFraming(head, 'GET');
};

const POST = 'POST /x HTTP/1.1\r\nHost: a\r\n';
const OK = 'HTTP/1.1 200 OK\r\n';

describe.each([1, 2, 7, 10_000])('in pieces of %d bytes', (size) => {
  it.each([
    ['a length', `${POST}Content-Length: 3\r\n\r\nabc`, '[POST /x HTTP/1.1]abc.'],
    ['no body', 'GET /x HTTP/1.0\r\n\r\n', '[GET /x HTTP/1.0].'],
    [
      'several in a row',
      'GET /a HTTP/1.1\r\n\r\n\r\nGET /b HTTP/1.1\n\n',
      '[GET /a HTTP/1.1].[GET /b HTTP/1.1].',
    ],
    [
      'chunks with extensions and trailers',
      `${POST}Transfer-Encoding: chunked\r\n\r\n2;x=1\r\nab\r\nA\r\n0123456789\r\n0\r\nT: 1\r\n\r\nGET / HTTP/1.1\r\n\r\n`,
      '[POST /x HTTP/1.1]ab0123456789.[GET / HTTP/1.1].',
    ],
    ['another protocol', '\x16\x03\x01\n\nnot HTTP', '[\x16\x03\x01]'],
    [
      'two lengths',
      `${POST}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`,
      '[POST /x HTTP/1.1]',
    ],
    [
      'an unreadable chunk',
      `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\nGET / HTTP/1.1\r\n\r\n`,
      '[POST /x HTTP/1.1]',
    ],
    ['half a head', 'GET /x HT', ''],
  ])('finds requests with %s, and passes every byte on', (_, text, found) => {
    const seen = read(text, size, ofRequest);
    expect(seen.passed).toBe(text);
    expect(seen.found).toBe(found);
  });

  it.each([
    [
      'after an interim one',
      `HTTP/1.1 100 Continue\r\n\r\n${OK}Content-Length: 1\r\n\r\na`,
      '[HTTP/1.1 100 Continue].[HTTP/1.1 200 OK]a.',
    ],
    ['that ends with the connection', `${OK}\r\nabc`, '[HTTP/1.1 200 OK]abc.'],
    ['without a body', 'HTTP/1.1 204 \r\nContent-Length: 5\r\n\r\n', '[HTTP/1.1 204 ].'],
    [
      'with a coding that is not chunked',
      `${OK}Transfer-Encoding: gzip\r\n\r\nabc`,
      '[HTTP/1.1 200 OK]abc.',
    ],
    ['that changes the protocol', 'HTTP/1.1 101 Upgrade\r\n\r\n\x81\x01', '[HTTP/1.1 101 Upgrade]'],
    ['that is cut off', `${OK}Content-Length: 5\r\n\r\nabc`, '[HTTP/1.1 200 OK]abc'],
  ])('finds a response %s', (_, text, found) => {
    const seen = read(text, size, ofResponse);
    expect(seen.passed).toBe(text);
    expect(seen.found).toBe(found);
  });
});

it('a head that is too long passes, and is not read', () => {
  const text = `GET / HTTP/1.1\r\nA: ${'x'.repeat(300_000)}\r\n\r\n`;
  expect(read(text, 10_000, ofRequest)).toEqual({ passed: text, found: '' });
});

it('the Host field changes, and no other byte: case, order, repeats and odd blanks stay', () => {
  const head = (host: string): string =>
    `GET /host: HTTP/1.1\r\nX-b: 1\r\nhOsT:  ${host} \r\nX-B: 2\r\nx-Host: client\r\n folded\r\nÿ: 1\r\n\r\n`;
  const changed = withHost(Buffer.from(head('client'), 'latin1'), 'server:1');
  expect(changed.toString('latin1')).toBe(head('server:1'));
});

it('header fields with many tabs take no long time', () => {
  const tabs = '\t'.repeat(200_000);
  const head = Buffer.from(`GET / HTTP/1.1\r\nHost: a${tabs}b\r\nA: 1${tabs}2\r\n\r\n`);
  expect(withHost(head, 'c').toString()).toContain('\r\nHost: c\r\n');
  expect(requestHead(head)?.headers['a']).toBe(`1${tabs}2`);
});

it('repeated and folded fields are joined', () => {
  const head = requestHead(Buffer.from('GET / HTTP/1.1\r\nA: 1\r\nB: x\r\n y\r\na:2\r\n\r\n'));
  expect(head?.headers).toEqual({ a: '1, 2', b: 'x y' });
});
