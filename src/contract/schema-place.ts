/** Which component schema states what a place of a value has to be: encoders are written by component. */
import type { Contract, JsonSchema } from './contract.ts';
import { follow, step } from './pointer.ts';

/** A schema on the way to the place, and the last component on that way with the steps since. */
interface Stage {
  readonly schema: JsonSchema;
  readonly component: string | undefined;
  readonly since: string;
}

/** The keywords that lead from a schema to those of its parts. */
export interface InnerSchemas {
  readonly $ref?: string;
  readonly allOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema;
}

/**
 * `DisclosedContract/contractId` for `/choiceContext/disclosedContracts/3/contractId`; indexes and the keys of maps
 * are `*`. The whole value is the component that the schema names. `undefined` where the way leads through no component, or through none that describes it.
 */
export function schemaPlace(
  contract: Contract,
  schema: JsonSchema,
  pointer: string,
): string | undefined {
  let stages: readonly Stage[] = [{ schema, component: undefined, since: '' }];
  for (const escaped of pointer.split('/').slice(1)) {
    const name = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
    stages = stages.flatMap((stage) => expanded(contract, stage, 0)).flatMap(stepping(name));
  }
  if (pointer === '') stages = stages.flatMap((stage) => expanded(contract, stage, 0));
  const found = stages.find(({ component }) => component !== undefined);
  return found && `${found.component}${found.since}`;
}

const DEPTH = 8;

/** The schema with what it refers to, and the branches of its choices. */
function expanded(contract: Contract, stage: Stage, depth: number): readonly Stage[] {
  const { schema } = stage;
  if (typeof schema === 'boolean' || depth > DEPTH) return [];
  const { $ref, allOf = [], oneOf = [], anyOf = [] } = schema as InnerSchemas;
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
    const { properties = {}, items, additionalProperties } = schema as InnerSchemas;
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (own !== undefined) return [{ schema: own, component, since: since + step(name) }];
    const each = /^\d+$/.test(name) ? items : undefined;
    const inner =
      each ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
    return inner === undefined ? [] : [{ schema: inner, component, since: `${since}/*` }];
  };
}
