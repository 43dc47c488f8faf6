/** A response that breaks its shape once in a run: it is proof if the rest of its object is there. */
import { expect, it } from 'vitest';
import { type Behaviour, reportOf } from '../../test/tiny-surface.ts';
import { registry } from '../registry/index.ts';

const INSTRUMENT = {
  ...{ id: 'Coin', name: 'Coin', symbol: 'C', decimals: 10 },
  supportedApis: { 'splice-api-token-holding-v1': 1 },
};
const { supportedApis: _, ...PARTIAL } = INSTRUMENT;

/** A registry whose third lookup has this body. */
function servingOnce(odd: object): Behaviour {
  let lookups = 0;
  return ({ path }) => {
    if (path.endsWith('/instruments/Coin')) {
      lookups += 1;
      return { status: 200, body: lookups === 3 ? odd : INSTRUMENT };
    }
    if (path.includes('/instruments?') || path.endsWith('/instruments'))
      return { status: 200, body: { instruments: [INSTRUMENT] } };
    return path.endsWith('/info')
      ? { status: 200, body: { adminId: `a::1220${'ab'.repeat(32)}`, supportedApis: {} } }
      : { status: 404, body: { error: 'not found' } };
  };
}

it.each([
  ['an instrument without its APIs', PARTIAL, 'failed'],
  ['the object of something else in front of the registry', { message: 'hello' }, 'cantTell'],
])('%s', async (_name, odd, outcome) => {
  const only = 'registry/metadata-v1/instrument/response-shape';
  const { verdicts } = await reportOf(servingOnce(odd), { surface: registry(), only });
  expect(verdicts.map((one) => one.outcome)).toEqual([outcome]);
});
