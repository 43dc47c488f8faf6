import { describe, expect, it } from 'vitest';
import type { Contract } from './contract.ts';
import { schemaPlace } from './schema-place.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const contract = {
  document: {
    components: {
      schemas: {
        Pet: { properties: { name: { type: 'string' }, owner: ref('Owner') } },
        Owner: { properties: { city: { type: 'string' } } },
        Page: { properties: { pets: { items: ref('Pet') } } },
        Found: { oneOf: [{ properties: { Lost: ref('Owner') } }, ref('Page')] },
        Rooms: { properties: { 0: { type: 'string' } }, items: ref('Owner') },
        Kennels: { additionalProperties: ref('Page') },
      },
    },
  },
} as unknown as Contract;

describe('the place in a component schema', () => {
  it.each([
    ['Pet', '', 'Pet'],
    ['Pet', '/name', 'Pet/name'],
    ['Pet', '/owner', 'Pet/owner'],
    ['Pet', '/owner/city', 'Owner/city'],
    ['Page', '/pets/17/name', 'Pet/name'],
    ['Page', '/pets/17', 'Page/pets/*'],
    ['Found', '/pets/0/owner/city', 'Owner/city'],
    ['Found', '/Lost/city', 'Owner/city'],
    ['Kennels', '/north~1south/pets/0/name', 'Pet/name'],
    ['Kennels', '/7/pets/0/name', 'Pet/name'],
    ['Kennels', '/key', 'Kennels/*'],
    ['Rooms', '/0', 'Rooms/0'],
    ['Rooms', '/1', 'Rooms/*'],
    ['Rooms', '/1/city', 'Owner/city'],
  ])('of %s, %s is %s', (name, pointer, place) => {
    expect(schemaPlace(contract, ref(name), pointer)).toBe(place);
  });

  it('is missing if no component describes the member, and in a schema without components', () => {
    expect(schemaPlace(contract, ref('Pet'), '/age/years')).toBeUndefined();
    expect(schemaPlace(contract, { properties: { a: {} } }, '/a')).toBeUndefined();
  });
});
