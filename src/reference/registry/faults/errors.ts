import { type Defect, rejecting, table } from '../fault.ts';
import { type Rejection, type Why, withHeader } from '../reply.ts';
import type { Change } from '../steps.ts';

const shaped = (body: (rejection: Rejection) => unknown): Change =>
  rejecting((reply, rejection) => ({ ...reply, body: JSON.stringify(body(rejection)) }));

const FRAMEWORK: readonly Why[] = ['malformed', 'no-body', 'method', 'media-type'];

export const errorFaults: readonly Defect[] = table({
  'error-named-message': {
    description: 'The text of an error is in message instead of error.',
    killedBy: 'registry/**/error-body',
    change: shaped(({ error }) => ({ message: error })),
  },
  'error-as-text': {
    description: 'Errors are plain text.',
    killedBy: 'registry/**/error-body',
    change: rejecting((reply, { error }) =>
      withHeader({ ...reply, body: error }, 'content-type', 'text/plain'),
    ),
  },
  'id-in-error-not-escaped': {
    description: 'The error text quotes the id, and its quotation marks are not escaped.',
    killedBy: 'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/error-body',
    change: rejecting((reply, { why, error }, { target }) => ({
      ...reply,
      ...(why === 'unknown' && {
        body: `{"error":"${error} ${decodeURIComponent(target.split('/').at(-3) ?? '')}"}`,
      }),
    })),
  },
  'debug-in-errors': {
    description: 'The 404 for an unknown id has a debug member, whatever the flag is.',
    killedBy: 'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/debug-fields-omitted',
    change: shaped(({ error, why }) =>
      why === 'unknown' ? { error, debugQuery: 'cid = ?' } : { error },
    ),
  },
  'framework-errors-as-text': {
    description:
      'Malformed JSON, a missing body, a wrong media type and a wrong method get plain text.',
    killedBy: 'registry/**/framework-error-body',
    change: rejecting((reply, { why, error }) =>
      FRAMEWORK.includes(why)
        ? withHeader({ ...reply, body: error }, 'content-type', 'text/plain')
        : reply,
    ),
  },
  'second-error-becomes-500': {
    description: 'The second error in a row is a 500.',
    killedBy: 'registry/**/repeated-errors-keep-shape',
    change: ({ reject, succeed }) => {
      let inARow = 0;
      return {
        succeed: (document, call) => {
          inARow = 0;
          return succeed(document, call);
        },
        reject: (rejection, incoming) => {
          inARow += 1;
          const reply = reject(rejection, incoming);
          return inARow > 1 ? { ...reply, status: 500 } : reply;
        },
      };
    },
  },
  'stack-trace-in-errors': {
    description: 'The error text holds the stack trace.',
    killedBy: 'registry/**/no-internals-in-errors',
    change: shaped(({ error }) => ({
      error: `Error: ${error}\n    at handle (/srv/registry/dist/handler.js:41:17)\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)`,
    })),
  },
});
