/** Something that the operator wrote is not allowed. The message names what would allow it. */
export class NotAllowedError extends Error {
  readonly code = 'ASSAY_NOT_ALLOWED';
  override readonly name = 'NotAllowedError';
}
