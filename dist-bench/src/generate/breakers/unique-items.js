import { listOf } from './breaking.js';
export const uniqueItems = {
    keyword: 'uniqueItems',
    breaks: ({ uniqueItems: unique = false, maxItems = Infinity }, place) => {
        const item = place.values('item');
        if (!unique || maxItems < 2 || !item)
            return [];
        const edits = item.map((spare) => (value) => {
            const [first = spare, ...rest] = listOf(value);
            return [first, first, ...rest].slice(0, maxItems);
        });
        return [{ edits }];
    },
};
