/** Faults at the door: ways past the check of tokens, and requests that no client means. */
import { HttpError } from '../errors.ts';
import { answering, answeringJson } from '../fault.ts';
import { DecodeError, ok } from '../route.ts';
import type { Change, Incoming } from '../steps.ts';
import { edited, everywhere, type Json, type LedgerFault, of } from './tools.ts';

/** A change that takes nobody for somebody who may do all, where the request is of this kind. */
const past =
  (is: (incoming: Incoming) => boolean): Change =>
  ({ serve, identify }) => {
    let open = false;
    return {
      // Who asks is found out before anything is waited for.
      serve: async (incoming) => {
        open = is(incoming);
        try {
          return serve(incoming);
        } finally {
          open = false;
        }
      },
      identify: (headers, route) =>
        open ? { userId: undefined, rights: [], open: true } : identify(headers, route),
    };
  };

const pathOf = ({ target }: Incoming): string => target.split('?')[0] ?? '';

const crash = (): never => {
  throw new HttpError({ status: 500, text: 'Internal Server Error' });
};

/** True for a body that is JSON and no object. */
function isNoObject({ bytes }: Incoming): boolean {
  return /^\s*(\[.*\]|null)\s*$/s.test(bytes.toString('utf8'));
}

const PAST = of('participant-id', 'slashes-lead-past-no-check');

export const wayAroundFaults: readonly LedgerFault[] = [
  {
    id: 'head-leads-past-the-token',
    description: 'A HEAD needs no token.',
    killedBy: of('participant-id', 'head-needs-a-token'),
    versions: ['3.4', '3.5'],
    change: past(({ method }) => method === 'HEAD'),
  },
  {
    id: 'slash-leads-past-the-token',
    description: 'A path with a slash at its end needs no token.',
    killedBy: PAST,
    versions: ['3.4', '3.5'],
    change: past((incoming) => pathOf(incoming).endsWith('/')),
  },
  {
    id: 'doubled-slash-leads-past-the-token',
    description: 'A path with a doubled slash needs no token.',
    killedBy: PAST,
    change: past((incoming) => pathOf(incoming).includes('//')),
  },
  {
    id: 'no-object-crashes',
    description: 'A list, or null, where an object is due makes the ledger fall over.',
    killedBy: of('{active-contracts,updates}', 'no-server-error'),
    collateral: [of('{active-contracts,updates}', '{error-object,only-objects-are-bodies}')],
    versions: ['3.4', '3.5'],
    change: ({ serve }) => ({
      serve: async (incoming) =>
        isNoObject(incoming) ? { status: 500, text: 'Internal Server Error' } : serve(incoming),
    }),
  },
  {
    id: 'no-object-is-nothing',
    description: 'A list, or null, in place of a question is answered with nothing.',
    killedBy: of('{active-contracts,updates}', 'only-objects-are-bodies'),
    collateral: [everywhere('{offered,replaces-what-is-deprecated}')],
    versions: ['3.4', '3.5'],
    change: ({ serve }) => ({
      serve: async (incoming) => (isNoObject(incoming) ? ok([]) : serve(incoming)),
    }),
  },
  {
    id: 'nulls-refused',
    description: 'A null in a question for vetted packages is refused.',
    killedBy: of('package-vetting-list', 'null-is-left-out'),
    versions: ['3.4', '3.5'],
    change: ({ decode }) => ({
      decode: (bytes, route) => {
        if (route.operationId === 'postV2Package-vettingList' && /:null[,}]/.test(`${bytes}`))
          throw new DecodeError('Invalid value for: body');
        return decode(bytes, route);
      },
    }),
  },
  {
    id: 'accept-read-as-one-word',
    description: 'A header Accept with several types is not acceptable.',
    killedBy: of('package-vetting-list', 'accept-may-have-weights'),
    change: ({ negotiate }) => ({
      negotiate: (headers, route) => {
        if (headers.accept?.includes(',')) throw new HttpError({ status: 406 });
        negotiate(headers, route);
      },
    }),
  },
  {
    id: 'page-sizes-of-32-bits',
    description: 'A page size that 32 bits do not hold is taken for 10.',
    killedBy: of('{users-list,parties-list}', 'oversized-page-size-refused'),
    versions: ['3.4', '3.5'],
    change: ({ checkParameters }) => ({
      checkParameters: (match, query) => {
        if (Number(query.get('pageSize')) >= 2 ** 31) query.set('pageSize', '10');
        checkParameters(match, query);
      },
    }),
  },
  {
    id: 'long-ids-crash',
    description: 'An id of more than 255 letters makes the ledger fall over.',
    killedBy: of('{package,user}', 'odd-ids-refused'),
    collateral: [everywhere('{no-server-error,error-object}')],
    versions: ['3.4', '3.5'],
    change: ({ find }) => ({
      find: (method, path) => (/[^/]{256}/.test(path) ? crash() : find(method, path)),
    }),
  },
  {
    id: 'strange-bytes-crash',
    description:
      'An id with a zero byte, or with bytes that are no UTF-8, makes the ledger fall over.',
    killedBy: of('{package,user}', 'odd-ids-refused'),
    collateral: [everywhere('{no-server-error,error-object}')],
    change: ({ find }) => ({
      find: (method, path) => (/%00|%ff|%c0/i.test(path) ? crash() : find(method, path)),
    }),
  },
  {
    id: 'each-version-newer',
    description: 'Each question for the version is answered by a newer node.',
    killedBy: of('version', 'stays'),
    collateral: [of('version', 'as-in-own-document')],
    versions: ['3.4', '3.5'],
    change: (honest, ledger) => {
      let answers = 100;
      return answeringJson('getV2Version', (json) => {
        answers += 1;
        return edited(json, 'version', (version) => `${version}${answers}`);
      })(honest, ledger);
    },
  },
  {
    id: 'strangers-have-preferences',
    description: 'For a party that nobody hosts the version is preferred that was preferred last.',
    killedBy: of('preferred-package-version', 'nothing-for-strangers'),
    versions: ['3.4', '3.5'],
    change: (honest, ledger) => {
      let last: unknown;
      return answering('getV2Interactive-submissionPreferred-package-version', (reply, ask) => {
        const { packagePreference } = reply.json as Json;
        if (packagePreference !== null) last = packagePreference;
        const unknown = ask.query.getAll('parties').some((one) => !ledger.parties.find(one));
        const known = ledger.packages
          .all()
          .some(({ name }) => name === ask.query.get('package-name'));
        return unknown && known && last ? ok({ packagePreference: last }) : reply;
      })(honest, ledger);
    },
  },
];
