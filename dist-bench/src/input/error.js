/** Something that the operator wrote cannot be used. The message says where, what is wrong, and what to do. */
export class InputError extends Error {
    code = 'ASSAY_INPUT';
    name = 'InputError';
}
