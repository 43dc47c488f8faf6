import { describe, expect, it } from 'vitest';
import { isSecretHeader, placeholders, redactHeaders, redactor } from './redact.ts';

describe('redactor', () => {
  it('replaces a secret in each form it can take', () => {
    const secret = 'p@ss/w+rd "1" ü?';
    const redact = redactor([secret, '', `user:${secret}`]);
    const base64 = Buffer.from(`user:${secret}`).toString('base64');
    for (const form of [
      secret,
      encodeURIComponent(secret),
      new URLSearchParams({ q: secret }).toString().slice(2),
      encodeURIComponent(secret).toLowerCase(),
      JSON.stringify(secret).slice(1, -1),
      base64,
      Buffer.from(`user:${secret}`).toString('base64url'),
      Buffer.from(secret).toString('base64'),
    ]) {
      expect(redact(`a ${form} b ${form}`).replace(/=+/g, '')).toBe('a [redacted] b [redacted]');
    }
  });

  it('replaces the longest secret first, and special characters have no meaning', () => {
    expect(redactor(['abc', 'abc.*def'])('abc.*def abcXdef')).toBe('[redacted] [redacted]Xdef');
  });

  it('removes userinfo from URLs, and leaves other text the same', () => {
    const redact = redactor([]);
    expect(redact('see https://u:p@ss@host/a@b and http://host/x@y')).toBe(
      'see https://[redacted]@host/a@b and http://host/x@y',
    );
    expect(redact('mail me@host, https://host')).toBe('mail me@host, https://host');
  });

  it('hides the parts of a Basic credential: the pair, and the password alone', () => {
    const credential = Buffer.from('ann:hunter2+/').toString('base64');
    for (const secret of [credential, `Basic ${credential}`]) {
      const redact = redactor([secret]);
      expect(redact(`${credential} ann:hunter2+/ hunter2+/ hunter2%2B%2F`).replace('==', '')).toBe(
        '[redacted] [redacted] [redacted] [redacted]',
      );
    }
    expect(redactor([Buffer.from('{"alg":"HS256"}').toString('base64')])('"HS256"')).toBe(
      '"HS256"',
    );
  });

  it('hides secrets that are added later, and knows thousands', () => {
    const secrets: string[] = [];
    const redact = redactor(secrets);
    for (let i = 0; i < 3000; i++) {
      secrets.push(`sid-${i}-aaaaaaaa-${(i * 7919) % 3000}`);
      redact('');
    }
    const text = secrets.map((secret) => `{"${secret}":1}`).join('\n');
    expect(new Set(redact(text).split('\n'))).toEqual(new Set(['{"[redacted]":1}']));
    expect(redact('sid-0-aaaaaaaa-0')).toBe('[redacted]');
  });

  it('takes time that is linear in the text, even if thousands of secrets begin alike', () => {
    const begin = 'eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJhIiwic3ViIjoi'.repeat(4);
    const many = Array.from({ length: 2000 }, (_, i) => begin + i.toString(36).repeat(9));
    const redact = redactor(many);
    redact('');
    const from = performance.now();
    expect(redact(begin.slice(0, 15).repeat(20_000))).toContain('[redacted]');
    expect(performance.now() - from).toBeLessThan(3000);
  });

  it('is quick on long texts without matches', () => {
    const text = `${'a.'.repeat(500_000)}://${'b'.repeat(500_000)}`;
    const begin = performance.now();
    expect(redactor(['secret'])(text)).toBe(text);
    expect(performance.now() - begin).toBeLessThan(1000);
  });
});

describe('headers', () => {
  const headers = {
    Authorization: 'Bearer t0k',
    cookie: 'a=b',
    'Set-Cookie': 'a=b',
    'x-api-key': 'k',
    'Proxy-Authorization': 'Basic x',
    'X-My-Token': 'm',
    accept: 'see t0k',
  };

  it('hides secret headers whole, the operator’s by their names, and secrets in the others', () => {
    const hidden = '[redacted]';
    expect(redactHeaders(headers, redactor(['t0k']), { 'x-my-token': 'm' })).toEqual({
      authorization: hidden,
      cookie: hidden,
      'set-cookie': hidden,
      'x-api-key': hidden,
      'proxy-authorization': hidden,
      'x-my-token': hidden,
      accept: 'see [redacted]',
    });
    expect(redactHeaders({ 'x-my-token': 'm' }, redactor([]))['x-my-token']).toBe('m');
  });

  it('hides a secret that a target uses as a name', () => {
    const redact = redactor(['Sn7-0oPq-Zx55']);
    const shown = redactHeaders({ 'x-Sn7-0oPq-Zx55': '1' }, redact);
    expect(shown).toEqual({ 'x-[redacted]': '1' });
    expect(placeholders({ 'x-token-Sn7-0oPq-Zx55': 'v' }, redact)).toEqual({
      'x-token-[redacted]': 'v',
    });
  });

  it('names variables instead, for a command line', () => {
    const shown = placeholders(headers, redactor([]), { 'X-My-Token': 'm' });
    expect(shown).toMatchObject({
      authorization: 'Bearer $TOKEN',
      'x-my-token': '$X_MY_TOKEN',
      'x-api-key': '$X_API_KEY',
      accept: 'see t0k',
    });
  });

  it('knows secret headers by name', () => {
    expect(
      [
        'Authorization',
        'X-Auth',
        'apikey',
        'X-Session-Id',
        'x_api_key',
        'X-Access-Key',
        'X-JWT',
      ].every(isSecretHeader),
    ).toBe(true);
    expect(['accept', 'content-type', 'x-request-id'].some(isSecretHeader)).toBe(false);
  });
});
