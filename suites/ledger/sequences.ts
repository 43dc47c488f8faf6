/** Cases of several requests that hang together, such as the life of a user: how they are written and judged. */
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
} from '../../src/index.ts';
import { expects200 } from '../answers.ts';
import { NO_FIXTURES } from '../fixtures.ts';
import { isObject } from './alike.ts';
import { named } from './chapter.ts';
import { ABSENT } from './formats.ts';
import { PRESUMED } from './presumed.ts';

/** The bodies that were answered so far, by the name of the step. */
type Bodies = Readonly<Record<string, unknown>>;

/** A request, or one made from the answers before it; what looks at a step that makes none says nothing. */
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

interface Statement<Name extends string> {
  readonly name: string;
  /** MUST unless told. */
  readonly level?: Level;
  readonly clause: string;
  readonly statement: string;
  readonly cause: string;
  readonly fix: string;
  /** Steps that have to be accepted for the others to mean anything. */
  readonly given?: readonly Name[];
  /** Of several ones each is asked by itself: where one cannot tell, the others may. */
  readonly judge: Judge<Name> | readonly Judge<Name>[];
}

type Judge<Name extends string> = (at: Readonly<Record<Name, CompleteExchange>>) => CheckResult;

export interface Sequence<Name extends string> {
  readonly probe: Probe;
  /** A requirement on the answers of a whole case. */
  readonly expects: (statement: Statement<Name>) => Requirement;
}

/** Known to every draft when it is asked for the names of its steps. */
const ANY: Fixtures = {
  ...NO_FIXTURES,
  ...PRESUMED,
  commands: [{ commands: [], actAs: [ABSENT.party] }],
  dars: ['UEsDBA=='],
};

/** A probe that sends one case of named requests, and the way to state what its answers owe. */
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
  const expects = ({ given = [], judge, level = 'MUST', ...statement }: Statement<Name>) =>
    requirement({
      ...statement,
      id: `ledger/${named(operation, statement.name)}`,
      level,
      probes: [probe],
      relation: (exchanges) =>
        all(
          ...[judge].flat().map((one): CheckResult => {
            const { at, missed } = taken(names, exchanges, about.aboutCredentials === true);
            const said = given.every((step) => accepted(at[step])) ? one(at) : undefined;
            return missed() ? undefined : said;
          }),
        ),
    });
  return { probe, expects };
}

function bound<Name extends string>(
  operation: Operation,
  step: NamedStep,
  names: readonly Name[],
): Call | ((before: readonly Exchange[]) => Call) {
  if (typeof step !== 'function') return step;
  return (before) =>
    step(Object.fromEntries(before.map((e, i) => [names[i], e.response?.body]))) ??
    nothing(operation);
}

const NOTHING_TO_ASK = 'assayHasNothingToAsk';

/** Stands for a step that has nothing to ask, so that the others can be judged all the same. */
function nothing({ contract }: Operation): Call {
  const version = contract.operations.find(({ name }) => name === 'version');
  if (version === undefined) throw new Error(`${contract.id} has no version to ask for`);
  return call(version, { query: { [NOTHING_TO_ASK]: true } });
}

/**
 * The exchanges by the names of their steps, and whether one was looked at that had nothing to ask, or that
 * speaks of credentials where these are not what is asked about.
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
          missed ||= found === undefined || found.request.path.includes(NOTHING_TO_ASK);
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

/** The value at these names inside an answer or a part of one; `undefined` where there is none. */
export function within(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
}

/** The text at these names; `undefined` where there is none. */
export function textIn(value: unknown, ...path: readonly string[]): string | undefined {
  const found = within(value, ...path);
  return typeof found === 'string' ? found : undefined;
}

/** The list at these names; empty where there is none. */
export function listIn(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = within(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** The first findings of several statements; silent where all of them are. */
export function all(...said: readonly CheckResult[]): CheckResult {
  const findings = said.find((one): one is Finding[] => Array.isArray(one) && one.length > 0);
  return findings ?? said.find((one) => one !== undefined);
}

interface Change<Name> {
  readonly clause: string;
  readonly statement: string;
  readonly cause: string;
  readonly fix: string;
  /** The steps that are to be accepted. */
  readonly good: readonly Name[];
  /** The steps of other operations that lead in to them. */
  readonly given?: readonly Name[];
}

/** What a change owes whatever it changes: a good request is accepted. */
export function changes<Name extends string>(
  { expects }: Sequence<Name>,
  { clause, statement, cause, fix, good, given = [] }: Change<Name>,
): Requirement[] {
  return [
    expects({
      name: 'accepted',
      clause,
      statement,
      cause,
      fix,
      given,
      judge: good.map((step) => (at) => expects200(at[step].response.status)),
    }),
  ];
}
