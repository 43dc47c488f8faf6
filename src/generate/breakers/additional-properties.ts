import { smallJson } from '../small-json.ts';
import { type Breaking, objectOf } from './breaking.ts';

export const additionalProperties: Breaking = {
  keyword: 'additionalProperties',
  breaks: ({ additionalProperties: others, properties = {} }) => {
    if (others !== false) return [];
    let name = 'unknownMember';
    while (Object.hasOwn(properties, name)) name += '_';
    return [{ edits: smallJson().map((any) => (value) => ({ ...objectOf(value), [name]: any })) }];
  },
};
