/** The members of a fixtures file: those of the published schema, and those of added surfaces. */
import published from '../../schemas/fixtures.schema.json' with { type: 'json' };
import type { JsonSchema } from '../contract/contract.ts';

type Members = Readonly<Record<string, JsonSchema>>;

/** The schema of a fixtures file; the same object until members are added. */
export let fixturesSchema: typeof published = published;

export function addFixtures(members: Members): void {
  const properties = { ...fixturesSchema.properties, ...members };
  fixturesSchema = { ...fixturesSchema, properties };
}

/** True for the published schema, which the build has compiled. */
export function isPublished(): boolean {
  return fixturesSchema === published;
}

/** The schema of each fixture by its name. */
export function fixtureMembers(): Members {
  const { $schema: _, command: __, ...members } = fixturesSchema.properties;
  return members;
}
