/** Altered tokens: the changed part, and that no part of the real token is shown. */
import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { callTo, http } from '../../test/servers.ts';
import { connect } from './client.ts';
import { redactor } from './redact.ts';
import { alter, bearerIn, claimsIn } from './web-token.ts';

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function tokenWith(claims: object): string {
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', 'a key').update(signed).digest('base64url')}`;
}

const AUDIENCE = 'https://daml.com/jwt/aud/participant/participant1';
const token = tokenWith({ sub: 'auditor', aud: AUDIENCE, exp: 4102444800 });
const [header, payload, signature] = token.split('.') as [string, string, string];

it('the claims of a signed token, and the bearer token among headers, are read', () => {
  expect(claimsIn(token)).toMatchObject({ sub: 'auditor', aud: AUDIENCE });
  for (const opaque of ['', 'opaque', 'a.b', 'a.b.c', `${token}.more`, 'YQ.YQ.YQ'])
    expect(claimsIn(opaque)).toBeUndefined();
  expect(bearerIn({ Authorization: `bearer ${token}` })).toBe(token);
  expect(bearerIn({ authorization: 'Basic eDp5' })).toBeUndefined();
});

it('an altered token has one changed part and keeps the others', () => {
  const [h, p, s = ''] = alter(token, 'signature').split('.');
  expect([h, p, s.length]).toEqual([header, payload, signature.length]);
  expect(Buffer.from(s, 'base64url')).not.toEqual(Buffer.from(signature, 'base64url'));

  const [h2, p2 = '', s2] = alter(token, { subject: 'participant_admin' }).split('.');
  expect([h2, s2]).toEqual([header, signature]);
  expect(JSON.parse(Buffer.from(p2, 'base64url').toString())).toEqual({
    sub: 'participant_admin',
    aud: AUDIENCE,
    exp: 4102444800,
  });

  const [h3 = '', p3, s3] = alter(token, 'unsigned').split('.');
  expect(JSON.parse(Buffer.from(h3, 'base64url').toString())['alg']).toBe('none');
  expect([p3, s3]).toEqual([payload, '']);
  expect(alter('opaque', 'signature')).toBe('opaque');
});

it('a redacted text has no claims and no signature of a token, altered or not', () => {
  const redact = redactor([token]);
  const sent = [
    token,
    ...(['signature', 'unsigned', { subject: 'x' }] as const).map((a) => alter(token, a)),
  ];
  for (const one of sent) {
    for (const shown of [one, encodeURIComponent(one), Buffer.from(`x ${one}`).toString('utf8')]) {
      const text = redact(`the token ${shown} is not good`);
      const parts = one.split('.').filter((text_) => [payload, signature].includes(text_));
      for (const secret of [...parts, signature.slice(0, 15), signature.slice(-15)])
        expect(text).not.toContain(secret);
    }
  }
});

it('only the client alters a token: a call never contains it', async () => {
  const seen: (string | undefined)[] = [];
  const url = await http((request, response) => {
    seen.push(request.headers.authorization);
    response.end();
  });
  const client = connect({
    baseUrl: url,
    timeoutMs: 2000,
    headers: { Authorization: `Bearer ${token}` },
  });
  const plain = callTo('/x');
  const altered = { ...plain, altered: 'signature' as const };
  await client.send(plain);
  await client.send(altered);
  await client.send(plain);
  await client.close();
  expect(seen).toEqual([token, alter(token, 'signature'), token].map((one) => `Bearer ${one}`));
  expect(JSON.stringify(altered)).not.toContain(payload);
});
