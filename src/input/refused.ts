/** Something that the operator wrote is refused for safety. The message names what would allow it. */
export class RefusedError extends Error {
  readonly code = 'ASSAY_REFUSED';
  override readonly name = 'RefusedError';
}
