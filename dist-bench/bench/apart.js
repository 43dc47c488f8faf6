import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
/** Starts the reference registry in a process of its own. Rejects when that process ends at once. */
export async function startApart(options = {}) {
    const child = forkBeside('server.js', [JSON.stringify(options)]);
    const { url, fixtures } = await firstMessage(child);
    return {
        url: new URL(url),
        fixtures,
        close: async () => {
            child.disconnect();
            if (child.exitCode === null)
                await once(child, 'exit');
        },
    };
}
/** Starts a compiled file of this folder as a process that can send messages. */
export function forkBeside(file, args) {
    return fork(fileURLToPath(new URL(file, import.meta.url)), [...args]);
}
/** The first message of a process. Rejects when it ends without one. */
export function firstMessage(child) {
    return new Promise((resolve, reject) => {
        child.once('message', (message) => resolve(message));
        child.once('exit', (code) => reject(new Error(`${child.spawnargs[1]} ended with ${code}`)));
    });
}
