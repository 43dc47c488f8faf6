/** The caller of a ledger: the claims in the token, and remedies for missing fixtures. */
import type { CallerStatus, Fixtures } from '../../src/kit.ts';
import type { FoundCaller } from './fixtures.ts';

/** Tokens with this claim name their user in it, with any subject. */
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

/** The user in the subject of a token; `undefined` without one, or if another claim names it. */
export function subjectIn({ sub, [CUSTOM_CLAIMS]: custom }: Claims): string | undefined {
  return typeof sub === 'string' && sub !== '' && custom === undefined ? sub : undefined;
}

/** A remedy that lets a ledger show more. The caller is unknown if discovery got only errors or no responses. */
export function discoveryRemedy({ caller: [caller] }: Fixtures, hasToken: boolean): string {
  if (caller === undefined) return 'Discovery got no usable response.';
  if (caller.mode !== 'anonymous') return 'You can name some in the fixtures.';
  return hasToken ? 'It rejects the given token.' : 'It requires a token: --token-env NAME.';
}

/** The caller as the ledger sees it, and its rights. */
export function callerIn(
  { caller: [caller] }: Fixtures,
  hasToken: boolean,
): CallerStatus | undefined {
  if (caller === undefined) return undefined;
  const { mode, userId, rights } = caller;
  if (mode === 'open')
    return { accepted: true, statement: 'none needed: requests without a token are accepted' };
  if (mode === 'anonymous') {
    const statement = hasToken
      ? 'rejected: use one that is valid for this ledger'
      : 'needed: name the variable that holds one with --token-env';
    return { accepted: false, statement };
  }
  const kinds = [...new Set(rights)].join(', ') || 'no rights';
  const may = rights === undefined ? 'its rights cannot be read' : kinds;
  return { accepted: true, statement: `accepted: user ${userId} (${may})` };
}
