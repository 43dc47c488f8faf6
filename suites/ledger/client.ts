/** Requirements on the clients of a ledger, from their requests. */
import type { CheckResult, Exchange, Operation, Requirement } from '../../src/kit.ts';
import { CLIENT_LAWS, clientRequirements, jsonOf, SHAPE, watched } from '../http/client.ts';
import { canonical, elements, member, stringAt } from '../kit/json.ts';
import { unless } from '../kit/judges.ts';
import type { Law } from '../kit/law.ts';
import { rulesIn } from './rules.ts';

const rule = rulesIn('4.2-every-operation', 'client.ts');

export function ledgerClient(operations: readonly Operation[]): Requirement[] {
  return clientRequirements([...CLIENT_LAWS.map(asLedger), FRESH_CONTEXT], operations);
}

/** The same law with the clause of the ledger in place of that of registries. */
const asLedger = (law: Law<Operation>): Law<Operation> =>
  law.clause === SHAPE ? { ...law, clause: 'ledger-clients-send-what-is-documented' } : law;

/** The most contracts whose uses are remembered. */
const REMEMBERED = 10_000;

/**
 * A registry may return the same context twice, so equal contexts prove nothing, and this is only information. If
 * lookups bypass the proxy, only the client knows their number.
 */
const FRESH_CONTEXT: Law<Operation> = rule('factory-context-is-for-one-choice', {
  appliesTo: ({ name, path, method }) =>
    method === 'POST' &&
    /^\/v2\/(commands|interactive-submission)\//.test(path) &&
    !/completions|execute|reassign/.test(name),
  test: watched(() => {
    const known = new Map<string, string>();
    return (exchange) => reuse(exchange, known);
  }),
});

/** Compares each use of a disclosed contract and its context with the earlier uses. */
function reuse({ request }: Exchange, known: Map<string, string>): CheckResult {
  const body = jsonOf(request);
  const submission =
    member(body, 'commands', 'commands') === undefined ? body : member(body, 'commands');
  const disclosed = new Set(
    elements(submission, 'disclosedContracts').map((one) => stringAt(one, 'contractId')),
  );
  const id = stringAt(submission, 'commandId') ?? '';
  const uses = elements(submission, 'commands').flatMap((command, index) => {
    const exercise = member(command, 'ExerciseCommand');
    const contract = stringAt(exercise, 'contractId');
    const context = member(exercise, 'choiceArgument', 'extraArgs', 'context');
    if (contract === undefined || context === undefined || !disclosed.has(contract)) return [];
    const choice = canonical(member(exercise, 'choiceArgument'));
    return [{ key: `${contract} ${canonical(context)}`, index, use: `${id} ${index} ${choice}` }];
  });
  if (uses.length === 0) return 'inapplicable';
  return uses.flatMap(({ key, index, use }) => {
    const before = known.get(key);
    // The same command, sent again.
    if (before === use) return [];
    const isFirst = before === undefined;
    if (isFirst) remember(known, key, use);
    const at = `/commands/${index}/ExerciseCommand` as const;
    const expected = 'a context that no other command had';
    return unless(isFirst, at, expected, 'the context of an earlier command');
  });
}

function remember(known: Map<string, string>, key: string, use: string): void {
  known.set(key, use);
  const [oldest] = known.keys();
  if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
}
