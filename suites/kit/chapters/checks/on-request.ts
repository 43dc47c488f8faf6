/** `only-on-request: { member, without: step, with: step }`: entries have a member if the request asks for it. */
import type { ChapterKit } from '../kit.ts';
import type { Form } from './form.ts';

interface OnRequest {
  readonly member: string;
  readonly without: string;
  readonly with: string;
}

export function onRequestForm(value: unknown, { lists }: ChapterKit): Form {
  const { member, without, with: asked } = value as OnRequest;
  return {
    steps: [without, asked],
    judge: [
      (at) =>
        lists.against(at[without], at[asked], (plain, full) => [
          ...lists.showing(plain.entries, member, false),
          ...lists.showing(full.entries, member, true),
          ...(plain.whole ? lists.same(plain.entries, full.entries, plain.exchange) : []),
        ]),
    ],
  };
}
