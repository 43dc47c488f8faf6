/** Faults of paths, methods, statuses, media types and connections. */
import { type Defect, everyNth, table } from '../fault.ts';
import type { OperationName } from '../model.ts';
import { jsonReply, type Reply, textReply, withHeader } from '../reply.ts';
import type { Call, Change } from '../steps.ts';

const notServing =
  (operation: OperationName): Change =>
  ({ route }) => ({
    route: (target) => {
      const found = route(target);
      return found?.operation === operation ? undefined : found;
    },
  });

const succeeding =
  (edit: (reply: Reply, call: Call) => Reply): Change =>
  ({ succeed }) => ({
    succeed: (document, call) => edit(succeed(document, call), call),
  });

/** A server that loses each fortieth request. */
const nowAndThen =
  (brokenOff: 'before' | 'midway'): Change =>
  ({ finish }) => {
    const now = everyNth(40);
    return {
      finish: (reply, incoming) => {
        const sent = finish(reply, incoming);
        return now() ? { ...sent, brokenOff } : sent;
      },
    };
  };

const typed = (mediaType: string): Change =>
  succeeding((reply) => withHeader(reply, 'content-type', mediaType));

/** A server that takes other methods too, with or without a body. */
const alsoAccepting =
  (method: string): Change =>
  ({ serve }) => ({
    serve: (incoming) =>
      serve(
        incoming.method === method
          ? {
              ...incoming,
              method: 'POST',
              headers: { ...incoming.headers, 'content-type': 'application/json' },
              text: incoming.text || '{"choiceArguments":{}}',
            }
          : incoming,
      ),
  });

export const transportFaults: readonly Defect[] = table({
  'withdraw-not-served | withdraw/operation-exists | The path of the withdraw context is unknown.':
    notServing('withdraw'),
  'execute-transfer-not-served | execute-transfer/operation-exists | The path of the execute-transfer context is unknown.':
    notServing('execute-transfer'),
  'unknown-ids-sent-elsewhere | {withdraw,execute-transfer,cancel}/documented-status | An unknown id gets a redirect.':
    ({ reject }) => ({
      reject: (rejection, incoming) =>
        rejection.why === 'unknown'
          ? withHeader(textReply(302, ''), 'location', '/registry')
          : reject(rejection, incoming),
    }),
  'unknown-ids-forbidden | {withdraw,execute-transfer,cancel}/documented-status | An unknown id gets a 403, though no request needs credentials.':
    ({ reject }) => ({
      reject: (rejection, incoming) => {
        const reply = reject(rejection, incoming);
        return rejection.why === 'unknown' ? { ...reply, status: 403 } : reply;
      },
    }),
  'every-good-request-as-415 | */{accepts-live-allocation,accepts-declared-arguments} | Every good request gets 415 and no body.':
    succeeding(() => textReply(415, '')),
  'not-found-now-and-then | */accepts-* | Each thirty-first good request gets a 404.': ({
    finish,
  }) => {
    const now = everyNth(31);
    return {
      finish: (reply, incoming) => {
        const sent = finish(reply, incoming);
        return sent.status === 200 && now() ? jsonReply(404, { error: 'Not found.' }) : sent;
      },
    };
  },
  'moved-behind-a-slash | */documented-status | Every request for a context or a factory is redirected to its path with a slash.':
    ({ serve }) => ({
      serve: (incoming) =>
        /\/(withdraw|allocation-factory|transfer-factory)$/.test(incoming.target)
          ? Promise.resolve(withHeader(textReply(308, ''), 'location', `${incoming.target}/`))
          : serve(incoming),
    }),
  'gzip-in-name-only | */response-media-type | Responses are labelled as compressed and are not.':
    succeeding((reply) => withHeader(reply, 'content-encoding', 'gzip')),
  'cancel-not-served | cancel/operation-exists | The path of the cancel context is unknown.':
    notServing('cancel'),
  'factory-in-the-plural | allocation-factory/operation-exists | The factory is served under allocations instead of allocation-instruction.':
    ({ route }) => ({
      route: (target) => {
        const served = target.replace(
          '/allocations/v1/allocation-factory',
          '/allocation-instruction/v1/allocation-factory',
        );
        const found = route(served);
        return served === target && found?.operation === 'allocation-factory' ? undefined : found;
      },
    }),
  'created-instead-of-ok | */documented-status | Good responses have the status 201.': succeeding(
    (reply) => ({ ...reply, status: 201 }),
  ),
  'text-json | */response-media-type | Good responses have the media type text/json.':
    typed('text/json'),
  'text-plain | */response-media-type | Good responses have the media type text/plain.': typed(
    'text/plain; charset=utf-8',
  ),
  'no-media-type | */response-media-type | Good responses have no Content-Type.': succeeding(
    ({ headers: { 'content-type': _, ...headers }, ...reply }) => ({
      ...reply,
      headers,
    }),
  ),
  'trailing-comma | */response-media-type | The JSON of good responses ends with a comma too many.':
    succeeding((reply) => ({ ...reply, body: reply.body.replace(/\}$/, ',}') })),
  'responses-in-latin-1 | */response-media-type | Good responses are encoded in ISO-8859-1.':
    succeeding((reply) => ({
      ...reply,
      body: reply.body.replace('{', '{"operator":"Börse",'),
      encoding: 'latin1',
    })),
  'names-twice | */unique-names | The list of disclosed contracts is written twice, empty the first time.':
    succeeding((reply) => ({
      ...reply,
      body: reply.body.replace('"disclosedContracts":', '"disclosedContracts":[],$&'),
    })),
  'get-accepted | */rejects-wrong-method | The server treats GET like POST.': alsoAccepting('GET'),
  'put-accepted | */rejects-wrong-method | The server treats PUT like POST.': alsoAccepting('PUT'),
  'responses-cut-short | */requests-get-responses | The connection breaks in the middle of a good response.':
    succeeding((reply) => ({ ...reply, brokenOff: 'midway' })),
  'hangs-up-on-some-requests | */requests-get-responses | The server closes the connection on each request whose length is divisible by three.':
    ({ finish }) => ({
      finish: (reply, incoming) =>
        incoming.text.length % 3 === 0
          ? { ...reply, brokenOff: 'before' }
          : finish(reply, incoming),
    }),
  'second-response-unrequested | */requests-get-responses | Another response follows the good one.':
    succeeding((reply) => ({
      ...reply,
      surplus: 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
    })),
  'hangs-up-now-and-then | */complete-responses | The server closes the connection on every fortieth request.':
    nowAndThen('before'),
  'breaks-off-now-and-then | */complete-responses | One response in forty ends in the middle of its body.':
    nowAndThen('midway'),
  'cuts-twelfth-response-of-connection | */requests-get-responses | The twelfth response on each connection breaks off in the middle.':
    ({ finish }) => {
      const used = new WeakMap<object, number>();
      return {
        finish: (reply, incoming) => {
          const nth = (used.get(incoming.connection) ?? 0) + 1;
          used.set(incoming.connection, nth);
          const sent = finish(reply, incoming);
          return nth === 12 ? { ...sent, brokenOff: 'midway' } : sent;
        },
      };
    },
  'silent-on-explicit-false | */requests-get-responses | A request with excludeDebugFields false never gets a response.':
    ({ finish }) => ({
      finish: (reply, incoming) =>
        /"excludeDebugFields"\s*:\s*false/.test(incoming.text)
          ? { ...reply, brokenOff: 'never' }
          : finish(reply, incoming),
    }),
});
