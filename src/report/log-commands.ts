/** Text of others in a log that a CI system reads: none of it is taken for a command. */

/**
 * `##[`, `##vso[`, `##teamcity[`, also in the middle of a line. GitHub and Azure compare in the way of a culture, which
 * skips ignorable characters.
 */
const IN_LINE = /(#\p{DI}*#[\p{L}\p{DI}]*)\[/gu;
/** `::name::` at the start of a line, after whatever a reader trims or skips. */
const AT_START = /^((?:(?![\n\r\u2028\u2029])[\s\p{C}\p{DI}])*:\p{DI}*):/gmu;

/**
 * The text without commands for a log: one character of each becomes an escape of JSON, so that a string in JSON stays
 * the same.
 */
export function withoutLogCommands(text: string): string {
  return text.replace(IN_LINE, '$1\\u005b').replace(AT_START, '$1\\u003a');
}
