/** Requests that differ from a plain one by what HTTP itself has: method, slashes, credentials. Held on one operation. */
import {
  type Call,
  type CheckResult,
  call,
  finding,
  type Requirement,
  wantsCredential,
} from '../../src/index.ts';
import { expects200, expectsRejection, INFRASTRUCTURE } from '../answers.ts';
import type { Area } from './chapter.ts';
import { pageOf } from './formats.ts';
import { differing, elements } from './members.ts';
import { FORGED } from './probes.ts';
import { all, sequence } from './sequences.ts';

/** Nobody has this name and this word, and nobody asks for them. */
const BASIC = 'Basic YXNzYXk6YXNzYXk=';
const NO_TOKEN = 'Bearer ';

/** Wants JSON, and takes anything. */
function withAccept(plain: Call): Call {
  const accept = 'application/json;q=0.9, */*;q=0.1';
  return { ...plain, headers: { ...plain.headers, accept } };
}

/** Requirements on requests that are not quite those of the document. */
export const plainHttp: Area = (ledger) => {
  const operation = ledger.operation('participant-id');
  const plain = call(operation);
  const presenting = (authorization: string) => ({
    ...plain,
    anonymous: true as const,
    headers: { authorization },
  });
  const near = sequence(operation, {
    name: 'near-misses',
    sends:
      'a good request; it as HEAD, with a slash at its end, without a token, with a name and a password, with an empty token, and with a forged one as websockets send it',
    aboutCredentials: true,
    steps: () => ({
      known: plain,
      head: call(operation, { method: 'HEAD' }),
      slash: { ...plain, path: `${plain.path}/` },
      nobody: { ...plain, anonymous: true },
      basic: presenting(BASIC),
      empty: presenting(NO_TOKEN),
      websocket: {
        ...plain,
        anonymous: true as const,
        headers: { 'sec-websocket-protocol': `daml.ws.auth, jwt.token.${FORGED}` },
      },
    }),
  });
  const list = ledger.operation('package-vetting-list');
  const typed = sequence(list, {
    name: 'media-type-parameter',
    sends: 'the same body as JSON, as JSON in UTF-8, and asking for JSON before anything else',
    steps: (f) => {
      const pageSize = pageOf(f, 'maxVettedPackagesPageSize', 2);
      const plain = call(list, { json: { pageSize } });
      return {
        plain,
        charset: call(list, {
          json: { pageSize },
          contentType: 'application/json; charset=utf-8',
        }),
        preferring: withAccept(plain),
      };
    },
  });
  return [
    typed.expects({
      name: 'charset-changes-nothing',
      level: 'SHOULD',
      clause: 'media-types-may-have-parameters',
      statement: 'A body that is called JSON in UTF-8 is read as one that is called JSON.',
      cause: 'Content-Type is compared as a whole text with application/json.',
      fix: 'Compare type and subtype alone, since many clients add the charset.',
      given: ['plain'],
      judge: ({ plain, charset }) => {
        const { status } = charset.response;
        if (status === 400 || status === 415) return [finding('status', '200', `${status}`)];
        const [owed, got] = [plain, charset].map(({ response: { body } }) =>
          elements(body, 'vettedPackages'),
        );
        return status === 200 ? differing('/vettedPackages', owed, got) : expects200(status);
      },
    }),
    typed.expects({
      name: 'accept-may-have-weights',
      level: 'SHOULD',
      clause: 'accepted-types-may-have-weights',
      statement: 'A request that wants JSON first and takes anything else is served.',
      cause: 'Accept is compared as a whole text with application/json.',
      fix: 'Read it as a list of types with weights, and refuse only what none of them fits.',
      given: ['plain'],
      judge: ({ plain, preferring }) => {
        const { status } = preferring.response;
        if (status === 406) return [finding('status', '200', '406')];
        const [owed, got] = [plain, preferring].map(({ response: { body } }) =>
          elements(body, 'vettedPackages'),
        );
        return status === 200 ? differing('/vettedPackages', owed, got) : expects200(status);
      },
    }),
    near.expects({
      name: 'no-crash-at-near-misses',
      clause: 'ledger-answers-have-their-shape',
      statement:
        'HEAD, a slash at the end of the path and other credentials are not answered with an internal error.',
      given: ['known'],
      cause:
        'The handler for what the routes do not know has an error of its own, or the header Authorization is cut at its blank unseen.',
      fix: 'Answer what is not known with 401, 404 or 405.',
      judge: ({ head, slash, basic, empty, websocket }) =>
        all(
          ...Object.entries({ head, slash, basic, empty, websocket }).map(
            ([what, { response }]): CheckResult =>
              response.status >= 500 && !INFRASTRUCTURE.has(response.status)
                ? [finding(`status of ${what}`, 'no internal error', `${response.status}`)]
                : [],
          ),
        ),
    }),
    near.expects({
      name: 'head-as-get',
      level: 'SHOULD',
      clause: 'near-requests-are-served-alike',
      statement: 'HEAD is answered as GET, without the body.',
      cause: 'Only the methods of the document have routes, so that HEAD finds nothing.',
      fix: 'Route HEAD to GET, and leave the body out.',
      given: ['known'],
      judge: ({ head }) => expects200(head.response.status),
    }),
    near.expects({
      name: 'slash-at-the-end-ignored',
      level: 'SHOULD',
      clause: 'near-requests-are-served-alike',
      statement: 'A slash at the end of the path changes nothing.',
      cause: 'The path is compared letter by letter.',
      fix: 'Take a path with a slash at its end for the same path.',
      given: ['known'],
      judge: ({ known, slash }) =>
        all(
          expects200(slash.response.status),
          slash.response.status === 200
            ? differing('', known.response.body, slash.response.body)
            : undefined,
        ),
    }),
    near.expects({
      name: 'missing-token-is-401',
      level: 'SHOULD',
      clause: 'missing-tokens-get-401',
      statement: 'A request without a token is rejected with 401.',
      cause:
        'A missing token is treated like a token with too few rights, or like an unknown path.',
      fix: 'Answer 401, so that a client knows that it needs a token.',
      given: ['known'],
      judge: ({ nobody }) => {
        const { status } = nobody.response;
        if (status === 401) return [];
        if (status === 200) return 'inapplicable';
        return status >= 400 && status < 500 ? [finding('status', '401', `${status}`)] : undefined;
      },
    }),
    near.expects({
      name: 'basic-is-no-token',
      clause: 'credentials-are-bearer-tokens',
      statement: 'A name and a password are no token: where one is needed the request is refused.',
      cause:
        'Whatever the header Authorization holds counts as a token, or another scheme leads past the check.',
      fix: 'Read bearer tokens only, and take every other scheme for none.',
      given: ['known'],
      judge: ({ nobody, basic }) =>
        wantsCredential(nobody.response)
          ? expectsRejection(basic.response.status, '401')
          : 'inapplicable',
    }),
    near.expects({
      name: 'forged-websocket-token-refused',
      clause: 'credentials-are-bearer-tokens',
      statement: 'A token that nobody issued is not taken from the header of websockets either.',
      cause:
        'The header Sec-WebSocket-Protocol is read by code of its own, which decodes the token and does not verify it.',
      fix: 'Take the token from either header, and check it by one function.',
      given: ['known'],
      judge: ({ nobody, websocket }) =>
        wantsCredential(nobody.response)
          ? expectsRejection(websocket.response.status, '401')
          : 'inapplicable',
    }),
    near.expects({
      name: 'empty-token-is-unreadable',
      level: 'SHOULD',
      clause: 'empty-tokens-are-unreadable',
      statement: 'A header that announces a token and holds none is refused with 400.',
      cause: 'The empty text is checked as a token and ends as 401, or counts as no token at all.',
      fix: 'Refuse the header with 400 before anything is checked.',
      given: ['known'],
      judge: ({ nobody, empty }) => {
        const { status } = empty.response;
        // Who asks nobody for a token need not read the header.
        if (status === 200 && !wantsCredential(nobody.response)) return 'inapplicable';
        if (status === 400) return [];
        // A redirect leads to who hands out tokens.
        const infrastructure = INFRASTRUCTURE.has(status) || Math.floor(status / 100) === 3;
        if (infrastructure && !wantsCredential(empty.response)) return undefined;
        return [finding('status', '400', `${status}`)];
      },
    }),
  ] satisfies Requirement[];
};
