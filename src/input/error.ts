/** Something that the operator wrote cannot be used. The message states where, what is wrong, and what to do. */
export class InputError extends Error {
  readonly code = 'ASSAY_INPUT';
  override readonly name = 'InputError';
}

/** Something that the operator wrote is not allowed. The message names what would allow it. */
export class NotAllowedError extends Error {
  readonly code = 'ASSAY_NOT_ALLOWED';
  override readonly name = 'NotAllowedError';
}
