/** Bodies that are not UTF-8, in the charset that their Content-Type declares. */

/** The text of a body, and the charset that it is in. */
interface Declared {
  readonly text: string;
  /** As the Encoding Standard names it: `windows-1252` for ISO-8859-1 too. */
  readonly charset: string;
}

/** As UTF-8, text in UTF-16 has a NUL beside each letter. */
const NUL = '\0';

/**
 * The body in its declared charset; `undefined` if its bytes are UTF-8, which JSON is whatever a response declares, or if
 * they do not fit the charset, or if the charset is not known.
 */
export function inDeclaredCharset(
  chunks: readonly Buffer[],
  contentType: string | undefined,
  { text, utf8 }: { readonly text: string; readonly utf8: boolean },
): Declared | undefined {
  const [, label] = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType ?? '') ?? [];
  if (label === undefined || (utf8 && !text.includes(NUL))) return undefined;
  try {
    const decoder = new TextDecoder(label, { fatal: true });
    const charset = decoder.encoding;
    return charset === 'utf-8'
      ? undefined
      : { text: decoder.decode(Buffer.concat(chunks)), charset };
  } catch {
    return undefined;
  }
}
