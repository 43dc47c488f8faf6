// A rule of our own for every operation of the registry: one requirement for each.
import { finding, headerPlace, onEveryResponse } from 'assay/suites/kit';

export const houseRules = (surface) =>
  onEveryResponse(surface, {
    name: 'not-cached',
    level: 'MUST',
    clause: 'House rule 7: no cache keeps what we send.',
    statement: 'A response has Cache-Control: no-store.',
    cause: 'The header is set for successes only, or by a proxy that other paths do not pass.',
    fix: 'Set Cache-Control: no-store where every response passes.',
    check: ({ response }) => {
      const sent = response.headers['cache-control'];
      return sent === 'no-store' ? [] : [finding(headerPlace('cache-control'), 'no-store', sent)];
    },
  });
