/** Faults of paths, methods, statuses, media types and connections. */
import { contexts, type Defect, everyNth, everywhere, factory } from '../fault.ts';
import { type Reply, textReply, withHeader } from '../reply.ts';
import type { Asked, Change, OperationName } from '../steps.ts';

const notServing =
  (chapter: OperationName): Change =>
  ({ route }) => ({
    route: (target) => {
      const found = route(target);
      return found?.chapter === chapter ? undefined : found;
    },
  });

const succeeding =
  (edit: (reply: Reply, asked: Asked) => Reply): Change =>
  ({ succeed }) => ({
    succeed: (document, asked) => edit(succeed(document, asked), asked),
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

export const transportFaults: readonly Defect[] = [
  {
    id: 'withdraw-not-served',
    description: 'The path of the withdraw context is unknown.',
    killedBy: 'registry/withdraw/offered',
    collateral: ['registry/withdraw/live-allocation-answered', 'registry/withdraw/reassigning-409'],
    change: notServing('withdraw'),
  },
  {
    id: 'execute-transfer-not-served',
    description: 'The path of the execute-transfer context is unknown.',
    killedBy: 'registry/execute-transfer/offered',
    collateral: ['registry/execute-transfer/*'],
    change: notServing('execute-transfer'),
  },
  {
    id: 'unknown-ids-sent-elsewhere',
    description: 'An id that no allocation has is answered with a redirect.',
    killedBy: contexts('documented-status'),
    change: ({ refuse }) => ({
      refuse: (refusal, incoming) =>
        refusal.why === 'unknown'
          ? withHeader(textReply(302, ''), 'location', '/registry')
          : refuse(refusal, incoming),
    }),
  },
  {
    id: 'moved-behind-a-slash',
    description: 'Every request for a context or a factory is redirected to its path with a slash.',
    killedBy: everywhere('documented-status'),
    collateral: ['registry/withdraw/reassigning-409'],
    change: ({ serve }) => ({
      serve: (incoming) =>
        /\/(withdraw|allocation-factory|transfer-factory)$/.test(incoming.target)
          ? Promise.resolve(withHeader(textReply(308, ''), 'location', `${incoming.target}/`))
          : serve(incoming),
    }),
  },
  {
    id: 'gzip-in-name-only',
    description: 'Answers are labelled as compressed and are not.',
    killedBy: everywhere('json-media-type'),
    change: succeeding((reply) => withHeader(reply, 'content-encoding', 'gzip')),
  },
  {
    id: 'cancel-not-served',
    description: 'The path of the cancel context is unknown.',
    killedBy: 'registry/cancel/offered',
    collateral: ['registry/cancel/*'],
    change: notServing('cancel'),
  },
  {
    id: 'factory-in-the-plural',
    description: 'The factory is served under allocations instead of allocation-instruction.',
    killedBy: factory('offered'),
    collateral: [factory('declared-arguments-answered')],
    change: ({ route }) => ({
      route: (target) => {
        const served = target.replace(
          '/allocations/v1/allocation-factory',
          '/allocation-instruction/v1/allocation-factory',
        );
        const found = route(served);
        return served === target && found?.chapter === 'allocation-factory' ? undefined : found;
      },
    }),
  },
  {
    id: 'created-instead-of-ok',
    description: 'Good answers carry the status 201.',
    killedBy: everywhere('documented-status'),
    collateral: [contexts('live-allocation-answered'), factory('declared-arguments-answered')],
    change: succeeding((reply) => ({ ...reply, status: 201 })),
  },
  {
    id: 'text-json',
    description: 'Good answers are declared as text/json.',
    killedBy: everywhere('json-media-type'),
    change: typed('text/json'),
  },
  {
    id: 'text-plain',
    description: 'Good answers are declared as plain text.',
    killedBy: everywhere('json-media-type'),
    change: typed('text/plain; charset=utf-8'),
  },
  {
    id: 'no-media-type',
    description: 'Good answers have no Content-Type.',
    killedBy: everywhere('json-media-type'),
    change: succeeding(({ headers: { 'content-type': _, ...headers }, ...reply }) => ({
      ...reply,
      headers,
    })),
  },
  {
    id: 'trailing-comma',
    description: 'The JSON of good answers ends with a comma too many.',
    killedBy: everywhere('json-media-type'),
    collateral: [everywhere('body-shape')],
    change: succeeding((reply) => ({ ...reply, body: reply.body.replace(/\}$/, ',}') })),
  },
  {
    id: 'answers-in-latin-1',
    description: 'Good answers go out in ISO-8859-1.',
    killedBy: everywhere('json-media-type'),
    collateral: [factory('*')],
    change: succeeding((reply) => ({
      ...reply,
      body: reply.body.replace('{', '{"operator":"Börse",'),
      encoding: 'latin1',
    })),
  },
  {
    id: 'names-twice',
    description: 'The list of disclosed contracts is written twice, empty the first time.',
    killedBy: everywhere('unique-names'),
    change: succeeding((reply) => ({
      ...reply,
      body: reply.body.replace('"disclosedContracts":', '"disclosedContracts":[],$&'),
    })),
  },
  {
    id: 'get-accepted',
    description: 'GET is answered like POST.',
    killedBy: everywhere('wrong-method-refused'),
    change: alsoAccepting('GET'),
  },
  {
    id: 'put-accepted',
    description: 'PUT is answered like POST.',
    killedBy: everywhere('wrong-method-refused'),
    change: alsoAccepting('PUT'),
  },
  {
    id: 'answers-cut-short',
    description: 'The connection breaks in the middle of a good answer.',
    killedBy: everywhere('answers'),
    collateral: [contexts('live-allocation-answered'), factory('declared-arguments-answered')],
    change: succeeding((reply) => ({ ...reply, brokenOff: 'midway' })),
  },
  {
    id: 'hangs-up-on-some-requests',
    description: 'Each request whose length is divisible by three finds its connection closed.',
    killedBy: everywhere('answers'),
    change: ({ finish }) => ({
      finish: (reply, incoming) =>
        incoming.text.length % 3 === 0
          ? { ...reply, brokenOff: 'before' }
          : finish(reply, incoming),
    }),
  },
  {
    id: 'hangs-up-now-and-then',
    description: 'One request in forty finds its connection closed, whatever it asks.',
    killedBy: everywhere('complete-responses'),
    change: nowAndThen('before'),
  },
  {
    id: 'breaks-off-now-and-then',
    description: 'One answer in forty ends in the middle of its body.',
    killedBy: everywhere('complete-responses'),
    change: nowAndThen('midway'),
  },
  {
    id: 'cuts-twelfth-response-of-connection',
    description: 'The twelfth response on each connection breaks off in the middle.',
    killedBy: everywhere('answers'),
    change: ({ finish }) => {
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
  },
  {
    id: 'silent-on-explicit-false',
    description: 'A request with excludeDebugFields false is never answered.',
    killedBy: everywhere('answers'),
    change: ({ finish }) => ({
      finish: (reply, incoming) =>
        /"excludeDebugFields"\s*:\s*false/.test(incoming.text)
          ? { ...reply, brokenOff: 'never' }
          : finish(reply, incoming),
    }),
  },
];
