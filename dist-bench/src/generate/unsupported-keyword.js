/** A schema uses something that the generator cannot turn into values. Raised when arbitraries are built, never while they run. */
export class UnsupportedKeywordError extends Error {
    code = 'ASSAY_UNSUPPORTED_KEYWORD';
    keyword;
    pointer;
    constructor(keyword, pointer, advice = 'Write the schema without it, or add the keyword to src/generate/vocabulary.') {
        super(`No values can be made for "${keyword}" at #${pointer}. ${advice}`);
        this.name = 'UnsupportedKeywordError';
        this.keyword = keyword;
        this.pointer = pointer;
    }
}
