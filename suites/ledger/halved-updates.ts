/** Updates of which half is missing: what is to change, or the mask that says so. */
import { type Call, call, type Level, type Operation, type Requirement } from '../../src/index.ts';
import { expectsError } from './errors.ts';
import type { Sequence } from './sequences.ts';

type Bodies = Readonly<Record<string, unknown>>;
type Half = (bodies: Bodies) => Call | undefined;

/** A good change of what a step before it made. */
interface Change {
  readonly path: Readonly<Record<string, string>>;
  readonly json: Readonly<Record<string, unknown>>;
}

/** The two halves of a change as the steps of a case; nothing is asked where nothing was made. */
export function halvesOf(
  operation: Operation,
  change: (bodies: Bodies) => Change | undefined,
): Readonly<Record<'noMask' | 'noResource', Half>> {
  const half =
    (withMask: boolean): Half =>
    (bodies) => {
      const whole = change(bodies);
      if (whole === undefined) return undefined;
      const { path, json } = whole;
      const kept = Object.entries(json).filter(([name]) => (name === 'updateMask') === withMask);
      return call(operation, { path, json: Object.fromEntries(kept) });
    };
  return { noMask: half(false), noResource: half(true) };
}

/** What the operations with an update mask refuse alike. The step that is given made the resource. */
export function halvesRefused<Made extends string>(
  { expects }: Sequence<Made | 'noMask' | 'noResource'>,
  made: Made,
  about: { readonly clause: string; readonly level: Level },
): readonly Requirement[] {
  return [
    expects({
      ...about,
      name: 'mask-needed',
      statement: 'A change without an update mask is refused with 400.',
      cause:
        'A missing mask counts as one of all members, so that those which were left out fall back to defaults.',
      fix: 'Ask for the mask, and answer 400 MISSING_FIELD.',
      given: [made],
      judge: ({ noMask }) => expectsError(noMask, 400),
    }),
    expects({
      ...about,
      name: 'resource-needed',
      statement: 'A change that shows nothing to change to is refused with 400.',
      cause:
        'What is missing counts as empty, and the members that the mask names are emptied, or it ends as a 500.',
      fix: 'Ask for the resource, and answer 400.',
      given: [made],
      judge: ({ noResource }) => expectsError(noResource, 400),
    }),
  ];
}
