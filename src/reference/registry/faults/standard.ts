/** The faults that need a suite of the whole token standard: metadata, pages, transfers, both versions. */
import type { Defect } from '../fault.ts';
import { apiFaults } from './apis.ts';
import { metadataFaults } from './metadata.ts';

export const standardFaults: readonly Defect[] = [...metadataFaults, ...apiFaults];
