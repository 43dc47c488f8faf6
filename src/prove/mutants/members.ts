/** Mutants of the JSON in responses: members missing, null, of another type, or with an unknown literal. */
import type { Operation } from '../../contract/contract.ts';
import { dropAbsentNulls } from '../../contract/null-as-absent.ts';
import { validator } from '../../contract/validate.ts';
import { jsonOf } from '../../model/index.ts';
import { editedAt, GONE } from './edit.ts';
import {
  changedResponse,
  type Mutant,
  type MutantKind,
  type ResponseGroup,
  remembered,
} from './mutant.ts';
import { type DocumentedPlace, literalsOf, placesIn } from './places.ts';

/** A literal that is in no contract. */
const UNKNOWN_LITERAL = 'ASSAY_KNOWS_NO_SUCH_LITERAL';
/** Values of every JSON type; the first one that does not fit replaces a good value. */
const OTHERS: readonly unknown[] = ['assay', 7, true, ['assay'], { assay: 'assay' }];

interface Edit {
  readonly kind: MutantKind;
  /** The changed place, in words. */
  readonly to: string;
  readonly edit: (before: unknown) => unknown;
}

/** The mutants of the documented members of these responses; none if they are not JSON. */
export function memberMutants(operation: Operation, group: ResponseGroup): readonly Mutant[] {
  const { contract } = operation;
  const { schema, mediaType } = group;
  if (schema === undefined || mediaType !== 'application/json') return [];
  const bodies = [...new Set(group.responses.map(({ body }) => body))];
  const root: DocumentedPlace = { at: '', way: [], required: true, schema, named: false };
  const { fits } = validator(contract, schema);
  const allowed = (body: unknown): boolean =>
    fits(body) || fits(dropAbsentNulls(contract, schema, body));
  return [root, ...placesIn(contract, schema, bodies)].flatMap((place) =>
    editsOf(operation, place).map((one) => {
      const same = bodies.every((body) => allowed(editedAt(body, place.way, one.edit)));
      return mutantOf(group, place, one, same);
    }),
  );
}

function editsOf(
  { contract }: Operation,
  { schema, named, required }: DocumentedPlace,
): readonly Edit[] {
  const { fits } = validator(contract, schema);
  const edits: Edit[] = [
    { kind: 'type', to: 'of another type', edit: (before) => typeMismatch(before, fits) },
  ];
  if (named && required) {
    edits.push({ kind: 'dropped', to: 'dropped', edit: () => GONE });
    edits.push({ kind: 'null', to: 'null', edit: () => null });
  }
  if (literalsOf(contract, schema).some((literal) => typeof literal === 'string')) {
    edits.push({ kind: 'enum', to: 'an unknown literal', edit: () => UNKNOWN_LITERAL });
  }
  return edits;
}

/** A value of another JSON type that the schema does not allow; the same value if the schema allows every type. */
function typeMismatch(before: unknown, fits: (value: unknown) => boolean): unknown {
  const other = OTHERS.find((one) => kindOf(one) !== kindOf(before) && !fits(one));
  return other ?? before;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return value === null ? 'null' : typeof value;
}

function mutantOf(
  group: ResponseGroup,
  place: DocumentedPlace,
  change: Edit,
  same: boolean,
): Mutant {
  const { kind, to, edit } = change;
  return {
    id: `${group.name} ${place.at || '/'} ${to}`,
    kind,
    alter: remembered((response) => {
      const body = group.belongs(response) ? jsonOf(response) : undefined;
      if (body === undefined) return response;
      return changedResponse(response, { text: JSON.stringify(editedAt(body, place.way, edit)) });
    }),
    ...(same ? { equivalent: 'the documented shape allows it' } : {}),
  };
}
