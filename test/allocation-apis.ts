/** Selects two of the APIs of a registry, for tests that need no more: a run of all takes five times as long. */
export const ALLOCATION_APIS = 'registry/{allocation-v1,allocation-instruction-v1}/**';
