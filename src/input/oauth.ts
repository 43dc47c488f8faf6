/** A bearer token by OAuth 2.0 client credentials (RFC 6749 §4.4). */

import { redactor } from '../exchange/redact.ts';
import { defined } from '../model/defined.ts';
import { type HttpResponse, isObject, jsonOf } from '../model/index.ts';
import { InputError } from './error.ts';
import { shownName } from './secret-name.ts';
import { sendOnce, type Way } from './send-once.ts';

/** The client of an OAuth server. The secret is read from the environment only when it is needed. */
export interface OAuthClient {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecretEnv: string;
  readonly scope?: string;
  readonly audience?: string;
}

export interface IssuedToken {
  readonly token: string;
  /** Its lifetime, if the server stated it. */
  readonly lastsMs?: number;
  /** Values that no file may contain: the token, the client's secret, and both of its forms. */
  readonly secrets: readonly string[];
}

/**
 * Requests a token: first with HTTP Basic authentication, then with the secret in the form if the server rejects that.
 * Throws InputError, which never shows a secret.
 */
export async function fetchToken(
  client: OAuthClient,
  { timeoutMs, trust, proxy }: Way = {},
  environment: NodeJS.ProcessEnv = process.env,
): Promise<IssuedToken> {
  const url = tokenUrlIn(client.tokenUrl);
  const secret = clientSecretOf(client, environment);
  const { clientId, scope, audience } = client;
  const basic = Buffer.from(`${formEncoded(clientId)}:${formEncoded(secret)}`);
  const secrets = [secret, formEncoded(secret), basic.toString('base64')];
  const form = { grant_type: 'client_credentials', ...defined({ scope, audience }) };
  const send = async (
    body: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>>,
  ): Promise<HttpResponse> => {
    const type = {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    };
    const sent = {
      url,
      body: String(new URLSearchParams(body)),
      headers: { ...type, ...headers },
      secrets,
    };
    // The token endpoint is always verified.
    const way = { timeoutMs, trust: { ...trust, insecure: undefined }, proxy };
    const { response, noResponse } = await sendOnce({ ...sent, ...way });
    if (response !== undefined) return response;
    throw new InputError(`oauth: no token was received. ${noResponse?.message}`);
  };
  const first = await send(form, { authorization: `Basic ${basic.toString('base64')}` });
  // Servers that accept the secret only in the form reject the request with 401, some with 400.
  const isRejected =
    [400, 401].includes(first.status) && membersOf(first)['error'] === 'invalid_client';
  const response = isRejected
    ? await send({ ...form, client_id: clientId, client_secret: secret }, {})
    : first;
  const issued = tokenIn(response, url, redactor(secrets));
  return { ...issued, secrets: [issued.token, ...secrets] };
}

/** The client's secret. Throws InputError when there is none. */
function clientSecretOf(
  { clientSecretEnv: name }: OAuthClient,
  environment: NodeJS.ProcessEnv,
): string {
  const secret = environment[name]?.trim() ?? '';
  if (secret !== '') return secret;
  throw new InputError(
    `oauth: environment variable ${shownName(name)} is empty or missing. Put the client's secret in it.`,
  );
}

function tokenUrlIn(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain = url && url.username === '' && url.password === '' && url.hash === '';
  if (url && plain && /^https?:$/.test(url.protocol)) return url;
  throw new InputError(
    'oauth: the token URL cannot be used. Write http:// or https://, host and path, without credentials or a fragment.',
  );
}

/** RFC 6749 §2.3.1: both halves are form-encoded before they are joined. */
function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1);
}

function tokenIn(
  response: HttpResponse,
  url: URL,
  redact: (text: string) => string,
): { token: string; lastsMs?: number } {
  const { status } = response;
  const members = membersOf(response);
  const fail = (problem: string, remedy: string): InputError =>
    new InputError(`oauth: ${url.origin}${url.pathname} ${problem}. ${remedy}`);
  if (status !== 200) {
    const reasons = [members['error'], members['error_description']].filter(isText);
    const why = reasons.length === 0 ? '' : ` (${shown(redact(reasons.join(': ')))})`;
    throw fail(`responded with ${status}${why}`, remedyFor(status, members['error']));
  }
  const { access_token: token, token_type: type = 'bearer', expires_in: seconds } = members;
  if (!isText(token) || /[^\x21-\x7e]/.test(token)) {
    throw fail('responded with 200 without a usable access_token', 'Check that it is a token URL.');
  }
  if (String(type).toLowerCase() !== 'bearer') {
    throw fail(
      `issued a token of type ${shown(redact(String(type)))}`,
      'Only bearer tokens can be sent. Configure the client to issue bearer tokens.',
    );
  }
  const lasts = typeof seconds === 'number' || isText(seconds) ? Number(seconds) * 1000 : -1;
  return { token, ...(lasts >= 0 && { lastsMs: lasts }) };
}

function remedyFor(status: number, error: unknown): string {
  if (error === 'invalid_client' || status === 401) return 'Check the client id and its secret.';
  if (error === 'invalid_scope') return 'Check the scope.';
  if (error === 'unauthorized_client' || error === 'unsupported_grant_type') {
    return 'Allow this client the grant client_credentials.';
  }
  return 'Check the token URL, the scope and the audience.';
}

function membersOf(response: HttpResponse): Readonly<Record<string, unknown>> {
  const body = jsonOf(response);
  return isObject(body) ? body : {};
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** The text of a server on one line, without terminal controls. */
function shown(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 200);
}
