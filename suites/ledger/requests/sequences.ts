/** Scenarios: cases of several requests that depend on each other, such as the life of a user. */
import fc from 'fast-check';
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  type Exchange,
  type Fixtures,
  type Level,
  type Operation,
  type Probe,
  type Requirement,
  wantsCredential,
} from '../../../src/index.ts';
import { expectsRejection } from '../../answers.ts';
import { NO_FIXTURES } from '../../fixtures.ts';
import { all } from '../../kit/judges.ts';
import { type Law, requirementsOf, type Test } from '../../kit/law.ts';
import { expectsError } from '../laws/errors.ts';
import { PRESUMED } from '../presumed.ts';
import { probe as probeOf } from './asking.ts';
import { ABSENT } from './formats.ts';

/** The response bodies so far, by the name of the step. */
type Bodies = Readonly<Record<string, unknown>>;

/** A request, or one made from the responses before it. A rule about a step without a request is inconclusive. */
type NamedStep = Call | ((bodies: Bodies) => Call | undefined);

type Own = Omit<Parameters<typeof probeOf>[2], 'steps' | 'calls' | 'caseGroups'>;

interface Draft<Name extends string> extends Own {
  readonly name: string;
  /** The requests in order. The tag is drawn for the case, so that names made with it are its own. */
  readonly steps: (fixtures: Fixtures, tag: string) => Readonly<Record<Name, NamedStep>>;
}

type Judge<Name extends string> = (at: Readonly<Record<Name, CompleteExchange>>) => CheckResult;

interface Judged<Name extends string> {
  /** Steps that must be accepted; without them the case is inconclusive. */
  readonly given?: readonly Name[];
  /** Several judges are independent: if one is inconclusive, the others still count. */
  readonly judge: Judge<Name> | readonly Judge<Name>[];
}

type Statement<Name extends string> = Omit<Law<never>, 'test' | 'except' | 'appliesTo' | 'clause'> &
  Judged<Name> & { readonly clause: string };

export interface Sequence<Name extends string> {
  readonly probe: Probe;
  /** How a law is tested on the responses of a whole case. */
  readonly test: (judged: Judged<Name>) => Test;
  /** A requirement on the responses of a whole case. */
  readonly expects: (statement: Statement<Name>) => Requirement;
  /** A step that must be rejected: the rejection, and the status and code that it carries. */
  readonly rejects: (rejected: Rejected<Name>) => Requirement[];
}

interface Rejected<Name extends string> extends Omit<Statement<Name>, 'judge'> {
  /** What is wrong with the request, such as `duplicate-command`. */
  readonly name: string;
  /** The level of the rejection. */
  readonly level: Level;
  readonly step: Name;
  readonly status: number;
  /** One of these error codes; any code unless given. */
  readonly codes?: readonly string[];
}

/** Fixtures for the names of the steps. */
const ANY: Fixtures = {
  ...NO_FIXTURES,
  ...PRESUMED,
  commands: [{ commands: [], actAs: [ABSENT.party] }],
  dars: ['UEsDBA=='],
};

/** A probe that sends one case of named requests, and the rules about its responses. */
export function sequence<Name extends string>(
  operation: Operation,
  { name, steps, ...about }: Draft<Name>,
): Sequence<Name> {
  const names = Object.keys(steps(ANY, 'a55a')) as Name[];
  const probe = probeOf(operation, name, {
    ...about,
    acrossOperations: true,
    checksCredentials: true,
    caseGroups: (fixtures) => [
      {
        label: 'in-a-row',
        requests: names.length,
        // Another tag would show nothing else, so nothing is gained by making it smaller.
        cases: fc.noShrink(fc.noBias(fc.nat(0xffffffff))).map((drawn) => {
          const tag = drawn.toString(16).padStart(8, '0');
          return names.map((step) => bound(operation, steps(fixtures, tag)[step], names));
        }),
      },
    ],
  });
  const test = ({ given = [], judge }: Judged<Name>): Test => ({
    probes: [probe],
    relation: (exchanges) => {
      const results = [judge].flat().map((one): CheckResult => {
        const { at, missed } = taken(names, exchanges, about.aboutCredentials === true);
        const result = given.every((step) => accepted(at[step])) ? one(at) : undefined;
        return missed() ? undefined : result;
      });
      return all(...results);
    },
  });
  const expects = ({ given = [], judge, ...rule }: Statement<Name>): Requirement => {
    const law: Law<object> = { ...rule, test: () => test({ given, judge }) };
    return requirementsOf([law], [{}], () => `ledger/${operation.name}`)[0] as Requirement;
  };
  const rejects = ({ name: wrong, step, status, codes = [], ...rest }: Rejected<Name>) => {
    const expected = [`${status}`, ...codes].join(' ');
    const isRejected = (code: number): boolean => code >= 400 && code < 500;
    return [
      expects({
        ...rest,
        name: `rejects-${wrong}`,
        judge: (at) => expectsRejection(at[step].response.status, expected),
      }),
      expects({
        ...rest,
        name: `${wrong}-error`,
        level: 'SHOULD',
        clause: 'refusals-name-their-reason',
        statement: `The rejection is ${expected}.`,
        judge: (at) =>
          isRejected(at[step].response.status)
            ? expectsError(at[step], status, ...codes)
            : undefined,
      }),
    ];
  };
  return { probe, test, expects, rejects };
}

function bound<Name extends string>(
  operation: Operation,
  step: NamedStep,
  names: readonly Name[],
): Call | ((before: readonly Exchange[]) => Call) {
  if (typeof step !== 'function') return step;
  return (before) =>
    step(Object.fromEntries(before.map((e, i) => [names[i], e.response?.body]))) ??
    noRequest(operation);
}

const NO_REQUEST = 'assayHasNothingToAsk';

/** Stands for a step without a request, so that the other steps can still be judged. */
function noRequest({ contract }: Operation): Call {
  const plain = contract.operations.filter(
    (o) => o.method === 'GET' && o.pathParameters.length === 0,
  );
  const version = plain.find(({ name }) => name === 'version') ?? plain[0];
  if (version === undefined) throw new Error(`${contract.id} has no operation to stand for a step`);
  return call(version, { query: { [NO_REQUEST]: true } });
}

/**
 * The exchanges by the names of their steps, and whether a rule read one without a request, or one that was
 * rejected for its credentials where the case is not about credentials.
 */
function taken<Name extends string>(
  names: readonly Name[],
  exchanges: readonly CompleteExchange[],
  aboutCredentials: boolean,
): { readonly at: Readonly<Record<Name, CompleteExchange>>; readonly missed: () => boolean } {
  let missed = false;
  const at = Object.defineProperties(
    {},
    Object.fromEntries(
      names.map((name, i) => {
        const get = (): CompleteExchange | undefined => {
          const found = exchanges[i];
          missed ||= found === undefined || found.request.path.includes(NO_REQUEST);
          missed ||= !aboutCredentials && wantsCredential(found?.response);
          return found;
        };
        return [name, { get, enumerable: true }];
      }),
    ),
  ) as Readonly<Record<Name, CompleteExchange>>;
  return { at, missed: () => missed };
}

function accepted({ response }: CompleteExchange): boolean {
  return response.status === 200;
}
