/** Requirements of the registry's contract on its clients, from their lookups. */
import { describe, finding, type Operation, type Requirement } from '../../src/kit.ts';
import { CLIENT_LAWS, clientRequirements, jsonOf, watched } from '../http/client.ts';
import { member } from '../kit/json.ts';
import { type Law, should } from '../kit/law.ts';

export function registryClient(operations: readonly Operation[]): Requirement[] {
  return clientRequirements([...CLIENT_LAWS, NEW_CONTEXT], operations);
}

/** A lookup names the choice before there is a context, so a context in it comes from an earlier response. */
const NEW_CONTEXT: Law<Operation> = should(
  'context-is-not-reused',
  'factory-responses-are-for-one-choice',
  {
    statement: 'A factory lookup contains no choice context from an earlier response.',
    cause:
      'The client fills in the arguments of one choice and sends them again in the lookup for the next one.',
    fix: 'Send an empty extraArgs.context, and look up the factory again for each choice.',
    appliesTo: ({ name }) => name.endsWith('-factory'),
    test: watched(() => ({ request }) => {
      const context = member(jsonOf(request), 'choiceArguments', 'extraArgs', 'context');
      if (context === undefined) return 'inapplicable';
      if (isEmpty(context)) return [];
      return [finding('/choiceArguments/extraArgs/context', 'an empty object', describe(context))];
    }),
  },
);

/** True if there is no value at any depth, because encodings have several forms of an empty map. */
function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === null;
  return Object.values(value).every(isEmpty);
}
