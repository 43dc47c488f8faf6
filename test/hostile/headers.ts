/** Fields of the header section. */
import {
  type Behavior,
  behavior,
  bytes,
  changed,
  encode,
  type Reply,
  withHeaders,
} from './behavior.ts';

const more = (...headers: (readonly [string, string])[]): Behavior['respond'] =>
  changed((reply) => withHeaders(reply, ...headers));
const many = (n: number, value: string): (readonly [string, string])[] =>
  Array.from({ length: n }, (_, i) => [`x-${i}`, value]);
const renamed = (rename: (name: string) => string): Behavior['respond'] =>
  changed(({ headers }: Reply) => ({ headers: headers.map(([n, v]) => [rename(n), v]) }));

export const HEADERS: readonly Behavior[] = [
  behavior('header-16k', 'A field has 17 KiB.', 'conforming', more(['x', 'y'.repeat(17_000)])),
  behavior('header-300k', 'A field has 300 kB.', 'conforming', more(['x', 'y'.repeat(300_000)])),
  behavior('headers-500', 'There are 500 fields.', 'conforming', more(...many(500, 'y'))),
  behavior(
    'headers-2m',
    'The header section has 2 MB.',
    'partial',
    more(...many(200, 'y'.repeat(10_000))),
    { says: 'more than 1 MiB of header fields' },
  ),
  behavior(
    'headers-endless',
    'The header section never ends.',
    'partial',
    ({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const go = (): void => {
        if (socket.writable) socket.write(`x: ${'y'.repeat(50_000)}\r\n`, () => setImmediate(go));
      };
      go();
    },
    { says: 'more than 1 MiB of header fields' },
  ),
  behavior(
    'names-upper',
    'Names of fields are in capitals.',
    'conforming',
    renamed((n) => n.toUpperCase()),
  ),
  behavior(
    'values-spaced',
    'Values stand between tabs and spaces.',
    'conforming',
    changed(({ headers }) => ({ headers: headers.map(([n, v]) => [n, ` \t ${v} \t `]) })),
  ),
  behavior(
    'values-empty',
    'Some fields have no value.',
    'conforming',
    more(['x', ''], ['vary', '']),
  ),
  behavior(
    'cookies',
    'Forty cookies are set.',
    'conforming',
    more(...Array.from({ length: 40 }, (_, i) => ['set-cookie', `c${i}=${i}; Path=/`] as const)),
  ),
  behavior(
    'keep-alive-1',
    'Connections are announced to last a second.',
    'conforming',
    more(['keep-alive', 'timeout=1, max=5'], ['connection', 'keep-alive']),
  ),
  behavior(
    'date-wrong',
    'The Date is none.',
    'conforming',
    more(['date', 'yesterday'], ['expires', '-1']),
  ),
  behavior(
    'retry-after-200',
    'Good responses have a Retry-After.',
    'conforming',
    more(['retry-after', '120']),
  ),
  behavior(
    'terminal-header',
    'A field holds Latin-1 and a markup.',
    'conforming',
    more(['x', '<script>alert(1)</script>\u00e9']),
  ),
  behavior('header-nul', 'A field holds a NUL byte.', 'partial', more(['x', 'a\0b']), {
    says: 'not HTTP/1.1',
  }),
  behavior('header-nameless', 'A field has no name.', 'partial', more(['', 'x']), {
    says: 'not HTTP/1.1',
  }),
  behavior(
    'header-space',
    'A space stands before a colon.',
    'partial',
    bytes((reply) => encode(withHeaders(reply, ['x ', 'y']))),
    { says: 'not HTTP/1.1' },
  ),
];
