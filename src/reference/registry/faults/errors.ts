/** Faults of the answers to requests that are refused. */
import { type Defect, everywhere, factory, refusing } from '../fault.ts';
import { jsonReply, type Refusal, type Reply, textReply, type Why } from '../reply.ts';
import type { Change } from '../steps.ts';

const shaped = (body: (refusal: Refusal) => unknown): Change =>
  refusing((reply, refusal) => ({ ...reply, body: JSON.stringify(body(refusal)) }));

const FRAMEWORK: readonly Why[] = ['malformed', 'no-body', 'method', 'media-type'];
const frameworkAnswers = (edit: (reply: Reply, refusal: Refusal) => Reply): Change =>
  refusing((reply, refusal) => (FRAMEWORK.includes(refusal.why) ? edit(reply, refusal) : reply));

const page = (error: string): string =>
  `<!doctype html><title>Error</title><h1>Error</h1><p>${error}</p>`;
const ALSO = [everywhere('framework-error-body'), everywhere('errors-stay-good')];

/** Spoils the second of two errors without a good answer in between. */
const fromSecondError =
  (edit: (reply: Reply) => Reply): Change =>
  ({ refuse, succeed }) => {
    let inARow = 0;
    return {
      succeed: (document, asked) => {
        inARow = 0;
        return succeed(document, asked);
      },
      refuse: (refusal, incoming) => {
        inARow += 1;
        const reply = refuse(refusal, incoming);
        return inARow > 1 ? edit(reply) : reply;
      },
    };
  };

export const errorFaults: readonly Defect[] = [
  {
    id: 'errors-in-latin-1',
    description: 'Errors go out in ISO-8859-1.',
    killedBy: everywhere('error-body'),
    collateral: ALSO,
    change: refusing((reply, { error }) => ({
      ...reply,
      body: JSON.stringify({ error: `Ungültig: ${error}` }),
      encoding: 'latin1',
    })),
  },
  {
    id: 'error-named-message',
    description: 'The text of an error is in message instead of error.',
    killedBy: everywhere('error-body'),
    collateral: ALSO,
    change: shaped(({ error }) => ({ message: error })),
  },
  {
    id: 'error-nested',
    description: 'The member error is an object with a code and a message.',
    killedBy: everywhere('error-body'),
    collateral: ALSO,
    change: shaped(({ error, status }) => ({ error: { code: status, message: error } })),
  },
  {
    id: 'error-in-a-list',
    description: 'Errors are a list of objects.',
    killedBy: everywhere('error-body'),
    collateral: ALSO,
    change: shaped(({ error }) => ({ errors: [{ error }] })),
  },
  {
    id: 'error-is-a-string',
    description: 'The body of an error is a bare JSON string.',
    killedBy: everywhere('error-body'),
    collateral: ALSO,
    change: shaped(({ error }) => error),
  },
  {
    id: 'error-as-text',
    description: 'Errors are plain text.',
    killedBy: everywhere('error-body'),
    collateral: ALSO,
    change: refusing((reply, { error }) => textReply(reply.status, error)),
  },
  {
    id: 'error-as-html',
    description: 'Errors are web pages.',
    killedBy: everywhere('error-body'),
    collateral: ALSO,
    change: refusing((reply, { error }) => textReply(reply.status, page(error), 'text/html')),
  },
  {
    id: 'error-without-body',
    description: 'Errors have a status and an empty body.',
    killedBy: everywhere('error-body'),
    collateral: ALSO,
    change: refusing((reply) => ({ ...reply, body: '' })),
  },
  {
    id: 'error-null',
    description: 'The member error is null.',
    killedBy: everywhere('error-body'),
    collateral: ALSO,
    change: shaped(() => ({ error: null })),
  },
  {
    id: 'error-text-empty',
    description: 'The error string is empty.',
    killedBy: everywhere('error-text'),
    change: shaped(() => ({ error: '' })),
  },
  {
    id: 'framework-errors-as-text',
    description:
      'Malformed JSON, a missing body, a wrong media type and a wrong method get plain text.',
    killedBy: everywhere('framework-error-body'),
    change: frameworkAnswers((reply, { error }) => textReply(reply.status, error)),
  },
  {
    id: 'framework-errors-without-body',
    description: 'What the framework refuses gets a status and an empty body.',
    killedBy: everywhere('framework-error-body'),
    change: frameworkAnswers((reply) => ({ ...reply, body: '' })),
  },
  {
    id: 'second-error-loses-its-body',
    description: 'From the second error in a row on the body is an empty object.',
    killedBy: everywhere('errors-stay-good'),
    collateral: [everywhere('error-body'), everywhere('framework-error-body')],
    change: fromSecondError((reply) => ({ ...reply, body: '{}' })),
  },
  {
    id: 'second-error-becomes-500',
    description: 'The second error in a row is a 500.',
    killedBy: everywhere('errors-stay-good'),
    collateral: [
      everywhere('body-required'),
      factory('choice-arguments-required'),
      everywhere('no-server-error'),
      everywhere('documented-status'),
      everywhere('*-refused'),
      everywhere('refused-with-400'),
      everywhere('unknown-id-404'),
      everywhere('reassigning-409'),
    ],
    change: fromSecondError((reply) => ({ ...reply, status: 500 })),
  },
  {
    id: 'stack-trace-in-errors',
    description: 'The error text holds the stack trace.',
    killedBy: everywhere('no-internals-in-errors'),
    change: shaped(({ error }) => ({
      error: `Error: ${error}\n    at handle (/srv/registry/dist/handler.js:41:17)\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)`,
    })),
  },
  {
    id: 'file-path-in-errors',
    description: 'The error text names a source file of the server.',
    killedBy: everywhere('no-internals-in-errors'),
    change: shaped(({ error }) => ({
      error: `${error} [/home/app/registry/src/Allocations.scala:118]`,
    })),
  },
  {
    id: 'sql-in-errors',
    description: 'The error text quotes the description that found nothing.',
    killedBy: everywhere('no-internals-in-errors'),
    change: shaped(({ error }) => ({
      error: `${error} (SELECT payload FROM registry.allocations WHERE cid = ?)`,
    })),
  },
  {
    id: 'stack-member-in-errors',
    description: 'Errors carry the stack trace in a member of its own.',
    killedBy: everywhere('no-internals-in-errors'),
    change: shaped(({ error }) => ({
      error,
      stack: 'java.lang.IllegalArgumentException\n\tat org.example.Registry.find(Registry.java:77)',
    })),
  },
  {
    id: 'unprocessable-instead-of-bad',
    description: 'Bodies of the wrong shape are refused with 422.',
    killedBy: everywhere('refused-with-400'),
    collateral: [everywhere('documented-status'), everywhere('framework-error-body')],
    change: refusing((reply, { why }) =>
      why === 'type' || why === 'no-body' ? { ...reply, status: 422 } : reply,
    ),
  },
  {
    id: 'errors-with-status-200',
    description: 'Bodies of the wrong shape get the status 200 and an error object.',
    killedBy: everywhere('body-type-refused'),
    collateral: [
      everywhere('*-refused'),
      everywhere('refused-with-400'),
      everywhere('body-shape'),
      factory('choice-arguments-required'),
    ],
    change: refusing((reply, { why, error }) =>
      why === 'type' ? jsonReply(200, { error }) : reply,
    ),
  },
];
