import * as fc from 'fast-check';
import { texts } from '../text.ts';
import { type Breaking, oneWay } from './breaking.ts';

export const minLength: Breaking = {
  keyword: 'minLength',
  breaks: ({ minLength: least = 0 }) =>
    least === 0 ? [] : [oneWay(texts({ maxLength: least - 1 }).map((text) => () => text))],
};

export const maxLength: Breaking = {
  keyword: 'maxLength',
  breaks: ({ maxLength: most }) => {
    if (most === undefined) return [];
    const tooLong = fc.oneof(
      texts({ minLength: most + 1, maxLength: most + 1 }),
      texts({ minLength: 2 * most + 1 }),
    );
    return [oneWay(tooLong.map((text) => () => text))];
  },
};
