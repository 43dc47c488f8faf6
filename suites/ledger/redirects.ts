/** A documented operation is answered where it is, and not redirected. */
import {
  finding,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
} from '../../src/index.ts';
import { isUntidy, ownRedirect } from '../redirects.ts';

export function ofRedirects(
  id: (name: string) => string,
  { responses }: Operation,
  probes: readonly Probe[],
): Requirement[] {
  return [
    requirement({
      id: id('not-redirected'),
      level: 'MUST',
      clause: 'ledger-answers-have-their-shape',
      statement:
        'A request to a documented path is answered there; a redirect is no documented status.',
      cause:
        'A router or a proxy in front adds a slash, a prefix or a version to the path, and clients repeat a redirected POST as a GET without its body.',
      fix: 'Serve the documented path itself, or rewrite it inside the proxy.',
      probes,
      anyTraffic: true,
      check: (exchange) => {
        const { request, response } = exchange;
        if (isUntidy(request.path)) return undefined;
        const redirect = ownRedirect(exchange);
        if (redirect !== undefined)
          return [finding('status', Object.keys(responses).join(', '), redirect)];
        return response.status >= 300 && response.status < 400 ? undefined : [];
      },
    }),
  ];
}
