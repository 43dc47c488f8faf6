/** Faults of methods, media types, character sets and compression. */
import { type Defect, table } from '../fault.ts';
import { crash, Rejection, withHeader } from '../reply.ts';
import type { Change, Incoming } from '../steps.ts';

/** Responds with 500 to requests for which `bad` holds. */
const crashingFor =
  (bad: (incoming: Incoming) => boolean, rejection = crash()): Change =>
  ({ serve, reject }) => ({
    serve: async (incoming) => (bad(incoming) ? reject(rejection, incoming) : serve(incoming)),
  });

const ofType =
  (type: string) =>
  ({ headers }: Incoming): boolean =>
    headers['content-type'] === type;

const offersCodings = ({ headers }: Incoming): boolean => headers['accept-encoding'] !== undefined;

const TOO_LONG = new Rejection(414, 'size', 'The path is too long.');

export const httpFaults: readonly Defect[] = table({
  'form-without-boundary-crash': {
    description: 'The media type multipart/form-data without a boundary causes a 500.',
    killedBy: 'registry/**/no-server-error',
    change: crashingFor(ofType('multipart/form-data')),
  },
  'accept-json-refused': {
    description: 'A client that accepts application/json only gets a 406.',
    killedBy: 'registry/**/accepts-offered-codings',
    change: crashingFor(
      ({ headers }) => headers.accept === 'application/json',
      new Rejection(406, 'media-type', 'This type is not produced.'),
    ),
  },
  'bytes-replaced': {
    description: 'Bytes that are not UTF-8 become replacement characters.',
    killedBy: 'registry/**/rejects-other-encodings',
    change: () => ({ reads: () => true }),
  },
  'plain-text-called-gzip': {
    description: 'A response that may be compressed has the header of it, and is not.',
    killedBy: 'registry/**/response-media-type',
    change: ({ finish }) => ({
      finish: (reply, incoming) =>
        offersCodings(incoming)
          ? withHeader(finish(reply, incoming), 'content-encoding', 'gzip')
          : finish(reply, incoming),
    }),
  },
  'flag-lost-when-compressed': {
    description: 'Responses that may be compressed come from a cache that has debug fields.',
    killedBy: 'registry/**/debug-fields-omitted',
    change: ({ respond }) => ({
      respond: (call) =>
        respond(offersCodings(call.incoming) ? { ...call, excludeDebugFields: false } : call),
    }),
  },
  'short-paths-too-long': {
    description: 'A path of more than 150 characters gets 414.',
    killedBy: 'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/documented-status',
    change: crashingFor(({ target }) => target.length > 150, TOO_LONG),
  },
});
