/** The operations of the registry with all their probes: the subjects of its laws. */
import type { Probe } from '../../src/kit.ts';
import { awkwardNumbers } from './awkward-numbers.ts';
import { probesOfPages } from './browsers.ts';
import { type ContextProbes, contextProbes } from './context-probes.ts';
import { type FactoryProbes, factoryProbes } from './factories.ts';
import type { Related } from './identifier-probes.ts';
import { largeBodies } from './large-bodies.ts';
import { type SharedProbes, sharedProbes } from './probes.ts';
import type { ContextSubject, FactorySubject, Subject } from './subject.ts';

/** An operation, and its probes by the purpose of their requests. */
interface Probed extends Subject {
  readonly shared: SharedProbes;
  /** All operations share one body parser, so those of the core are enough to show its limit. */
  readonly large?: Probe;
  readonly all: readonly Probe[];
  /** Probes with the documented method: their 200 responses have the documented shape. */
  readonly documented: readonly Probe[];
  /** Probes whose bodies a server reads to the end, so that each request gets a response. */
  readonly readable: readonly Probe[];
  /** Requests that fit the schema, whether or not they name something that exists. */
  readonly wellFormed: readonly Probe[];
  /** Requests whose body breaks the request schema. */
  readonly broken: readonly Probe[];
  /** Requests that a framework rejects before a handler sees them. */
  readonly framing: readonly Probe[];
  /** Several requests in a row that must each be rejected. */
  readonly rejectedInARow: Probe;
}

export interface Context extends Probed {
  readonly own: ContextProbes;
}

export interface Factory extends Probed {
  readonly own: FactoryProbes;
  readonly numbers: Probe;
}

/** A context with its probes; `related` has the ids of other kinds of contracts. */
export function probedContext(subject: ContextSubject, related: Related): Context {
  const shared = sharedProbes(subject);
  const own = contextProbes(subject, related);
  return {
    ...probed(subject, shared, {
      accepted: [own.live, own.meta, own.extremeMeta, own.hostileMeta, own.encodedId],
      identifiers: [
        ...[own.unknownIds, own.rareIds, own.malformedId, own.slashed],
        ...[own.nearId, own.idWithParameter, own.reassigning, own.otherKind],
      ],
      rejectedInARow: own.unknownIds,
      open: [own.oddIds, own.wrongBody],
    }),
    own,
  };
}

export function probedFactory(subject: FactorySubject): Factory {
  const own = factoryProbes(subject);
  const numbers = awkwardNumbers(subject);
  return {
    ...probed(subject, sharedProbes(subject), {
      accepted: [own.declared, own.around, own.anyObject, own.grown, numbers],
      identifiers: [],
      rejectedInARow: own.rejectedInARow,
      open: [],
    }),
    own,
    numbers,
  };
}

interface Own {
  readonly accepted: readonly Probe[];
  readonly identifiers: readonly Probe[];
  readonly rejectedInARow: Probe;
  /** Requests with an open result: any response is right, except a crash. */
  readonly open: readonly Probe[];
}

function probed(subject: Subject, shared: SharedProbes, own: Own): Probed {
  const { rejectedInARow } = own;
  const large = subject.operation.core ? [largeBodies(subject)] : [];
  const wellFormed = [
    ...[shared.optional, ...own.accepted],
    ...[shared.flagSequence, shared.together, shared.spelling, shared.codings],
    ...[...large, ...own.identifiers],
  ];
  const broken = [...shared.broken.values()];
  const { malformedJson, otherEncodings, missingBody, wrongMediaType } = shared;
  const unread = [malformedJson, otherEncodings, missingBody, wrongMediaType];
  const chunked = shared.chunked ? [shared.chunked] : [];
  const open = [...own.open, shared.nulls, shared.afterRejections, ...chunked];
  const documented = [...new Set([...wellFormed, ...broken, ...unread, ...open, rejectedInARow])];
  return {
    ...subject,
    shared,
    ...(large[0] && { large: large[0] }),
    all: [...documented, shared.wrongMethod, ...probesOfPages(shared)],
    documented,
    // A server that rejects a large body may close the connection before it has read it.
    readable: documented.filter((probe) => !large.includes(probe)),
    wellFormed,
    broken,
    framing: [...unread, shared.wrongMethod],
    rejectedInARow,
  };
}
