/** Scenarios: cases of several dependent requests, such as the life of a resource, and their rules. */
import fc from 'fast-check';
import type {
  Call,
  CheckResult,
  CompleteExchange,
  Exchange,
  Fixtures,
  Operation,
  Probe,
  Requirement,
} from '../../src/kit.ts';
import { between, call, wantsCredential } from '../../src/kit.ts';
import type { Received } from './judges.ts';
import { type At, all, blaming, isAccepted } from './judges.ts';
import type { Law, Test } from './law.ts';
import { type Own, probe as probeOf } from './probes.ts';
import { described, expectedOf, expectsReason, isRejection, type Rejected } from './rejections.ts';
import { expectsRefusal, expectsRejection } from './statuses.ts';
import { lawsOf, type SurfaceKit } from './surface.ts';

/** The response bodies so far, by the name of the step. */
export type Bodies = Readonly<Record<string, unknown>>;

/** A request, or one made from the responses before it. A rule about a step without a request is inconclusive. */
type NamedStep = Call | ((bodies: Bodies) => Call | undefined);

export interface Draft<Name extends string> extends Omit<Own, 'steps' | 'calls' | 'caseGroups'> {
  readonly name: string;
  /** The clause of the rules without their own clause. */
  readonly clause?: string;
  /**
   * The requests in order; rules about a missing name do not apply. The tag is random for each case, so that names with
   * it are unique.
   */
  readonly steps: (fixtures: Fixtures, tag: string) => Partial<Record<Name, NamedStep>>;
  /** True if the scenario needs only what the plainest valid request of the operation needs. */
  readonly asGood?: true;
}

type Judge<Name extends string> = (at: At<Name>) => CheckResult;

interface Judged<Name extends string> {
  /** Steps that must be accepted; otherwise the case is inconclusive. */
  readonly given?: readonly Name[];
  /** Several judges are independent: if one is inconclusive, the others still count. */
  readonly judge: Judge<Name> | readonly Judge<Name>[];
}

/** A rule on the responses of a whole case. */
type Rule<Name extends string> = Omit<Law<never>, 'test' | 'except' | 'appliesTo' | 'clause'> &
  Judged<Name> & { readonly clause?: string };

/** A step that must be rejected, and its possible codes; any code by default. */
interface RejectedStep<Name> extends Omit<Rejected<never>, 'clause' | 'codes'> {
  readonly clause?: string;
  readonly step: Name;
  readonly given?: readonly Name[];
  readonly codes?: readonly string[];
}

/** For each rule the step that breaks it, and the possible codes of the rejection. */
type Steps<Name> = Readonly<Record<string, readonly [step: Name, ...codes: string[]]>>;

export interface Scenario<Name extends string> {
  readonly probe: Probe;
  /** The test of a law on the responses of a whole case. */
  readonly test: (judged: Judged<Name>) => Test;
  readonly rules: (...rules: readonly (Rule<Name> | readonly Requirement[])[]) => Requirement[];
  /** The rejection of a step, with its status and code. */
  readonly rejects: (row: RejectedStep<Name>) => Requirement[];
  /** The rejections of these steps. The given steps must be accepted. */
  readonly rejected: (given: readonly Name[], steps: Steps<Name>, clause?: string) => Requirement[];
}

/** A surface, and the rows of the rejections that its scenarios share. */
interface WithRows extends SurfaceKit {
  /** The row of a step that is wrong in this way. */
  readonly rowOf?: (name: string) => Rejected<never>;
}

/** A probe that sends one case of named requests, and the rules about its responses. */
export function scenario<Name extends string>(
  surface: WithRows,
  operation: Operation,
  { name, clause: own, steps, asGood, ...about }: Draft<Name>,
): Scenario<Name> {
  const names = Object.keys(steps(surface.example, 'a55a')) as Name[];
  const { control: _, ...good } = surface.goodOf(operation);
  const probe = probeOf(operation, name, {
    ...(asGood && good),
    ...about,
    acrossOperations: true,
    checksCredentials: true,
    caseGroups: (fixtures) => [
      {
        label: 'in-a-row',
        requests: names.length,
        // Another tag changes nothing, so it does not shrink.
        cases: fc.noShrink(fc.noBias(fc.nat(0xffffffff))).map((drawn) => {
          const made = steps(fixtures, drawn.toString(16).padStart(8, '0'));
          return names.map((step) => bound(operation, made[step], names));
        }),
      },
    ],
  });
  const test = ({ given = [], judge }: Judged<Name>): Test => ({
    probes: [probe],
    relation: (exchanges) => {
      const received = () => taken(names, exchanges, about.aboutCredentials === true);
      // What has to be accepted is not compared.
      const { at: needed } = received();
      const results = [judge].flat().map((one): CheckResult => {
        const { at, read } = received();
        try {
          const result = given.every((step) => isAccepted(needed[step])) ? one(at) : undefined;
          return between([...read], result);
        } catch (error) {
          if (error === MISSED) return undefined;
          throw error;
        }
      });
      return all(...results);
    },
  });
  const ruled = ({ given = [], judge, ...rule }: Rule<Name>): Requirement[] => {
    const law = { ...(own && { clause: own }), ...rule, test: () => test({ given, judge }) };
    return lawsOf(surface, [law], [{ operation }]);
  };
  const rejects: Scenario<Name>['rejects'] = ({ step, status, codes, orElse, ...row }) => {
    const reason = { ...(status && { status }), ...(codes && { codes }) };
    const expected = expectedOf(reason, orElse);
    return [
      ...ruled({
        ...row,
        name: `rejects-${row.name}`,
        judge: (at) =>
          blaming(
            at[step],
            row.given?.length
              ? expectsRefusal(at[step], expected)
              : expectsRejection(at[step].response.status, expected),
          ),
      }),
      ...ruled({
        ...row,
        name: `${row.name}-error`,
        level: 'SHOULD',
        clause: surface.codesClause,
        statement: `The rejection is ${described(reason, orElse)}.`,
        judge: (at) =>
          isRejection(at[step])
            ? blaming(at[step], expectsReason(surface, at[step], reason, orElse))
            : undefined,
      }),
    ];
  };
  return {
    probe,
    test,
    rules: (...rules) => rules.flatMap((one) => ('name' in one ? ruled(one) : one)),
    rejects,
    rejected: (given, broken, clause = own) =>
      Object.entries(broken).flatMap(([wrong, [step, ...codes]]) =>
        rejects({
          ...(clause && { clause }),
          ...(surface.rowOf?.(wrong) as RejectedStep<never>),
          given,
          step,
          codes,
        }),
      ),
  };
}

function bound<Name extends string>(
  operation: Operation,
  step: NamedStep | undefined,
  names: readonly Name[],
): Call | ((before: readonly Exchange[]) => Call) {
  if (step !== undefined && typeof step !== 'function') return step;
  return (before) => step?.(bodiesOf(before, names)) ?? noRequest(operation);
}

/** Read on demand, so that an unreadable body ends the case only where it is needed. */
export function bodiesOf(before: readonly Exchange[], names: readonly string[]): Bodies {
  const bodies = before.map(({ response }, i) => [
    names[i],
    { get: () => response?.body, enumerable: true },
  ]);
  return Object.defineProperties({}, Object.fromEntries(bodies));
}

const NO_REQUEST = 'assayHasNothingToAsk';

/** True for a denial to a caller who has the right. */
function isDeniedUnduly(found: Received): boolean {
  return found?.request.permitted === true && found.response.status === 403;
}

/** Replaces a step without a request, so that the other steps can still be judged. */
function noRequest({ contract }: Operation): Call {
  const plain = contract.operations.filter(
    (o) => o.method === 'GET' && o.pathParameters.length === 0,
  );
  const open = plain.find(({ openToAll }) => openToAll) ?? plain[0];
  if (open === undefined) throw new Error(`${contract.id} has no operation to stand for a step`);
  return call(open, { query: { [NO_REQUEST]: true } });
}

/** Ends a rule that reads a step without a response of its own: it is inconclusive. */
const MISSED = new Error('this step has no response of its own');

/**
 * The exchanges by step name, and those that a rule read. To read a missing step, or one that was rejected for its
 * credentials in a case about something else, throws `MISSED`.
 */
function taken<Name extends string>(
  names: readonly Name[],
  exchanges: readonly CompleteExchange[],
  aboutCredentials: boolean,
): {
  readonly at: Readonly<Record<Name, CompleteExchange>>;
  readonly read: ReadonlySet<CompleteExchange>;
} {
  const read = new Set<CompleteExchange>();
  const at = Object.defineProperties(
    {},
    Object.fromEntries(
      names.map((name, i) => {
        const get = (): CompleteExchange => {
          const found = exchanges[i];
          if (found === undefined || found.request.path.includes(NO_REQUEST)) throw MISSED;
          const isAnswer = aboutCredentials || isDeniedUnduly(found);
          if (!isAnswer && wantsCredential(found.response)) throw MISSED;
          read.add(found);
          return found;
        };
        return [name, { get, enumerable: true }];
      }),
    ),
  ) as Readonly<Record<Name, CompleteExchange>>;
  return { at, read };
}
