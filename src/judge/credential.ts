import type { HttpResponse } from '../model/index.ts';

/** True for responses about the caller's credentials and so about nothing else. */
export function wantsCredential(answer: HttpResponse | undefined): boolean {
  return answer?.status === 401 || answer?.status === 403;
}
