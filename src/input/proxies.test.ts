import { describe, expect, it } from 'vitest';
import { redactor } from '../exchange/redact.ts';
import { checkProxyOption, proxiesOf } from './proxies.ts';

const PROXY = 'http://p.example:3128';

/** Who names the proxy of a URL, and where it is. */
function wayTo(target: string, environment: Record<string, string>): string | undefined {
  const proxy = proxiesOf(undefined, environment).proxyFor(new URL(target));
  return proxy && `${proxy.from} ${proxy.url.origin}`;
}

describe('the environment', () => {
  it.each<[string, Record<string, string>, string | undefined]>([
    ['https://t.example', {}, undefined],
    ['https://t.example', { HTTPS_PROXY: PROXY }, `HTTPS_PROXY ${PROXY}`],
    ['https://t.example', { HTTP_PROXY: PROXY }, undefined],
    ['http://t.example', { HTTP_PROXY: PROXY }, `HTTP_PROXY ${PROXY}`],
    ['http://t.example', { HTTPS_PROXY: PROXY }, undefined],
    [
      'https://t.example',
      { https_proxy: 'http://lower.example', HTTPS_PROXY: PROXY },
      'https_proxy http://lower.example',
    ],
    ['https://t.example', { https_proxy: '', HTTPS_PROXY: PROXY }, `HTTPS_PROXY ${PROXY}`],
    ['http://t.example', { HTTP_PROXY: PROXY, REQUEST_METHOD: 'GET' }, undefined],
    ['http://t.example', { http_proxy: PROXY, REQUEST_METHOD: 'GET' }, `http_proxy ${PROXY}`],
    ['https://t.example', { HTTPS_PROXY: 'p.example:3128' }, `HTTPS_PROXY ${PROXY}`],
    ['https://t.example', { HTTPS_PROXY: PROXY, NO_PROXY: 't.example' }, undefined],
    [
      'https://t.example',
      { HTTPS_PROXY: PROXY, no_proxy: 'x', NO_PROXY: '*' },
      `HTTPS_PROXY ${PROXY}`,
    ],
    ['https://t.example', { HTTPS_PROXY: PROXY, no_proxy: '*', NO_PROXY: 'x' }, undefined],
    ['http://127.0.0.1:80', { HTTP_PROXY: PROXY }, undefined],
    ['http://[::1]:80', { HTTP_PROXY: PROXY }, undefined],
    ['https://scan.localhost', { HTTPS_PROXY: PROXY }, undefined],
  ])('%s with %j: %s', (target, environment, expected) => {
    expect(wayTo(target, environment)).toBe(expected);
  });

  it('that is wrong matters to the URLs that it is for alone', () => {
    const environment = { HTTPS_PROXY: 'socks5://u:hunter22@p.example' };
    expect(wayTo('http://t.example', environment)).toBeUndefined();
    expect(wayTo('https://127.0.0.1', environment)).toBeUndefined();
    expect(() => wayTo('https://t.example', environment)).toThrow(
      /^HTTPS_PROXY: SOCKS proxies are not supported\. .*--proxy none/,
    );
  });
});

describe('a named proxy', () => {
  const named = (value: string) =>
    proxiesOf({ value, from: '--proxy' }, { HTTPS_PROXY: 'http://other', NO_PROXY: '*' });

  it('holds for every URL, those of this machine too', () => {
    for (const target of ['https://t.example', 'http://t.example', 'http://127.0.0.1'])
      expect(named(PROXY).proxyFor(new URL(target))?.url.origin).toBe(PROXY);
  });

  it('none switches that of the environment off', () => {
    expect(named('none').proxyFor(new URL('https://t.example'))).toBeUndefined();
  });

  it('has user and password as a secret, decoded', () => {
    const { proxyFor, secrets } = named('https://me:p%40ss%20word@p.example');
    const proxy = proxyFor(new URL('https://t.example'));
    const pair = Buffer.from('me:p@ss word').toString('base64');
    expect(proxy).toMatchObject({ authorization: `Basic ${pair}`, from: '--proxy' });
    expect(proxy?.url.href).toBe('https://p.example/');
    const redact = redactor(secrets);
    for (const secret of [pair, 'me:p@ss word', 'p@ss word', 'p%40ss%20word'])
      expect(redact(`<${secret}>`)).toBe('<[redacted]>');
  });

  it.each(['ftp://p.example', 'http://', 'http://me:a/b@p.example', 'socks://p'])(
    '%s cannot be used, and is not shown',
    (value) => {
      const of = (): unknown => named(value);
      expect(of).toThrow(/^--proxy: .*(Write|Name)/);
      expect(of).not.toThrow(/a\/b/);
    },
  );

  it('on the command line has no password', () => {
    for (const value of ['none', PROXY]) expect(() => checkProxyOption(value)).not.toThrow();
    const withSecret = (): void => checkProxyOption('http://me:hunter22@p.example');
    expect(withSecret).toThrow(
      /^--proxy: a secret does not belong on the command line\..*HTTPS_PROXY/,
    );
    expect(withSecret).not.toThrow(/hunter22/);
  });
});
