/** The request to an operation. Throws when a path parameter has no value or an empty one. */
export function call(operation, parts = {}) {
    const path = operation.path.replace(/\{([^}]+)\}/g, (_, name) => {
        const segment = parts.encoded?.[name] ?? encodeURIComponent(wellFormed(parts.path?.[name] ?? ''));
        if (segment === '')
            throw new Error(`${operation.key}: path parameter ${name} is empty`);
        return segment;
    });
    const body = parts.text ?? (parts.json === undefined ? undefined : JSON.stringify(parts.json));
    return {
        operation,
        method: parts.method ?? operation.method,
        path,
        headers: body === undefined ? {} : { 'content-type': parts.contentType ?? 'application/json' },
        ...(body === undefined ? {} : { body }),
    };
}
/** encodeURIComponent throws on lone surrogates; a path cannot carry them anyway. */
function wellFormed(text) {
    return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
}
