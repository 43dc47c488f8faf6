/** The deliberate defects of the reference registry: each one must be caught by the requirement that it names. */
import { contentFaults } from './registry/faults/contents.js';
import { crashFaults } from './registry/faults/crashes.js';
import { debugFaults } from './registry/faults/debug.js';
import { errorFaults } from './registry/faults/errors.js';
import { flagFaults } from './registry/faults/flag.js';
import { identifierFaults } from './registry/faults/identifiers.js';
import { metaFaults } from './registry/faults/meta.js';
import { requestFaults } from './registry/faults/requests.js';
import { shapeFaults } from './registry/faults/shape.js';
import { statefulnessFaults } from './registry/faults/statefulness.js';
import { transportFaults } from './registry/faults/transport.js';
/** All faults of the registry, by theme. */
export const REGISTRY_FAULTS = [
    ...transportFaults,
    ...errorFaults,
    ...requestFaults,
    ...flagFaults,
    ...metaFaults,
    ...crashFaults,
    ...identifierFaults,
    ...debugFaults,
    ...shapeFaults,
    ...contentFaults,
    ...statefulnessFaults,
].map((defect) => ({ surface: 'registry', ...defect }));
