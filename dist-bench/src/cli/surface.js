import { InputError } from '../input/error.js';
import { suggestion } from './problem.js';
/** The surface with this name. Throws InputError for an unknown one. */
export async function surfaceNamed(name) {
    const { surfaces } = await import('../../suites/index.js');
    const make = Object.hasOwn(surfaces, name) ? surfaces[name] : undefined;
    if (make !== undefined)
        return make();
    const known = suggestion(name, Object.keys(surfaces));
    throw new InputError(`there is no surface ${JSON.stringify(name)}.${known}`);
}
/** The surface with this name, or all. Throws InputError for an unknown one. */
export async function surfacesNamed(name) {
    if (name !== undefined)
        return [await surfaceNamed(name)];
    const { surfaces } = await import('../../suites/index.js');
    return Object.values(surfaces).map((make) => make());
}
