import type { Operation } from '../contract/contract.ts';
import type { Call } from '../words.ts';

interface CallParts {
  /** Raw values of the path parameters; they are percent-encoded here. */
  readonly path?: Readonly<Record<string, string>>;
  /** Path parameters that are already encoded, byte for byte as they go over the wire. */
  readonly encoded?: Readonly<Record<string, string>>;
  /** A value to send as JSON. */
  readonly json?: unknown;
  /** The body text itself, for requests that are not plain JSON. */
  readonly text?: string;
  readonly contentType?: string;
  readonly method?: string;
}

/** The request to an operation. Throws when a path parameter has no value or an empty one. */
export function call(operation: Operation, parts: CallParts = {}): Call {
  const path = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const segment =
      parts.encoded?.[name] ?? encodeURIComponent(wellFormed(parts.path?.[name] ?? ''));
    if (segment === '') throw new Error(`${operation.key}: path parameter ${name} is empty`);
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
function wellFormed(text: string): string {
  return text.replace(
    /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    '\ufffd',
  );
}
