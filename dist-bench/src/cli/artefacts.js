/** The files of a report: written beside their names and then renamed, so that none is ever half there. */
import { access, constants, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../input/error.js';
/** Makes the folder and tries to write in it. Throws InputError. */
export async function prepareFolder(folder) {
    const trial = join(folder, temporary('trial'));
    try {
        await mkdir(folder, { recursive: true });
        await access(folder, constants.W_OK);
        await writeFile(trial, '');
        await rm(trial);
    }
    catch (error) {
        throw unwritable(folder, error);
    }
}
/** Writes the report in every form and answers with the paths. Throws InputError; earlier files then stay as they were. */
export async function writeArtefacts(folder, { report, evidence }) {
    const [{ toHtml }, { toJson }, { toJunit }, { toMarkdown }] = await Promise.all([
        import('../report/html.js'),
        import('../report/json.js'),
        import('../report/junit.js'),
        import('../report/markdown.js'),
    ]);
    const files = {
        'report.html': toHtml(report),
        'report.json': toJson(report),
        'junit.xml': toJunit(report),
        'summary.md': toMarkdown(report),
        'evidence.har': `${JSON.stringify(evidence)}\n`,
    };
    const names = Object.keys(files);
    try {
        await Promise.all(names.map((name) => writeFile(join(folder, temporary(name)), files[name] ?? '')));
        for (const name of names)
            await rename(join(folder, temporary(name)), join(folder, name));
    }
    catch (error) {
        await Promise.allSettled(names.map((name) => rm(join(folder, temporary(name)), { force: true })));
        throw unwritable(folder, error);
    }
    return names.map((name) => join(folder, name));
}
function temporary(name) {
    return `.${name}.${process.pid}.tmp`;
}
function unwritable(folder, error) {
    const { code, message } = error;
    return new InputError(`the report folder ${folder} cannot be written (${code ?? message}). Name another with --out, or change its rights.`);
}
