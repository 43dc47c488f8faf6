/** Who calls a ledger: what the token of a run shows, and what a caller can do about missing fixtures. */
import type { Fixtures } from '../../src/index.ts';
import type { FoundCaller } from './fixtures.ts';

/** Tokens with this claim name their user in it, whatever their subject is. */
const CUSTOM_CLAIMS = 'https://daml.com/ledger-api';

type Claims = Readonly<Record<string, unknown>>;

/** The caller that a signed token names. */
export function fixturesOfToken(claims: Claims): Partial<Fixtures> {
  const subject = subjectIn(claims);
  const caller: FoundCaller = {
    mode: 'token',
    signed: true,
    ...(subject === undefined ? {} : { subject }),
  };
  return { caller: [caller] };
}

/** The user that a token names by its subject; `undefined` where it names none or names it elsewhere. */
export function subjectIn({ sub, [CUSTOM_CLAIMS]: custom }: Claims): string | undefined {
  return typeof sub === 'string' && sub !== '' && custom === undefined ? sub : undefined;
}

/** What would let a ledger show more. There is no caller where discovery got only errors or no responses. */
export function discoveryRemedy({ caller: [caller] }: Fixtures, hasToken: boolean): string {
  if (caller === undefined) return 'Discovery got no usable response.';
  if (caller.mode !== 'anonymous') return 'Fixtures may name some.';
  return hasToken ? 'It rejects the given token.' : 'It wants a token: --token-env NAME.';
}
