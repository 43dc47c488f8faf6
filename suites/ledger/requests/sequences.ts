/** Scenarios: cases of several requests that depend on each other, such as the life of a user. */
import fc from 'fast-check';
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  type Exchange,
  type Finding,
  type Fixtures,
  type Level,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
  wantsCredential,
} from '../../../src/index.ts';
import { expectsRejection } from '../../answers.ts';
import { NO_FIXTURES } from '../../fixtures.ts';
import type { Test } from '../../kit/law.ts';
import { named } from '../area.ts';
import { expectsError } from '../laws/errors.ts';
import { PRESUMED } from '../presumed.ts';
import { ABSENT } from './formats.ts';

export { elements as listIn, member as within, stringAt as textIn } from '../../kit/json.ts';

/** The response bodies so far, by the name of the step. */
type Bodies = Readonly<Record<string, unknown>>;

/** A request, or one made from the responses before it. A rule about a step without a request is inconclusive. */
type NamedStep = Call | ((bodies: Bodies) => Call | undefined);

interface Draft<Name extends string>
  extends Pick<
    Probe,
    'sends' | 'effect' | 'needs' | 'notApplicableWhen' | 'alone' | 'aboutCredentials'
  > {
  readonly name: string;
  /** The requests in order. The tag is drawn for the case, so that names made with it are its own. */
  readonly steps: (fixtures: Fixtures, tag: string) => Readonly<Record<Name, NamedStep>>;
}

interface Judged<Name extends string> {
  /** Steps that must be accepted; without them the case is inconclusive. */
  readonly given?: readonly Name[];
  /** Several judges are independent: if one is inconclusive, the others still count. */
  readonly judge: Judge<Name> | readonly Judge<Name>[];
}

interface Statement<Name extends string> extends Judged<Name> {
  readonly name: string;
  /** MUST unless given. */
  readonly level?: Level;
  readonly clause: string;
  readonly statement: string;
  readonly cause: string;
  readonly fix: string;
}

type Judge<Name extends string> = (at: Readonly<Record<Name, CompleteExchange>>) => CheckResult;

export interface Sequence<Name extends string> {
  readonly probe: Probe;
  /** How a law is tested on the responses of a whole case. */
  readonly test: (judged: Judged<Name>) => Test;
  /** A requirement on the responses of a whole case. */
  readonly expects: (statement: Statement<Name>) => Requirement;
  /** A step that must be rejected: the rejection, and the status and code that it carries. */
  readonly rejects: (rejected: Rejected<Name>) => Requirement[];
}

interface Rejected<Name extends string>
  extends Omit<Statement<Name>, 'judge' | 'level'>,
    Pick<Judged<Name>, 'given'> {
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
  const probe: Probe = {
    ...about,
    operation,
    id: named(operation, name),
    weight: 0,
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
  };
  const test = ({ given = [], judge }: Judged<Name>): Test => ({
    probes: [probe],
    relation: (exchanges) =>
      all(
        ...[judge].flat().map((one): CheckResult => {
          const { at, missed } = taken(names, exchanges, about.aboutCredentials === true);
          const result = given.every((step) => accepted(at[step])) ? one(at) : undefined;
          return missed() ? undefined : result;
        }),
      ),
  });
  const expects = ({ given = [], judge, level = 'MUST', ...statement }: Statement<Name>) =>
    requirement({
      ...statement,
      id: `ledger/${named(operation, statement.name)}`,
      level,
      ...test({ given, judge }),
    });
  const rejects = ({ name: wrong, step, status, codes = [], ...rest }: Rejected<Name>) => {
    const expected = [`${status}`, ...codes].join(' ');
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
          at[step].response.status < 400 || at[step].response.status >= 500
            ? undefined
            : expectsError(at[step], status, ...codes),
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
  const version = contract.operations.find(({ name }) => name === 'version');
  if (version === undefined) throw new Error(`${contract.id} has no version operation`);
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

export function accepted({ response }: CompleteExchange): boolean {
  return response.status === 200;
}

/** The first findings of several results; inconclusive if all of them are. */
export function all(...results: readonly CheckResult[]): CheckResult {
  const findings = results.find((one): one is Finding[] => Array.isArray(one) && one.length > 0);
  return findings ?? results.find((one) => one !== undefined);
}
