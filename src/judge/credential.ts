import type { HttpResponse } from '../model/index.ts';

/** True for responses about the caller's credentials and so about nothing else. */
export function wantsCredential(response: HttpResponse | undefined): boolean {
  return response?.status === 401 || response?.status === 403;
}
