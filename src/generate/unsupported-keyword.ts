/**
 * The generator does not support a part of a schema. Thrown when arbitraries are built, and when thousands of values in
 * a row do not fit.
 */
export class UnsupportedKeywordError extends Error {
  readonly code = 'ASSAY_UNSUPPORTED_KEYWORD';
  readonly keyword: string;
  readonly pointer: string;

  constructor(
    keyword: string,
    pointer: string,
    advice = 'Write the schema without it, or add the keyword to src/generate/vocabulary.',
  ) {
    super(`No values can be made for "${keyword}" at #${pointer}. ${advice}`);
    this.name = 'UnsupportedKeywordError';
    this.keyword = keyword;
    this.pointer = pointer;
  }
}
