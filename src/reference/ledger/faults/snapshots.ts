/** Faults in contracts that are active at an offset which is not the end. */
import { altering, answeringJson } from '../fault.ts';
import type { Change } from '../steps.ts';
import { isRecord, type Json, type LedgerFault, of } from './tools.ts';

const LIST = 'postV2StateActive-contracts';
const PAGE = 'getV2StateActive-contracts-page';

/** The list and its pages agree, so that a fault in one of them trips these. */
const PAGES = of('active-contracts-page', '{pages-hold-the-list,last-page-has-no-token}');

/** A change that shows the contracts of the end wherever another offset above 0 is asked for. */
const ofTheEnd = (operationId: string): Change =>
  altering(operationId, ({ handle }) => ({
    handle: (ask, ledger) => {
      const { history } = ledger;
      const body = ask.body as { readonly activeAtOffset: number };
      const between = body.activeAtOffset > history.pruned && body.activeAtOffset < history.end;
      return handle(
        between ? { ...ask, body: { ...body, activeAtOffset: history.end } } : ask,
        ledger,
      );
    },
  }));

/** A change of the entries of a list, or of those of a page. */
const entries = (operationId: string, edit: (list: Json[]) => Json[]): Change =>
  answeringJson(operationId, (json) => {
    if (Array.isArray(json)) return edit(json);
    const page = json as { readonly activeContracts: Json[] };
    return { ...page, activeContracts: edit(page.activeContracts) };
  });

const moving = ({ contractEntry }: Json): unknown =>
  isRecord(contractEntry) ? contractEntry['JsIncompleteUnassigned'] : undefined;

/** An entry as if the contract had never left. */
function atHome(entry: Json): Json {
  const value = moving(entry);
  if (!isRecord(value)) return entry;
  const { createdEvent, unassignedEvent } = value;
  const { source } = unassignedEvent as { readonly source: string };
  const active = { createdEvent, synchronizerId: source, reassignmentCounter: 0 };
  return { ...entry, contractEntry: { JsActiveContract: active } };
}

export const snapshotFaults: readonly LedgerFault[] = [
  {
    id: 'active-contracts-of-the-end',
    description: 'Active contracts are listed as of the end, whatever offset is asked for.',
    killedBy: of('active-contracts', 'as-the-updates-tell'),
    collateral: [of('active-contracts', 'shown-on-its-way')],
    versions: ['3.4', '3.5'],
    change: ofTheEnd(LIST),
  },
  {
    id: 'page-of-the-end',
    description: 'A page of active contracts is as of the end, whatever offset is asked for.',
    killedBy: of('active-contracts-page', 'as-the-updates-tell'),
    collateral: [
      of('active-contracts-page', 'is-the-one-asked-for'),
      of('active-contracts-page', '{shown-on-its-way,token-of-another-offset-refused}'),
    ],
    change: ofTheEnd(PAGE),
  },
  {
    id: 'moving-contract-vanishes',
    description: 'A contract between two synchronizers is in no list.',
    killedBy: of('active-contracts', 'shown-on-its-way'),
    collateral: [PAGES],
    change: entries(LIST, (list) => list.filter((entry) => moving(entry) === undefined)),
  },
  {
    id: 'moving-contract-on-no-page',
    description: 'A contract between two synchronizers is on no page.',
    killedBy: of('active-contracts-page', 'shown-on-its-way'),
    collateral: [PAGES],
    change: entries(PAGE, (list) => list.filter((entry) => moving(entry) === undefined)),
  },
  {
    id: 'moving-contract-is-active',
    description: 'A contract that left a synchronizer is listed as active there.',
    killedBy: of('active-contracts', 'as-the-updates-tell'),
    collateral: [
      of('active-contracts', 'shown-on-its-way'),
      of('active-contracts-page', 'offset-defaults-to-the-end'),
      PAGES,
    ],
    versions: ['3.4', '3.5'],
    change: entries(LIST, (list) => list.map(atHome)),
  },
];
