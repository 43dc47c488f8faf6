/** The same response to every request, redirects, rate limits, and bytes that are not HTTP. */
import { always, type Behavior, behavior, ofLedger } from './behavior.ts';

function all(status: string, headers = '', body = ''): Behavior['respond'] {
  return always(
    `HTTP/1.1 ${status}\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
const HTML = 'content-type: text/html\r\n';
const JSON_TYPE = 'content-type: application/json\r\n';
const elsewhere = 'location: https://login.example/start\r\n';
const itself: Behavior['respond'] = ({ socket, request }) => {
  socket.write(
    `HTTP/1.1 307 Temporary Redirect\r\nlocation: ${request.target}\r\ncontent-length: 0\r\n\r\n`,
  );
};

const redirected = behavior(
  'redirect-302',
  'Every request is redirected to a login page.',
  'partial',
  all('302 Found', elsewhere),
  { says: 'got 302 to https://login.example/start' },
);
const notModified = behavior(
  '304',
  'Every response is 304 Not Modified.',
  'partial',
  all('304 Not Modified'),
  { says: '304 Not Modified, although the requests have no condition' },
);
const empty = behavior('empty-200', 'Every response is an empty 200.', 'partial', all('200 OK'), {
  says: '200 without a body',
});

export const STATUSES: readonly Behavior[] = [
  redirected,
  ofLedger(redirected),
  behavior(
    'redirect-308',
    'Every request is redirected for good, with a page.',
    'partial',
    all('308 Permanent Redirect', elsewhere + HTML, '<p>Moved'),
    { says: 'got 308 to https://login.example/start' },
  ),
  behavior(
    'redirect-nowhere',
    'Every response is 302 without a Location.',
    'partial',
    all('302 Found'),
    { says: 'got 302 without a Location' },
  ),
  behavior('redirect-itself', 'Every request is redirected to itself.', 'partial', itself, {
    says: 'got 307 to /',
  }),
  notModified,
  ofLedger(notModified),
  behavior(
    '304-length',
    'Every response is 304 with the length of what it stands for.',
    'partial',
    always('HTTP/1.1 304 Not Modified\r\ncontent-length: 99\r\n\r\n'),
    { says: '304 Not Modified' },
  ),
  empty,
  ofLedger(empty),
  behavior('204', 'Every response is 204.', 'partial', always('HTTP/1.1 204 No Content\r\n\r\n'), {
    says: '204 without a body',
  }),
  behavior(
    '204-length',
    'Every response is 204 with a length.',
    'partial',
    always('HTTP/1.1 204 No Content\r\ncontent-length: 0\r\n\r\n'),
    { says: '204 without a body' },
  ),
  behavior(
    'web-page',
    'Every response is the same page.',
    'partial',
    all('200 OK', HTML, '<!doctype html><title>Hi</title>'),
    { says: 'the same 200 (text/html)' },
  ),
  behavior(
    'ok-json',
    'Every response is {"status":"ok"}.',
    'partial',
    all('200 OK', JSON_TYPE, '{"status":"ok"}'),
    { says: 'the same 200 (application/json)' },
  ),
  behavior(
    '401',
    'Every response is 401.',
    'partial',
    all('401 Unauthorized', 'www-authenticate: Bearer\r\n'),
    { says: '--token-env' },
  ),
  behavior('403', 'Every response is 403.', 'partial', all('403 Forbidden'), {
    says: '401 or 403',
  }),
  behavior('404', 'Every response is 404.', 'partial', all('404 Not Found', HTML, '<p>Nope'), {
    says: 'check the URL',
  }),
  behavior(
    '405',
    'Every response is 405.',
    'partial',
    all('405 Method Not Allowed', 'allow: GET\r\n'),
    { says: 'check the URL' },
  ),
  behavior('418', 'Every response is 418.', 'partial', all("418 I'm a teapot")),
  behavior(
    '500',
    'Every response is 500.',
    'partial',
    all('500 Internal Server Error', JSON_TYPE, '{"error":"x"}'),
  ),
  behavior(
    '502',
    'Every response is 502, as from a proxy without a server.',
    'partial',
    all('502 Bad Gateway', HTML, '<h1>502'),
  ),
  behavior('999', 'Every response is 999.', 'partial', all('999 Odd')),
  behavior('099', 'Every response is 099.', 'partial', all('099 Odd'), { says: 'not HTTP/1.1' }),
  behavior(
    '101',
    'Every response is 101 Switching Protocols.',
    'partial',
    always('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n'),
    { says: 'responds with 101' },
  ),
  behavior(
    '503-hour',
    'Every response is 503 with Retry-After: 3600.',
    'partial',
    all('503 Service Unavailable', 'retry-after: 3600\r\n'),
    { says: 'requested a pause of 3600 s' },
  ),
  behavior(
    '429',
    'Every response is 429 with Retry-After: 0.',
    'partial',
    all('429 Too Many Requests', 'retry-after: 0\r\n'),
    { says: 'responded with 429' },
  ),
  behavior('ssh', 'An SSH server listens.', 'partial', always('SSH-2.0-OpenSSH_9.9\r\n', true), {
    says: 'not HTTP/1.1',
  }),
  behavior('redis', 'A Redis server listens.', 'partial', always('-ERR unknown command\r\n'), {
    says: 'not HTTP/1.1',
  }),
  behavior(
    'http-2',
    'The server speaks HTTP/2 only.',
    'partial',
    always(Buffer.from('00001204000000000000020000000000030000006400040000ffff', 'hex'), true),
    { says: 'HTTP/2' },
  ),
  behavior(
    'tls-alert',
    'The server speaks TLS only.',
    'partial',
    always(Buffer.from('15030100020246', 'hex'), true),
    { says: 'https' },
  ),
  behavior(
    'random-bytes',
    'The server sends bytes that mean nothing.',
    'partial',
    always(Buffer.from(Array.from({ length: 999 }, (_, i) => (i * 89) % 256)), true),
    { says: 'not HTTP/1.1' },
  ),
];
