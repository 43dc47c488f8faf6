/** Submissions that are answered with what they made: the transaction, or its tree in the older form. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  type Fixtures,
  type Operation,
  type Requirement,
} from '../../src/index.ts';
import { difference, isObject } from './alike.ts';
import type { Area, Ledger } from './chapter.ts';
import { FOR_GOOD, failuresOf, owesFound, takes } from './commands.ts';
import { expectsError } from './errors.ts';
import { accepted, type Sequence, sequence, textIn, within } from './sequences.ts';
import { asTree } from './shown-updates.ts';
import {
  actors,
  effectsOf,
  endOf,
  freshId,
  sameUpdate,
  sentId,
  submission,
  updateById,
} from './submissions.ts';

export const commandTransactions: Area = (ledger) => [...transactionOf(ledger), ...treeOf(ledger)];

function transactionOf(ledger: Ledger): readonly Requirement[] {
  const operation = ledger.operation('submit-and-wait-for-transaction');
  const clause = 'submit-and-wait-returns-the-transaction';
  const whole = (submitting: object, fixtures: Fixtures): object => ({
    commands: submitting,
    transactionFormat: effectsOf(actors(fixtures)),
  });
  const life = submitted(ledger, operation, 'transaction', whole);
  return [
    ...takes(life, clause),
    ...shownAs(life.expects, operation, clause, ({ submit, update }) =>
      sameUpdate('Transaction', within(submit.response.body, 'transaction'), update),
    ),
    ...failuresOf(operation, whole),
  ];
}

/** A command, the same again, and the look-up of what the answer shows under that member. */
function submitted(
  ledger: Ledger,
  operation: Operation,
  shown: 'transaction' | 'transactionTree',
  body: (commands: object, fixtures: Fixtures) => object,
): Sequence<'end' | 'submit' | 'again' | 'update'> {
  return sequence(operation, {
    ...FOR_GOOD,
    name: 'submission',
    sends: 'a command, the same again, and the update that it made',
    steps: (fixtures, tag) => {
      const submit = ({ end }: Readonly<Record<string, unknown>>): Call =>
        traced(
          call(operation, { json: body(submission(fixtures, freshId(tag, end)), fixtures) }),
          tag,
        );
      return {
        end: endOf(ledger),
        submit,
        again: submit,
        update: ({ submit: made }) =>
          updateById(ledger, textIn(made, shown, 'updateId'), actors(fixtures)),
      };
    },
  });
}

/** The call as a part of a trace of its own. */
function traced(submit: Call, tag: string): Call {
  const traceparent = `00-${`${tag}a55a5aa5`.repeat(2)}-a55a5aa5${tag}-01`;
  return { ...submit, headers: { ...submit.headers, traceparent } };
}

/** The id of a trace, in a header or in an answer. */
function traceIn(traceparent: string | undefined): string | undefined {
  return traceparent?.split('-')[1];
}

/** The answer is what the look-up finds, and the same command is not accepted twice. */
function shownAs(
  expects: Sequence<'submit' | 'again' | 'update'>['expects'],
  { name }: Operation,
  clause: string,
  compare: (at: Readonly<Record<'submit' | 'update', CompleteExchange>>) => CheckResult,
): readonly Requirement[] {
  const at = name.endsWith('-tree') ? 'transactionTree' : 'transaction';
  return [
    expects({
      name: 'found-by-id',
      clause,
      statement: 'The answer shows the same as the look-up of the update by its id.',
      cause:
        'Two encoders turn the same update into JSON, and one of them leaves out events, times or the trace context.',
      fix: 'Use one for submissions and look-ups, with the same format and parties.',
      given: ['submit'],
      judge: compare,
    }),
    expects({
      name: 'names-the-command',
      clause,
      statement: 'The answer names the command that it was made by.',
      cause:
        'The command id is replaced by the submission id, or hidden because the format of the answer names other parties than those who acted.',
      fix: 'Show those who submitted it the id as they sent it.',
      given: ['submit'],
      judge: ({ submit }) =>
        difference(
          sentId(submit),
          within(submit.response.body, at, 'commandId'),
          `/${at}/commandId`,
        ),
    }),
    expects({
      name: 'keeps-the-trace',
      level: 'SHOULD',
      clause: 'submissions-keep-their-trace',
      statement: 'The answer belongs to the trace that the submission named in its header.',
      cause: 'A gateway drops the header traceparent, or the node begins a trace of its own.',
      fix: 'Pass the header on, and show its trace id in traceContext.',
      given: ['submit'],
      judge: ({ submit }) =>
        difference(
          traceIn(submit.request.headers['traceparent']),
          traceIn(textIn(submit.response.body, at, 'traceContext', 'traceparent')),
          `/${at}/traceContext/traceparent`,
        ),
    }),
    expects({
      name: 'same-command-refused',
      clause,
      statement: 'The same command once more is refused with 409 DUPLICATE_COMMAND.',
      cause:
        'Deduplication compares too much, such as the submission id or the whole body, or its period is zero.',
      fix: 'Compare user, acting parties and command id, and remember them for the deduplication period.',
      given: ['submit'],
      judge: ({ again }) => expectsError(again, 409, 'DUPLICATE_COMMAND'),
    }),
  ];
}

function treeOf(ledger: Ledger): readonly Requirement[] {
  const operation = ledger.operation('submit-and-wait-for-transaction-tree');
  const clause = 'submit-and-wait-returns-the-tree';
  const life = submitted(ledger, operation, 'transactionTree', (commands) => commands);
  return [
    ...takes(life, clause),
    ...shownAs(life.expects, operation, clause, ({ submit, update }) => {
      if (!accepted(update)) return owesFound(update);
      const transaction = within(update.response.body, 'update', 'Transaction', 'value');
      const tree = isObject(transaction) ? asTree(transaction) : undefined;
      return difference(tree, within(submit.response.body, 'transactionTree'));
    }),
    ...failuresOf(operation),
  ];
}
