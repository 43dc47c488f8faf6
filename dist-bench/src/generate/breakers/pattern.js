import { replacedBy } from './replace.js';
/** Texts that few patterns take; those that this one takes are left out. */
const UNUSUAL = ['', ' ', '!', 'a b', '-', '_', 'A', '0', '\n', 'é', '漢字', '🙂', '../..'];
export const pattern = {
    keyword: 'pattern',
    breaks: (schema) => {
        const { pattern: source, minLength = 0, maxLength = Infinity } = schema;
        if (source === undefined)
            return [];
        const taken = new RegExp(source, 'u');
        const lengthFits = (text) => text.length >= minLength && text.length <= maxLength;
        const padded = UNUSUAL.map((text) => (text === '' ? text : text.padEnd(minLength, text)));
        return replacedBy(padded.filter((text) => lengthFits(text) && !taken.test(text)));
    },
};
