/** The rules that all operations share that submit a command: they differ in the body and in what the response holds. */
import {
  type CheckResult,
  type CompleteExchange,
  finding,
  type Operation,
  type Requirement,
} from '../../../src/index.ts';
import { expects200, isGatewayError } from '../../answers.ts';
import { type Law, requirementsOf, type Test } from '../../kit/law.ts';
import { difference } from '../requests/alike.ts';
import { accepted, all, type Sequence, textIn, within } from '../requests/sequences.ts';
import { completesLater, sentId, succeedsOnce } from './submissions.ts';

/** Every submission changes the ledger and needs a command that may be submitted. */
export const IRREVERSIBLE = { effect: 'irreversible', needs: 'commands' } as const;

/** An operation that submits. Each rule comes with its test, and is left out where the operation has none. */
export interface Submission {
  readonly operation: Operation;
  /** What the operation does. */
  readonly clause: string;
  readonly accepted?: Test;
  readonly namesUpdate?: Test;
  readonly matchesLookup?: Test;
  readonly namesCommand?: Test;
  readonly keepsTrace?: Test;
  readonly completes?: Test;
  readonly completesOnce?: Test;
}

const LAWS: readonly Law<Submission>[] = [
  {
    name: 'accepted',
    level: 'MUST',
    clause: ({ clause }) => clause,
    statement: 'A good submission is accepted.',
    cause:
      'The declared command no longer holds: a contract is archived or a package is no longer vetted. Otherwise a gateway drops members, or a check of the result or an optional member rejects the submission.',
    fix: 'Check the command first, then read the cause in the error. Check signatures over the bytes as they arrived.',
    test: ({ accepted }) => accepted,
  },
  {
    name: 'response-names-update',
    level: 'MUST',
    clause: ({ clause }) => clause,
    statement: 'The lookup finds the update that the response names, at the same offset.',
    cause: 'Offset and update id come from another store than the lookup, or that store is behind.',
    fix: 'Take both from the completion of the command, and respond when the lookup can find the update.',
    test: ({ namesUpdate }) => namesUpdate,
  },
  {
    name: 'response-matches-lookup',
    level: 'MUST',
    clause: ({ clause }) => clause,
    statement: 'The response shows the same update as the lookup by its id.',
    cause:
      'Two encoders turn the same update into JSON, and one of them omits events, times or the trace context.',
    fix: 'Use one encoder for submissions and lookups, with the same format and parties.',
    test: ({ matchesLookup }) => matchesLookup,
  },
  {
    name: 'response-names-command',
    level: 'MUST',
    clause: ({ clause }) => clause,
    statement: 'The response shows the id of the submitted command.',
    cause:
      'The submission id replaces the command id, or the id is hidden because the format names other parties than those that acted.',
    fix: 'Show the submitter the command id as it was sent.',
    test: ({ namesCommand }) => namesCommand,
  },
  {
    name: 'response-keeps-trace',
    level: 'SHOULD',
    clause: 'submissions-keep-their-trace',
    statement: 'The response belongs to the trace that the submission names in its header.',
    cause: 'A gateway drops the header traceparent, or the node starts a new trace.',
    fix: 'Forward the header, and show its trace id in traceContext.',
    test: ({ keepsTrace }) => keepsTrace,
  },
  {
    name: 'command-completes',
    level: 'MUST',
    clause: ({ clause }) => clause,
    statement: 'The completions list an accepted submission with success.',
    cause:
      'The submission is lost after the response, or its completion has another command id, user or parties.',
    fix: 'Store a submission before you respond, and complete it under its command id, user and parties.',
    test: ({ completes }) => completes,
  },
  {
    name: 'command-completes-once',
    level: 'MUST',
    clause: 'completions-are-listed',
    statement: 'A command that is submitted once is executed once and completed once.',
    cause:
      'A submission is repeated under another id after a timeout, or two stores of completions are joined.',
    fix: 'Keep one id for all attempts, and one completion for each offset.',
    test: ({ completesOnce }) => completesOnce,
  },
];

export function submissionLaws(submission: Submission): readonly Requirement[] {
  return requirementsOf(LAWS, [submission], ({ operation }) => `ledger/${operation.name}`);
}

/** The step `submit` is accepted. */
export function accepts<Name extends string>(
  life: Sequence<Name | 'submit'>,
  ...given: readonly Name[]
): Test {
  return life.test({ given, judge: ({ submit }) => expects200(submit.response.status) });
}

/** The member of the response that holds the update also holds the command id. */
export function namesCommand(life: Sequence<'submit'>, member: string): Test {
  return life.test({
    given: ['submit'],
    judge: ({ submit }) =>
      difference(
        sentId(submit),
        within(submit.response.body, member, 'commandId'),
        `/${member}/commandId`,
      ),
  });
}

/** The member of the response shows the trace of the request. */
export function keepsTrace(life: Sequence<'submit'>, member: string): Test {
  return life.test({
    given: ['submit'],
    judge: ({ submit }) =>
      difference(
        traceIn(submit.request.headers['traceparent']),
        traceIn(textIn(submit.response.body, member, 'traceContext', 'traceparent')),
        `/${member}/traceContext/traceparent`,
      ),
  });
}

/** The id of a trace, in a header or in a response. */
function traceIn(traceparent: string | undefined): string | undefined {
  return traceparent?.split('-')[1];
}

type Update = 'submit' | 'update';

/** The member of the response is the update of that kind in the lookup. */
export function matchesLookup(life: Sequence<Update>, kind: string, member: string): Test {
  return matches(life, (found, submit) =>
    difference(within(found, 'update', kind, 'value'), within(submit, member)),
  );
}

/** Compares the bodies of the lookup and of the submission. */
export function matches(
  life: Sequence<Update>,
  compare: (found: unknown, submitted: unknown) => CheckResult,
): Test {
  return life.test({
    given: ['submit'],
    judge: ({ submit, update }) =>
      accepted(update) ? compare(update.response.body, submit.response.body) : missing(update),
  });
}

/** The lookup finds the named update, at its offset and, where the update is of this request, with its command id. */
export function namesUpdate(life: Sequence<Update>, ...others: readonly 'commandId'[]): Test {
  return life.test({
    given: ['submit'],
    judge: ({ submit, update }) => {
      const found = within(update.response.body, 'update', 'Transaction', 'value');
      const { body } = submit.response;
      const expected: Readonly<Record<string, unknown>> = {
        updateId: within(body, 'updateId'),
        offset: within(body, 'completionOffset'),
        commandId: sentId(submit),
      };
      if (!accepted(update)) return missing(update);
      return all(
        ...['updateId', 'offset', ...others].map((name) =>
          difference(expected[name], within(found, name), `/${name}`),
        ),
      );
    },
  });
}

/** A lookup that had to find an update failed; a gateway error is inconclusive. */
function missing({ response: { status } }: CompleteExchange): CheckResult {
  return isGatewayError(status) ? undefined : [finding('status of the lookup', '200', `${status}`)];
}

type Completed = 'submit' | 'completions' | 'control';

/** The command of the step that names it is completed. */
export function completes<Name extends string>(
  life: Sequence<Name | Completed>,
  named: Name | 'submit',
  ...given: readonly Name[]
): Test {
  return life.test({
    given: [...given, 'submit', 'completions'],
    judge: (at) => completesLater(at[named], at),
  });
}

export function completesOnce(life: Sequence<Completed | 'end'>): Test {
  return life.test({
    given: ['end', 'submit', 'completions'],
    judge: ({ submit, completions }) => succeedsOnce(submit, completions),
  });
}
