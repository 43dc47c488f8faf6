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
import { causesOf } from './causes.ts';
import {
  type Chapter,
  exceptOn,
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
const QUERY_MEMBERS: readonly string[] = [
  ...['on', 'clause', 'request', 'values', 'codes', 'unless-required', 'if-required'],
];

/** The parts of a query: its own members, and the values of its request. */
export const partsOf = ({ values = {}, ...query }: QueryData): readonly string[] => [
  ...Object.keys(query).filter((name) => !QUERY_MEMBERS.includes(name)),
  ...Object.keys(values),
];

/** The rejections of these operations; of all that the chapter has, unless some are given. */
export function rejectionRequirements(
  kit: ChapterKit,
  api: Api,
  { queries = [], rejections: rows = {} }: Chapter,
  only: readonly string[],
): Requirement[] {
  const subjects = queriesOf(kit, api, queries).filter(
    ({ operation }) => only.length === 0 || only.includes(operation.name),
  );
  const made = Object.entries(rows).map(([name, row]) => {
    const level = row.level ?? (row.clause ? kit.clauseOf(row.clause)?.level : undefined) ?? 'MUST';
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

function rowOf(kit: ChapterKit, api: Api, name: string, row: RejectionData): Rejection<Query> {
  const { on, needs, codes, except, follows, unless, status, wrong } = row;
  const member = row['if-member'];
  const reason = unless === undefined ? undefined : kit.reasons[unless];
  const documented = row['code-documented-on'];
  const other = row['or-else'];
  const { level = 'MUST', clause, statement, cause, causes, fix, sends } = row;
  return {
    ...{ name, level, statement, cause, fix, sends },
    clause: clause ?? (({ data }) => data.clause ?? ''),
    ...(wrong && { wrong }),
    ...(other && { orElse: { status: other.status, codes: namesIn(other.codes) } }),
    ...(documented && {
      isNamed: ({ operation }) => namesIn(documented).includes(operation.name),
    }),
    ...(causes && { causes: causesOf(causes) }),
    ...(follows && { followsFrom: namesIn(follows) }),
    ...(status && { status }),
    ...(row.fixtures && { needs: row.fixtures }),
    ...(reason && { notApplicableWhen: reason }),
    ...(except && { except: exceptOn(except) }),
    codes: ({ data }) => namesIn(data.codes?.[name] ?? codes),
    appliesTo: ({ operation, data }) =>
      (on === undefined || namesIn(on).includes(operation.name)) &&
      namesIn(needs).every((part) => partsOf(data).includes(part)) &&
      (row.since === undefined || api.isSince(row.since)) &&
      (member === undefined || kit.bodyMember(operation, member) !== undefined) &&
      !isRequired(kit, operation, row['unless-required']),
    requests: (query, fixtures) => requestsOf(kit, api, query, row, fixtures),
  };
}

/** The wrong requests of a row to an operation. A change of a part that its requests lack is left out. */
export function requestsOf(
  kit: ChapterKit,
  api: Api,
  { operation, data }: Query,
  row: RejectionData,
  fixtures: Fixtures,
): readonly Call[] {
  const from = { fixtures, tag: '', operation, named: api.operation };
  const { values = {} } = data;
  const plain = valuesOf(kit.holes, from, values);
  const make = (template: RequestData, changed: Record_ = {}): Call => {
    const holes = { ...kit.holes, ...mapped(changed, (value) => () => value) };
    const kept = Object.entries(values).filter(([name]) => !(name in changed));
    const found = valuesOf(holes, from, Object.fromEntries(kept));
    return kit.timed(call(operation, fill(template, found) as CallParts));
  };
  if (row.request !== undefined) return [make(row.request)];
  if (row.texts !== undefined)
    return row.texts.map((text) => call(operation, { text: String(fill(text, plain)) }));
  return changesOf(row, data).flatMap((change) => {
    const members = Object.entries(change).map(([part, template]) => {
      const value = fill(template, plain);
      return value === undefined ? undefined : spelled(kit.holes, from, data[part] ?? part, value);
    });
    if (members.includes(undefined)) return [];
    const all: Record_ = Object.assign({}, ...members);
    const isValue = ([name]: [string, unknown]): boolean => name in values;
    const own = Object.entries(all).filter((one) => !isValue(one));
    const good = data.request
      ? make(data.request, Object.fromEntries(Object.entries(all).filter(isValue)))
      : kit.goodOf(operation).control(fixtures);
    if (good === undefined) throw new Error(`${operation.name}: no acceptable request is known`);
    if (own.length === 0) return [good];
    const json = { ...(sent(good) as object), ...Object.fromEntries(own) };
    const kept = Object.entries(json).filter(([, value]) => value !== null);
    return [{ ...good, body: JSON.stringify(Object.fromEntries(kept)) }];
  });
}

type Record_ = Readonly<Record<string, unknown>>;

const mapped = <T>(record: Record_, make: (value: unknown) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, make(value)]));

const changesOf = ({ changes = [] }: RejectionData, data: QueryData) =>
  changes.filter((change) => Object.keys(change).every((part) => partsOf(data).includes(part)));

/** The members of the body or the values of a query for the value of a part: that of this name, or a template with `$value`. */
function spelled(
  holes: Readonly<Record<string, Hole>>,
  from: Parameters<Hole>[0],
  part: unknown,
  value: unknown,
): object {
  if (!isObject(part)) return { [String(part)]: value };
  return fill(part, valuesOf({ ...holes, value: () => value }, from, {})) as object;
}
