/** Requests in other encodings than UTF-8. */
import { call, type Fixtures } from '../../../src/kit.ts';
import { ENCODINGS, encoded, MARKER } from '../../http/encodings.ts';
import { REQUEST_RULES } from '../../http/requests.ts';
import { statedOn } from '../../http/rules.ts';
import type { Law } from '../../kit/law.ts';
import { each } from '../../kit/probes.ts';
import type { Area } from '../area.ts';
import { lawsOf, ownProbe, type Subject } from '../laws/forms.ts';
import { LEDGER } from '../surface.ts';

function goodBody(operation: Subject['operation'], f: Fixtures): object {
  return JSON.parse(LEDGER.goodOf(operation).control(f)?.body ?? '{}') as object;
}

const ENCODED: readonly Law<Subject>[] = statedOn<Subject>(REQUEST_RULES, {
  'rejects-other-encodings': {
    clause: 'requests-are-utf-8',
    on: ({ operation }) => {
      const { control, ...good } = LEDGER.goodOf(operation);
      return ownProbe(operation, 'other-encodings', {
        ...good,
        control,
        sends: 'a valid body with an additional text in bytes that are not UTF-8',
        wrong: 'framing',
        caseGroups: (f) => {
          const json = { ...goodBody(operation, f), assayNote: MARKER };
          return each(ENCODINGS.map(({ bytesOf }) => encoded(call(operation, { json }), bytesOf)));
        },
      });
    },
  },
});

export const otherEncodings: Area = (ledger) =>
  lawsOf(ENCODED, { operation: ledger.operation('active-contracts') });
