// Writes the skeleton of a new requirement: npm run scaffold -- ledger/users-list/rows-are-sorted [--clause ID]
// [--level SHOULD] It sends the plainest good request and expects 200. Change the statement and the check.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { level: { type: 'string', default: 'MUST' }, clause: { type: 'string' } },
});
const [id = ''] = positionals;
const [surface, operation, rule] =
  /^(registry|ledger)\/([a-z0-9-]+(?:\/[a-z-]+)?)\/([a-z0-9-]+)$/.exec(id)?.slice(1) ?? [];
if (rule === undefined) {
  fail(
    `"${id}" is no requirement. Name surface/operation/rule, as in ledger/users-list/rows-are-sorted.`,
  );
}
if (!['MUST', 'SHOULD', 'MAY'].includes(values.level)) {
  fail(`--level ${values.level} is none of MUST, SHOULD and MAY.`);
}
const name = rule.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
const clause = values.clause ?? rule;
const isLedger = surface === 'ledger';
const folder = isLedger ? 'suites/ledger/laws' : 'suites/registry';
const file = `${folder}/${rule}.ts`;
const index = `suites/${surface}/index.ts`;
const clauses = isLedger ? 'specs/ledger/rules/4.2-every-operation.yaml' : 'specs/clauses.yaml';
if (existsSync(file)) fail(`${file} is there already. Add the rule to it, or choose another name.`);

const kind = values.level.toLowerCase();
if (isLedger) {
  const own = [`clause: ${clause}`, 'statement: The response is 200.'];
  own.push('cause: What is likely wrong where it fails.', 'fix: What the operator does about it.');
  edit(
    clauses,
    (text) =>
      `${text.trimEnd()}\n  laws/${rule}.ts:\n    ${rule}:\n${own.map((line) => `      ${line}\n`).join('')}`,
  );
}
const words = `statement: 'The response is 200.',
  cause: 'What is likely wrong where it fails.',
  fix: 'What the operator does about it.',`;

writeFileSync(file, isLedger ? ledgerFile() : registryFile());
edit(index, (text) =>
  isLedger
    ? text
        .replace(/\n\n\/\*\*/, `\nimport { ${name} } from './laws/${rule}.ts';\n\n/**`)
        .replace(/\n\];/, `\n  ${name},\n];`)
    : text
        .replace(/\n\nconst /, `\nimport { ${name} } from './${rule}.ts';\n\nconst `)
        .replace('  ...REQUEST_LAWS,', `  ...REQUEST_LAWS,\n  ${name},`),
);
if (!new RegExp(`^ *- id: ${clause}$`, 'm').test(readFileSync(clauses, 'utf8'))) {
  const lines = [`- id: ${clause}`, '  section: "§"', `  level: ${values.level}`];
  lines.push('  statement: The sentence of the contract.');
  edit(clauses, (text) =>
    isLedger
      ? text.replace(/\n\ncode:/, `\n${lines.map((line) => `  ${line}`).join('\n')}\n\ncode:`)
      : `${text.trimEnd()}\n\n${lines.join('\n')}\n`,
  );
  process.stdout.write(`${clauses}: add the section and the sentence of the clause ${clause}\n`);
}
process.stdout.write(`${file}: write the statement, the cause, the fix and the check
npx biome check --write suites   # sorts the new import
npm run generate                 # the list of ids, and the counts in the README
npm run prove -- --requirement ${id} --update
`);

function ledgerFile() {
  return `/** A rule of ${operation}. */
import { expects200 } from '../../kit/statuses.ts';
import type { Law } from '../../kit/law.ts';
import type { Area } from '../area.ts';
import { rulesIn } from '../rules.ts';
import { lawsOf, onGood, type Subject } from './forms.ts';

const rule = rulesIn('4.2-every-operation', 'laws/${rule}.ts');

const LAW: Law<Subject> = rule('${rule}', {
  test: onGood(({ response }) => expects200(response.status)),
});

export const ${name}: Area = ({ operation }) =>
  lawsOf([LAW], { operation: operation('${operation}') });
`;
}

function registryFile() {
  return `/** A rule of ${operation}. */
import { expects200 } from '../kit/statuses.ts';
import { type Law, ${kind} } from '../kit/law.ts';
import type { Probed } from './probed.ts';

export const ${name}: Law<Probed> = ${kind}('${rule}', '${clause}', {
  ${words}
  appliesTo: ({ operation }) => operation.name === '${operation}',
  on: ({ shared }) => shared.optional,
  check: ({ response }) => expects200(response.status),
});
`;
}

function edit(path, change) {
  const text = readFileSync(path, 'utf8');
  const changed = change(text);
  if (changed === text) fail(`${path}: the place for the new rule is not found. Add it by hand.`);
  writeFileSync(path, changed);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(3);
}
