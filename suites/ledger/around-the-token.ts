/** Ways around the authentication: the same question as HEAD, and at a path with slashes too many. Held on one operation. */
import {
  type CheckResult,
  type CompleteExchange,
  call,
  finding,
  type Requirement,
  wantsCredential,
} from '../../src/index.ts';
import type { Area } from './chapter.ts';
import { canonical } from './members.ts';
import { unguarded, withForgedToken, withoutToken } from './probes.ts';
import { all, sequence } from './sequences.ts';

/** Requirements on guarded paths that are written otherwise. */
export const authBypass: Area = (ledger) => {
  const operation = ledger.operation('participant-id');
  const plain = call(operation);
  const head = call(operation, { method: 'HEAD' });
  const slash = { ...plain, path: `${plain.path}/` };
  const doubled = { ...plain, path: plain.path.replace('/v2/', '/v2//') };
  const around = sequence(operation, {
    name: 'around-the-token',
    sends:
      'a good request, and without a token; as HEAD, with a slash at its end and with a doubled one, each without a token and with a forged one',
    aboutCredentials: true,
    notApplicableWhen: unguarded,
    steps: () => ({
      known: plain,
      nobody: withoutToken(plain),
      head: withoutToken(head),
      slash: withoutToken(slash),
      doubled: withoutToken(doubled),
      forgedHead: withForgedToken(head),
      forgedSlash: withForgedToken(slash),
      forgedDoubled: withForgedToken(doubled),
    }),
  });
  return [
    around.expects({
      name: 'slashes-lead-past-no-check',
      clause: 'missing-credentials-are-unauthenticated',
      statement:
        'What needs a token is not shown without a good one where the path has a slash at its end or a doubled one.',
      cause:
        'The gateway compares paths letter by letter with those that it guards, and the node behind it drops the slashes that are too many.',
      fix: 'Normalise the path before the check, or guard every path that is not open by name.',
      given: ['known'],
      judge: ({ known, nobody, slash: one, doubled: two, forgedSlash, forgedDoubled }) =>
        wantsCredential(nobody.response)
          ? all(
              ...Object.entries({ slash: one, doubled: two, forgedSlash, forgedDoubled }).map(
                ([way, shown]) => hidden(way, known, shown),
              ),
            )
          : 'inapplicable',
    }),
    around.expects({
      name: 'head-needs-a-token',
      level: 'SHOULD',
      clause: 'missing-credentials-are-unauthenticated',
      statement: 'HEAD is not answered with 200 where GET is refused for want of a good token.',
      cause:
        'The check of tokens hangs on the method GET, so that HEAD passes it and is then served as GET.',
      fix: 'Check the token before the method is looked at.',
      given: ['known'],
      judge: ({ nobody, head: one, forgedHead }) =>
        wantsCredential(nobody.response)
          ? all(
              ...[one, forgedHead].map(
                ({ response: { status } }): CheckResult =>
                  status === 200 ? [finding('status of HEAD', '401', '200')] : [],
              ),
            )
          : 'inapplicable',
    }),
  ] satisfies Requirement[];
};

/** Whatever is answered but the guarded content hides it: not found is as good as refused. */
function hidden(way: string, known: CompleteExchange, shown: CompleteExchange): CheckResult {
  const same =
    shown.response.status === 200 &&
    canonical(shown.response.body) === canonical(known.response.body);
  return same ? [finding(`status of ${way}`, '401', '200 with the answer')] : [];
}
