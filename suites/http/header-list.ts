/** The items of a header with a comma-separated list, in lower case; none without the header. */
export function headerList(header = ''): readonly string[] {
  return header
    .toLowerCase()
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** The codings that a request accepts: those of Accept-Encoding, except with the weight 0 (RFC 9110 §12.5.3). */
export function acceptedCodings(header?: string): readonly string[] {
  return headerList(header)
    .map((item) => item.split(';').map((part) => part.trim()))
    .filter(([, weight = '']) => !/^q=0(\.0*)?$/.test(weight))
    .map(([coding = '']) => coding);
}
