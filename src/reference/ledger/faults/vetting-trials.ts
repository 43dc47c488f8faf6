/** Faults in changes of vetted packages that are only tried, and in archives that are only validated. */
import { altering, answeringJson } from '../fault.ts';
import type { Change } from '../steps.ts';
import { edited, isRecord, type Json, type LedgerFault, listAt, of } from './tools.ts';

const NEWER = 'postV2Package-vettingUpdate';
const OLDER = 'postV2Package-vetting';
const trial = (name: string): string => of('package-vetting-update', `dry-run-${name}`);

/** Both paths ask the ledger with another body. */
const tryingWith = (edit: (body: Json, synchronizers: readonly string[]) => Json): Change =>
  altering([NEWER, OLDER], ({ handle }, { synchronizers }) => ({
    handle: (ask, ledger) =>
      handle({ ...ask, body: edit(ask.body as Json, synchronizers) }, ledger),
  }));

/** The id of the package that a change names. */
const namedIn = (body: unknown): string =>
  /"packageId":"([^"]*)"/.exec(JSON.stringify(body))?.[1] ?? '';

const isNamed = (row: unknown, body: unknown): boolean =>
  isRecord(row) && row['packageId'] === namedIn(body);

export const vettingTrialFaults: readonly LedgerFault[] = [
  {
    id: 'vetting-begins-anew',
    description: 'After a change of vetted packages only those are vetted that it names.',
    killedBy: trial('keeps-the-rest'),
    versions: ['3.4', '3.5'],
    allow: 'irreversible',
    change: answeringJson([NEWER, OLDER], (json, { body }) =>
      edited(json, 'newVettedPackages.packages', (list) =>
        (list as unknown[]).filter((one) => isNamed(one, body)),
      ),
    ),
  },
  {
    id: 'unvetting-takes-all',
    description: 'Taking one package out of what is vetted takes out everything.',
    killedBy: trial('keeps-the-rest'),
    allow: 'irreversible',
    change: answeringJson([NEWER, OLDER], (json, { body }) =>
      JSON.stringify(body).includes('Unvet')
        ? edited(json, 'newVettedPackages.packages', () => [])
        : json,
    ),
  },
  {
    id: 'vetting-on-another-synchronizer',
    description: 'A change of vetted packages is made on another synchronizer than it names.',
    killedBy: trial('tells-its-place'),
    allow: 'irreversible',
    change: tryingWith((body, ids) => {
      const other = ids.find((id) => id !== body['synchronizerId']);
      return other === undefined ? body : { ...body, synchronizerId: other };
    }),
  },
  {
    id: 'vetting-of-another-participant',
    description: 'A change of vetted packages answers with another participant than it began with.',
    killedBy: trial('tells-its-place'),
    allow: 'irreversible',
    change: answeringJson([NEWER, OLDER], (json) =>
      edited(json, 'newVettedPackages.participantId', (id) => `other-${id}`),
    ),
  },
  {
    id: 'vetting-begins-elsewhere',
    description: 'A change of vetted packages begins with fewer packages than the list shows.',
    killedBy: trial('starts-from-the-list'),
    allow: 'irreversible',
    change: answeringJson([NEWER, OLDER], (json, { body }) => {
      const past = isRecord(json) ? json['pastVettedPackages'] : undefined;
      const lost = listAt(past, 'packages').find((one) => !isNamed(one, body));
      const less = (list: unknown): unknown[] =>
        (list as unknown[]).filter((one) => JSON.stringify(one) !== JSON.stringify(lost));
      return edited(
        edited(json, 'pastVettedPackages.packages', less),
        'newVettedPackages.packages',
        less,
      );
    }),
  },
  {
    id: 'older-vetting-in-earnest',
    description: 'A change of vetted packages that is only tried at the older path is made.',
    killedBy: of('package-vetting-change', 'dry-run-changes-nothing'),
    versions: ['3.4', '3.5'],
    allow: 'irreversible',
    change: altering(OLDER, ({ handle }) => ({
      handle: (ask, ledger) =>
        handle({ ...ask, body: { ...(ask.body as Json), dryRun: false } }, ledger),
    })),
  },
  {
    id: 'validation-uploads',
    description: 'An archive that is only validated is uploaded.',
    killedBy: of('dars-validate', 'nothing-is-uploaded'),
    versions: ['3.4', '3.5'],
    change: (honest, ledger) => {
      const upload = honest.routes.find(({ operationId }) => operationId === 'postV2Dars');
      return altering('postV2DarsValidate', ({ handle }) => ({
        handle: async (ask, at) => {
          const reply = await handle(ask, at);
          await upload?.handle(ask, at);
          return reply;
        },
      }))(honest, ledger);
    },
  },
];
