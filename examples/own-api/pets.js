// Everything that the command line must know about the API.
import { FAULTS, startPets } from './pets-server.js';
import { CONTRACT, SURFACE } from './pets-surface.js';

export const PETS = {
  name: 'pets',
  suite: async () => () => SURFACE,
  contracts: async () => [CONTRACT],
  documents: async () => [],
  fixtures: async () => ({
    none: { pets: [] },
    schema: {
      pets: { type: 'array', items: { type: 'string' }, description: 'A list of pets that exist.' },
    },
  }),
  sampled: false,
  changing: false,
  examples: [['run pets https://pets.example -F fixtures.yaml', 'check a pet shop']],
  reference: {
    callers: [],
    faults: async () => FAULTS,
    variants: async () => [],
    start: startPets,
    kills: { 'pets/pet/has-its-name': 'fault first-pet-for-all' },
  },
};
