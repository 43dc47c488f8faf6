import type { TlsOptions } from 'node:tls';
import { createServer as createTls } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { https, MUTUAL, pairOf, pem } from '../../test/certificates.ts';
import { forwardProxy } from '../../test/forward-proxy.ts';
import { callTo, clientFor, http, listen } from '../../test/servers.ts';
import type { ProxyFor, Trust } from './way.ts';

const CA = pem('authority.pem');
const client = { cert: pem('client.pem'), key: pem('client.key') };

async function problemAt(url: URL, trust: Trust = { ca: CA }, proxy?: ProxyFor): Promise<string> {
  const kit = clientFor(url, { timeoutMs: 3000, awaitsStart: false, trust, proxy });
  const { response, noResponse } = await kit.send(callTo('/'));
  return response === undefined ? `${noResponse?.kind}: ${noResponse?.message}` : 'a response';
}

describe('a certificate', () => {
  const chain = pem('behind-intermediate.pem') + pem('intermediate.pem');
  it.each<[string, TlsOptions, Trust, RegExp]>([
    ['that is right', pairOf('server'), { ca: CA }, /^a response$/],
    [
      'that expired',
      pairOf('expired'),
      { ca: CA },
      /^tls: The certificate of 127\.0\.0\.1:\d+ expired on 2021-01-01 \(CERT_HAS_EXPIRED\)\. Ask the operator/,
    ],
    [
      'of the future',
      pairOf('future'),
      { ca: CA },
      /is not valid before 2100-01-01.*correct the clock/,
    ],
    [
      'with another name',
      pairOf('other-name'),
      { ca: CA },
      /is for other\.example, www\.other\.example, not for 127\.0\.0\.1/,
    ],
    [
      'of an authority that is not known',
      pairOf('server'),
      {},
      /from an authority "Test Authority" that this machine does not know .*chain is incomplete.*If it is private, name the authority's certificate with --ca FILE/,
    ],
    [
      'of another authority than that of --ca',
      { ...pairOf('server'), cert: pem('server.pem') + CA },
      { ca: pem('stranger-authority.pem') },
      /private certificate authority "Test Authority".*to the file of --ca.*which does not contain it/,
    ],
    [
      'without its chain',
      pairOf('behind-intermediate'),
      { ca: CA },
      /"Test Intermediate".*sent only its own certificate.*chain is incomplete/,
    ],
    [
      'with its chain',
      { ...pairOf('behind-intermediate'), cert: chain },
      { ca: CA },
      /^a response$/,
    ],
    [
      'with its chain, of an authority that is not known',
      { ...pairOf('behind-intermediate'), cert: chain },
      {},
      /from an authority "Test Authority" that this machine does not know \([A-Z_]+\)\. Name the auth/,
    ],
    [
      'that signed itself',
      pairOf('self-signed'),
      { ca: CA },
      /is self-signed .*Add that certificate to the file of --ca/,
    ],
    [
      'that signed itself, without --ca',
      pairOf('self-signed'),
      {},
      /Name that certificate with --ca/,
    ],
  ])('%s', async (_, server, trust, words) => {
    const problem = await problemAt(await https(server), trust);
    expect(problem).toMatch(words);
    expect(problem).not.toMatch(/insecure/);
  });

  it('is described through a proxy too', async () => {
    const proxy = await forwardProxy();
    const problem = await problemAt(await https(pairOf('expired')), { ca: CA }, () => ({
      ...{ url: proxy.url, from: '--proxy' },
    }));
    expect(problem).toMatch(/^tls: .* expired on 2021-01-01/);
  });

  it('is looked at once, whatever the number of requests', async () => {
    let connections = 0;
    const port = await listen(
      createTls(pairOf('expired'), (socket) => socket.destroy()).on('connection', () => {
        connections++;
      }),
    );
    const url = new URL(`https://127.0.0.1:${port}`);
    const kit = clientFor(url, { timeoutMs: 3000, trust: { ca: CA }, connections: 1 });
    for (let i = 0; i < 3; i++) await kit.send(callTo('/'));
    expect(connections).toBe(4);
  });
});

describe.each(['TLSv1.2', 'TLSv1.3'] as const)('a client certificate in %s', (version) => {
  const mutual = { ...pairOf('server'), ...MUTUAL, minVersion: version, maxVersion: version };

  it('is shown to a server that asks for one', async () => {
    const url = await https(mutual);
    expect(await problemAt(url, { ca: CA, identity: client })).toBe('a response');
    const proxy = await forwardProxy();
    const way = (): ReturnType<ProxyFor> => ({ url: proxy.url, from: '--proxy' });
    expect(await problemAt(url, { ca: CA, identity: client }, way)).toBe('a response');
  });

  it('that is missing is named as the likely cause', async () => {
    expect(await problemAt(await https(mutual))).toMatch(/client certificate.*--cert/);
  });

  it('of an unknown authority is named as the likely cause', async () => {
    const stranger = { cert: pem('stranger.pem'), key: pem('stranger.key') };
    const problem = await problemAt(await https(mutual), { ca: CA, identity: stranger });
    expect(problem).toMatch(/--cert|server's log/);
  });
});

it.each([
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', /requires a client certificate.*--cert FILE --key/],
  ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', /ended the TLS handshake.*--cert FILE --key FILE/],
  ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', /requires a client certificate/],
  ['ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE', /requires a client certificate/],
])('the alert %s, which OpenSSL and nginx send', async (code, words) => {
  const { silenceOf } = await import('./no-response.ts');
  const error = Object.assign(new Error('alert'), { code });
  const where = { url: new URL('https://h'), timeoutMs: 1, started: true };
  expect(silenceOf(error, where)).toMatchObject({ kind: 'tls' });
  expect(silenceOf(error, where).message).toMatch(words);
  // After a handshake of TLS 1.3 the alert may follow a response on another connection.
  const given = { ...where, hasResponded: code.includes('CERT'), trust: { identity: client } };
  expect(silenceOf(error, given).message).toMatch(/client certificate of --cert/);
});

describe('the version', () => {
  it('is named if there is none in common', async () => {
    const old: TlsOptions = { ...pairOf('server'), minVersion: 'TLSv1', maxVersion: 'TLSv1.1' };
    const url = await https({ ...old, ciphers: 'DEFAULT@SECLEVEL=0' });
    expect(await problemAt(url)).toMatch(/no TLS version in common.*TLS 1\.2 and 1\.3/);
  });

  it('of a server of plain HTTP is none', async () => {
    const { host } = await http((_, response) => response.end());
    expect(await problemAt(new URL(`https://${host}`))).toMatch(/use http:\/\/127/);
  });
});
