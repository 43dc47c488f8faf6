/** A token registry written from the contract alone: the honest control of the kit, and the carrier of its faults. */
import { createServer } from 'node:http';
import { closest } from 'fastest-levenshtein';
import { together } from './registry/fault.js';
import { buildSteps } from './registry/honest.js';
import { buildModel } from './registry/model.js';
import { refuseBrokenHttp, respondTo } from './registry/wire.js';
import { REGISTRY_FAULTS } from './registry-faults.js';
import { REGISTRY_VARIANTS } from './registry-variants.js';
/**
 * Starts a registry on 127.0.0.1 with the variants and then the faults put on.
 * Throws when an id is unknown, naming the nearest one, or when the port is taken.
 */
export async function startRegistry(options = {}) {
    const variants = choose('variant', REGISTRY_VARIANTS, options.variants ?? []);
    const faults = choose('fault', REGISTRY_FAULTS, options.faults ?? []);
    const model = buildModel();
    const change = together(...[...variants, ...faults].map((one) => one.change));
    const steps = buildSteps(model, change);
    const server = createServer({ keepAliveTimeout: 60_000 }, respondTo(steps));
    server.on('clientError', refuseBrokenHttp);
    await new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(options.port ?? 0, '127.0.0.1', resolve);
    });
    const { port } = server.address();
    const prefix = variants.map((variant) => variant.prefix ?? '').join('');
    return {
        url: `http://127.0.0.1:${port}${prefix}`,
        fixtures: {
            allocations: [...model.live],
            reassigning: [...model.reassigning],
            choiceArguments: model.choiceArguments.map((one) => structuredClone(one)),
        },
        close: () => new Promise((resolve) => {
            server.close(() => resolve());
            server.closeAllConnections();
        }),
    };
}
function choose(kind, all, ids) {
    return ids.map((id) => {
        const found = all.find((one) => one.id === id);
        if (found !== undefined)
            return found;
        const known = all.map((one) => one.id);
        throw new Error(`Unknown ${kind} '${id}'; did you mean '${closest(id, known)}'?`);
    });
}
