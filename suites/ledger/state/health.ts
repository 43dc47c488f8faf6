/** Checks of the version with its limits, of liveness and of readiness, which chapters name. */
import type { CheckResult, CompleteExchange } from '../../../src/kit.ts';
import { BODY_TEXT, describe, type Pointer } from '../../../src/kit.ts';
import { member } from '../../kit/json.ts';
import { isAccepted, unless, unlessStatus } from '../../kit/judges.ts';
import { hasThisApi, isVersion } from '../versions.ts';

/** https://semver.org, without its rule against leading zeros in the last part. */
const SEMANTIC = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/;

/** The limits of user management, and the places of these members. */
const limitsIn = (body: unknown): readonly (readonly [at: Pointer, limit: unknown])[] =>
  ['maxRightsPerUser', 'maxUsersPageSize'].map((name) => [
    `/features/userManagement/${name}`,
    member(body, 'features', 'userManagement', name),
  ]);

const onBody =
  (judge: (body: unknown) => CheckResult) =>
  (exchange: CompleteExchange): CheckResult =>
    isAccepted(exchange) ? judge(exchange.response.body) : undefined;

export const HEALTH_CHECKS = {
  versionIsSemantic: onBody((body) => {
    const found = member(body, 'version');
    const isSemantic = typeof found === 'string' && SEMANTIC.test(found);
    return unless(isSemantic, '/version', 'a semantic version', describe(found));
  }),
  versionHasThisApi: onBody((body) => {
    const found = member(body, 'version');
    if (typeof found !== 'string' || !isVersion(found)) return 'inapplicable';
    return unless(hasThisApi(found), '/version', '3.0 or later', describe(found));
  }),
  limitsAreZeroWithoutUsers: onBody((body) =>
    member(body, 'features', 'userManagement', 'supported') === false
      ? limitsIn(body).flatMap(([at, limit]) => unless(limit === 0, at, '0', describe(limit)))
      : 'inapplicable',
  ),
  limitsAreLargeEnough: onBody((body) =>
    limitsIn(body).flatMap(([at, limit]) => {
      const isTooSmall = typeof limit === 'number' && limit > 0 && limit < 100;
      return unless(!isTooSmall, at, '0, or at least 100', `${limit}`);
    }),
  ),
  is200: ({ response: { status } }: CompleteExchange) => unlessStatus(status === 200, 200, status),
  is200Or503: ({ response: { status } }: CompleteExchange) =>
    unlessStatus(status === 200 || status === 503, [200, 503], status),
  namesServing: (exchange: CompleteExchange): CheckResult => {
    if (!isAccepted(exchange)) return undefined;
    const { text } = exchange.response;
    const lines = text.split('\n').filter((line) => /ledger/i.test(line));
    const isServing = lines.some((line) => /(?<!NOT_)\bSERVING\b/.test(line));
    return unless(isServing, BODY_TEXT, 'a line of the ledger with SERVING', describe(text));
  },
};
