import { readFile } from 'node:fs/promises';
import { isAlias, isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import { InputError } from './error.js';
/** Reads a YAML or JSON file. Throws InputError when it is missing, no UTF-8, or no YAML. */
export async function readSource(path) {
    const bytes = await readFile(path).catch((error) => {
        throw new InputError(`${path}: cannot be read (${error.code}). Check the path and its rights.`);
    });
    let text;
    try {
        text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    }
    catch {
        throw new InputError(`${path}: is not text in UTF-8. Save it in that encoding.`);
    }
    return parseSource(path, text);
}
/** Parses YAML or JSON. Throws InputError with the place of the first syntax error. */
export function parseSource(name, text) {
    const lines = new LineCounter();
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
    const place = (offset) => {
        const { line, col } = lines.linePos(offset);
        return `${name}:${line}:${col}`;
    };
    const [syntax] = document.errors;
    if (syntax !== undefined) {
        const remedy = 'Correct the YAML there: indent with spaces, quote text that holds : or #';
        throw new InputError(`${place(syntax.pos[0])}: syntax: ${sentence(syntax.message)} ${remedy}.`);
    }
    return {
        value: expanded(() => document.toJS({ maxAliasCount: 100 }), name),
        error(path, problem, onKey = false) {
            const found = locate(document.contents, path, onKey);
            const member = memberName(path);
            return new InputError(`${place(found?.range?.[0] ?? 0)}: ${member === '' ? '' : `${member}: `}${problem}`);
        },
    };
}
/** `choiceArguments[0].amount` */
export function memberName(path) {
    return path.reduce((name, part) => {
        if (typeof part === 'number')
            return `${name}[${part}]`;
        return name === '' ? part : `${name}.${part}`;
    }, '');
}
function expanded(read, name) {
    try {
        return read();
    }
    catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        throw new InputError(`${name}: cannot be expanded: ${sentence(why)} Use fewer aliases.`);
    }
}
/** The node at a path, or the nearest one above it that the text has. */
function locate(top, path, onKey) {
    let here = top;
    for (const [depth, part] of path.entries()) {
        if (isMap(here)) {
            const pair = here.items.find(({ key }) => (isScalar(key) ? String(key.value) : String(key)) === part);
            if (pair === undefined)
                return here;
            const last = depth === path.length - 1;
            const next = (last && onKey) || pair.value === null ? pair.key : pair.value;
            here = next;
        }
        else {
            const items = here?.items;
            const item = typeof part === 'number' ? items?.[part] : undefined;
            if (item === undefined)
                return here;
            here = item;
        }
        // Behind an alias the text is elsewhere; the alias is what the operator looks at.
        if (isAlias(here))
            return here;
    }
    return here;
}
function sentence(text) {
    return /[.!?]$/.test(text) ? text : `${text}.`;
}
