/** The connected synchronizers: a node may lose one, or find one, at any time. */
import type { Call, Contract, Fixtures, Roster } from '../../../src/kit.ts';
import { call, queryOf, sent } from '../../../src/kit.ts';
import { elements, member, string } from '../../kit/json.ts';
import { bodyMember } from '../requests/documented.ts';

/** The parameter, or the member of a body, that names one. */
const NAME = 'synchronizerId';

export function rosterOf({ operations }: Contract) {
  const list = operations.find(({ name }) => name === 'connected-synchronizers');
  return ({ synchronizers }: Fixtures): Roster | undefined =>
    list && {
      what: 'synchronizer',
      ids: synchronizers,
      list: call(list),
      idsIn: (body) => elements(body, 'connectedSynchronizers').map((one) => string(one, NAME)),
      namesNone,
    };
}

function namesNone(request: Call): boolean {
  const { operation } = request;
  const inQuery = operation.parameters?.some(({ name }) => name === NAME) ?? false;
  return inQuery
    ? !queryOf(request.path).has(NAME)
    : bodyMember(operation, NAME) !== undefined && member(sent(request), NAME) === undefined;
}
