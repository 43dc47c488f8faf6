import { smallJson } from '../small-json.js';
import { objectOf } from './breaking.js';
export const additionalProperties = {
    keyword: 'additionalProperties',
    breaks: ({ additionalProperties: others, properties = {} }) => {
        if (others !== false)
            return [];
        let name = 'unknownMember';
        while (Object.hasOwn(properties, name))
            name += '_';
        return [{ edits: smallJson().map((any) => (value) => ({ ...objectOf(value), [name]: any })) }];
    },
};
