/** What the error of a target says about a failure. */
import { STATUS_CODES } from '../exchange/response.ts';
import { defined } from '../model/defined.ts';
import {
  type Found,
  type HttpResponse,
  isStatusPlace,
  jsonOf,
  NoBody,
  statusOf,
} from '../model/index.ts';

/** The members of errors that explain them, the most specific ones first. */
const EXPLAINS = ['cause', 'error_description', 'detail', 'message', 'error', 'title'] as const;
/** The most characters that are quoted. */
export const LONGEST_QUOTED = 160;

/** What the server itself says about the status of a failure; empty if it says nothing. */
export function saidBy({ finding: { at, actual }, exchange }: Found): string {
  const response = exchange?.response;
  const status = statusOf(actual) ?? 0;
  if (!isStatusPlace(at) || status < 400 || response?.status !== status) return '';
  const { code, text = plainText(response) } = errorIn(response);
  if (text === '' || text.toLowerCase() === STATUS_CODES[status]?.toLowerCase()) return '';
  // Ids differ from run to run, and say nothing about the cause.
  const short = `${code ? `${code}: ` : ''}${text}`
    .replaceAll(/[\da-f]{24,}/gi, (id) => `${id.slice(0, 4)}…`)
    .replaceAll(/\s+/g, ' ');
  const cut = short.length > LONGEST_QUOTED ? `${short.slice(0, LONGEST_QUOTED)}…` : short;
  return `The error says "${cut}"${/[.!?…]$/.test(cut) ? '' : '.'}`;
}

/** An error in a single line of plain text; empty for any other body. */
function plainText(response: HttpResponse): string {
  if (response.mediaType !== 'text/plain') return '';
  try {
    const said = response.text.trim();
    return said.length > 2 * LONGEST_QUOTED || said.includes('\n') ? '' : said;
  } catch (error) {
    if (error instanceof NoBody) return '';
    throw error;
  }
}

/** The texts of an error that explain it. */
export function errorIn(
  response: HttpResponse | undefined,
): Partial<Record<'code' | 'text', string>> {
  const error = jsonOf(response);
  if (typeof error !== 'object' || error === null) return {};
  const members = error as Readonly<Record<string, unknown>>;
  const text = EXPLAINS.map((name) => members[name]).find(isText);
  const { code } = members;
  return defined({ text, code: isText(code) ? code : undefined });
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
