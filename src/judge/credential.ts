import type { HttpResponse } from '../model/index.ts';

/** True for answers that speak of the caller's credentials and so of nothing else. */
export function wantsCredential(answer: HttpResponse | undefined): boolean {
  return answer?.status === 401 || answer?.status === 403;
}
