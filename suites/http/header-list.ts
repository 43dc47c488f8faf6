/** The items of a header with a comma-separated list, in lower case; none without the header. */
export function headerList(header = ''): readonly string[] {
  return header
    .toLowerCase()
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
