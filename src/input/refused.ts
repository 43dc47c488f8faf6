/** Something that the operator wrote is refused for safety. The message says what would allow it. */
export class RefusedError extends Error {
  readonly code = 'ASSAY_REFUSED';
  override readonly name = 'RefusedError';
}
