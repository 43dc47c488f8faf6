/** Faults that sit in every answer alike, so that no two of them disagree. */
import { answeringJson } from '../fault.ts';
import type { Change } from '../steps.ts';
import { isRecord, type Json } from './tools.ts';

/** A change of every object inside the answers of the ledger for which it is one of these. */
export const everyObject = (is: (value: Json) => boolean, edit: (value: Json) => void): Change =>
  answeringJson(
    () => true,
    (json) => {
      walk(json, (value) => {
        if (is(value)) edit(value);
      });
      return json;
    },
  );

function walk(json: unknown, visit: (value: Json) => void): void {
  if (Array.isArray(json)) for (const one of json) walk(one, visit);
  if (!isRecord(json)) return;
  visit(json);
  for (const inner of Object.values(json)) walk(inner, visit);
}

export const isCreated = (value: Json): boolean => 'createdAt' in value;
export const isExercised = (value: Json): boolean => 'lastDescendantNodeId' in value;
/** A transaction or a reassignment; topology changes are told otherwise. */
export const isTransaction = (value: Json): boolean => 'effectiveAt' in value;
export const isReassignment = (value: Json): boolean =>
  Array.isArray(value['events']) && 'recordTime' in value && !isTransaction(value);
export const isDeparture = (value: Json): boolean => 'reassignmentId' in value && !isArrival(value);
export const isArrival = (value: Json): boolean =>
  'reassignmentId' in value && 'createdEvent' in value;
