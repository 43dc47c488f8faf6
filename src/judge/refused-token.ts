/** Whether a target refuses the token of a run wherever one is needed: then the run says nothing about the target. */
import { INDEPENDENT } from '../availability/numbers.ts';
import { type Exchange, isAccepted, type Kept } from '../model/index.ts';
import { wantsCredential } from './credential.ts';

/** The status that the token of the run gets wherever one is needed; `undefined` if something accepts it. */
export function statusOfRefusedToken(kept: readonly Kept[]): number | undefined {
  const own = kept.map(({ exchange }) => exchange).filter(isWithToken);
  const refused = own.filter(({ response }) => wantsCredential(response));
  // One operation may be for other callers; a token that is good for nothing is refused at several.
  if (new Set(refused.map(({ request }) => request.operation)).size < INDEPENDENT) return undefined;
  return own.some(isAccepted) ? undefined : refused.at(-1)?.response?.status;
}

/** True for a request that needs a token and has the one of the run, unchanged. */
function isWithToken({ request }: Exchange): boolean {
  const { operation, anonymous, altered, headers } = request;
  return !operation.openToAll && !anonymous && !altered && !('authorization' in headers);
}
