/** The built-in template family of the reference ledger: what its contracts hold and what its choices do. */
import { type Fields, textOf, type Values } from './values.ts';

export const DEMO_PACKAGE = 'assay-demo';
export const MODULE = 'Main';
/** The one interface; `Asset` implements it, `Registration` does not. */
export const INTERFACE = 'Named';
export const INTERFACE_CHOICES: readonly string[] = ['Archive', 'Ping'];

export type Entity = 'Asset' | 'Registration' | 'Agreement';

/** The operations that a choice may use while it runs. */
interface Effects {
  readonly self: string;
  readonly argument: Values;
  /** Creates a contract of the same package; returns its id. */
  create(entity: Entity, argument: Values): string;
  exercise(contractId: string, choice: string, argument: Values): unknown;
}

export interface Choice {
  readonly consuming: boolean;
  readonly fields: Fields;
  /** The member of the contract that holds the controller. */
  readonly controller: string;
  /** Runs the choice on a contract with these values; returns the exercise result. */
  readonly run: (values: Values, effects: Effects) => unknown;
}

export interface Template {
  readonly fields: Fields;
  /** Members that hold the signatory and, if there is one, the observer. */
  readonly signatory: string;
  readonly observer?: string;
  readonly implements: boolean;
  readonly choices: Readonly<Record<string, Choice>>;
}

const archive = (controller: string): Choice => ({
  consuming: true,
  fields: {},
  controller,
  run: () => ({}),
});

export const TEMPLATES: Readonly<Record<Entity, Template>> = {
  Asset: {
    fields: { owner: 'Party', name: 'Text' },
    signatory: 'owner',
    implements: true,
    choices: {
      Archive: archive('owner'),
      Rename: {
        consuming: true,
        fields: { newName: 'Text' },
        controller: 'owner',
        run: (values, { argument, create }) =>
          create('Asset', { ...values, name: textOf(argument, 'newName') }),
      },
      Ping: {
        consuming: false,
        fields: {},
        controller: 'owner',
        run: (values) => values['name'],
      },
      Refresh: {
        consuming: false,
        fields: { newName: 'Text' },
        controller: 'owner',
        run: (_values, { self, argument, exercise }) => {
          exercise(self, 'Ping', {});
          return exercise(self, 'Rename', argument);
        },
      },
    },
  },
  Registration: {
    fields: { owner: 'Party', buyer: 'Party', name: 'Text' },
    signatory: 'owner',
    observer: 'buyer',
    implements: false,
    choices: {
      Archive: archive('owner'),
      Accept: {
        consuming: true,
        fields: {},
        controller: 'buyer',
        run: (values, { create }) =>
          create('Asset', { owner: textOf(values, 'buyer'), name: textOf(values, 'name') }),
      },
    },
  },
  /** Has a field of each type. */
  Agreement: {
    fields: {
      owner: 'Party',
      name: 'Text',
      predecessor: { optional: 'ContractId' },
      places: 'Int64',
      price: 'Numeric',
      open: 'Bool',
      begins: 'Date',
      signedAt: 'Time',
      note: { optional: 'Text' },
      steps: { list: 'Numeric' },
      labels: { textMap: 'Text' },
      limits: { record: { least: 'Int64', most: 'Int64' } },
      state: { variant: { Running: 'Date', Ended: { record: { reason: 'Text' } } } },
      colour: { enumeration: ['Red', 'Green'] },
    },
    signatory: 'owner',
    implements: false,
    choices: {
      Archive: archive('owner'),
      Settle: {
        consuming: false,
        fields: { price: 'Numeric', at: 'Time', reason: { variant: { Given: 'Text' } } },
        controller: 'owner',
        run: (_values, { argument }) => argument,
      },
    },
  },
};

/** The template of that qualified name, such as `Main:Asset`; undefined for others. */
export function entityNamed(module: string, entity: string): Entity | undefined {
  return module === MODULE && Object.hasOwn(TEMPLATES, entity) ? (entity as Entity) : undefined;
}

/** True for the qualified name of the interface. */
export function isInterface(module: string, entity: string): boolean {
  return module === MODULE && entity === INTERFACE;
}
