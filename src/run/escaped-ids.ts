/** The likely causes of valid requests that are refused because an earlier response shows an id in another form. */
import {
  decoded,
  type Found,
  isOwnStatus,
  type LikelyCause,
  statusesIn,
  statusOf,
} from '../model/index.ts';
import { LONGEST_QUOTED } from './quoted-error.ts';

interface Form {
  readonly is: (value: string) => boolean;
  readonly cause: string;
  readonly fix: string;
}

/** What no id looks like, and what makes it look so. */
const FORMS: readonly Form[] = [
  {
    is: (value) => /^(?:https?:\/)?\/.*[?&][\w-]+=|^https?:\/\//.test(value),
    cause: 'It is a URL, where only the value itself belongs.',
    fix: 'Show only the value, without the path and the name of the parameter.',
  },
  {
    is: (value) => /&(?:#\d{2,6}|#x[\da-f]{2,6}|amp|lt|gt|quot|apos);/i.test(value),
    cause: 'It is escaped for HTML in the response that shows it, so no object has this id.',
    fix: 'Write the characters themselves, in UTF-8, and use only the escapes of JSON.',
  },
  {
    is: (value) => value.normalize('NFC') !== value,
    cause:
      'The response that shows it uses a decomposed Unicode form, such as a letter and a separate accent, so no object has this id.',
    fix: 'Show ids exactly as they are stored: normalise texts only for sorting and searching.',
  },
  {
    is: (value) => /\uFFFD/.test(value),
    cause:
      'The response that shows it lost one of its characters in a conversion to another character set, so no object has this id.',
    fix: 'Read, store and write the text as UTF-8 everywhere.',
  },
  {
    is: (value) => /^(?=.*[^\x20-\x7e]).*\?/.test(value),
    cause:
      'The "?" may stand for a character that the response that shows the id lost in a conversion to another character set.',
    fix: 'Read, store and write the text as UTF-8 everywhere.',
  },
];

/** Only the first value of a request that has such a form counts. */
function formIn({
  finding: { at, expected, actual },
  exchange,
}: Found): readonly [string, Form] | undefined {
  const isRefused = isOwnStatus(at) && [400, 404].includes(statusOf(actual) ?? 0);
  const due = statusesIn(expected);
  if (!isRefused || due.length === 0 || due.some((one) => one >= 300)) return undefined;
  const [route = '', query = ''] = exchange?.request.path.split('?') ?? [];
  const values = [...new URLSearchParams(query).values(), ...route.split('/').map(decoded)];
  for (const value of values) for (const form of FORMS) if (form.is(value)) return [value, form];
  return undefined;
}

export const ESCAPED_ID: LikelyCause = {
  when: (found) => formIn(found) !== undefined,
  cause: (found) => {
    const [value = '', form] = formIn(found) ?? [];
    const shown = value.length > LONGEST_QUOTED ? `${value.slice(0, LONGEST_QUOTED)}…` : value;
    return `The request has the value "${shown}". ${form?.cause ?? ''}`;
  },
  fix: (found) => formIn(found)?.[1].fix ?? '',
};
