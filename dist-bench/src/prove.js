/** The kit's own proof: every fault is caught by its requirement, and nothing else is blamed. */
import picomatch from 'picomatch';
import { startRegistry } from './reference/registry.js';
import { REGISTRY_FAULTS } from './reference/registry-faults.js';
import { run } from './run.js';
export function faults() {
    return REGISTRY_FAULTS;
}
/** Checks the reference server with one fault switched on. */
export async function prove(fault, surface, seed) {
    const server = await startRegistry({ faults: [fault.id] });
    try {
        const { report } = await run({
            surface,
            url: new URL(server.url),
            fixtures: server.fixtures,
            seed,
            timeoutMs: 2_000,
        });
        const failed = report.verdicts.filter((v) => v.outcome === 'failed').map((v) => v.requirement);
        const meant = picomatch(fault.caughtBy);
        const expected = picomatch([...(fault.alsoTrips ?? [])]);
        return {
            fault,
            caught: failed.filter((id) => meant(id)),
            alongside: failed.filter((id) => !meant(id) && expected(id)),
            stray: failed.filter((id) => !meant(id) && !expected(id)),
            requests: report.run.requests,
            verdicts: report.verdicts,
        };
    }
    finally {
        await server.close();
    }
}
