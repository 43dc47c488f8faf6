import { follow } from './pointer.js';
const METHODS = new Set(['get', 'put', 'post', 'delete', 'patch', 'head']);
/** The operations of a document in its own order, belonging to `contract`. Throws on a broken reference. */
export function operationsOf(document, contract) {
    return Object.entries(document.paths).flatMap(([path, item]) => Object.entries(item)
        .filter(([method]) => METHODS.has(method))
        .map(([method, stated]) => operationOf(document, contract, path, method, stated)));
}
function operationOf(document, contract, path, method, stated) {
    const content = (body) => contentOf(resolved(document, body));
    const requestContent = stated.requestBody && content(stated.requestBody);
    const request = requestContent?.['application/json'];
    const { 'x-effect': effect, 'x-since': since, 'x-deprecated': deprecated } = stated;
    return {
        key: `${contract.id}#${stated.operationId}`,
        operationId: stated.operationId,
        chapter: stated['x-chapter'],
        core: stated['x-core'] === true,
        summary: stated.summary ?? '',
        method: method.toUpperCase(),
        path,
        pathParameters: [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? ''),
        ...(request !== undefined && { request }),
        ...(requestContent !== undefined && { requestContent }),
        responses: Object.fromEntries(Object.entries(stated.responses).map(([status, body]) => [status, content(body)])),
        ...(effect !== undefined && { effect }),
        ...(since !== undefined && { since }),
        ...(deprecated !== undefined && { deprecated }),
        parameters: (stated.parameters ?? []).map((parameter) => parameterOf(document, parameter)),
        contract,
    };
}
function resolved(document, part) {
    return '$ref' in part ? follow(document, part.$ref) : part;
}
function parameterOf(document, part) {
    const { name, in: place, required = false, schema = true } = resolved(document, part);
    return { name, in: place, required, schema };
}
/** Media types without a schema allow any value. */
function contentOf(body) {
    return Object.fromEntries(Object.entries(body.content ?? {}).map(([mediaType, { schema }]) => [
        mediaType,
        schema ?? true,
    ]));
}
