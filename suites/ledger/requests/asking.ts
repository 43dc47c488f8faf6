import type { call, Operation, Probe } from '../../../src/index.ts';
import { named } from '../area.ts';
import { row } from './probes.ts';
import { acceptableCalls, requestsOf } from './requests.ts';

export type Parts = NonNullable<Parameters<typeof call>[1]>;

export { row };

type Own = Pick<Probe, 'sends' | 'caseGroups'> &
  Partial<
    Pick<
      Probe,
      | 'needs'
      | 'notApplicableWhen'
      | 'effect'
      | 'wrong'
      | 'acrossOperations'
      | 'aboutCredentials'
      | 'checksCredentials'
    >
  >;

/** A probe of an area, sent if the plainest good request of the operation can be sent. */
export function ownProbe(operation: Operation, name: string, own: Own): Probe {
  const { needs, notApplicableWhen } = requestsOf(operation) ?? {};
  return {
    operation,
    id: named(operation, name),
    weight: 0,
    control: (fixtures) => acceptableCalls(operation, fixtures)[0],
    ...(needs === undefined ? {} : { needs }),
    ...(notApplicableWhen === undefined ? {} : { notApplicableWhen }),
    ...own,
  };
}

/** A probe whose case holds requests to several operations. */
export function across(operation: Operation, name: string, own: Own): Probe {
  return ownProbe(operation, name, { ...own, acrossOperations: true });
}
