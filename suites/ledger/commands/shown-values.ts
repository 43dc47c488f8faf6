/** How the transaction of a command shows the values that the command had. */
import type { CheckResult, CompleteExchange } from '../../../src/kit.ts';
import { call, finding, sent, worded } from '../../../src/kit.ts';
import { elements, isObject, type Json, string, member as within } from '../../kit/json.ts';
import { shown } from '../../kit/judges.ts';
import type { Area } from '../area.ts';
import { scenario } from '../laws/forms.ts';
import { actors, effectsOf, endOf, freshId, submission } from '../laws/submissions.ts';
import { whenAny } from '../requests/offsets.ts';
import { unconnected } from '../requests/request-parts.ts';
import { qualifiedName } from '../responses/entries.ts';
import { eventsNamed } from '../responses/shown-updates.ts';
import { rulesIn } from '../rules.ts';
import { IRREVERSIBLE } from './submission-rules.ts';
import { creatingCommand, type Differences, differences, richest } from './values.ts';
import { createsNothingAtAll, UNFIT, wrongly } from './wrong-values.ts';

const rule = rulesIn('4.2-commands', 'commands/shown-values.ts');

export const shownValues: Area = (ledger) => {
  const operation = ledger.operation('submit-and-wait-for-transaction');
  const life = scenario(operation, {
    ...IRREVERSIBLE,
    name: 'values',
    clause: 'submit-and-wait-returns-the-transaction',
    sends: 'the declared command with most kinds of values, and with a value of another type',
    notApplicableWhen: whenAny(unconnected, createsNothingAtAll),
    steps: (f, tag) => {
      const body = richest(f);
      const submit = (json: Json | undefined, end: unknown, name: string) => {
        if (json === undefined) return undefined;
        const own = { ...f, commands: [json] };
        const commands = submission(own, `${freshId(tag, end)}-${name}`);
        const transactionFormat = effectsOf(actors(own));
        return call(operation, { json: { commands, transactionFormat } });
      };
      return {
        end: endOf(ledger),
        create: ({ end }) => submit(body, end, 'values'),
        wrong: ({ end }) => submit(wrongly(body), end, 'wrong-value'),
      };
    },
  });
  return life.rules(
    rule('contract-keeps-arguments', {
      given: ['end', 'create'],
      judge: ({ create }) => {
        const found = created(create);
        if (found !== undefined) return found.values;
        const name = string(creatingCommand(commandsOf(create))?.[1], 'templateId');
        return [finding('/transaction/events', worded`a new ${name}`, 'none')];
      },
    }),
    rule('exercise-keeps-argument', {
      given: ['end', 'create'],
      judge: ({ create }) => exercised(create)?.values ?? 'inapplicable',
    }),
    rule('values-have-their-encoding', {
      given: ['end', 'create'],
      judge: ({ create }): CheckResult => {
        const found = [created(create), exercised(create)].filter((one) => one !== undefined);
        return found.length === 0 ? undefined : found.flatMap(({ forms }) => forms);
      },
    }),
    life.rejects(
      rule('value-of-other-type', { given: ['end', 'create'], step: 'wrong', codes: UNFIT }),
    ),
  );
};

const commandsOf = ({ request }: CompleteExchange): unknown => within(sent(request), 'commands');

/** The differences between the arguments of the command and those of its contract; `undefined` without such a contract. */
function created(create: CompleteExchange): Differences | undefined {
  const [, command] = creatingCommand(commandsOf(create)) ?? [];
  const declared = qualifiedName(string(command, 'templateId'));
  const events = eventsNamed(shown(create, 'transaction'), 'CreatedEvent').filter(
    (event) => qualifiedName(string(event, 'templateId')) === declared,
  );
  return nearest(command?.['createArguments'], events, 'CreatedEvent', 'createArgument');
}

/** The same of the first choice that the command exercises with arguments. */
function exercised(create: CompleteExchange): Differences | undefined {
  const command = elements(commandsOf(create), 'commands')
    .flatMap((one) => (isObject(one) ? Object.values(one) : []))
    .find((one) => Object.keys(Object(within(one, 'choiceArgument'))).length > 0);
  if (command === undefined) return undefined;
  const events = eventsNamed(shown(create, 'transaction'), 'ExercisedEvent').filter(
    (event) => event['choice'] === string(command, 'choice'),
  );
  return nearest(within(command, 'choiceArgument'), events, 'ExercisedEvent', 'choiceArgument');
}

/** A transaction may have several events of the kind: that with the same values counts, or the first one. */
function nearest(
  expected: unknown,
  events: readonly Json[],
  kind: string,
  name: string,
): Differences | undefined {
  const at = `/transaction/events/${kind}/${name}`;
  const found = events.map((event) => differences(expected, event[name], at));
  return found.find(({ values }) => values.length === 0) ?? found[0];
}
