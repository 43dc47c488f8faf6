/** Faults in members that many responses have: times in other forms, and kinds that are not named. */
import { answeringJson } from '../fault.ts';
import type { Change } from '../steps.ts';
import { edited, everywhere, GONE, type LedgerFault, of } from './tools.ts';

const TIMES = new Set(['createdAt', 'effectiveAt', 'recordTime']);

/** A change that writes every time of a response in another way. */
const writingTimes = (write: (time: string) => string): Change =>
  answeringJson(
    () => true,
    (json) =>
      json === undefined
        ? undefined
        : JSON.parse(JSON.stringify(json), (name, value: unknown) =>
            TIMES.has(name) && typeof value === 'string' ? write(value) : value,
          ),
  );

const TIMED = of(
  '{updates,updates-*,update-by-*,transaction-*,active-contracts*,contract-by-id,events-by-contract-id,completions}',
  'times-are-rfc-3339',
);

export const memberRuleFaults: readonly LedgerFault[] = [
  {
    id: 'times-without-a-zone',
    description: 'Times are written without a zone.',
    killedBy: TIMED,
    collateral: [everywhere('{recorded-*,same-time-*,*-at-*,*time*}')],
    versions: ['3.4', '3.5'],
    change: writingTimes((time) => time.replace(/Z$/, '')),
  },
  {
    id: 'times-as-seconds',
    description: 'Times are numbers of seconds since 1970, as strings.',
    killedBy: TIMED,
    collateral: [everywhere('{recorded-*,same-time-*,*-at-*,*time*}')],
    change: writingTimes((time) => `${Date.parse(time) / 1000}`),
  },
  {
    id: 'right-without-a-kind',
    description: 'A right that every reader has is listed without its kind.',
    killedBy: of('user-rights', 'kinds-are-named'),
    versions: ['3.4', '3.5'],
    change: answeringJson('getV2UsersUser-idRights', (json) =>
      edited(json, 'rights.*', (right) =>
        JSON.stringify(right).includes('CanReadAs"') ? {} : right,
      ),
    ),
  },
  {
    id: 'active-entry-without-its-kind',
    description: 'An entry of the active contracts says nothing of what it is.',
    killedBy: of('{active-contracts,active-contracts-page}', 'kinds-are-named'),
    collateral: ['ledger/**'],
    change: answeringJson(
      ['postV2StateActive-contracts', 'getV2StateActive-contracts-page'],
      (json) => {
        edited(json, 'activeContracts.2.contractEntry', () => GONE);
        return edited(json, '2.contractEntry', () => GONE);
      },
    ),
  },
];
