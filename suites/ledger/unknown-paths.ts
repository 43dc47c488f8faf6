/** What is not served at all: paths, and methods of paths that serve others. Held on one operation. */
import {
  call,
  describe,
  type Exchange,
  finding,
  NOWHERE,
  type Operation,
  type Requirement,
  requirement,
} from '../../src/index.ts';
import { across } from './asking.ts';
import type { Area } from './chapter.ts';
import { elements, member } from './members.ts';
import { each } from './probes.ts';

/** Requirements on paths and methods that nobody serves. */
export const unknownPaths: Area = (ledger) => {
  const operation = ledger.operation('participant-id');
  const posted = ['contract-by-id', 'preferred-packages'].map((chapter) =>
    ledger.operation(chapter),
  );
  const paths = across(operation, 'unknown-paths', {
    sends: 'paths that nobody serves: below the version, and below an operation',
    caseGroups: () =>
      each([`/v2/${NOWHERE}`, `${operation.path}/${NOWHERE}`].map((path) => at(operation, path))),
  });
  const methods = across(operation, 'unknown-methods', {
    sends: 'a GET where only a POST is served',
    caseGroups: () => each(posted.map((one) => call(one, { method: 'GET' }))),
  });
  return [
    requirement({
      id: 'ledger/participant-id/unknown-path-has-its-own-body',
      level: 'SHOULD',
      clause: 'unknown-paths-have-their-own-body',
      statement: 'A path that nobody serves is answered with 404 and a list of one error.',
      cause: 'A catch-all route of a gateway or a web page answers 200 or HTML for every path.',
      fix: 'Let such paths reach the ledger, or answer 404 with its status and a list of errors in JSON.',
      probes: [paths],
      check: ({ response: { status, body } }) => {
        if (status !== 404) return [finding('status', '404', `${status}`)];
        if (member(body, 'status') !== 404)
          return [finding('/status', '404', describe(member(body, 'status')))];
        const [error, ...more] = elements(body, 'errors');
        return typeof error === 'string' && more.length === 0
          ? []
          : [finding('/errors', 'a list of one text', describe(member(body, 'errors')))];
      },
    }),
    requirement({
      id: 'ledger/participant-id/unknown-method-405',
      level: 'SHOULD',
      clause: 'unknown-methods-are-refused',
      statement: 'A method that a path does not serve is answered with 405.',
      cause:
        'Path and method are matched together, so that another method counts as an unknown path; or a route takes all methods.',
      fix: 'Answer 405 where the path is known.',
      probes: [methods],
      check: ({ response: { status } }: Pick<Required<Exchange>, 'response'>) =>
        status === 405 ? [] : [finding('status', '405', `${status}`)],
    }),
  ] satisfies Requirement[];
};

function at(operation: Operation, path: string) {
  return { ...call(operation), path };
}
