import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { https, MUTUAL, pairOf, pem } from '../../test/certificates.ts';
import { forwardProxy } from '../../test/forward-proxy.ts';
import { http } from '../../test/servers.ts';
import { InputError } from './error.ts';
import { fetchToken, type IssuedToken, type OAuthClient } from './oauth.ts';

interface Seen {
  readonly authorization: string | undefined;
  readonly form: Readonly<Record<string, string>>;
}

interface Reply {
  readonly status?: number;
  readonly body: unknown;
}

const SECRET = 's3cr%t/+ ü';
const ENVIRONMENT = { SECRET };

/** A token endpoint; returns its URL and the requests that it received. */
async function issuer(
  reply: (seen: Seen) => Reply,
): Promise<{ client: OAuthClient; seen: Seen[] }> {
  const seen: Seen[] = [];
  const url = await http((request, response) => {
    void textOf(request).then((text) => {
      const form = Object.fromEntries(new URLSearchParams(text));
      const one = { authorization: request.headers.authorization, form };
      seen.push(one);
      const { status = 200, body } = reply(one);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  const tokenUrl = `${url.href}realms/x/token?tenant=1`;
  return { client: { tokenUrl, clientId: 'me:too', clientSecretEnv: 'SECRET' }, seen };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function fetched(client: OAuthClient): Promise<IssuedToken> {
  return fetchToken(client, { timeoutMs: 2000 }, ENVIRONMENT);
}

/** The message for an operator; it never shows the secret. */
async function complaint(client: OAuthClient): Promise<string> {
  const error: unknown = await fetched(client).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(InputError);
  const { message } = error as InputError;
  expect(message).not.toContain(SECRET);
  return message.replace(/127\.0\.0\.1:\d+/g, 'HOST');
}

it('a token request sends Basic authentication, both halves encoded as a form', async () => {
  const { client, seen } = await issuer(() => ({
    body: { access_token: 'abc.def', token_type: 'Bearer', expires_in: 300 },
  }));
  const issued = await fetched({ ...client, scope: 'a b', audience: 'https://ledger' });
  expect(issued).toMatchObject({ token: 'abc.def', lastsMs: 300_000 });
  expect(seen).toEqual([
    {
      authorization: `Basic ${Buffer.from('me%3Atoo:s3cr%25t%2F%2B+%C3%BC').toString('base64')}`,
      form: { grant_type: 'client_credentials', scope: 'a b', audience: 'https://ledger' },
    },
  ]);
  const basic = seen[0]?.authorization?.slice('Basic '.length);
  expect(issued.secrets).toEqual(expect.arrayContaining(['abc.def', SECRET, basic]));
});

it('a token request puts the secret into the form if the server rejects Basic', async () => {
  const { client, seen } = await issuer(({ authorization }) =>
    authorization === undefined
      ? { body: { access_token: 'abc', expires_in: '60' } }
      : { status: 401, body: { error: 'invalid_client' } },
  );
  expect(await fetched(client)).toMatchObject({ token: 'abc', lastsMs: 60_000 });
  expect(seen.map(({ form }) => form)).toEqual([
    { grant_type: 'client_credentials' },
    { grant_type: 'client_credentials', client_id: 'me:too', client_secret: SECRET },
  ]);
});

it('a token without expires_in has no end', async () => {
  const { client } = await issuer(() => ({ body: { access_token: 'abc', expires_in: null } }));
  expect(await fetched(client)).not.toHaveProperty('lastsMs');
});

it.each([
  [
    {
      status: 401,
      body: { error: 'invalid_client', error_description: `no ${SECRET}\n\u001b[1m` },
    },
    'oauth: http://HOST/realms/x/token responded with 401 (invalid_client: no [redacted] [1m). Check the client id and its secret.',
  ],
  [
    { status: 400, body: { error: 'invalid_scope' } },
    'oauth: http://HOST/realms/x/token responded with 400 (invalid_scope). Check the scope.',
  ],
  [
    { status: 404, body: 'nothing here' },
    'oauth: http://HOST/realms/x/token responded with 404. Check the token URL, the scope and the audience.',
  ],
  [
    { body: '<html>' },
    'oauth: http://HOST/realms/x/token responded with 200 without a usable access_token. Check that it is a token URL.',
  ],
  [
    { body: { access_token: 'a\nb' } },
    'oauth: http://HOST/realms/x/token responded with 200 without a usable access_token. Check that it is a token URL.',
  ],
  [
    { body: { access_token: 'a', token_type: 'mac' } },
    'oauth: http://HOST/realms/x/token issued a token of type mac. Only bearer tokens can be sent. Configure the client to issue bearer tokens.',
  ],
])('a token response is rejected with its mistake: %j', async (reply, message) => {
  const { client } = await issuer(() => reply);
  expect(await complaint(client)).toBe(message);
});

it('a token request names what is wrong with the client', async () => {
  const client = { tokenUrl: 'http://127.0.0.1:9/t', clientId: 'me', clientSecretEnv: 'SECRET' };
  expect(await complaint(client)).toMatch(
    /^oauth: no token was received\. Nothing at HOST accepts conn/,
  );
  for (const tokenUrl of ['me:pw@host', 'ftp://host/t', 'http://u:pw@host/t', 'http://host/#a']) {
    const message = await complaint({ ...client, tokenUrl });
    expect(message).toMatch(/^oauth: the token URL cannot be used\. Write http:/);
    expect(message).not.toContain('pw');
  }
  expect(await complaint({ ...client, clientSecretEnv: 'NONE' })).toBe(
    "oauth: environment variable NONE is empty or missing. Put the client's secret in it.",
  );
});

it('a token comes through a proxy, and with a client certificate, and always verified', async () => {
  const body = JSON.stringify({ access_token: 'abc', token_type: 'bearer' });
  const { href } = await https({ ...pairOf('server'), ...MUTUAL }, (_, response) =>
    response.setHeader('content-type', 'application/json').end(body),
  );
  const { url, seen } = await forwardProxy();
  const proxy = () => ({ url, from: '--proxy' });
  const identity = { cert: pem('client.pem'), key: pem('client.key') };
  const client = { tokenUrl: href, clientId: 'me', clientSecretEnv: 'SECRET' };
  const trust = { ca: pem('authority.pem'), identity };
  expect((await fetchToken(client, { trust, proxy }, ENVIRONMENT)).token).toBe('abc');
  expect(seen).toEqual([`CONNECT ${new URL(href).host}`]);
  const unverified = fetchToken(client, { trust: { insecure: true, identity } }, ENVIRONMENT);
  await expect(unverified).rejects.toThrow(
    /oauth: no token was received\. The certificate of .*--ca/,
  );
});
