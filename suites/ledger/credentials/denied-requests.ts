/** Requests for which a caller may lack the right. */
import { type Call, call, type Fixtures, type Operation } from '../../../src/kit.ts';
import { elements, string } from '../../kit/json.ts';
import type { Body } from '../requests/body.ts';
import { ABSENT, ANYTHING, limitFor, templatesOf } from '../requests/formats.ts';
import { endOf, wholeRange } from '../requests/offsets.ts';

export function withUser(body: string | undefined, userId: string): string {
  return JSON.stringify({ ...Object(JSON.parse(body ?? '{}')), userId });
}

/** A party that the caller may read as, but not act as. */
export function onlyReadable({ caller: [caller], parties }: Fixtures): readonly string[] {
  const { actAs = parties } = caller ?? {};
  return parties.filter((party) => !actAs.includes(party)).slice(0, 1);
}

/**
 * A submission that no server can execute, because its contract is unknown. It uses a known template if there is one,
 * since names may be resolved before rights.
 */
export function archival({ name }: Operation, f: Fixtures, actAs: readonly string[]): object {
  const [templateId = `#${ABSENT.packageName}:Main:Thing`] = [...templatesOf(f), ...declared(f)];
  const archive = { contractId: ABSENT.contractId, choice: 'Archive', choiceArgument: {} };
  const commands = [{ ExerciseCommand: { templateId, ...archive } }];
  const submission = { commands, commandId: 'assay-without-right', actAs };
  return name === 'submit-and-wait-for-transaction' ? { commands: submission } : submission;
}

const declared = ({ commands }: Fixtures): readonly string[] =>
  commands
    .flatMap((one) => elements(one, 'commands'))
    .flatMap((one) => Object.values(Object(one)).map((command) => string(command, 'templateId')))
    .filter((id) => id !== '');

export function namesUnknownParty({ path, body = '' }: Call): boolean {
  return body.includes(ABSENT.party) || path.includes(encodeURIComponent(ABSENT.party));
}

/** The fixtures with these parties, and with an unknown party instead of theirs. */
export function forOthers(f: Fixtures, own: readonly string[]): Fixtures {
  const parties = [...own, ABSENT.party];
  return { ...f, parties, commands: f.commands.map((one) => ({ ...one, actAs: parties })) };
}

export function forAnyParty(operation: Operation, f: Fixtures): Call {
  if (operation.name === 'contract-by-id')
    return call(operation, { json: { contractId: f.contracts[0]?.contractId } });
  const filtersForAnyParty = { cumulative: [ANYTHING] };
  const eventFormat: Body<'EventFormat'> = { filtersForAnyParty, verbose: false };
  const json =
    operation.name === 'updates'
      ? { ...wholeRange(f), updateFormat: { includeReassignments: eventFormat } }
      : { activeAtOffset: endOf(f), eventFormat };
  return call(operation, { query: { limit: limitFor(f) }, json });
}
