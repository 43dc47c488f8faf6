import type { Answer } from '../words.ts';

/** True for answers that speak of the caller's credentials and so of nothing else. */
export function wantsCredential(answer: Answer | undefined): boolean {
  return answer?.status === 401 || answer?.status === 403;
}
