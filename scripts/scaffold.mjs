// Writes the skeleton of a new requirement: npm run scaffold -- ledger/users-list/rows-are-sorted [--clause ID]
// [--level SHOULD] It sends the plainest good request and expects 200. Change the statement and the check.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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
const index = 'suites/ledger/index.ts';
const isMetadata = operation.startsWith('metadata-v1/');
const chapter = `specs/registry/rules/${isMetadata ? 'metadata-v1' : '4.1-operations'}.yaml`;
const file = isLedger ? `suites/ledger/laws/${rule}.ts` : chapter;
const clauses = isLedger ? 'specs/ledger/rules/4.2-every-operation.yaml' : chapter;
if (isLedger && existsSync(file))
  fail(`${file} is there already. Add the rule to it, or choose another name.`);

if (isLedger) {
  const own = [`clause: ${clause}`, 'statement: The response is 200.'];
  own.push('cause: What is likely wrong where it fails.', 'fix: What the operator does about it.');
  edit(
    clauses,
    (text) =>
      `${text.trimEnd()}\n  laws/${rule}.ts:\n    ${rule}:\n${own.map((line) => `      ${line}\n`).join('')}`,
  );
}
if (isLedger) {
  writeFileSync(file, ledgerFile());
  edit(index, (text) =>
    text
      .replace(/\n\n\/\*\*/, `\nimport { ${name} } from './laws/${rule}.ts';\n\n/**`)
      .replace(/(const AREAS[\s\S]*?)\n\];/, `$1\n  ${name},\n];`),
  );
} else edit(file, (text) => text.replace('\nlaws:\n', `\nlaws:\n${registryLaw()}`));
if (!isStated(clause)) {
  const places = isLedger ? [] : ['  documents: none'];
  const lines = [`- id: ${clause}`, '  section: "§"', ...places, `  level: ${values.level}`];
  lines.push('  statement: The sentence of the contract.');
  edit(clauses, (text) =>
    isLedger
      ? text.replace(/\n\ncode:/, `\n${lines.map((line) => `  ${line}`).join('\n')}\n\ncode:`)
      : text.replace('clauses:\n', `clauses:\n${lines.map((line) => `  ${line}\n`).join('')}`),
  );
  process.stdout.write(`${clauses}: add the section and the sentence of the clause ${clause}\n`);
}
process.stdout.write(`${file}: write the statement, the cause, the fix and the check
npx biome check --write suites   # sorts the new import
npm run generate                 # the list of ids, and the counts in the README
npm run prove -- --requirement ${id} --update
`);

/** True if a clause of this name is in a list or a chapter. */
function isStated(name) {
  const folder = `specs/${surface}/rules`;
  const chapters = readdirSync(folder).map((file) => `${folder}/${file}`);
  return ['specs/clauses.yaml', clauses, ...chapters].some((one) =>
    new RegExp(`^ *- id: ${name}$`, 'm').test(readFileSync(one, 'utf8')),
  );
}

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

/** The first law of its chapter. */
function registryLaw() {
  const [sent, check] = isMetadata ? ['plain', 'accepted'] : ['optional-members', 'acceptedToo'];
  return `  ${rule}:
    clause: ${clause}
    level: ${values.level}
    statement: The response is 200.
    cause: What is likely wrong where it fails.
    fix: What the operator does about it.
    on: ${operation}
    sent: ${sent}
    check: ${check}
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
