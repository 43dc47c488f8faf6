/** The likely causes of statuses that only requests with a certain part get. */
import {
  type Distinction,
  type Found,
  isOwnStatus,
  isStatusPlace,
  type LikelyCause,
  namesIn,
  statusesIn,
  statusOf,
} from '../model/index.ts';

/** A crash for requests in whose body only one part matters. */
export const CRASH_OF_CONDITION: LikelyCause = causeOf((status) => status === 500);

/** The same for valid requests that are refused. */
export const REFUSAL_OF_CONDITION: LikelyCause = causeOf(
  (status, due) => status >= 400 && status < 500 && due.length > 0 && due.every((one) => one < 300),
);

function causeOf(fits: (status: number, due: readonly number[]) => boolean): LikelyCause {
  const textOf = ({ only }: Found, which: 0 | 1): string => (only && textsOf(only)?.[which]) ?? '';
  return {
    when: ({ finding: { at, expected, actual, compares = [] }, only }) =>
      only !== undefined &&
      only.and === undefined &&
      (only.at === '' || only.at.startsWith('/') || only.is === 'starts') &&
      (isOwnStatus(at) || (isStatusPlace(at) && compares.length < 2)) &&
      textsOf(only) !== undefined &&
      fits(statusOf(actual) ?? 0, statusesIn(expected)),
    cause: (found) => textOf(found, 0),
    fix: (found) => textOf(found, 1),
  };
}

/** The cause and the fix for a difference; `undefined` if it does not name them. */
function textsOf({ at, is, than = 0, value }: Distinction): readonly [string, string] | undefined {
  const name = nameOf(at);
  const shown = JSON.stringify(value);
  switch (is) {
    case 'more':
      return than === 0
        ? [`The code does not expect an entry in ${name}.`, `Handle entries in ${name}.`]
        : [
            `The code does not expect more than ${than} ${than === 1 ? 'entry' : 'entries'} in ${name}.`,
            `Handle each entry of ${name}, however many there are.`,
          ];
    case 'empty':
      return [
        `The code expects an entry in ${name}, which may be empty.`,
        `Handle an empty ${name}.`,
      ];
    case 'there':
      return [
        `The code does not expect ${name}, or does not know this value of it: requests without it do not get this status.`,
        `Handle ${name}, which the document allows, and each value that a response showed.`,
      ];
    case 'absent':
      return [
        `The code needs ${name}, which may be left out.`,
        `Give ${name} its default where a request lacks it.`,
      ];
    case 'above':
      return [
        `Each ${name} above ${than} is rejected: by a limit, by a type that is too small, or because the object that it refers to does not exist yet.`,
        `Accept each ${name} that the document allows or that a response showed.`,
      ];
    case 'longer':
      return [
        `A limit on ${name}, or the type in which it is stored, is too small.`,
        `Accept each ${name} that the document allows.`,
      ];
    case 'below':
      return [
        `The code does not handle a small ${name}, such as one that it writes with an exponent.`,
        `Accept each ${name} that the document allows.`,
      ];
    case 'value':
      return at.endsWith('/*')
        ? undefined
        : [
            `The code does not handle ${name} ${shown}: requests with other values do not get this status.`,
            `Handle ${name} ${shown} too, in its own branch if there is one.`,
          ];
    case 'starts':
      return [
        `The code does not support ids that start with ${shown}, such as the ids of another version.`,
        'Handle each form of id, and respond to an unknown one with the documented error.',
      ];
    case 'contains':
    case 'beyond-ascii':
      if (at === '')
        return [
          `A layer in front of the handler, such as a firewall, rejects bodies because of their characters${shown === undefined ? '' : `, here ${shown}`}.`,
          'Switch that rule off for JSON bodies, because texts may have any characters.',
        ];
      return [
        `The text of ${name} passes through a pattern, an escape or a character set that does not support such characters.`,
        `Accept any characters in ${name}, and escape them wherever you build other texts from it.`,
      ];
    default:
      return undefined;
  }
}

/** `settlement.executors` for a JSON Pointer; a name in a map is named as such. */
function nameOf(at: string): string {
  return namesIn(at)
    .filter((name) => name !== '*')
    .slice(-2)
    .join('.');
}
