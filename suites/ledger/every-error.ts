/** What every error of the ledger owes: its object, its status, its category, and what it keeps to itself. */
import { type Operation, type Probe, type Requirement, requirement } from '../../src/index.ts';
import { internals } from '../answers.ts';
import { categoryOfCode, errorShape, statusOfCode } from './errors.ts';

/** What every error owes. What is open to all and has nothing to read has no error to answer with. */
export function ofErrors(
  id: (name: string) => string,
  operation: Operation,
  probes: readonly Probe[],
): Requirement[] {
  return [
    requirement({
      id: id('error-object'),
      level: 'MUST',
      clause: 'ledger-errors-have-one-shape',
      statement: 'A rejection carries the error object of the ledger; a 400 may be plain text.',
      cause:
        'A gateway puts an envelope of its own around errors, sends HTML or application/problem+json, or leaves out context and errorCategory.',
      fix: "Pass the ledger's object on as it is, and make one with code, cause, errorCategory and context for errors of your own.",
      probes,
      anyTraffic: true,
      check: (exchange) => errorShape(operation, exchange),
    }),
    requirement({
      id: id('status-matches-code'),
      level: 'SHOULD',
      clause: 'error-status-follows-its-code',
      statement: 'The HTTP status of an error is the one that goes with its gRPC code.',
      cause:
        'A layer in between turns every error into 400 or 500, or chooses the status from the text of the error.',
      fix: 'Take it from grpcCodeValue by one table: 3, 9 and 11 are 400, 5 is 404, 6 and 10 are 409, 7 is 403, 16 is 401.',
      probes,
      anyTraffic: true,
      check: (exchange) => statusOfCode(operation, exchange),
    }),
    requirement({
      id: id('category-matches-code'),
      level: 'SHOULD',
      clause: 'error-category-goes-with-its-code',
      statement: 'The category of an error is one that goes with its gRPC code.',
      cause:
        'Errors of a layer in front are made with a code of their own and the category of another error, by which clients decide whether to try again.',
      fix: 'Take both from one definition of the error: 8 goes with code 3, 9 with 9, 10 with 6, 11 with 5, 12 with 11.',
      probes,
      anyTraffic: true,
      check: (exchange) => categoryOfCode(operation, exchange),
    }),
    requirement({
      id: id('no-internals-in-errors'),
      level: 'SHOULD',
      clause: 'ledger-errors-have-one-shape',
      statement: 'Error bodies show no stack trace, no file path and no SQL of the server.',
      cause:
        'The cause is made of a whole exception, or an error page of a development mode is on.',
      fix: 'Write stack and files to the log under the trace id, and put that id and one sentence into the answer.',
      probes,
      anyTraffic: true,
      check: ({ request, response }) =>
        response.status >= 400 ? internals(request, response.text) : 'inapplicable',
    }),
  ];
}
