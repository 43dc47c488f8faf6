import * as fc from 'fast-check';
/** A break that puts one of these values in the place of the valid one; the first is the simplest. */
export function replacedBy(wrong) {
    if (wrong.length === 0)
        return [];
    return [{ edits: fc.constantFrom(...wrong).map((value) => () => value) }];
}
