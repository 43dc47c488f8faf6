/** The options of a command line as words, to print another command with them. */

import { word } from '../exchange/curl.ts';
import { ASSAY } from '../model/package.ts';
import { optionOf } from './flags.ts';
import type { SettingFlags } from './settings.ts';

/** In the order in which they are printed. */
const PRINTED = [
  ...(['fixtures', 'config', 'tokenEnv', 'tokenFile', 'oauthTokenUrl', 'oauthClientId'] as const),
  ...(['oauthClientSecretEnv', 'oauthScope', 'oauthAudience', 'header', 'ca'] as const),
  ...(['cert', 'key', 'keyPassphraseEnv', 'keyPassphraseFile', 'proxy'] as const),
  ...(['insecure', 'contract', 'contractFile', 'api', 'rules', 'rate', 'concurrency'] as const),
  ...(['allowWrites', 'allowIrreversible', 'strictRead', 'only', 'level', 'without'] as const),
  ...(['seed', 'runs', 'hunt', 'profile', 'maxRequests', 'origin'] as const),
];

/** The options that affect requests and judgement; not those about report files. A new random seed is none of them. */
export function givenOptions(flags: Partial<SettingFlags>): readonly string[] {
  return PRINTED.flatMap((name) => {
    const value = flags[name];
    if (value === undefined || value === 'random') return [];
    if (value === false) return [`--no-${name}`];
    const option = optionOf(name);
    return value === true ? option : [value].flat().flatMap((one) => [option, String(one)]);
  });
}

/** `npx --no-install assay run SURFACE 'http://…'`: words in quotes if the shell needs them. */
export function commandLine(...words: readonly string[]): string {
  return [ASSAY, ...words.map(word)].join(' ');
}
