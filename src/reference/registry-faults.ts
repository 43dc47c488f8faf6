/** The deliberate defects of the reference registry: each one is killed by the requirement that it names. */

import type { Defect } from './registry/fault.ts';
import { browserFaults } from './registry/faults/browsers.ts';
import { conditionFaults } from './registry/faults/conditions.ts';
import { contentFaults } from './registry/faults/contents.ts';
import { crashFaults } from './registry/faults/crashes.ts';
import { errorFaults } from './registry/faults/errors.ts';
import { identifierFaults } from './registry/faults/identifiers.ts';
import { requestFaults } from './registry/faults/requests.ts';
import { standardFaults } from './registry/faults/standard.ts';
import { statefulnessFaults } from './registry/faults/statefulness.ts';
import { transportFaults } from './registry/faults/transport.ts';

export const REGISTRY_FAULTS: readonly Defect[] = [
  ...transportFaults,
  ...browserFaults,
  ...errorFaults,
  ...requestFaults,
  ...crashFaults,
  ...identifierFaults,
  ...contentFaults,
  ...statefulnessFaults,
  ...conditionFaults,
  ...standardFaults,
];
