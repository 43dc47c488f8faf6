/** No rule of HTTP blames an unusual server that conforms. The proof has a fault for each rule. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { finding, type Operation } from '../../src/kit.ts';
import {
  type Change,
  JUDGED,
  judgedNotes,
  NOTES_KIT,
  type Received,
  type Reply,
  reply,
  search,
  searching,
  textIn,
} from '../../test/notes-surface.ts';
import { type Law, must } from '../kit/law.ts';
import { probe } from '../kit/probes.ts';
import { lawsOf } from '../kit/surface.ts';
import { ERROR_RULES } from './errors.ts';
import { onOwnResponses } from './own-responses.ts';
import { REQUEST_RULES } from './requests.ts';
import { RESPONSE_RULES } from './responses.ts';
import { stated } from './rules.ts';

const is =
  (path: string) =>
  (request: Received): boolean =>
    request.path === path;
const searches =
  (text: string) =>
  (request: Received): boolean =>
    request.method === 'POST' && textIn(request) === text;
const isMistyped = ({ method, bytes }: Received): boolean =>
  method === 'POST' && bytes.toString() === '{"text":1}';
const isEmpty = ({ method, bytes }: Received): boolean => method === 'POST' && bytes.length === 0;
const isChunked = ({ headers }: Received): boolean => headers['transfer-encoding'] !== undefined;
const anonymous = ({ headers }: Received): boolean => headers.authorization === undefined;
const isBasic = ({ headers }: Received): boolean =>
  headers.authorization?.startsWith('Basic ') === true;

type Made = Partial<Reply> | ((usual: Reply, request: Received) => Partial<Reply> | undefined);

/** Another response if the request satisfies the condition; otherwise the conforming one. */
const where =
  (holds: (request: Received, usual: Reply) => boolean, made: Made): Change =>
  (usual, request) => {
    if (!holds(request, usual)) return usual;
    return typeof made === 'function' ? made(usual, request) : made;
  };
const found = ({ path }: Received, { status }: Reply): boolean =>
  path === '/search' && status === 200;
const withHeader =
  (name: string, value: string): Made =>
  ({ headers }) => ({ headers: { ...headers, [name]: value } });
const MILK = reply(200, { text: 'milk' });

/** Servers that look unusual and break no rule. */
const UNUSUAL: Readonly<Record<string, Change>> = {
  'sends each body with its length': (usual) => ({
    headers: { ...usual.headers, 'content-length': `${Buffer.byteLength(usual.body)}` },
  }),
  'compresses where the request offers it': where(
    ({ headers }) => headers['accept-encoding']?.includes('gzip') === true,
    ({ headers, body }) => ({
      headers: { ...headers, 'content-encoding': 'gzip' },
      body: gzipSync(body),
    }),
  ),
  'adds members to each body': ({ body }) => ({
    body: JSON.stringify({ ...JSON.parse(String(body)), id: 7, tags: { new: true } }),
  }),
  'prints each body with line breaks': ({ body }) => ({
    body: `${JSON.stringify(JSON.parse(String(body)), null, 2)}\r\n`,
  }),
  'writes header names and media types in capitals': ({ headers: { allow } }) => ({
    headers: {
      'CONTENT-TYPE': 'Application/JSON; Charset="UTF-8"',
      ...(allow === undefined ? {} : { ALLOW: allow }),
    },
  }),
  'closes the connection after each response': (usual) => ({
    headers: { ...usual.headers, connection: 'close' },
  }),
  'rejects what it cannot read with 422': where(
    (request, { status }) => {
      return status === 400 && !isMistyped(request);
    },
    { status: 422 },
  ),
  'rejects a missing body with 411 and text': where(isEmpty, {
    status: 411,
    headers: { 'content-type': 'text/plain' },
    body: 'Length Required',
  }),
  'requires the length of a body': where(isChunked, {
    status: 411,
    headers: { 'content-type': 'text/plain' },
    body: 'Length Required',
  }),
  'knows no method PUT': where(({ method }) => method === 'PUT', { status: 501 }),
  'allows no method at all on a 405': where(
    ({ method }) => method === 'PUT',
    reply(405, { error: 'none' }, { allow: '' }),
  ),
  'serves a path with a slash at its end': where(
    ({ path, headers }) => path === '/notes/' && headers.authorization === 'Bearer token',
    MILK,
  ),
  'redirects a path with a slash at its end': where(is('/notes/'), {
    status: 308,
    headers: { location: '/notes' },
  }),
  'needs no token': where((request) => anonymous(request) || isBasic(request), MILK),
  'rejects a missing token in plain text': where(anonymous, {
    headers: { 'content-type': 'text/plain', 'www-authenticate': 'Bearer' },
    body: 'who are you?',
  }),
  'sends 999 kB': where(found, reply(200, { text: 'm'.repeat(999_000) })),
  'quotes the path in an error': where(
    searches('gold'),
    reply(404, { error: 'POST /search finds nothing' }),
  ),
  'rejects half a pair of surrogates': where(
    ({ bytes }) => bytes.includes('ud800'),
    reply(400, { error: 'half a pair' }),
  ),
  'has no route for PUT': where(({ method }) => method === 'PUT', { status: 404 }),
  'sends callers without a token to a login': where(anonymous, {
    status: 302,
    headers: { location: 'https://login.example/' },
  }),
  'limits repeated errors': where(
    (request) => searches('silver')(request) && request.nth % 3 === 0,
    { status: 413, headers: {}, body: 'slow down' },
  ),
  'is overloaded for a moment': where(({ nth }) => nth === 1, {
    status: 503,
    headers: { 'retry-after': '0' },
  }),
};

const nameOf = ({ name }: { readonly name: string }): string => name;

test('a server that conforms fails no rule of HTTP and leaves none undecided', async () => {
  const { broken, failed, cantTell, untested } = await judgedNotes();
  expect({ broken, failed, cantTell, untested }).toEqual({ broken: [] });
});

const latin = (type: string, text: string): Change =>
  where(found, {
    headers: { 'content-type': type },
    body: Buffer.from(JSON.stringify({ text }), 'latin1'),
  });
const DECLARED = 'application/json; charset=ISO-8859-1';

test.each<[what: string, Change, broken: readonly string[]]>([
  ['its declared charset', latin(DECLARED, 'm\u00fcsli'), ['utf8-charset']],
  ['no charset that it declares', latin('application/json', 'm\u00fcsli'), ['response-media-type']],
])('a body that is not UTF-8 is judged in %s', async (_, change, broken) => {
  expect((await judgedNotes(change))['broken']).toEqual(broken);
});

test('a coding that the request does not offer fails accepts-offered-codings', async () => {
  const { broken } = await judgedNotes(
    where(
      ({ headers }) => headers['accept-encoding']?.includes('gzip') === true,
      withHeader('content-encoding', 'compress'),
    ),
  );
  expect(broken).toEqual(['accepts-offered-codings']);
});

test.each(Object.entries(UNUSUAL))('a server that %s fails no rule', async (_name, change) => {
  const { broken, cantTell, untested } = await judgedNotes(change);
  expect({ broken, cantTell, untested }).toEqual({ broken: [] });
});

test('a surface that states an unknown rule is rejected', () => {
  expect(() => stated(REQUEST_RULES, { 'rejects-nothing': { clause: 'none' } })).toThrow(
    'no rule is named rejects-nothing',
  );
});

test('every rule on responses is judged on some request', () => {
  const names = [...RESPONSE_RULES, ...ERROR_RULES, ...REQUEST_RULES].map(nameOf);
  expect(Object.keys(JUDGED).toSorted()).toEqual(names.toSorted());
});

test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
  ['its own path', {}, ['never-holds']],
  ['its own path with a query', { path: '/search?x=1' }, ['never-holds']],
  ['a path below its own', { path: '/search/more' }, []],
  ['its own path with another method', { method: 'PUT' }, []],
])('a law on own responses judges a request to %s', async (_, more, expected) => {
  const sent = probe(search, 'odd', {
    sends: 'one request',
    calls: () => [{ ...searching('milk'), ...more }],
  });
  const law = must<Law<{ readonly operation: Operation }>>('never-holds', 'none', {
    ...{ statement: 'It never holds.', cause: 'None.', fix: 'None.' },
    test: () => ({ probes: [sent], check: () => [finding('/status', 'none', 'any')] }),
  });
  const served: Change = (usual, { path }) => (path === '/search?x=1' ? MILK : usual);
  const laws = lawsOf(NOTES_KIT, [onOwnResponses(law)], [{ operation: search }]);
  expect((await judgedNotes(served, laws))['broken']).toEqual(expected);
});
