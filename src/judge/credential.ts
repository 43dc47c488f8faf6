import type { HttpResponse } from '../model/index.ts';

/** True for a response that is only about the caller's credentials. */
export function wantsCredential(response: HttpResponse | undefined): boolean {
  return response?.status === 401 || response?.status === 403;
}
