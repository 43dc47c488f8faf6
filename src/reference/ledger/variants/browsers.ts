/** Ledgers for other pages than the reference: for none, for each by its name. */

import { HttpError } from '../errors.ts';
import { type LedgerVariant, sending, table, together } from '../fault.ts';
import { bare, withHeader } from '../faults/browsers.ts';

export const browserVariants: readonly LedgerVariant[] = table({
  'for-servers-only': {
    description: 'No response has CORS headers, and OPTIONS gets 405, as on a plain node.',
    advisedAgainst: ['ledger/*/allows-browsers', 'ledger/*/responses-allow-browsers'],
    change: together(sending(bare), ({ serve, reject, finish }) => ({
      serve: async (incoming) => {
        if (incoming.method !== 'OPTIONS') return serve(incoming);
        const error = new HttpError({ status: 405, text: 'Method Not Allowed' });
        return finish(reject(error, incoming, undefined), incoming);
      },
    })),
  },
  'origins-echoed': {
    description: 'The origin of the request is echoed, with Vary, and credentials are allowed.',
    change: sending((reply, { headers: { origin } }) => {
      const varied = withHeader(origin === undefined ? bare(reply) : reply, 'vary', 'Origin');
      if (origin === undefined) return varied;
      const named = withHeader(varied, 'access-control-allow-origin', origin);
      return withHeader(named, 'access-control-allow-credentials', 'true');
    }),
  },
  'origins-echoed-to-pages': {
    description: 'The origin of a request is echoed with Vary; other requests get neither header.',
    change: sending((reply, { headers: { origin } }) => {
      if (origin === undefined) return bare(reply);
      const varied = withHeader(reply, 'vary', 'Origin');
      return withHeader(varied, 'access-control-allow-origin', origin);
    }),
  },
});
