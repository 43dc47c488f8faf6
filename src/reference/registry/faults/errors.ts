/** Faults of rejections. */
import { type Defect, rejecting, rejectingBodies, table, together } from '../fault.ts';
import { isRecord } from '../read-body.ts';
import { jsonReply, type Rejection, type Reply, type Why, withHeader } from '../reply.ts';
import type { Change } from '../steps.ts';

const shaped = (body: (rejection: Rejection) => unknown): Change =>
  rejecting((reply, rejection) => ({ ...reply, body: JSON.stringify(body(rejection)) }));

const FRAMEWORK: readonly Why[] = ['malformed', 'no-body', 'method', 'media-type'];
const frameworkRejections = (edit: (reply: Reply, rejection: Rejection) => Reply): Change =>
  rejecting((reply, rejection) =>
    FRAMEWORK.includes(rejection.why) ? edit(reply, rejection) : reply,
  );

const page = (error: string): string =>
  `<!doctype html><title>Error</title><h1>Error</h1><p>${error}</p>`;
/** Spoils the second of two errors without a success in between. */
const fromSecondError =
  (edit: (reply: Reply) => Reply): Change =>
  ({ reject, succeed }) => {
    let inARow = 0;
    return {
      succeed: (document, call) => {
        inARow = 0;
        return succeed(document, call);
      },
      reject: (rejection, incoming) => {
        inARow += 1;
        const reply = reject(rejection, incoming);
        return inARow > 1 ? edit(reply) : reply;
      },
    };
  };

export const errorFaults: readonly Defect[] = table({
  'errors-in-latin-1 | */error-body | Errors are encoded in ISO-8859-1.': rejecting(
    (reply, { error }) => ({
      ...reply,
      body: JSON.stringify({ error: `Ungültig: ${error}` }),
      encoding: 'latin1',
    }),
  ),
  'error-named-message | */error-body | The text of an error is in message instead of error.':
    shaped(({ error }) => ({ message: error })),
  'error-nested | */error-body | The member error is an object with a code and a message.': shaped(
    ({ error, status }) => ({ error: { code: status, message: error } }),
  ),
  'error-in-a-list | */error-body | Errors are a list of objects.': shaped(({ error }) => ({
    errors: [{ error }],
  })),
  'error-is-a-string | */error-body | The body of an error is a bare JSON string.': shaped(
    ({ error }) => error,
  ),
  'error-as-text | */error-body | Errors are plain text.': rejecting((reply, { error }) =>
    withHeader({ ...reply, body: error }, 'content-type', 'text/plain'),
  ),
  'error-as-html | */error-body | Errors are web pages.': rejecting((reply, { error }) =>
    withHeader({ ...reply, body: page(error) }, 'content-type', 'text/html'),
  ),
  'error-without-body | */error-body | Errors have a status and an empty body.': rejecting(
    (reply) => ({ ...reply, body: '' }),
  ),
  'error-null | */error-body | The member error is null.': shaped(() => ({ error: null })),
  'error-text-empty | */error-text-is-not-empty | The error string is empty.': shaped(() => ({
    error: '',
  })),
  'bad-requests-as-problems | */error-body | A body that is not right gets a problem document of the framework.':
    rejecting((reply, { status, why, error }) =>
      why === 'type' || FRAMEWORK.includes(why)
        ? withHeader(
            {
              ...reply,
              body: JSON.stringify({
                type: 'about:blank',
                title: 'Bad Request',
                status,
                detail: error,
              }),
            },
            'content-type',
            'application/problem+json',
          )
        : reply,
    ),
  'id-in-error-not-escaped | {withdraw,execute-transfer,cancel}/error-body | The error text quotes the id, and its quotation marks are not escaped.':
    rejecting((reply, { why, error }, { target }) => ({
      ...reply,
      ...(why === 'unknown' && {
        body: `{"error":"${error} ${decodeURIComponent(target.split('/').at(-3) ?? '')}"}`,
      }),
    })),
  'debug-in-errors | {withdraw,execute-transfer,cancel}/debug-fields-omitted | The 404 of an unknown id has a debug member, whatever the flag is.':
    shaped(({ error, why }) => (why === 'unknown' ? { error, debugQuery: 'cid = ?' } : { error })),
  'debug-in-business-errors | allocation-factory/debug-fields-omitted | The rejection of empty arguments has a debug member, whatever the flag is.':
    together(
      rejectingBodies(
        ({ choiceArguments }, { operation }) =>
          operation === 'allocation-factory' &&
          isRecord(choiceArguments) &&
          !('allocation' in choiceArguments),
      ),
      shaped(({ error, why }) =>
        why === 'business' ? { error, debugMissing: 'allocation' } : { error },
      ),
    ),
  'framework-errors-as-text | */framework-error-body | Malformed JSON, a missing body, a wrong media type and a wrong method get plain text.':
    frameworkRejections((reply, { error }) =>
      withHeader({ ...reply, body: error }, 'content-type', 'text/plain'),
    ),
  'framework-errors-without-body | */framework-error-body | Rejections by the framework have a status and an empty body.':
    frameworkRejections((reply) => ({ ...reply, body: '' })),
  'second-error-loses-its-body | */repeated-errors-keep-shape | The second and later errors in a row have an empty object as their body.':
    fromSecondError((reply) => ({ ...reply, body: '{}' })),
  'second-error-becomes-500 | */repeated-errors-keep-shape | The second error in a row is a 500.':
    fromSecondError((reply) => ({ ...reply, status: 500 })),
  'stack-trace-in-errors | */no-internals-in-errors | The error text holds the stack trace.':
    shaped(({ error }) => ({
      error: `Error: ${error}\n    at handle (/srv/registry/dist/handler.js:41:17)\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)`,
    })),
  'file-path-in-errors | */no-internals-in-errors | The error text names a source file of the server.':
    shaped(({ error }) => ({
      error: `${error} [/home/app/registry/src/Allocations.scala:118]`,
    })),
  'sql-in-errors | */no-internals-in-errors | The error text quotes the database query.': shaped(
    ({ error }) => ({
      error: `${error} (SELECT payload FROM registry.allocations WHERE cid = ?)`,
    }),
  ),
  'stack-member-in-errors | */no-internals-in-errors | Errors carry the stack trace in a member of its own.':
    shaped(({ error }) => ({
      error,
      stack: 'java.lang.IllegalArgumentException\n\tat org.example.Registry.find(Registry.java:77)',
    })),
  'unprocessable-instead-of-bad | */bad-request-is-400 | Bodies of the wrong shape are rejected with 422.':
    rejecting((reply, { why }) =>
      why === 'type' || why === 'no-body' ? { ...reply, status: 422 } : reply,
    ),
  'unreadable-is-not-found | */bad-request-is-400 | A body that is not JSON is rejected with 404.':
    rejecting((reply, { why }) => (why === 'malformed' ? { ...reply, status: 404 } : reply)),
  'errors-with-status-200 | */rejects-body-type | Bodies of the wrong shape get the status 200 and an error object.':
    rejecting((reply, { why, error }) => (why === 'type' ? jsonReply(200, { error }) : reply)),
});
