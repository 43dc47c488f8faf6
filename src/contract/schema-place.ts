/** Finds the component schema that defines a place of a value, because encoders are written by component. */
import type { Contract, JsonSchema, SchemaKeywords } from './contract.ts';
import { follow, namesIn, step } from './pointer.ts';

/** A schema on the way to the place, the last component on that way, and the steps after it. */
interface Stage {
  readonly schema: JsonSchema;
  readonly component: string | undefined;
  readonly since: string;
}

/** The schema of one place of a value, and the known places below it. */
interface Place {
  readonly found: Stage | undefined;
  /** Includes the schemas that they refer to. */
  readonly stages: readonly Stage[];
  readonly below: Map<string, Place>;
}

/**
 * `DisclosedContract/contractId` for `/choiceContext/disclosedContracts/3/contractId`, with `*` for indexes and map
 * keys. The empty pointer gives the component of the whole value. `undefined` if no component defines the place.
 */
export function schemaPlace(
  contract: Contract,
  schema: JsonSchema,
  pointer: string,
): string | undefined {
  let place = placeOf(contract, schema);
  for (const name of namesIn(pointer)) {
    if (place.stages.length === 0) return undefined;
    place = stepInto(contract, place, name);
  }
  const { found } = place;
  return found && `${found.component}${found.since}`;
}

/** A body may have thousands of findings at few places of its schema, so each place is looked up once. */
const known = new WeakMap<Contract, Map<JsonSchema, Place>>();

function placeOf(contract: Contract, schema: JsonSchema): Place {
  const places = known.get(contract) ?? new Map<JsonSchema, Place>();
  known.set(contract, places);
  let place = places.get(schema);
  if (place === undefined) {
    const stages = expanded(contract, { schema, component: undefined, since: '' }, 0);
    place = placeWith(stages, stages);
    places.set(schema, place);
  }
  return place;
}

function stepInto(contract: Contract, { stages, below }: Place, name: string): Place {
  const isDocumented = stages.some(({ schema }) => Object.hasOwn(propertiesOf(schema), name));
  // All names of a map are one place, so that a server cannot fill the memory with names.
  const key = isDocumented ? `/${name}` : INDEX.test(name) ? 'index' : 'key';
  let place = below.get(key);
  if (place === undefined) {
    const reached = stages.flatMap(stepping(name));
    const referred = reached.flatMap((stage) => expanded(contract, stage, 0));
    place = placeWith(reached, referred);
    below.set(key, place);
  }
  return place;
}

function placeWith(reached: readonly Stage[], stages: readonly Stage[]): Place {
  const found = reached.find(({ component }) => component !== undefined);
  return { found, stages, below: new Map() };
}

const INDEX = /^\d+$/;

function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return typeof schema === 'boolean' ? {} : ((schema as SchemaKeywords).properties ?? {});
}

const DEPTH = 8;

/** The schema with its references, and the branches of its choices. */
function expanded(contract: Contract, stage: Stage, depth: number): readonly Stage[] {
  const { schema } = stage;
  if (typeof schema === 'boolean' || depth > DEPTH) return [];
  const { $ref, allOf = [], oneOf = [], anyOf = [] } = schema as SchemaKeywords;
  const inner = (one: JsonSchema): readonly Stage[] =>
    expanded(contract, { ...stage, schema: one }, depth + 1);
  const referred = $ref === undefined ? [] : [referredBy(contract, $ref)];
  return [
    stage,
    ...referred.flatMap((one) => expanded(contract, one, depth + 1)),
    ...[...allOf, ...oneOf, ...anyOf].flatMap(inner),
  ];
}

function referredBy(contract: Contract, reference: string): Stage {
  const schema = follow(contract.document, reference) as JsonSchema;
  return { schema, component: reference.split('/').at(-1), since: '' };
}

function stepping(name: string): (stage: Stage) => readonly Stage[] {
  return ({ schema, component, since }) => {
    if (typeof schema === 'boolean') return [];
    const { items, additionalProperties } = schema as SchemaKeywords;
    const properties = propertiesOf(schema);
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (own !== undefined) return [{ schema: own, component, since: since + step(name) }];
    const each = INDEX.test(name) ? items : undefined;
    const inner =
      each ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
    return inner === undefined ? [] : [{ schema: inner, component, since: `${since}/*` }];
  };
}
