/** Compiles the rejections of a chapter: wrong requests that are one change away from a good one, for many operations. */
import {
  type Call,
  type CallParts,
  call,
  type Fixtures,
  type Operation,
  type Requirement,
  sent,
} from '../../../src/kit.ts';
import { isObject } from '../json.ts';
import { type Rejection, rejections } from '../rejections.ts';
import {
  type Chapter,
  type Names,
  namesIn,
  type QueryData,
  type RejectionData,
  type RequestData,
} from './chapter.ts';
import type { Api, ChapterKit } from './kit.ts';
import { fill, type Hole, valuesOf } from './template.ts';

/** An operation, and how its requests spell the parts that a rejection changes. */
interface Query {
  readonly operation: Operation;
  readonly data: QueryData;
}

/** The members of a query that are not parts of its request. */
export const QUERY_MEMBERS: readonly string[] = [
  ...['on', 'request', 'codes', 'unless-required', 'if-required'],
];

/** The rejections of these operations; of all that the chapter has, unless some are given. */
export function rejectionRequirements(
  kit: ChapterKit,
  api: Api,
  { clauses = [], queries = [], rejections: rows = {} }: Chapter,
  only: readonly string[],
): Requirement[] {
  const subjects = queriesOf(kit, api, queries).filter(
    ({ operation }) => only.length === 0 || only.includes(operation.name),
  );
  const made = Object.entries(rows).map(([name, row]) => {
    const level = row.level ?? clauses.find(({ id }) => id === row.clause)?.level ?? 'MUST';
    return rowOf(kit, api, name, { ...row, level });
  });
  return rejections(kit, made, subjects);
}

/** The queries that the version has. */
export const queriesOf = (
  kit: ChapterKit,
  api: Api,
  queries: readonly QueryData[],
): readonly Query[] =>
  queries.flatMap((data) =>
    namesIn(data.on)
      .filter(api.has)
      .map((name) => ({ operation: api.operation(name), data }))
      .filter(({ operation }) => !isRequired(kit, operation, data['unless-required']))
      .filter(
        ({ operation }) =>
          data['if-required'] === undefined || isRequired(kit, operation, data['if-required']),
      ),
  );

const isRequired = (kit: ChapterKit, operation: Operation, names?: Names): boolean =>
  namesIn(names).some((name) => kit.bodyMember(operation, name)?.required);

function rowOf(
  kit: ChapterKit,
  { isSince }: Api,
  name: string,
  row: RejectionData,
): Rejection<Query> {
  const { on, needs, codes, except, follows, unless, status } = row;
  const member = row['if-member'];
  const reason = unless === undefined ? undefined : kit.reasons[unless];
  const { level = 'MUST', clause = '', statement, cause, fix, sends } = row;
  return {
    ...{ name, level, clause, statement, cause, fix, sends },
    ...(follows && { followsFrom: namesIn(follows) }),
    ...(status && { status }),
    ...(row.fixtures && { needs: row.fixtures }),
    ...(reason && { notApplicableWhen: reason }),
    ...(except && {
      except: ({ operation }) =>
        namesIn(except['not-on']).includes(operation.name)
          ? undefined
          : { level: except.level, reason: except.reason },
    }),
    codes: ({ data }) => namesIn(data.codes?.[name] ?? codes),
    appliesTo: ({ operation, data }) =>
      (on === undefined || namesIn(on).includes(operation.name)) &&
      namesIn(needs).every((part) => part in data) &&
      (row.since === undefined || isSince(row.since)) &&
      (member === undefined || kit.bodyMember(operation, member) !== undefined) &&
      !isRequired(kit, operation, row['unless-required']),
    requests: (query, fixtures) => requestsOf(kit, query, row, fixtures),
  };
}

/** The wrong requests of a row to an operation. A change of a part that its requests lack is left out. */
export function requestsOf(
  kit: ChapterKit,
  { operation, data }: Query,
  row: RejectionData,
  fixtures: Fixtures,
): readonly Call[] {
  const from = { fixtures, tag: '', operation };
  const make = (template: RequestData): Call =>
    kit.timed(call(operation, fill(template, valuesOf(kit.holes, from, {})) as CallParts));
  if (row.request !== undefined) return [make(row.request)];
  const plain = data.request ? make(data.request) : kit.goodOf(operation).control(fixtures);
  if (plain === undefined) throw new Error(`${operation.name}: no acceptable request is known`);
  return namesOfParts(row, data).flatMap((change) => {
    const members = Object.entries(change).map(([part, template]) => {
      const value = fill(template, valuesOf(kit.holes, from, {}));
      return value === undefined ? undefined : spelled(kit.holes, from, data[part], value);
    });
    if (members.includes(undefined)) return [];
    const json = Object.assign({}, sent(plain), ...members) as object;
    const kept = Object.entries(json).filter(([, value]) => value !== null);
    return [{ ...plain, body: JSON.stringify(Object.fromEntries(kept)) }];
  });
}

const namesOfParts = ({ changes = [] }: RejectionData, data: QueryData) =>
  changes.filter((change) => Object.keys(change).every((part) => part in data));

/** The members of the body for a value: a part is the name of a member, or a template of members with `$value`. */
function spelled(
  holes: Readonly<Record<string, Hole>>,
  from: Parameters<Hole>[0],
  part: unknown,
  value: unknown,
): object {
  if (!isObject(part)) return { [String(part)]: value };
  return fill(part, valuesOf({ ...holes, value: () => value }, from, {})) as object;
}
