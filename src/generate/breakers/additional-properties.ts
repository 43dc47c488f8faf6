import { smallJson } from '../small-json.ts';
import { type Breaking, objectOf, oneWay } from './breaking.ts';

export const additionalProperties: Breaking = {
  keyword: 'additionalProperties',
  breaks: ({ additionalProperties: others, properties = {} }) => {
    if (others !== false) return [];
    let name = 'unknownMember';
    while (Object.hasOwn(properties, name)) name += '_';
    return [oneWay(smallJson().map((any) => (value) => ({ ...objectOf(value), [name]: any })))];
  },
};
