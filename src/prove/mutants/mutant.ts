/** A mutant: one small change of one operation's responses, between the wire and the judge. */
import type { JsonSchema } from '../../contract/contract.ts';
import { ReceivedResponse } from '../../exchange/response.ts';
import type { HttpResponse } from '../../model/index.ts';

/** How a mutant alters a response. */
export type MutantKind =
  | 'dropped'
  | 'null'
  | 'type'
  | 'enum'
  | 'media-type'
  | 'status'
  | 'content'
  | 'header';

/** One way to alter the responses of one operation; all other responses stay the same. */
export interface Mutant {
  /** `200 /user/id dropped`: unique among the mutants of its operation. */
  readonly id: string;
  readonly kind: MutantKind;
  /** The altered response; the same one if the mutant does not apply. */
  readonly alter: (response: HttpResponse) => HttpResponse;
  /** Why the contract allows the changed response; absent if the contract forbids it. */
  readonly equivalent?: string;
}

/** Conforming responses of one kind, and the contract's description of their body. */
export interface ResponseGroup {
  /** `200`, or `error` for documented rejections. */
  readonly name: string;
  readonly mediaType: string;
  /** Absent if the contract describes no body. */
  readonly schema: JsonSchema | undefined;
  readonly responses: readonly HttpResponse[];
  readonly belongs: (response: HttpResponse) => boolean;
}

/** A copy of a response with another status, other headers or another text. */
export function changedResponse(
  response: HttpResponse,
  change: {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly text?: string;
    readonly sha256?: string;
  },
): HttpResponse {
  const { text = response.text, status = response.status, headers = response.headers } = change;
  const bytes = change.text === undefined ? response.bytes : Buffer.byteLength(text);
  const sha256 = change.sha256 ?? response.sha256;
  return new ReceivedResponse(status, headers, text, bytes, response.truncated, { sha256 });
}

/** An alteration that is made once for each response; a repeated response gets the same one. */
export function remembered(
  alter: (response: HttpResponse) => HttpResponse,
): (response: HttpResponse) => HttpResponse {
  const known = new WeakMap<HttpResponse, HttpResponse>();
  return (response) => {
    let made = known.get(response);
    if (made === undefined) {
      made = alter(response);
      known.set(response, made);
    }
    return made;
  };
}
