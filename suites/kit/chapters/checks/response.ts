/**
 * `response: { step, of, status, headers, body }`: the status is one of these, headers have these values, and the JSON
 * body fits a JSON Schema. Without a step, each response of the case.
 */
import {
  BODY_TEXT,
  type CheckResult,
  type CompleteExchange,
  describe,
  type Finding,
  finding,
  firstOf,
  headerPlace,
  type JsonSchema,
  statuses,
  validator,
  worded,
  wrongStatus,
} from '../../../../src/kit.ts';
import { anyOf, blaming } from '../../judges.ts';
import { mayBeGateways } from '../../statuses.ts';
import { type Names, namesIn } from '../chapter.ts';
import type { Form } from './form.ts';

/** A text is the whole value. True: the header is there; false: it is not. */
type HeaderData = string | JsonSchema;

export interface ResponseData {
  readonly step?: Names;
  /** The responses that it is about. With a status every one by default, otherwise accepted ones. */
  readonly of?: number | Names;
  readonly status?: number | Names | readonly number[];
  readonly headers?: Readonly<Record<string, HeaderData>>;
  readonly body?: JsonSchema;
}

const KINDS = new Map<string, (status: number) => boolean>([
  ['accepted', (status) => status === 200],
  ['rejected', (status) => status >= 400 && status < 500],
  ['every', () => true],
]);

export function responseForm(value: unknown): Form {
  const data = value as ResponseData;
  const judge = responseJudge(data);
  const steps = namesIn(data.step);
  return {
    steps,
    judge: [
      (at) =>
        anyOf(
          (steps.length === 0 ? Object.keys(at) : steps).map((step) => {
            const exchange = at[step];
            return exchange && blaming(exchange, judge(exchange));
          }),
        ),
    ],
  };
}

/** The judge of one response. Throws with the remedy for a selection or a status that is none. */
export function responseJudge({
  of,
  status: wanted,
  headers = {},
  body,
}: ResponseData): (exchange: CompleteExchange) => CheckResult {
  const isMeant = selectionOf(of ?? (wanted === undefined ? 'accepted' : 'every'));
  const expected = wanted === undefined ? undefined : statusesIn(wanted);
  const ofHeaders = Object.entries(headers).map(headerJudge);
  return (exchange) => {
    const { status } = exchange.response;
    if (!isMeant(status)) return undefined;
    if (expected !== undefined && !expected.includes(status))
      return mayBeGateways(status) ? undefined : [wrongStatus(statuses(...expected), status)];
    const found = ofHeaders.flatMap((judge) => judge(exchange));
    return found.length > 0 || body === undefined ? found : bodyFindings(exchange, body);
  };
}

function selectionOf(of: number | Names): (status: number) => boolean {
  const kind = KINDS.get(String(of));
  if (kind !== undefined) return kind;
  const chosen = statusesIn(of);
  return (status) => chosen.includes(status);
}

/** The statuses in a text or a list. Throws for anything else. */
function statusesIn(given: NonNullable<ResponseData['status']>): readonly number[] {
  const all = [given].flat().flatMap((one) => namesIn(String(one)).map(Number));
  if (all.length > 0 && all.every((one) => Number.isInteger(one) && one >= 100 && one < 600))
    return all;
  throw new Error(
    `${JSON.stringify(given)} is not a status. Write 200, or 200 404; of can also be accepted, rejected or every`,
  );
}

function headerJudge([name, wanted]: readonly [string, HeaderData]) {
  const schema = typeof wanted === 'string' ? { const: wanted } : wanted;
  const lower = name.toLowerCase();
  const at = headerPlace(lower);
  return ({ request, response }: CompleteExchange): readonly Finding[] => {
    const value = response.headers[lower];
    if (wanted === false)
      return value === undefined ? [] : [finding(at, 'nothing', describe(value))];
    if (value === undefined)
      return [finding(at, typeof wanted === 'string' ? describe(wanted) : 'a value', value)];
    const [wrong] = validator(request.operation.contract, schema)(value);
    return wrong === undefined ? [] : [finding(at, wrong.expected, wrong.actual)];
  };
}

function bodyFindings({ request, response }: CompleteExchange, schema: JsonSchema): CheckResult {
  // HEAD and OPTIONS of the same path have other bodies.
  if (request.method !== request.operation.method) return undefined;
  const { body } = response;
  if (body === undefined)
    return [
      finding(BODY_TEXT, 'JSON', response.text === '' ? worded`no body` : describe(response.text)),
    ];
  return firstOf(validator(request.operation.contract, schema)(body), (wrong) => ({
    ...finding(wrong.at, wrong.expected, wrong.actual),
    keyword: wrong.keyword,
  }));
}
