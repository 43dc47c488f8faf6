/** Laws for the members of each instrument of the metadata API. */
import { describe, type Finding, finding, worded } from '../../src/kit.ts';
import { statedOn } from '../http/rules.ts';
import { isDateTime, isPast, nowAt } from '../kit/date-time.ts';
import { isObject, type Json } from '../kit/json.ts';
import { shown, unless } from '../kit/judges.ts';
import { type Law, must, should } from '../kit/law.ts';
import type { Reading } from './metadata.ts';
import { onGood, RULES } from './metadata-laws.ts';

/** Laws for each instrument on a page or in a lookup. */
export const INSTRUMENT_LAWS: readonly Law<Reading>[] = [
  ...statedOn<Reading>(RULES, {
    // The registry itself has no optional members, and no parameter that could be wrong.
    'no-internals-in-errors': { clause: 'errors-keep-internals-private', on: ({ all }) => all },
    'no-null-members': {
      clause: 'absent-members-are-left-out',
      on: ({ documented }) => documented,
    },
  }),
  eachInstrument('supply-is-decimal', 'supply-is-a-decimal', {
    statement: 'totalSupply is a decimal number of the ledger, and not negative.',
    cause:
      'Thousands are separated, a large number is written with an exponent, or an absent one is written as an empty text.',
    fix: 'Write digits, and a point with at most ten digits behind it.',
    judge: ({ totalSupply }) => {
      if (typeof totalSupply !== 'string') return 'inapplicable';
      const fits =
        /^[0-9]{1,28}(\.[0-9]{1,10})?$/.test(totalSupply) || /^0E-?\d+$/.test(totalSupply);
      return fits
        ? undefined
        : finding('totalSupply', 'digits, and at most 10 after a point', describe(totalSupply));
    },
  }),
  eachInstrument('supply-has-time', 'supply-has-a-time', {
    statement: 'totalSupply and totalSupplyAsOf come together.',
    cause: 'One of them comes from another source.',
    fix: 'Send both, or none.',
    judge: ({ totalSupply = null, totalSupplyAsOf = null }) => {
      if (totalSupply === null && totalSupplyAsOf === null) return 'inapplicable';
      if (totalSupply !== null && totalSupplyAsOf !== null) return undefined;
      const missing = totalSupply === null ? 'totalSupply' : 'totalSupplyAsOf';
      return finding(missing, 'a value, as the other one has', undefined);
    },
  }),
  eachInstrument(
    'times-have-their-form',
    'instrument-times-are-date-times',
    {
      statement: 'totalSupplyAsOf and pauseInfo.until are existing RFC 3339 dates and times.',
      cause:
        'The default text of a date type has no zone, no time, or a space instead of the T; or an absent time is written as an empty text.',
      fix: 'Format them in UTC by RFC 3339, such as 2026-01-31T12:00:00.123456Z.',
      judge: ({ totalSupplyAsOf, pauseInfo }) => {
        const until = isObject(pauseInfo) ? pauseInfo['until'] : undefined;
        const times = Object.entries({ totalSupplyAsOf, 'pauseInfo/until': until });
        const texts = times.filter(([, time]) => typeof time === 'string');
        if (texts.length === 0) return 'inapplicable';
        const wrong = texts.find(([, time]) => !isDateTime(time as string));
        return wrong && finding(wrong[0], 'an RFC 3339 date-time', describe(wrong[1]));
      },
    },
    must,
  ),
  eachInstrument('supply-time-is-past', 'supply-time-is-past', {
    statement: 'totalSupplyAsOf is not in the future.',
    cause: 'A local time is written as UTC, or the time of the next count is sent.',
    fix: 'Send the time at which the supply was counted, in UTC.',
    judge: ({ totalSupplyAsOf }, at) => {
      if (typeof totalSupplyAsOf !== 'string' || !isDateTime(totalSupplyAsOf))
        return 'inapplicable';
      return isPast(totalSupplyAsOf, at)
        ? undefined
        : finding('totalSupplyAsOf', 'a time in the past', describe(totalSupplyAsOf));
    },
  }),
  eachInstrument('pause-info-needs-pause', 'only-paused-instruments-have-a-reason', {
    statement: 'pauseInfo comes with paused true only.',
    cause: 'The reason of an earlier pause is not removed.',
    fix: 'Leave pauseInfo out while the instrument is not paused.',
    judge: ({ paused, pauseInfo }) => {
      if (!isObject(pauseInfo)) return 'inapplicable';
      return paused === true
        ? undefined
        : finding(
            'paused',
            'true beside pauseInfo',
            paused === undefined ? undefined : describe(paused),
          );
    },
  }),
];

/** Laws for the registry as a whole, and for each instrument. */
export const SUPPORTED_APIS: Law<Reading> = eachInstrument(
  'api-versions-are-minor',
  'supported-apis-are-minor-versions',
  {
    statement: 'supportedApis has the minor version of each API under its name and major version.',
    cause: 'Names lack their prefix or their major version, or the version is negative.',
    fix: 'Write each API as splice-api-token-<name>-v<major>, with its minor version as the value.',
    judge: (one) => apisFindings(one, '')?.[0],
  },
);

/** The document has whole numbers only, and clients with strict types read no other form of one. */
export const WHOLE_NUMBERS: Law<Reading> = should(
  'whole-numbers-are-plain',
  'whole-numbers-have-no-fraction',
  {
    statement: 'decimals and the versions in supportedApis have no fraction and no exponent.',
    cause: 'A type for decimals or for floating-point numbers writes them, such as 2.0 or 1e1.',
    fix: 'Keep whole numbers in an integer type.',
    test: onGood(
      ({ documented }: Reading) => documented,
      ({ response: { text, body } }) => {
        if (!isObject(body)) return undefined;
        const [, name, number] = OTHER_FORM.exec(text) ?? [];
        return unless(name === undefined, `/${name}`, 'digits alone', worded`${number ?? ''}`);
      },
    ),
  },
);

const OTHER_FORM =
  /"(decimals|splice-api-[a-z0-9-]+)"\s*:\s*(-?\d+(?:\.0+(?:e[+-]?\d+)?|e[+-]?\d+))(?=[\s,}])/i;

/** The listed APIs with malformed names or negative versions. */
function apisFindings({ supportedApis }: Json, at: string): Finding[] | undefined {
  if (!isObject(supportedApis)) return undefined;
  return Object.entries(supportedApis).flatMap(([name, version]) => {
    const place = `${at}/supportedApis/${name.replaceAll('/', '~1')}`;
    if (!/^splice-api-[a-z0-9-]+-v\d+$/.test(name))
      return [finding(place, 'splice-api-token-<name>-v<major>', describe(name))];
    const isNegative = typeof version === 'number' && version < 0;
    return unless(!isNegative, place, 'the minor version', describe(version));
  });
}

type Judge = (instrument: Json, at: number) => Finding | undefined | 'inapplicable';

function eachInstrument(
  name: string,
  clause: string,
  {
    judge,
    ...words
  }: { readonly judge: Judge } & Pick<Law<Reading>, 'statement' | 'cause' | 'fix'>,
  stated: typeof must | typeof should = should,
): Law<Reading> {
  return stated(name, clause, {
    ...words,
    test: onGood(
      ({ documented }: Reading) => documented,
      (exchange) => {
        const { body } = exchange.response;
        const listed = shown(exchange, 'instruments');
        const all = Array.isArray(listed) ? listed : [body];
        const found = all.filter(isObject).map((one, i) => {
          const said = judge(one, nowAt(exchange));
          if (typeof said !== 'object') return said;
          return {
            ...said,
            at: `${Array.isArray(listed) ? `/instruments/${i}` : ''}/${said.at.replace(/^\//, '')}`,
          };
        });
        if (found.length > 0 && found.every((one) => one === 'inapplicable')) return 'inapplicable';
        return found.filter((one) => typeof one === 'object');
      },
    ),
  });
}
